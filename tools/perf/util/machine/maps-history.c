// SPDX-License-Identifier: GPL-2.0-only
/* The versions of an address space, by time. What is in one of them: maps.c. */
#include "util/machine/maps.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

void maps_history__exit(struct maps_history *h)
{
	free(h->versions);
	free(h->execs);
	*h = (struct maps_history){ 0 };
}

/* The version that changes of @time go into. */
static struct maps_version *writable(struct maps_history *h, struct maps_pool *pool, uint64_t time)
{
	struct maps_version *v = h->nr ? &h->versions[h->nr - 1] : NULL;

	if (!v || v->time < time) {
		struct maps *root = v ? v->root : NULL;

		/* Most processes have very few versions: no generous first allocation. */
		if (h->nr == h->cap) {
			h->cap = h->cap ? 2 * h->cap : 1;
			h->versions = xreallocarray(h->versions, h->cap, sizeof(*h->versions));
		}
		v = &h->versions[h->nr++];
		*v = (struct maps_version){ .time = time, .root = root };
	}
	if (!v->epoch)
		v->epoch = ++pool->epoch;
	return v;
}

/* The last version with a time up to @time, or NULL. */
static struct maps_version *version_at(const struct maps_history *h, uint64_t time)
{
	size_t lo = BISECT(h->nr, mid, h->versions[mid].time <= time);

	return lo ? &h->versions[lo - 1] : NULL;
}

static const struct maps *look_at(struct maps_version *v)
{
	/* What is known by its pointer must not change any more. Several threads may look. */
	if (__atomic_load_n(&v->epoch, __ATOMIC_RELAXED))
		__atomic_store_n(&v->epoch, 0, __ATOMIC_RELAXED);
	return v->root;
}

const struct maps *maps_history__at(const struct maps_history *h, uint64_t time)
{
	struct maps_version *v = version_at(h, time);

	return v ? look_at(v) : NULL;
}

const struct maps *maps_history__span(const struct maps_history *h, uint64_t time, uint64_t *from, uint64_t *until)
{
	struct maps_version *v = version_at(h, time), *next = v ? v + 1 : h->versions;

	if (v && v->time > *from)
		*from = v->time;
	if (next && next < h->versions + h->nr && next->time < *until)
		*until = next->time;
	return v ? look_at(v) : NULL;
}

const struct maps *maps_history__across_exec(const struct maps_history *h, uint64_t time, bool after)
{
	size_t lo = BISECT(h->nr_execs, mid, h->versions[h->execs[mid]].time <= time);

	if (after)
		return lo < h->nr_execs ? look_at(&h->versions[h->execs[lo]]) : NULL;
	return lo && h->execs[lo - 1] ? look_at(&h->versions[h->execs[lo - 1] - 1]) : NULL;
}

void maps_history__insert(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			  const struct map *map)
{
	struct maps_version *v = writable(h, pool, time);

	if (h->in_exec)
		h->fresh = maps__insert(pool, v->epoch, h->fresh, map);
	v->root = maps__insert(pool, v->epoch, v->root, map);
}

void maps_history__remove(struct maps_history *h, struct maps_pool *pool, uint64_t time, uint64_t start)
{
	struct maps_version *v = writable(h, pool, time);

	v->root = maps__remove(pool, v->epoch, v->root, start);
}

void maps_history__clear(struct maps_history *h, struct maps_pool *pool, uint64_t time)
{
	h->in_exec = false;
	if (h->nr)
		writable(h, pool, time)->root = NULL;
}

void maps_history__exec(struct maps_history *h)
{
	h->in_exec = true;
	h->fresh = NULL;
}

void maps_history__exec_done(struct maps_history *h, struct maps_pool *pool, uint64_t time)
{
	if (!h->in_exec)
		return;
	h->in_exec = false;
	writable(h, pool, time)->root = h->fresh;
	if (h->nr_execs && h->execs[h->nr_execs - 1] == h->nr - 1)
		return;
	if (h->nr_execs == h->cap_execs) {
		h->cap_execs = h->cap_execs ? 2 * h->cap_execs : 1;
		h->execs = xreallocarray(h->execs, h->cap_execs, sizeof(*h->execs));
	}
	h->execs[h->nr_execs++] = h->nr - 1;
}

void maps_history__share(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			 struct maps_history *from)
{
	struct maps_version *theirs = from->nr ? &from->versions[from->nr - 1] : NULL;
	struct maps *root = theirs ? theirs->root : NULL;

	if (h == from)
		return;
	if (!root) {
		maps_history__clear(h, pool, time);
		return;
	}
	/* From here on two own these nodes: neither changes them in place. */
	theirs->epoch = 0;
	writable(h, pool, time)->root = root;
	h->in_exec = from->in_exec;
	h->fresh = from->fresh;
}
