// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/stat-counts.h"

#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/scale.h"

/* Terms of STAT_CONFIG. */
enum { CONFIG_SCALE = 2 };

struct stat_values {
	uint64_t val, enabled, running;
};

struct stat_slot {
	struct evsel *evsel;
	uint32_t cpu, thread;		/* as recorded: the thread is an index */
	struct stat_values now, before;	/* since the beginning; until the last round */
	bool due;			/* it is in stat_counts.due */
	bool counted;			/* since the last round */
};

struct slot_key {
	const struct stat_counts *counts;
	const struct stat_slot *like;
};

static inline uint64_t stat_numbers__hash(struct slot_key k)
{
	return hash_combine((uint64_t)k.like->cpu << 32 | k.like->thread, (uintptr_t)k.like->evsel);
}

static inline bool stat_numbers__is(uint32_t number, struct slot_key k)
{
	const struct stat_slot *s = &k.counts->slots[number - 1];

	return s->evsel == k.like->evsel && s->cpu == k.like->cpu && s->thread == k.like->thread;
}

static inline uint64_t stat_numbers__hash_of(uint32_t number, struct slot_key any)
{
	return stat_numbers__hash((struct slot_key){ any.counts, &any.counts->slots[number - 1] });
}

HASH_NUMBERS_FUNCTIONS(stat_numbers, struct slot_key)

static struct stat_slot *find_slot(struct stat_counts *c, const struct stat_slot *like)
{
	bool is_new;
	uint32_t number = stat_numbers__number(&c->known, (struct slot_key){ c, like }, &is_new);

	if (is_new) {
		GROW(c->slots, c->nr, c->cap);
		c->slots[c->nr++] = *like;
	}
	return &c->slots[number - 1];
}

static int see_stat(struct stat_counts *c, const struct record *r, const struct evlist *evlist, struct diag *diag)
{
	struct cursor at = record__payload(r);
	const struct evlist_id *id = evlist__find_id(evlist, cursor__u64(&at, "id"));
	struct stat_slot like = { 0 }, *slot;
	struct stat_values now;

	like.cpu = cursor__u32(&at, "cpu");
	like.thread = cursor__u32(&at, "thread");
	now.val = cursor__u64(&at, "val");
	now.enabled = cursor__u64(&at, "ena");
	now.running = cursor__u64(&at, "run");
	if (record__check(r, &at, diag) < 0)
		return -EBADMSG;
	if (!id)
		return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "id", "is that of no event");
	like.evsel = id->evsel;
	slot = find_slot(c, &like);
	slot->now = now;
	slot->counted = true;
	if (!slot->due) {
		GROW(c->due, c->nr_due, c->cap_due);
		c->due[c->nr_due++] = (uint32_t)(slot - c->slots);
	}
	slot->due = true;
	return 0;
}

static int see_threads(struct stat_counts *c, const struct record *r, struct diag *diag)
{
	struct cursor at = record__payload(r);
	uint64_t nr = cursor__count(&at, 24, "nr"), i;

	free(c->threads);
	c->threads = xcalloc(nr + 1, sizeof(*c->threads));
	c->nr_threads = nr;
	for (i = 0; i < nr; i++) {
		c->threads[i] = (int64_t)cursor__u64(&at, "pid");
		cursor__skip(&at, 16, "comm");
	}
	return record__check(r, &at, diag);
}

static int see_config(struct stat_counts *c, const struct record *r, struct diag *diag)
{
	struct cursor at = record__payload(r);
	uint64_t nr = cursor__count(&at, 16, "nr"), i;

	for (i = 0; i < nr; i++) {
		uint64_t term = cursor__u64(&at, "tag"), value = cursor__u64(&at, "val");

		if (term == CONFIG_SCALE)
			c->scales = value;
	}
	return record__check(r, &at, diag);
}

int stat_counts__see(struct stat_counts *c, const struct record *r, const struct evlist *evlist, struct diag *diag)
{
	switch (r->header.type) {
	case PERF_RECORD_STAT:
		return see_stat(c, r, evlist, diag);
	case PERF_RECORD_THREAD_MAP:
		return see_threads(c, r, diag);
	case PERF_RECORD_STAT_CONFIG:
		return see_config(c, r, diag);
	default:
		return 0;
	}
}

/* --- rounds ---------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b, void *slots)
{
	const struct stat_slot *x = (const struct stat_slot *)slots + *(const uint32_t *)a;
	const struct stat_slot *y = (const struct stat_slot *)slots + *(const uint32_t *)b;

	if (x->evsel != y->evsel)
		return x->evsel->idx < y->evsel->idx ? -1 : 1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return (int32_t)x->cpu < (int32_t)y->cpu ? -1 : (int32_t)x->cpu > (int32_t)y->cpu;
}

/* An event that took turns with others has counted in a part of the time. */
static uint64_t scaled(const struct stat_count *n)
{
	if (!n->running || n->running >= n->enabled)
		return n->running ? n->val : 0;
	return scale(n->val, n->enabled, n->running);
}

int stat_counts__end_round(struct stat_counts *c, const struct record *r, void (*fn)(void *ctx, const struct stat_count *, uint64_t time),
			   void *ctx, uint64_t *ret_time, struct diag *diag)
{
	struct cursor at = record__payload(r);
	size_t i, nr = c->nr_due;

	cursor__skip(&at, 8, "type");
	*ret_time = cursor__u64(&at, "time");
	if (record__check(r, &at, diag) < 0)
		return -EBADMSG;
	if (nr)
		qsort_r(c->due, nr, sizeof(*c->due), compare, c->slots);
	for (i = c->nr_due = 0; i < nr; i++) {
		struct stat_slot *s = &c->slots[c->due[i]];
		struct stat_count n = {
			.evsel = s->evsel, .cpu = (int32_t)s->cpu, .tid = s->thread < c->nr_threads ? c->threads[s->thread] : -1,
			.val = s->now.val - s->before.val, .enabled = s->now.enabled - s->before.enabled,
			.running = s->now.running - s->before.running,
		};

		s->before = s->now;
		s->due = s->counted;
		s->counted = false;
		if (s->due)
			c->due[c->nr_due++] = c->due[i];
		if (c->scales)
			n.val = scaled(&n);
		fn(ctx, &n, *ret_time);
	}
	return 0;
}

void stat_counts__exit(struct stat_counts *c)
{
	free(c->slots);
	free(c->due);
	free(c->threads);
	stat_numbers__exit(&c->known);
	*c = (struct stat_counts){ 0 };
}
