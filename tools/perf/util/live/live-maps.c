// SPDX-License-Identifier: GPL-2.0-only
/* The maps of a process by address: a list that processes share until one of them changes something. */
#include "util/live/live-spaces-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* More maps than a process can have: /proc/sys/vm/max_map_count is 65,530, and 1,048,576 where distributions raise it. */
#define MAX_MAPS	((size_t)1 << 21)

void map_list__put(struct map_list *list)
{
	if (!list || --list->users)
		return;
	free(list->maps);
	free(list);
}

void live_space__forget_maps(struct live_space *space)
{
	map_list__put(space->list);
	space->list = NULL;
	space->last = NULL;
}

const struct live_map *map_list__at(const struct map_list *list, uint64_t addr)
{
	size_t at = map_list__find(list, addr);

	return at < list->nr && list->maps[at].start <= addr ? &list->maps[at] : NULL;
}

/* The maps of @space, which it has for itself afterwards, with room for @more. */
static struct map_list *own_list(struct live_space *space, size_t more)
{
	struct map_list *old = space->list, *list = old;

	space->last = NULL;
	if (!old || old->users > 1) {
		list = xzalloc(sizeof(*list));
		list->users = 1;
		list->cap = (old ? old->nr : 0) + more + 14;
		list->maps = xcalloc(list->cap, sizeof(*list->maps));
		if (old) {
			list->nr = old->nr;
			memcpy(list->maps, old->maps, old->nr * sizeof(*list->maps));
			map_list__put(old);
		}
		space->list = list;
	} else if (list->cap - list->nr < more) {
		list->cap = 2 * list->cap + more;
		list->maps = xreallocarray(list->maps, list->cap, sizeof(*list->maps));
	}
	return list;
}

/* Takes [@start, @end) out of the list, and returns where a map that begins at @start has its place. */
static size_t cut_out(struct map_list *list, uint64_t start, uint64_t end)
{
	size_t at = map_list__find(list, start), last;
	struct live_map *m = &list->maps[at];

	if (at < list->nr && m->start < start) {
		if (m->end > end) {
			memmove(m + 1, m, (list->nr - at) * sizeof(*m));
			list->nr++;
			m[1].pgoff += end - m[1].start;
			m[1].start = end;
			m->end = start;
			return at + 1;
		}
		m->end = start;
		at++;
	}
	for (last = at; last < list->nr && list->maps[last].end <= end; last++)
		;
	memmove(&list->maps[at], &list->maps[last], (list->nr - last) * sizeof(*m));
	list->nr -= last - at;
	m = &list->maps[at];
	if (at < list->nr && m->start < end) {
		m->pgoff += end - m->start;
		m->start = end;
	}
	return at;
}

void live_space__insert(struct live_space *space, const struct live_map *map)
{
	struct map_list *list;
	size_t at;

	if (space->list && space->list->nr >= MAX_MAPS)
		return;
	list = own_list(space, 2);
	at = cut_out(list, map->start, map->end);
	memmove(&list->maps[at + 1], &list->maps[at], (list->nr - at) * sizeof(*map));
	list->maps[at] = *map;
	list->nr++;
}
