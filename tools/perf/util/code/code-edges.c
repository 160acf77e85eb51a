// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a function leads to: its calls, and the jumps that leave it. Where the rows say that the frame pointer is the caller's, or
 * the function's own, its instructions are read one after the other. Where they only say that the caller's is saved, the
 * code is followed from its beginning, with what the register holds, along all ways.
 */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file-internal.h"
#include "util/code/func-starts.h"
#include "util/symbol/dso-runtime.h"

/* Larger ones are not followed, bytes. */
#define MAX_WALK	((uint64_t)256 << 10)
/* Of larger stretches it is not looked at what they call, bytes. */
#define MAX_ROW		((uint64_t)1 << 20)

/* --- edges ------------------------------------------------------------------------------------------ */

static bool is_inside(const struct function *f, uint64_t addr)
{
	return addr >= f->f.start && addr < f->f.end;
}

static bool same_edge(const struct code_edge *a, const struct code_edge *b)
{
	return a->jump == b->jump && a->to.kind == b->to.kind && a->to.addr == b->to.addr && a->to.stub == b->to.stub &&
	       a->to.name == b->to.name && a->to.version == b->to.version;
}

static void add_edge(struct edge_list *l, const struct code_edge *edge)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (same_edge(&l->list[i], edge)) {
			if (l->list[i].return_to != edge->return_to)
				l->list[i].return_to = 0;
			return;
		}
	GROW(l->list, l->nr, l->cap);
	l->list[l->nr++] = *edge;
}

/* Does the jump by a register behind @before, which adds to it, use a table of distances? So compilers write a switch. */
static bool is_table_jump(const char *before, const struct disasm_insn *insn)
{
	const char *comma = strrchr(before, ',');

	if (!insn->operands || insn->operands[0] != '*')
		return false;
	/* jmp *table(,%rax,8) */
	if (strchr(insn->operands, '('))
		return true;
	return !strncmp(before, "add", 3) && comma && comma[1] == ' ' && !strcmp(comma + 2, insn->operands + 1);
}

/*
 * @insn at @addr is a call within the function. Does it put an address that only runs know where it has left its own? By what is written
 * there, or was pushed in front of the call (@before) and lies there when that has been taken away.
 */
static bool is_thunk(struct function *f, const struct disasm_insn *insn, uint64_t addr, const char *before)
{
	bool pushed = !strncmp(before, "push", 4) && strchr(before, '(');
	struct disasm_insn at;

	return code_insn__is_over(insn, addr) &&
	       (pushed || (code_file__decode(f->f.file, insn->target, &at) && at.mnemonic && !strncmp(at.mnemonic, "mov", 3)));
}

/* A call by a pointer, or a jump by one at the end of the function. */
static void add_unknown(struct edge_list *l)
{
	struct code_edge edge = { .to.kind = CODE_TARGET_UNKNOWN };

	add_edge(l, &edge);
	edge.jump = true;
	add_edge(l, &edge);
}

/* Is it the part of a function that has a symbol of its own, and is jumped to with the stack as it is? */
static bool is_part(const struct function *f)
{
	const struct symbol *sym;
	uint64_t offset;

	if (!f->by_code)
		return !f->f.entry;
	sym = code_file__to_dso(f->f.file, f->f.start, &offset) ? dso__find_symbol(f->f.file->dso, offset) : NULL;
	return !sym || func_name__is_part(sym->name);
}

/*
 * Does the jump at @addr, a place with @row, lead to another function while something more is on the stack than when @f was called? Then @f
 * is left there if what was pushed is an address that the other one returns to, and nobody knows what it is.
 */
static bool stays_on_stack(struct function *f, const struct frame_row *row, uint64_t addr, const struct code_target *to)
{
	const struct function *next = to->kind == CODE_TARGET_HERE ? function_at(f->f.file, to->addr) : NULL;
	struct frame_row proven;

	if (row->at_entry || (to->kind != CODE_TARGET_NAME && (!next || next == f || next->f.start != to->addr || is_part(next))))
		return false;
	if (!f->by_code)
		return true;
	frame_states__by_code(f->f.file->states_table, addr, f->f.start, f->f.end, &proven);
	return !proven.at_entry;
}

/*
 * What @insn at @addr, a place with @row, adds to @l. @before: text of the instruction in front of it. False: it is an indirect
 * jump within the function.
 */
static bool add_insn(struct function *f, const struct frame_row *row, uint64_t addr, const struct disasm_insn *insn,
		     const char *before, struct edge_list *l)
{
	struct code_edge edge = { .jump = insn->flow != DISASM_CALL };

	if (!edge.jump)
		edge.return_to = addr + insn->size;
	if (insn->flow != DISASM_CALL && insn->flow != DISASM_JUMP && insn->flow != DISASM_BRANCH)
		return true;
	if (edge.jump && insn->has_target && is_inside(f, insn->target))
		return true;
	if (edge.jump && !insn->has_target && !insn->has_slot) {
		if (!row->at_entry || is_table_jump(before, insn))
			return false;
	}
	code_file__target(f->f.file, insn, &edge.to);
	/* A call to the next instruction only asks where it is. */
	if (!edge.jump && edge.to.kind == CODE_TARGET_HERE && is_inside(f, edge.to.addr) && edge.to.addr != f->f.start) {
		if (is_thunk(f, insn, addr, before))
			add_unknown(l);
		return true;
	}
	add_edge(l, &edge);
	/* It is a call then, or not. */
	if (edge.jump && stays_on_stack(f, row, addr, &edge.to)) {
		edge.jump = false;
		add_edge(l, &edge);
	}
	return true;
}

