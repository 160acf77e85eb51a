// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/export-profile.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/output/orphans.h"
#include "util/session/session.h"

void export_profile__init(struct export_profile *p, unsigned int grain)
{
	*p = (struct export_profile){ .grain = grain };
	p->places = place_table__new(grain & EXPORT_BY_ADDRESS);
	place_table__tell_calls(p->places);
	export_stacks__init(&p->stacks);
}

static void forget_counts(struct export_profile *p)
{
	export_stacks__exit(&p->stacks);
	pair_num__exit(&p->known);
	free(p->threads);
	pair_num__exit(&p->thread_ids);
	byte_pool__exit(&p->groups);
	export_rows__exit(&p->rows);
}

void export_profile__restart(struct export_profile *p)
{
	const struct export_profile old = *p;

	forget_counts(p);
	*p = (struct export_profile){ .grain = old.grain, .places = old.places, .maps = old.maps, .nr_maps = old.nr_maps, .cap_maps = old.cap_maps };
	export_stacks__init(&p->stacks);
}

void export_profile__exit(struct export_profile *p)
{
	place_table__delete(p->places);
	free(p->maps);
	forget_counts(p);
	*p = (struct export_profile){ 0 };
}

/* --- stacks ---------------------------------------------------------------------------------- */

static uint32_t add_place(struct export_profile *p, uint32_t node, const struct place *place, const struct map *map)
{
	while (p->nr_maps <= place__id(place)) {
		GROW(p->maps, p->nr_maps, p->cap_maps);
		p->maps[p->nr_maps++] = NULL;
	}
	if (!p->maps[place__id(place)])
		p->maps[place__id(place)] = map;
	return export_stacks__child(&p->stacks, node, place__id(place));
}

static uint32_t add_half(struct export_profile *p, uint32_t node, const struct chain_half *half)
{
	uint32_t i;

	for (i = half ? half->nr : 0; i; i--) {
		const struct frame *f = half->frames[i - 1];

		if (f->kind == FRAME_GAP && p->grain & EXPORT_NO_MARKS)
			continue;
		node = add_place(p, node, place_table__frame(p->places, f), f->map);
	}
	return node;
}

static uint32_t make_stack(struct export_profile *p, const struct session_sample *s)
{
	const struct callchain *c = &s->chain;
	uint32_t node = 0;

	if (s->orphan != PERF_STITCH_WHOLE && !(p->grain & EXPORT_NO_MARKS))
		node = add_place(p, node, place_table__text(p->places, orphan__mark(s->orphan)), NULL);
	if (!c->kernel && !c->user && s->ip)
		return add_place(p, node, place_table__frame(p->places, s->ip), s->ip->map);
	node = add_half(p, node, c->user);
	return add_half(p, node, c->kernel);
}

uint32_t export_profile__node(struct export_profile *p, const struct session_sample *s)
{
	const struct callchain *c = &s->chain;
	/* Pointers of three kinds, and small numbers: no two stacks have the same pair. */
	uint64_t a = c->kernel ? (uintptr_t)c->kernel : c->user ? 0 : (uintptr_t)s->ip;
	uint64_t b = c->user ? (uintptr_t)c->user : (uint64_t)s->orphan;
	uint64_t known = pair_num__find(&p->known, pair_of(a, b));
	uint32_t node;

	if (known)
		return (uint32_t)known - 1;
	node = make_stack(p, s);
	*pair_num__place(&p->known, pair_of(a, b)) = (uint64_t)node + 1;
	return node;
}

void export_profile__flush(struct export_profile *p)
{
	pair_num__exit(&p->known);
}

/* --- threads and rows ------------------------------------------------------------------------ */

/* What tells threads of one number apart. */
static uint64_t name_key(struct export_profile *p, const char *comm, uint64_t cgroup)
{
	const uint64_t both[] = { (uintptr_t)comm, cgroup };

	return cgroup ? (uintptr_t)byte_pool__get(&p->groups, both, sizeof(both)) : (uintptr_t)comm;
}

uint32_t export_profile__thread(struct export_profile *p, const struct session_sample *s)
{
	uint32_t pid = p->grain & EXPORT_BY_TASK ? s->pid : 0, tid = p->grain & EXPORT_BY_TASK ? s->tid : 0;
	uint64_t task = (uint64_t)pid << 32 | tid, cgroup = p->grain & EXPORT_BY_GROUP && s->sample ? s->sample->cgroup : 0;
	uint64_t known = pair_num__find(&p->thread_ids, pair_of(task, name_key(p, s->comm, cgroup)));
	uint64_t *plain;

	if (known)
		return (uint32_t)known - 1;
	/*
	 * A sample of a thread that does not tell its group is of the one that was seen first, which gets the group of
	 * the first one that does.
	 */
	plain = pair_num__place(&p->thread_ids, pair_of(task, (uintptr_t)s->comm));
	if (*plain && cgroup && p->grain & EXPORT_BY_TASK && !p->threads[*plain - 1].cgroup) {
		p->threads[*plain - 1].cgroup = cgroup;
		known = *plain;
	} else {
		GROW(p->threads, p->nr_threads, p->cap_threads);
		p->threads[p->nr_threads++] = (struct export_thread){ pid, tid, s->comm, cgroup };
		known = p->nr_threads;
		if (!*plain && (p->grain & EXPORT_BY_TASK || !cgroup))
			*plain = known;
	}
	if (cgroup)
		*pair_num__place(&p->thread_ids, pair_of(task, name_key(p, s->comm, cgroup))) = known;
	return (uint32_t)known - 1;
}

void export_profile__add_more(struct export_profile *p, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	struct export_row row = {
		.event = (uint32_t)s->evsel->idx,
		.thread = export_profile__thread(p, s),
		.cpu = p->grain & EXPORT_BY_CPU ? s->sample->cpu : 0,
		.node = export_profile__node(p, s),
		.samples = nr,
		.period = period,
	};

	export_rows__add(&p->rows, &row);
}

void export_profile__add(struct export_profile *p, const struct session_sample *s)
{
	export_profile__add_more(p, s, 1, s->sample->period);
}

void export_profile__add_branch(struct export_profile *p, const struct session_sample *s, const struct frame *from,
				const struct frame *to, bool first)
{
	struct export_row row = {
		.event = (uint32_t)s->evsel->idx,
		.thread = export_profile__thread(p, s),
		.cpu = p->grain & EXPORT_BY_CPU ? s->sample->cpu : 0,
		.node = add_place(p, 0, place_table__frame(p->places, from), from->map),
		.samples = first,
		.period = 1,
	};

	row.node = add_place(p, row.node, place_table__frame(p->places, to), to->map);
	export_rows__add(&p->rows, &row);
}

size_t export_profile__events(const struct export_profile *p, uint64_t *samples, size_t nr)
{
	uint64_t *sums = xcalloc(nr + 1, sizeof(*sums));
	size_t i, n = 0;

	for (i = 0; i < p->rows.nr; i++)
		if (p->rows.rows[i].event < nr)
			sums[p->rows.rows[i].event] += p->rows.rows[i].samples;
	for (i = 0; i < nr; i++) {
		n += sums[i] != 0;
		if (samples)
			samples[i] = sums[i];
	}
	free(sums);
	return n;
}
