// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/type-flow.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

/* Longer functions are not followed: their states would take hundreds of megabytes. */
#define MAX_INSNS	(1U << 16)

struct state {
	struct type_pointer regs[STACK_REGS];
};

struct insn {
	uint64_t addr;
	struct stack_effect effect;
	struct insn_memory mem;
	struct state in;		/* before it */
	struct type_pointer said;	/* what debug information says of what it moves, reads or gets from a call */
	bool asked;			/* it has been asked */
	bool reached;
	bool queued;
};

/* What is known before an instruction of one register. */
struct known {
	uint64_t addr;
	int reg;
	struct type_pointer to;
};

struct type_flow {
	struct insn *insns;		/* by address, while it is followed */
	size_t nr, cap;
	struct known *known;		/* what came of it: by address and register */
	size_t nr_known, cap_known;
	size_t *queue;			/* of instructions whose state has changed: each at most once */
	size_t nr_queue;
	const struct type_source *source;
};

struct type_flow *type_flow__new(void)
{
	return xzalloc(sizeof(struct type_flow));
}

void type_flow__delete(struct type_flow *f)
{
	if (!f)
		return;
	free(f->insns);
	free(f->queue);
	free(f->known);
	free(f);
}

bool type_flow__add(struct type_flow *f, struct stack_effects *effects, const unsigned char *code, size_t size,
		    uint64_t addr)
{
	size_t at = 0;

	while (at < size) {
		struct insn *i;

		if (f->nr == MAX_INSNS)
			return false;
		GROW(f->insns, f->nr, f->cap);
		i = &f->insns[f->nr];
		*i = (struct insn){ .addr = addr + at };
		if (!stack_effects__decode(effects, code + at, size - at, i->addr, &i->effect))
			return false;
		if (i->effect.read_to >= 0)
			insn_memory__decode(code + at, i->effect.size, i->addr, &i->mem);
		at += i->effect.size;
		f->nr++;
	}
	return true;
}

