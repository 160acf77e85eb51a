// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-step.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/pair-map.h"
#include "util/callchain/callers.h"
#include "util/code/code-file.h"
#include "util/code/disasm.h"
#include "util/code/dso-code.h"
#include "util/code/dso-image.h"
#include "util/code/inline-thunk.h"
#include "util/code/pushed-return.h"

#define MAX_FUNCTION	(1U << 20)	/* bytes of a function that are looked through for jumps */
#define MAX_JUMPS	4		/* from function to function, one behind the other */
#define MAX_FUNCTIONS	64		/* that one search looks through */

/* Where a function goes on in others. */
struct fn_exits {
	int64_t *to;			/* distances from its beginning, in memory */
	size_t nr, cap;
	bool more;			/* some are not known: jumps by registers, bytes that are no instructions */
};

PAIR_MAP(fn_exits_map, struct fn_exits *)

struct step_judge {
	struct dso_code *code;
	struct code_files *files;
	bool know_kernel;
	struct pair_num steps;		/* (inner frame, outer frame) -> step + 1 */
	struct fn_exits_map exits;	/* (dso, first address) -> struct fn_exits *, owned */
};

/* A function. */
struct fn {
	const struct map *map;
	uint64_t start, end;		/* [start, end) in memory */
	uint64_t addr;			/* of its beginning, as of dso__find_symbol() */
	const char *name;		/* NULL: none is known, only where it lies */
};

static const struct {
	const char *name, *text;
} step_names[VERIFY_NR_STEPS] = {
	[VERIFY_CALLED] = { "called", "called here" },
	[VERIFY_JUMPED] = { "jumped", "called, and jumped on" },
	[VERIFY_PERHAPS] = { "perhaps", "perhaps: indirect" },
	[VERIFY_INTERRUPTED] = { "interrupted", "interrupt, signal, thread's begin" },
	[VERIFY_UNKNOWN] = { "unknown", "not known: no code" },
	[VERIFY_ELSEWHERE] = { "elsewhere", "call to another function" },
	[VERIFY_SIGNAL] = { "signal", "interrupted function missing" },
	[VERIFY_NO_CALL] = { "no_call", "no call before it" },
	[VERIFY_NO_CODE] = { "no_code", "not in code" },
	[VERIFY_MARKED] = { "marked", "a caller between them missing" },
	[VERIFY_PROBED] = { "probed", "a uretprobe's address" },
};

const char *verify_step__text(enum verify_step step)
{
	return step_names[step].text;
}

const char *verify_step__name(enum verify_step step)
{
	return step_names[step].name;
}

struct step_judge *step_judge__new(struct dso_code *code, struct code_files *files, bool know_kernel)
{
	struct step_judge *j = xzalloc(sizeof(*j));

	j->code = code;
	j->files = files;
	j->know_kernel = know_kernel;
	return j;
}

void step_judge__delete(struct step_judge *j)
{
	size_t i;

	if (!j)
		return;
	HASH_EACH(&j->exits, i) {
		struct fn_exits *e = j->exits.slots[i].val;

		free(e->to);
		free(e);
	}
	fn_exits_map__exit(&j->exits);
	pair_num__exit(&j->steps);
	free(j);
}

/* --- functions and their jumps --------------------------------------------------------------------- */

/* Where unwind tables say that a function is; symbols may have been stripped. */
static bool find_by_table(struct step_judge *j, const struct map *map, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	struct code_file *file = code_files__get(j->files, map->dso);
	const struct code_function *f;
	uint64_t linked;

	if (!file || !code_file__from_dso(file, addr, &linked))
		return false;
	f = code_file__function(file, linked);
	if (!f)
		return false;
	*ret_start = addr - (linked - f->start);
	*ret_end = addr + (f->end - linked);
	return true;
}

static bool fn__find(struct step_judge *j, const struct verify_place *at, uint64_t ip, struct fn *ret)
{
	const struct map *map = at->kernel ? machine__kernel_map(at->machine, at->time, ip) : maps__find(at->maps, ip);
	const struct symbol *sym;
	uint64_t addr, end;

	if (!map)
		return false;
	addr = map__to_dso(map, ip);
	sym = dso__find_symbol(map->dso, addr);
	if (!sym && (at->kernel || !find_by_table(j, map, addr, &ret->addr, &end)))
		return false;
	if (sym) {
		ret->addr = sym->start;
		end = sym->end;
	}
	ret->map = map;
	ret->name = sym ? sym->name : NULL;
	ret->start = ip - (addr - ret->addr);
	ret->end = ret->start + (end - ret->addr);
	return true;
}

