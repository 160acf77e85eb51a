// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/fp-health.h"
#include "util/callchain/infer-internal.h"

struct infer *infer__new(void)
{
	struct infer *inf = xzalloc(sizeof(*inf));

	inf->spaces = call_spaces__new();
	return inf;
}

void infer__delete(struct infer *inf)
{
	if (!inf)
		return;
	call_spaces__delete(inf->spaces);
	known_ways__exit(&inf->ways);
	arena__exit(&inf->arena);
	free(inf);
}

static bool find_entry_point(struct infer *inf, struct infer_entry *entry)
{
	const struct symbol *sym = dso__find_symbol(entry->map->dso, map__to_dso(entry->map, entry->ip - entry->is_caller));
	struct code_file *file;
	uint64_t addr;

	if (sym && fp_health__is_entry(sym->name))
		return true;
	/* Libc's names of these places are not for others, and may have been stripped. */
	file = entry->is_caller ? infer__file(inf, entry, &addr) : NULL;
	return file && (code_file__is_behind_main(file, addr) || code_file__is_behind_thread(file, addr));
}

/* Does a program or a thread begin there? What is outward of it is libc's own, and not a caller that anybody looks for. */
static bool is_entry_point(struct infer *inf, struct infer_entry *entry)
{
	bool is;

	return infer_place__knows(infer__place(entry), INFER_ENTRY_POINT, &is) ? is :
	       infer_place__keep(infer__place(entry), INFER_ENTRY_POINT, find_entry_point(inf, entry));
}

static bool is_first_byte(struct code_file *file, uint64_t addr)
{
	const struct code_function *f = code_file__function(file, addr);

	return f && f->start == addr;
}

/*
 * Is @inner, which another entry returns to, where a coroutine begins (makecontext(), libraries)? Nobody has called it: whoever made
 * the stack has put the address of a function's first byte there. Behind it the walk follows what the frame pointer was in
 * the function that made the stack, which is none of its callers.
 */
static bool is_first_of_stack(struct infer *inf, struct infer_entry *before, struct infer_entry *inner)
{
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	if (!before->map || inner->is_caller || inner->signal_return || inner->interrupted)
		return false;
	file = infer__file(inf, inner, &addr);
	if (!file || !is_first_byte(file, addr))
		return false;
	code_file__call_before(file, addr, &to);
	return to.kind == CODE_TARGET_NONE && code_file__state(file, addr) != FRAME_STATE_SIGNAL &&
	       !code_file__makes_system_call(file, addr) && !code_file__comes_back(file, addr);
}

static bool find_call(struct infer *inf, struct infer_entry *outer)
{
	struct infer_entry behind = { .map = outer->map, .ip = outer->ip + 1, .is_caller = true };
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	file = infer__has_code(inf, outer) ? infer__file(inf, &behind, &addr) : NULL;
	if (!file)
		return false;
	code_file__call_before(file, addr, &to);
	if (to.kind == CODE_TARGET_NONE)
		return false;
	code_file__call_before(file, addr - 1, &to);
	return to.kind == CODE_TARGET_NONE;
}

/* Are the entries addresses of calls, not what they return to? So are those of stacks that somebody unwound by tables. */
static bool is_call_address(struct infer *inf, struct infer_entry *outer)
{
	bool is;

	return infer_place__knows(infer__place(outer), INFER_CALL_ADDRESS, &is) ? is :
	       infer_place__keep(infer__place(outer), INFER_CALL_ADDRESS, find_call(inf, outer));
}

bool infer__is_main(struct infer *inf, const struct maps *maps, struct infer_entry *entry)
{
	struct call_space *space = call_spaces__get(inf->spaces, maps);
	const struct code_function *f;
	struct code_file *file, *program;
	uint64_t addr, start;

	file = infer__file(inf, entry, &addr);
	f = file ? code_file__function(file, addr - entry->is_caller) : NULL;
	return f && call_space__main(space, &program, &start) && program == file && f->start == start;
}

bool infer__is_root(struct infer *inf, struct infer_entry *entry)
{
	struct code_file *file;
	uint64_t addr;

	if (!entry->map)
		return false;
	if (is_entry_point(inf, entry))
		return true;
	file = infer__file(inf, entry, &addr);
	return file && code_file__state(file, addr - entry->is_caller) == FRAME_STATE_OUTERMOST;
}

/* The register was not that of the inner function, which had no frame, or had one of something else: who is missing? */
static void fill_gap(struct infer *inf, struct call_space *space, struct infer_entry *inner, struct infer_entry *outer,
		     struct code_file *file, uint64_t addr)
{
	struct infer_step *step = &inf->step;

