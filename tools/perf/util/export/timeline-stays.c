// SPDX-License-Identifier: GPL-2.0-only
/* Stays of threads in the kernel, for the timeline: from samples of one cookie, and from events of entries and exits. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/callchain/chain-syscall.h"
#include "util/export/timeline.h"

/* A thread's, while it lasts. */
struct timeline_stay {
	uint64_t cookie, from, to;
	uint32_t thread, cpu, what;
	bool open, entered;		/* @entered: an event told of its beginning, and one will of its end */
};

static uint32_t name_of_call(struct timeline *t, const struct syscall_event *e, const struct session_sample *s)
{
	const char *name = NULL, *own;
	char text[40];
	int64_t nr;
	uint64_t known;

	if (syscall_event__number(e, e->id, s->sample, &nr)) {
		name = syscall_event__name(e, t->arch, nr);
		snprintf(text, sizeof(text), "syscall %" PRId64, nr);
	} else {
		name = chain_half__syscall(s->chain.kernel);
		snprintf(text, sizeof(text), "[kernel]");
	}
	own = byte_pool__str(&t->pool, name ? name : text);
	known = u64num__find(&t->name_of, (uintptr_t)own);
	if (known)
		return (uint32_t)known - 1;
	GROW(t->names, t->nr_names, t->cap_names);
	t->names[t->nr_names++] = own;
	u64num__set(&t->name_of, (uintptr_t)own, t->nr_names);
	return (uint32_t)(t->nr_names - 1);
}

static void close_stay(struct timeline *t, struct timeline_stay *y)
{
	if (y->open)
		timeline_spans__add(&t->calls, &(struct timeline_span){
			.from = y->from, .to = y->to, .ns = y->to - y->from, .nr = 1, .thread = y->thread, .cpu = y->cpu, .what = y->what });
	y->open = false;
}

static void open_stay(struct export *e, struct timeline_stay *y, const struct syscall_event *ev, const struct session_sample *s)
{
	struct timeline *t = e->own;

	close_stay(t, y);
	*y = (struct timeline_stay){
		.cookie = s->cookie, .from = s->sample->time, .to = s->sample->time, .thread = export_profile__thread(&e->profile, s),
		.cpu = s->sample->cpu, .what = name_of_call(t, ev, s), .open = true, .entered = ev->kind == SYSCALL_EVENT_ENTER,
	};
}

void timeline_stays__see(struct export *e, const struct syscall_event *ev, const struct session_sample *s)
{
	struct timeline *t = e->own;
	struct timeline_stay *y = timeline_stays__find(&t->stays, s->tid);
	bool in_kernel = ev->format || s->nr_kernel_ips || !sample__is_user(s->sample);
	bool whole = s->cookie && s->orphan == PERF_STITCH_WHOLE && s->user.time >= s->sample->time && in_kernel;

	if (!y && (whole || ev->kind == SYSCALL_EVENT_ENTER)) {
		y = xzalloc(sizeof(*y));
		timeline_stays__set(&t->stays, s->tid, y);
	}
	if (!y)
		return;
	if (y->open && s->cookie && y->cookie && y->cookie != s->cookie)
		close_stay(t, y);
	if (ev->kind == SYSCALL_EVENT_ENTER || (whole && !y->open))
		open_stay(e, y, ev, s);
	else if (y->open && !s->cookie && !y->entered)
		close_stay(t, y);
	if (!y->open)
		return;
	if (ev->kind == SYSCALL_EVENT_EXIT) {
		y->to = s->sample->time;
		close_stay(t, y);
	} else if (whole && s->user.time > y->to) {
		y->to = s->user.time;
	}
}

static int by_begin(const void *a, const void *b)
{
	const struct timeline_stay *x = *(struct timeline_stay *const *)a, *y = *(struct timeline_stay *const *)b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

void timeline_stays__close(struct timeline *t)
{
	/* In an order that is the same each time, which a table's is not. */
	struct timeline_stay **list = xcalloc(t->stays.nr + 1, sizeof(*list));
	size_t i, nr = 0;

	HASH_EACH(&t->stays, i)
		list[nr++] = t->stays.slots[i].val;
	if (nr)
		qsort(list, nr, sizeof(*list), by_begin);
	for (i = 0; i < nr; i++)
		close_stay(t, list[i]);
	free(list);
}

void timeline_stays__free(struct timeline *t)
{
	size_t i;

	HASH_EACH(&t->stays, i)
		free(t->stays.slots[i].val);
	timeline_stays__exit(&t->stays);
}