static void add_exit(struct fn_exits *e, int64_t to)
{
	size_t i;

	for (i = 0; i < e->nr && e->to[i] != to; i++)
		;
	if (i < e->nr)
		return;
	GROW(e->to, e->nr, e->cap);
	e->to[e->nr++] = to;
}

static bool is_indirect_jump(const struct disasm_insn *insn)
{
	return insn->leaves && !insn->call && !insn->has_target && insn->mnemonic &&
	       (!strncmp(insn->mnemonic, "jmp", 3) || !strncmp(insn->mnemonic, "ljmp", 4) ||
		!strncmp(insn->mnemonic, "br", 2)) && strcmp(insn->mnemonic, "brk");
}

static bool is_named(const struct disasm_insn *insn, const char *name)
{
	return insn->mnemonic && !strncmp(insn->mnemonic, name, strlen(name));
}

/* Is @insn, @at bytes behind the beginning of @f, a call over a loop that is never run, to code that returns to what it has written? */
static bool is_thunk_jump(struct step_judge *j, const struct fn *f, const struct disasm_insn *insn, uint64_t at)
{
	unsigned char code[INLINE_THUNK_OVER + 5];

	return insn->call && insn->has_target && insn->target == f->start + at + INLINE_THUNK_OVER &&
	       dso_code__read(j->code, f->map->dso, f->addr + at, code, sizeof(code)) == sizeof(code) &&
	       inline_thunk__is_jump(code, sizeof(code) - 1);
}

static void find_exits(struct step_judge *j, const struct fn *f, struct fn_exits *e)
{
	uint64_t size = f->end - f->start, at;
	struct disasm_insn insn = { .leaves = false };
	bool pushed = false;

	if (size > MAX_FUNCTION) {
		e->more = true;
		return;
	}
	for (at = 0; at < size; at += insn.size) {
		if (!dso_code__decode(j->code, f->map->dso, f->addr + at, f->start + at, &insn) || !insn.size) {
			e->more = true;
			return;
		}
		if (insn.has_target && !insn.call && insn.target - f->start >= size)
			add_exit(e, (int64_t)(insn.target - f->start));
		/* So is a return to what was pushed just now. */
		e->more |= is_indirect_jump(&insn) || is_thunk_jump(j, f, &insn, at) || (pushed && is_named(&insn, "ret"));
		pushed = is_named(&insn, "push");
	}
	/* It runs on into what follows: labels in assembler code. */
	if (!insn.leaves)
		add_exit(e, (int64_t)size);
}

static const struct fn_exits *exits_of(struct step_judge *j, const struct fn *f)
{
	struct fn_exits *e = fn_exits_map__find(&j->exits, pair_of((uintptr_t)f->map->dso, f->addr));

	if (!e) {
		e = xzalloc(sizeof(*e));
		*fn_exits_map__place(&j->exits, pair_of((uintptr_t)f->map->dso, f->addr)) = e;
		find_exits(j, f, e);
	}
	return e;
}

/* --- does a call lead there? ------------------------------------------------------------------------- */

static bool is_in(const struct fn *f, const struct frame *frame)
{
	uint64_t ip = frame__lookup(frame);

	return frame->map && frame->map->dso == f->map->dso && ip >= f->start && ip < f->end;
}

/* "read@plt", for "read@@GLIBC_2.2.5" too. */
static bool is_plt_of(const char *plt, const char *name)
{
	size_t n = strcspn(plt, "@");

	return n && !strncmp(plt, name, n) && (!name[n] || name[n] == '@');
}

static bool decides_when_it_runs(const char *name)
{
	return strstr(name, "@plt") || !strncmp(name, "__x86_indirect_", 15) || !strncmp(name, "__x86_return_", 13);
}

