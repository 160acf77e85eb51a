// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/signs.h"

#include <stdbool.h>

struct task_signs {
	uint64_t returned;		/* latest time that shows a return; 0: none */
	uint64_t waited;		/* latest time of a waiting sample, and its cookie */
	uint64_t cookie;
};

/*
 * LOST is written when there is room again, at the next record of that buffer: a little after what it
 * stands for. A second is long beside the drain interval, and short beside a recording.
 */
#define LOST_WINDOW	1000000000ULL

void signs__exit(struct signs *s)
{
	u64map__exit(&s->tasks);
	arena__exit(&s->arena);
	order__exit(&s->lost);
}

static struct task_signs *task(struct signs *s, uint32_t machine, uint32_t tid)
{
	uint64_t key = (uint64_t)machine << 32 | tid;
	struct task_signs *t;

	if (s->last && s->last_key == key)
		return s->last;
	t = u64map__find(&s->tasks, key);
	if (!t) {
		t = arena__zalloc(&s->arena, sizeof(*t));
		u64map__set(&s->tasks, key, t);
	}
	s->last_key = key;
	s->last = t;
	return t;
}

void signs__returned(struct signs *s, uint32_t machine, uint32_t tid, uint64_t time)
{
	struct task_signs *t = task(s, machine, tid);

	if (time > t->returned)
		t->returned = time;
}

void signs__waited(struct signs *s, uint32_t machine, uint32_t tid, uint64_t time, uint64_t cookie)
{
	struct task_signs *t = task(s, machine, tid);

	/* The later of two different cookies began after the return from the earlier one's stay. */
	if (time < t->waited) {
		if (cookie != t->cookie && t->waited > t->returned)
			t->returned = t->waited;
		return;
	}
	if (t->waited && cookie != t->cookie && time > t->returned)
		t->returned = time;
	t->waited = time;
	t->cookie = cookie;
}

void signs__lost(struct signs *s, uint64_t time, uint32_t cpu)
{
	order__add(&s->lost, time, cpu);
	s->lost_sorted = false;
}

static bool lost_about(struct signs *s, uint64_t time, uint32_t cpu)
{
	size_t lo = 0, hi = s->lost.nr, mid;

	if (!s->lost_sorted) {
		order__sort(&s->lost);
		s->lost_sorted = true;
	}
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (s->lost.entries[mid].time < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < s->lost.nr && s->lost.entries[lo].time - time <= LOST_WINDOW; lo++)
		if (cpu == (uint32_t)-1 || s->lost.entries[lo].pos == (uint32_t)-1 ||
		    s->lost.entries[lo].pos == cpu)
			return true;
	return false;
}

enum perf_stitch_reason signs__reason(struct signs *s, const struct perf_stitch_key *key, uint64_t time,
				      uint32_t cpu)
{
	struct task_signs *t = task(s, key->machine, key->tid);

	if (t->returned <= time)
		return PERF_STITCH_IN_KERNEL_AT_END;
	return lost_about(s, time, cpu) ? PERF_STITCH_LOST : PERF_STITCH_MISSING;
}