static int by_address(const void *a, const void *b)
{
	const struct insn *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static struct insn *find(const struct type_flow *f, uint64_t addr)
{
	struct insn key = { .addr = addr };

	return f->nr ? bsearch(&key, f->insns, f->nr, sizeof(*f->insns), by_address) : NULL;
}

/* --- one instruction ------------------------------------------------------------------------------- */

static struct type_pointer ask(const struct type_flow *f, struct insn *i)
{
	const struct type_source *s = f->source;
	const struct stack_effect *e = &i->effect;
	struct type_pointer ret = { 0 };

	if (e->flow == STACK_CALL)
		ret = s->returned(s->ctx, i->addr + e->size, e->has_target ? e->target : 0);
	else if (e->read_to >= 0)
		ret = s->word(s->ctx, i->addr, &i->mem);
	else if (e->move_from >= 0)
		ret = s->variable(s->ctx, i->addr, stack_reg__to_dwarf(e->move_from), e->move_add);
	return ret;
}

/* The value that the instruction writes to a register; what debug information says goes before what was followed. */
static struct type_pointer value_of(const struct type_flow *f, struct insn *i)
{
	const struct stack_effect *e = &i->effect;
	struct type_pointer p = { 0 };
	int base = stack_reg__of_dwarf(i->mem.base);

	if (!i->asked) {
		i->asked = true;
		i->said = ask(f, i);
	}
	if (i->said.type)
		return i->said;
	if (e->read_to >= 0 && i->mem.kind == INSN_REGISTER && base < STACK_REGS && i->in.regs[base].type)
		return f->source->member(f->source->ctx, i->in.regs[base], &i->mem);
	if (e->read_to < 0 && e->move_from >= 0 && i->in.regs[e->move_from].type) {
		p = i->in.regs[e->move_from];
		if (__builtin_add_overflow(p.offset, e->move_add, &p.offset))
			p.type = 0;
	}
	return p;
}

/* The state behind it. */
static struct state behind(const struct type_flow *f, struct insn *i)
{
	const struct stack_effect *e = &i->effect;
	struct type_pointer value = value_of(f, i);
	struct state s = i->in;
	int reg, to = e->flow == STACK_CALL ? 0 : e->read_to >= 0 ? e->read_to : e->move_to;

	for (reg = 0; reg < STACK_REGS; reg++)
		if (e->lost >> reg & 1 || reg == e->move_to || reg == e->load_to || reg == STACK_SP)
			s.regs[reg] = (struct type_pointer){ 0 };
	if (to >= 0 && to != STACK_SP)
		s.regs[to] = value;
	return s;
}

/* --- all ways ---------------------------------------------------------------------------------------- */

/* Keeps in @to what both know. Returns whether that is less than it was. */
static bool meet(struct state *to, const struct state *from)
{
	bool changed = false;
	int reg;

	for (reg = 0; reg < STACK_REGS; reg++) {
		struct type_pointer *a = &to->regs[reg];
		const struct type_pointer *b = &from->regs[reg];

		if (!a->type || (a->type == b->type && a->offset == b->offset))
			continue;
		*a = (struct type_pointer){ 0 };
		changed = true;
	}
	return changed;
}

static void enter(struct type_flow *f, struct insn *i, const struct state *s)
{
	bool changed = !i->reached;

	if (!i->reached)
		i->in = *s;
	else
		changed = meet(&i->in, s);
	i->reached = true;
	if (!changed || i->queued)
		return;
	i->queued = true;
	f->queue[f->nr_queue++] = (size_t)(i - f->insns);
}

static void follow(struct type_flow *f)
{
	while (f->nr_queue) {
		struct insn *i = &f->insns[f->queue[--f->nr_queue]], *next = i + 1;
		uint8_t flow = i->effect.flow;
		struct state s;

		i->queued = false;
		s = behind(f, i);
		if ((flow == STACK_ON || flow == STACK_CALL || flow == STACK_BRANCH) && next < f->insns + f->nr &&
		    next->addr == i->addr + i->effect.size)
			enter(f, next, &s);
		if ((flow == STACK_JUMP || flow == STACK_BRANCH) && (next = find(f, i->effect.target)) != NULL)
			enter(f, next, &s);
	}
}

/* Is @addr in the middle of an instruction? */
static bool is_within(const struct type_flow *f, uint64_t addr)
{
	size_t low = BISECT(f->nr, mid, f->insns[mid].addr <= addr);

	return low && addr != f->insns[low - 1].addr && addr - f->insns[low - 1].addr < f->insns[low - 1].effect.size;
}

/* Does it say where all its jumps lead, each to an instruction that was understood, or out of the function? */
static bool is_plain(const struct type_flow *f)
{
	size_t n;

	for (n = 0; n < f->nr; n++) {
		const struct stack_effect *e = &f->insns[n].effect;

		if (n && f->insns[n].addr < f->insns[n - 1].addr + f->insns[n - 1].effect.size)
			return false;
		if ((e->flow == STACK_JUMP || e->flow == STACK_BRANCH) && (!e->has_target || is_within(f, e->target)))
			return false;
	}
	return true;
}

/* Most registers of most instructions are not known: a function that was followed takes a small part of what following it took. */
static void keep_known(struct type_flow *f)
{
	size_t n;
	int reg;

	for (n = 0; n < f->nr; n++)
		for (reg = 0; f->insns[n].reached && reg < STACK_REGS; reg++)
			if (f->insns[n].in.regs[reg].type) {
				GROW(f->known, f->nr_known, f->cap_known);
				f->known[f->nr_known++] = (struct known){ f->insns[n].addr, reg, f->insns[n].in.regs[reg] };
			}
	zfree(&f->insns);
	f->nr = f->cap = 0;
}

bool type_flow__run(struct type_flow *f, const struct type_source *source)
{
	static const struct state nothing;
	size_t n;

	f->source = source;
	if (!f->nr)
		return false;
	qsort(f->insns, f->nr, sizeof(*f->insns), by_address);
	if (!is_plain(f))
		return false;
	f->queue = xcalloc(f->nr, sizeof(*f->queue));
	enter(f, &f->insns[0], &nothing);
	follow(f);
	/* What is left is entered from elsewhere, if it is not only there to fill a gap. */
	for (n = 0; n < f->nr; n++)
		if (!f->insns[n].reached && !f->insns[n].effect.pads) {
			enter(f, &f->insns[n], &nothing);
			follow(f);
		}
	zfree(&f->queue);
	f->source = NULL;
	keep_known(f);
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	return x->addr != y->addr ? x->addr < y->addr ? -1 : 1 : x->reg - y->reg;
}

struct type_pointer type_flow__at(const struct type_flow *f, uint64_t addr, int reg)
{
	const struct known key = { .addr = addr, .reg = stack_reg__of_dwarf(reg) };
	const struct known *k = f->nr_known ? bsearch(&key, f->known, f->nr_known, sizeof(*f->known), by_place) : NULL;

	return k ? k->to : (struct type_pointer){ 0 };
}
