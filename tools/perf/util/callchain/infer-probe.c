// SPDX-License-Identifier: GPL-2.0-only
/* Chains in which a uretprobe has put its own address in the place of a return address. */
#include <string.h>

#include "util/callchain/infer-internal.h"

bool infer__is_uretprobe(const struct map *map)
{
	return map && map->dso->kind == DSO_KIND_USER && map->dso->long_name[0] == '[' && infer__is_uretprobe_name(map->dso->long_name);
}

bool infer__is_uretprobe_name(const char *name)
{
	return !strcmp(name, "[uprobes]");
}

void infer__find_probed(struct infer *inf, struct call_space *space, struct infer_entry *before,
			struct infer_entry *outer)
{
	uint64_t addr;
	struct code_file *inner = infer__file(inf, before, &addr);
	const struct call_way *way;

	infer_step__set_gap(&inf->step, INFER_URETPROBE);
	/* Behind several probes in a row: one hidden caller is that which was called, the others are not known. */
	if (infer__is_uretprobe(before->map)) {
		way = outer->map ? infer__way(inf, space, outer, NULL, 0) : NULL;
		if (way && way->owner)
			infer_step__add_way(&inf->step, space, way, false);
		return;
	}
	way = inner && outer->map ? infer__way(inf, space, outer, inner, addr - before->is_caller) : NULL;
	if (way && way->owner && way->reached)
		infer_step__add_way(&inf->step, space, way, way->only);
}

bool infer__hidden_return(struct infer *inf, const struct maps *maps, struct infer_entry *inner,
			  struct infer_entry *outer, uint64_t *ret_ip)
{
	struct call_space *space = call_spaces__get(inf->spaces, maps);
	struct code_file *file;
	const struct call_way *way;
	uint64_t addr;

	file = outer->map && !infer__is_uretprobe(outer->map) ? infer__file(inf, inner, &addr) : NULL;
	if (!file)
		return false;
	/* Behind the return from a signal's handler is what was interrupted: that may be the code of a probe. */
	if (inner->is_caller && code_file__state(file, addr) == FRAME_STATE_SIGNAL)
		return false;
	/* The probe stands where the frame pointer of the inner function led, which must be its own. */
	addr -= inner->is_caller;
	if (code_file__state(file, addr) != FRAME_STATE_OWN)
		return false;
	way = infer__way(inf, space, outer, file, addr);
	if (!way || !way->only || !way->owner || !way->return_to)
		return false;
	/* The byte behind a call may be in no map. */
	if (!call_space__locate(space, way->owner->file, way->return_to - 1, ret_ip))
		return false;
	++*ret_ip;
	return true;
}