	step->astray = infer__is_astray(inf, outer);
	/*
	 * Who unwinds by tables comes from a signal's return to the very address that was interrupted. Frame pointers may lead to one
	 * that an earlier handler has left; but not from there to where the program begins.
	 */
	if (step->why == INFER_SIGNAL && step->astray && outer->map && outer->maybe_repaired) {
		*step = (struct infer_step){ .kind = INFER_WHOLE, .by_call = true, .why = INFER_SIGNAL };
		return;
	}
	if (step->astray || step->why == INFER_OTHER_USE)
		return;
	if (step->why == INFER_SIGNAL)
		infer__find_interrupted(inf, space, outer);
	else
		infer__find_callers(inf, space, outer, file, addr);
	/* Nobody calls a signal's handler. Where it is about to begin, what was interrupted is on the stack all the same. */
	if (!inner->is_caller && is_first_byte(file, addr))
		step->astray = false;
}

/* A step along frame pointers from @inner, which is at @addr of @file. */
static void judge_state(struct infer *inf, const struct maps *maps, struct infer_entry *inner, struct infer_entry *outer,
			struct code_file *file, uint64_t addr)
{
	struct infer_step *step = &inf->step;

	switch (inner->signal_return ? FRAME_STATE_SIGNAL : code_file__state(file, addr)) {
	case FRAME_STATE_OWN:
		step->kind = INFER_WHOLE;
		/* It has a caller, of which nobody tells. */
		if (!outer->map && !outer->ip)
			infer_step__set_gap(step, INFER_END);
		return;
	case FRAME_STATE_OUTERMOST:
		step->kind = INFER_WHOLE;
		return;
	case FRAME_STATE_CALLERS:
		infer_step__set_gap(step, INFER_NO_FRAME);
		break;
	case FRAME_STATE_LOST:
		infer_step__set_gap(step, INFER_OTHER_USE);
		break;
	case FRAME_STATE_SIGNAL:
		infer_step__set_gap(step, INFER_SIGNAL);
		break;
	case FRAME_STATE_SAVED:
		/* The code would tell, but cannot be taken apart. */
		return;
	default:
		if (outer->ip) {
			infer__judge_by_call(inf, call_spaces__get(inf->spaces, maps), outer, file, addr);
			return;
		}
		/* Nobody has called it from there. What else is in the chain stays. */
		infer_step__set_gap(step, INFER_NO_TABLE);
		step->on_stack = true;
		return;
	}
	fill_gap(inf, call_spaces__get(inf->spaces, maps), inner, outer, file, addr);
}

/* A step behind the code of a uretprobe: of several in a row the last one tells of all, as the call behind it shows where they begin. */
static void step_over_probe(struct infer *inf, const struct maps *maps, struct infer_entry *before, struct infer_entry *outer)
{
	if (infer__is_uretprobe(outer->map))
		inf->step.kind = INFER_WHOLE;
	else
		infer__find_probed(inf, call_spaces__get(inf->spaces, maps), before, outer);
}

/* Neither @inner nor @outer is anything special. */
static void step_in_code(struct infer *inf, const struct maps *maps, struct infer_entry *inner, struct infer_entry *outer)
{
	struct code_file *file;
	uint64_t addr;

	file = infer__file(inf, inner, &addr);
	inf->step.no_file = !file;
	if (inner->by_tables)
		infer__judge_unwound(inf, call_spaces__get(inf->spaces, maps), outer, file, file ? addr - inner->is_caller : 0);
	else if (!file)
		infer__judge_unreadable(inf, maps, outer);
	else
		judge_state(inf, maps, inner, outer, file, addr - inner->is_caller);
}

const struct infer_step *infer__step(struct infer *inf, const struct maps *maps, struct infer_entry *before,
				     struct infer_entry *inner, struct infer_entry *outer)
{
	memset(&inf->step, 0, offsetof(struct infer_step, frames));
	inf->step.kind = INFER_UNKNOWN;
	if (!inner->map)
		return &inf->step;
	if (before->map && infer__is_uretprobe(inner->map)) {
		step_over_probe(inf, maps, before, outer);
	} else if (!inner->by_tables && is_call_address(inf, outer)) {
		inf->step.kind = INFER_WHOLE;
	} else if (is_entry_point(inf, inner)) {
		inf->step.kind = INFER_WHOLE;
		inf->step.astray = !inner->by_tables && infer__is_astray(inf, outer);
	} else if (!inner->by_tables && is_first_of_stack(inf, before, inner)) {
		inf->step = (struct infer_step){ .kind = INFER_WHOLE, .astray = true, .planted = true };
	} else {
		step_in_code(inf, maps, inner, outer);
	}
	return &inf->step;
}