/* From the beginning of @f, by at most @left jumps, to @frame; *@budget functions may be looked at. VERIFY_ELSEWHERE: no. */
static enum verify_step jumps_to(struct step_judge *j, const struct verify_place *at, const struct fn *f,
				 const struct frame *frame, unsigned int left, unsigned int *budget)
{
	const struct fn_exits *e;
	bool perhaps;
	size_t i;

	if (f->name && decides_when_it_runs(f->name))
		return frame->sym && is_plt_of(f->name, frame->sym->name) ? VERIFY_JUMPED : VERIFY_PERHAPS;
	if (!*budget)
		return VERIFY_PERHAPS;
	--*budget;
	e = exits_of(j, f);
	perhaps = e->more;
	for (i = 0; i < e->nr; i++) {
		struct fn next;
		enum verify_step step;

		if (!fn__find(j, at, f->start + (uint64_t)e->to[i], &next)) {
			perhaps = true;
			continue;
		}
		if (is_in(&next, frame))
			return VERIFY_JUMPED;
		step = left ? jumps_to(j, at, &next, frame, left - 1, budget) : VERIFY_PERHAPS;
		if (step == VERIFY_JUMPED)
			return step;
		perhaps |= step == VERIFY_PERHAPS;
	}
	return perhaps ? VERIFY_PERHAPS : VERIFY_ELSEWHERE;
}

static enum verify_step leads_to(struct step_judge *j, const struct verify_place *at, uint64_t target,
				 const struct frame *inner)
{
	unsigned int budget = MAX_FUNCTIONS;
	enum verify_step step;
	struct fn f;

	if (!inner->map || !fn__find(j, at, target, &f))
		return VERIFY_PERHAPS;
	if (is_in(&f, inner))
		return VERIFY_CALLED;
	step = jumps_to(j, at, &f, inner, MAX_JUMPS, &budget);
	/* A kernel changes its code when it boots: calls, and what they call. */
	if (step == VERIFY_ELSEWHERE && at->kernel && dso_image__is_kernel_file(dso_code__image(j->code, f.map->dso)))
		return VERIFY_PERHAPS;
	return step;
}

/* --- steps ---------------------------------------------------------------------------------------- */

/*
 * The call that @outer is in, or returns from. A word that is said to lie in its call is the last byte of it, or the first
 * one (the hardware's stacks of branches); so are those of chains that were made of unwound stacks and written anew.
 */
static void find_call(struct step_judge *j, const struct verify_place *at, const struct frame *outer,
		      struct call_before *ret)
{
	struct dso *dso = outer->map->dso;
	uint64_t addr = map__to_dso(outer->map, outer->ip);
	struct disasm_insn insn;

	if (outer->is_caller || !at->calls) {
		dso_code__call_before(j->code, dso, addr, outer->ip, ret);
		if (ret->kind != CALL_NONE)
			return;
	}
	dso_code__call_before(j->code, dso, addr + 1, outer->ip + 1, ret);
	if (ret->kind != CALL_NONE || !at->calls)
		return;
	if (dso_code__decode(j->code, dso, addr, outer->ip, &insn) && insn.call)
		*ret = (struct call_before){ .kind = insn.has_target ? CALL_DIRECT : CALL_INDIRECT,
					     .target = insn.target };
}

/* Does @call lead to code of the same function that goes on to where only runs know? Then it is a call by a pointer. */
static void look_behind(struct step_judge *j, const struct frame *outer, struct call_before *call)
{
	unsigned char code[INLINE_THUNK_BYTES];
	struct inline_thunk_code thunk = { .bytes = code, .start = call->target };
	uint64_t base;
	int32_t pushed;

	if (call->kind != CALL_DIRECT || call->target < outer->map->start || call->target >= outer->map->end)
		return;
	thunk.size = dso_code__read(j->code, outer->map->dso, map__to_dso(outer->map, call->target), code, sizeof(code));
	if (inline_thunk__is_at(&thunk, call->target, &base, &pushed))
		call->kind = CALL_INDIRECT;
}

/* Does code in front of the address push it, to have somebody go on there who returns? */
static bool is_pushed(struct step_judge *j, const struct frame *f)
{
	uint64_t addr = map__to_dso(f->map, f->ip);
	unsigned char code[PUSHED_RETURN_BYTES];

	return f->is_caller && addr > sizeof(code) &&
	       dso_code__read(j->code, f->map->dso, addr - sizeof(code), code, sizeof(code)) == sizeof(code) &&
	       pushed_return__is_named(CALL_MACHINE_X86_64, code, sizeof(code), f->ip);
}

