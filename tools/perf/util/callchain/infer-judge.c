// SPDX-License-Identifier: GPL-2.0-only
/* What a step of a chain means, and who is missing in it, by the call before the outer entry and the code of the inner one. */
#include <sys/mman.h>

#include "util/callchain/infer-internal.h"

static bool find_astray(struct infer *inf, struct infer_entry *outer)
{
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	/* Data of a file may look like the end of a call. */
	if (!outer->map || (outer->map->prot && !(outer->map->prot & PROT_EXEC)))
		return true;
	file = outer->signal_return ? NULL : infer__file(inf, outer, &addr);
	if (!file)
		return false;
	code_file__call_before(file, addr, &to);
	return to.kind == CODE_TARGET_NONE && code_file__state(file, addr) != FRAME_STATE_SIGNAL && !code_file__begins_stack(file, addr);
}

bool infer__is_astray(struct infer *inf, struct infer_entry *outer)
{
	bool is;

	return infer_place__knows(infer__place(outer), INFER_ASTRAY, &is) ? is :
	       infer_place__keep(infer__place(outer), INFER_ASTRAY, find_astray(inf, outer));
}

void infer__find_callers(struct infer *inf, struct call_space *space, struct infer_entry *outer,
			 struct code_file *inner, uint64_t addr)
{
	const struct call_way *way = infer__way(inf, space, outer, inner, addr);

	if (!way)
		return;
	/* Whether the caller is there, as in chains that were repaired, only the code between the two would tell. */
	if (outer->maybe_repaired && !code_file__can_follow(inner)) {
		inf->step = (struct infer_step){ .kind = INFER_UNKNOWN };
		return;
	}
	/*
	 * Where the outer call leads to the inner function, and that cannot come to itself again, the chain has the caller: it
	 * was repaired, or is of a probe where the kernel looked for it. If it can, either may be.
	 */
	/* A handler was called by nobody: it is the frame that the kernel made, or one that the handler called has none. */
	inf->step.on_stack = outer->signal_return;
	if (way->direct && !way->possible) {
		inf->step.kind = INFER_WHOLE;
		inf->step.by_call = !outer->maybe_repaired;
	}
	/*
	 * No function with a frame that was called there can have led to the inner one: the register held something else, which
	 * led to an old frame that was left on the stack.
	 */
	else if (!way->possible)
		inf->step.astray = true;
	else if (way->owner && way->reached && !(way->direct && outer->maybe_repaired))
		infer_step__add_way(&inf->step, space, way, way->only);
}

void infer__find_interrupted(struct infer *inf, struct call_space *space, struct infer_entry *outer)
{
	const struct call_way *way = infer__way(inf, space, outer, NULL, 0);

	/* What has no calls was interrupted itself; else it may have been in something that it called. */
	if (way && way->owner)
		infer_step__add_way(&inf->step, space, way, way->leaf);
}

void infer__judge_by_call(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr)
{
	const struct call_way *way;

	if (infer__is_astray(inf, outer)) {
		infer_step__set_gap(&inf->step, INFER_OTHER_USE);
		inf->step.astray = true;
		return;
	}
	way = infer__way(inf, space, outer, file, addr);
	infer_step__set_gap(&inf->step, INFER_NO_TABLE);
	if (way && way->direct) {
		inf->step.kind = INFER_WHOLE;
		inf->step.by_call = true;
	} else if (way && way->owner && way->reached)
		infer_step__add_way(&inf->step, space, way, way->only);
	else if (way && !way->possible)
		inf->step.astray = true;
}

void infer__judge_unreadable(struct infer *inf, const struct maps *maps, struct infer_entry *outer)
{
	struct call_space *space;
	const struct call_way *way;

	/* All zero: nothing follows. */
	if ((outer->ip || outer->map) && infer__is_astray(inf, outer)) {
		infer_step__set_gap(&inf->step, INFER_NO_TABLE);
		inf->step.astray = true;
		return;
	}
	if (!outer->map || !infer__has_code(inf, outer))
		return;
	space = call_spaces__get(inf->spaces, maps);
	way = infer__way(inf, space, outer, NULL, 0);
	if (!way || !way->owner)
		return;
	infer_step__set_gap(&inf->step, INFER_NO_TABLE);
	infer_step__add_way(&inf->step, space, way, false);
}

void infer__judge_unwound(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr)
{
	if (file && code_file__state(file, addr) == FRAME_STATE_OUTERMOST)
		inf->step.kind = INFER_WHOLE;
	else if (!outer->ip && file)
		infer_step__set_gap(&inf->step, INFER_END);
	else if (file && !code_file__has_table(file, addr) && code_file__state(file, addr) != FRAME_STATE_OWN)
		infer__judge_by_call(inf, space, outer, file, addr);
	else if (file)
		inf->step.kind = INFER_WHOLE;
}
