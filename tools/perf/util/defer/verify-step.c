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
#include "util/code/inline-thunk.h"
#include "util/code/pushed-return.h"
#include "util/defer/verify-ways.h"

struct step_judge {
	struct dso_code *code;
	struct code_files *files;
	bool know_kernel;
	struct pair_num steps;		/* (inner frame, outer frame) -> step + 1 */
	struct verify_ways *ways;	/* owned */
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
	j->ways = verify_ways__new(code, files);
	return j;
}

void step_judge__delete(struct step_judge *j)
{
	if (!j)
		return;
	verify_ways__delete(j->ways);
	pair_num__exit(&j->steps);
	free(j);
}

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
	return (f->sym && addr == f->sym->start && entry__is_planted(f->sym->name)) ||
	       dso_code__is_signal_return(j->code, f->map->dso, addr, false);
}

static bool begins_stack(struct step_judge *j, const struct frame *f)
{
	struct code_file *file = code_files__get(j->files, f->map->dso);
	uint64_t linked;

	return file && code_file__from_dso(file, map__to_dso(f->map, f->ip), &linked) && code_file__begins_stack(file, linked);
}

/*
 * Has @f made a call, and is it a function that somebody made an interrupted one call, as Go's runtime does for faults and to preempt? Its table
 * says so. What it returns to is no call.
 */
static bool is_injected(struct step_judge *j, const struct frame *f)
{
	struct code_file *file = f->map ? code_files__get(j->files, f->map->dso) : NULL;
	struct call_before call;
	uint64_t linked;

	if (!file || !code_file__from_dso(file, map__to_dso(f->map, f->ip - 1), &linked) || code_file__state(file, linked) != FRAME_STATE_SIGNAL)
		return false;
	dso_code__call_before(j->code, f->map->dso, map__to_dso(f->map, f->ip), f->ip, &call);
	return call.kind != CALL_NONE;
}

/*
 * Is @f in code that cannot be read: made at run time, or of a file that is not there? Where a signal's handler returns to is such code
 * in some programs, and what follows it was interrupted.
 */
static bool is_unreadable(struct step_judge *j, const struct frame *f)
{
	return f->map && !code_files__get(j->files, f->map->dso);
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
	if (behind_signal ? at->calls : !at->kernel && is_injected(j, inner))
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
		if (!at->kernel && is_unreadable(j, inner))
			return VERIFY_UNKNOWN;
		return !at->kernel && begins_stack(j, outer) ? VERIFY_INTERRUPTED : VERIFY_NO_CALL;
	case CALL_INDIRECT:
		return inner->map ? VERIFY_PERHAPS : VERIFY_UNKNOWN;
	case CALL_DIRECT:
		break;
	}
	return verify_ways__to(j->ways, at, call.target, inner);
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