static bool is_planted(struct step_judge *j, const struct frame *f)
{
	uint64_t addr = map__to_dso(f->map, f->ip);

	if (f->is_caller)
		return false;
	return (f->sym && addr == f->sym->start && entry__is_planted(f->sym->name)) || dso_code__is_signal_return(j->code, f->map->dso, addr, false);
}

/*
 * Go lets the stack of a goroutine begin with an address in runtime.goexit, behind its first instruction, which does nothing,
 * as if that function had called. The first call of such a function is farther inside.
 */
static bool begins_stack(struct step_judge *j, const struct frame *f)
{
	static const unsigned char x86[] = { 0x90 }, arm64[] = { 0x1f, 0x20, 0x03, 0xd5 };
	struct code_file *file = code_files__get(j->files, f->map->dso);
	uint64_t addr = map__to_dso(f->map, f->ip), linked, back;
	const struct code_function *function;
	unsigned char first[sizeof(arm64)];

	if (!file || !code_file__from_dso(file, addr, &linked) || code_file__state(file, linked) != FRAME_STATE_OUTERMOST)
		return false;
	function = code_file__function(file, linked);
	back = function ? linked - function->start : 0;
	if (!back || back > sizeof(first) || dso_code__read(j->code, f->map->dso, addr - back, first, (size_t)back) != back)
		return false;
	return (back == sizeof(x86) && !memcmp(first, x86, sizeof(x86))) || (back == sizeof(arm64) && !memcmp(first, arm64, sizeof(arm64)));
}

/* The kernel throws away the code that it began with; the stack of an idle CPU still leads there. */
static bool is_boot(const char *name)
{
	return !strcmp(name, "start_kernel") || !strncmp(name, "x86_64_start_", 13);
}

static enum verify_step judge(struct step_judge *j, const struct verify_place *at, const struct frame *inner,
			      const struct frame *outer)
{
	struct call_before call;
	bool behind_signal;

	if (outer->kind == FRAME_JUNK || !outer->map)
		return VERIFY_NO_CODE;
	if (!strcmp(outer->map->dso->long_name, "[uprobes]"))
		return VERIFY_PROBED;
	if (at->kernel && inner->sym && entry__is_interrupt_entry(inner->sym->name))
		return VERIFY_INTERRUPTED;
	if (is_planted(j, outer))
		return VERIFY_INTERRUPTED;
	behind_signal = !at->kernel && entry__is_signal_return(inner->ip, inner->map, inner->sym, inner->is_caller, j->code);
	if (behind_signal && at->calls)
		return VERIFY_INTERRUPTED;
	call.kind = CALL_UNKNOWN;
	if (!at->kernel || j->know_kernel)
		find_call(j, at, outer, &call);
	if (!at->kernel)
		look_behind(j, outer, &call);
	if (behind_signal && call.kind != CALL_UNKNOWN)
		return call.kind == CALL_NONE ? VERIFY_INTERRUPTED : VERIFY_SIGNAL;
	switch (call.kind) {
	case CALL_UNKNOWN:
		if (at->kernel && outer->sym && is_boot(outer->sym->name))
			return VERIFY_INTERRUPTED;
		return VERIFY_UNKNOWN;
	case CALL_NONE:
		if (!at->kernel && is_pushed(j, outer))
			return VERIFY_PERHAPS;
		return !at->kernel && begins_stack(j, outer) ? VERIFY_INTERRUPTED : VERIFY_NO_CALL;
	case CALL_INDIRECT:
		return inner->map ? VERIFY_PERHAPS : VERIFY_UNKNOWN;
	case CALL_DIRECT:
		break;
	}
	return leads_to(j, at, call.target, inner);
}

enum verify_step step_judge__step(struct step_judge *j, const struct verify_place *at, const struct frame *inner,
				  const struct frame *outer)
{
	uint64_t known = pair_num__find(&j->steps, pair_of((uintptr_t)inner, (uintptr_t)outer));

	if (!known) {
		known = (uintptr_t)judge(j, at, inner, outer) + 1;
		*pair_num__place(&j->steps, pair_of((uintptr_t)inner, (uintptr_t)outer)) = known;
	}
	return (enum verify_step)(known - 1);
}