static void keep_text(char *buf, size_t size, const struct disasm_insn *insn)
{
	size_t n = insn->mnemonic ? strlen(insn->mnemonic) : 0, m = insn->operands ? strlen(insn->operands) : 0;

	buf[0] = 0;
	if (n + m + 2 > size || !n)
		return;
	memcpy(buf, insn->mnemonic, n);
	buf[n] = ' ';
	memcpy(buf + n + 1, insn->operands ? insn->operands : "", m + (insn->operands != NULL));
	buf[n + 1 + m] = 0;
}

/* Reads the instructions of @row one after the other. */
static void read_row(struct function *f, const struct frame_row *row, struct edge_list *l)
{
	struct disasm_insn insn;
	char before[128] = "";
	uint64_t addr;

	if (row->end - row->start > MAX_ROW) {
		l->unknown = true;
		return;
	}
	for (addr = row->start; addr < row->end; addr += insn.size) {
		if (!code_file__skim(f->f.file, addr, &insn)) {
			l->unknown = true;
			return;
		}
		(void)add_insn(f, row, addr, &insn, before, l);
		keep_text(before, sizeof(before), &insn);
	}
}

/* --- ways ------------------------------------------------------------------------------------------- */

struct step {
	uint64_t addr;
	enum fp_way way;
};

struct walk {
	struct function *f;
	bool all;
	struct step *todo;
	size_t nr, cap;
};

static void walk__add(struct walk *w, uint64_t addr, enum fp_way way)
{
	if (!is_inside(w->f, addr) || (way == FP_WAY_OTHER && !w->all))
		return;
	GROW(w->todo, w->nr, w->cap);
	w->todo[w->nr++] = (struct step){ addr, way };
}

/* What the register holds behind @insn. */
static enum fp_way way_behind(const struct frame_row *row, const struct disasm_insn *insn, enum fp_way way)
{
	if (!insn->writes_fp || row->state != FRAME_STATE_SAVED)
		return way;
	if (way == FP_WAY_OWN && insn->fp_from_sp && insn->fp_offset < 0)
		return FP_WAY_RECORD;
	if (way == FP_WAY_RECORD && insn->fp_from_record)
		return FP_WAY_OWN;
	return insn->fp_from_sp && insn->fp_offset == row->saved ? FP_WAY_OWN : FP_WAY_OTHER;
}

/* One way from @step on, until it ends or joins another one. */
static void follow(struct walk *w, struct step step)
{
	struct function *f = w->f;
	struct disasm_insn insn;
	char before[128] = "";

	for (;;) {
		const struct frame_row *row;
		uint8_t *ways;

		if (!is_inside(f, step.addr))
			return;
		row = function__row(f, step.addr);
		if (row->state == FRAME_STATE_CALLERS)
			step.way = FP_WAY_CALLERS;
		else if (row->state != FRAME_STATE_SAVED)
			return;
		ways = &f->ways[step.addr - f->f.start];
		if (*ways & step.way || (step.way == FP_WAY_OTHER && !w->all))
			return;
		*ways |= step.way;
		if (!code_file__skim(f->f.file, step.addr, &insn)) {
			f->lost_way = true;
			return;
		}
		if (step.way != FP_WAY_OTHER &&
		    !add_insn(f, row, step.addr, &insn, before, step.way & (FP_WAY_OWN | FP_WAY_RECORD) ? &f->framed : &f->frameless))
			f->lost_way = true;
		keep_text(before, sizeof(before), &insn);
		if (insn.has_target && (insn.flow == DISASM_BRANCH || insn.flow == DISASM_JUMP))
			walk__add(w, insn.target, step.way);
		if (insn.flow == DISASM_JUMP || insn.flow == DISASM_STOP)
			return;
		step.way = way_behind(row, &insn, step.way);
		step.addr += insn.size;
	}
}

void function__walk(struct function *f, bool all)
{
	struct walk w = { .f = f, .all = all };

	if (f->walked_all || (f->walked && !all))
		return;
	f->walked = true;
	f->walked_all = all;
	if (f->f.end - f->f.start > MAX_WALK) {
		f->lost_way = true;
		return;
	}
	free(f->ways);
	f->ways = xzalloc(f->f.end - f->f.start);
	walk__add(&w, f->f.start, function__row(f, f->f.start)->state == FRAME_STATE_CALLERS ? FP_WAY_CALLERS : FP_WAY_OTHER);
	while (w.nr)
		follow(&w, w.todo[--w.nr]);
	free(w.todo);
}

const struct code_edge *code_function__edges(const struct code_function *cf, bool framed, size_t *ret_nr, bool *ret_unknown)
{
	struct function *f = (struct function *)(uintptr_t)cf;
	struct edge_list *l = framed ? &f->framed : &f->frameless;
	size_t i;

	if (!l->made) {
		function__read_rows(f);
		for (i = 0; i < f->nr_rows; i++)
			if (f->rows[i].state == (framed ? FRAME_STATE_OWN : FRAME_STATE_CALLERS))
				read_row(f, &f->rows[i], l);
			else
				l->unknown |= f->rows[i].state == FRAME_STATE_UNKNOWN;
		if (f->saves)
			function__walk(f, false);
		l->made = true;
	}
	*ret_nr = l->nr;
	*ret_unknown = l->unknown || f->lost_way;
	return l->list;
}
