// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/waiting-samples.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* Tasks that were seen: when there are more, those without a waiting sample are forgotten. */
#define MAX_TASKS	((size_t)1 << 16)

void waiting_sample__free(struct waiting_sample *s)
{
	map_list__put(s->maps);
	free(s->copy);
	free(s);
}

static void free_list(struct waiting_list *list)
{
	struct waiting_sample *s, *newer;

	for (s = list->oldest; s; s = newer) {
		newer = s->newer;
		waiting_sample__free(s);
	}
}

void waiting_samples__exit(struct waiting_samples *w)
{
	size_t i;

	free_list(&w->for_walk);
	free_list(&w->for_tables);
	u64num__exit(&w->for_walk.by_pid);
	u64num__exit(&w->for_tables.by_pid);
	HASH_EACH(&w->by_tid, i) {
		free(w->by_tid.slots[i].val->last.ips);
		free(w->by_tid.slots[i].val);
	}
	waiting_tasks__exit(&w->by_tid);
	memset(w, 0, sizeof(*w));
}

static struct waiting_task *find(const struct waiting_samples *w, uint32_t tid)
{
	return waiting_tasks__find(&w->by_tid, (uint64_t)tid + 1);
}

static void forget_idle(struct waiting_samples *w)
{
	struct waiting_tasks kept = { 0 };
	size_t i;

	HASH_EACH(&w->by_tid, i) {
		struct waiting_task *t = w->by_tid.slots[i].val;

		if (t->waits) {
			waiting_tasks__set(&kept, w->by_tid.slots[i].key, t);
			continue;
		}
		free(t->last.ips);
		free(t);
	}
	waiting_tasks__exit(&w->by_tid);
	w->by_tid = kept;
}

static struct waiting_task *findnew(struct waiting_samples *w, uint32_t tid)
{
	struct waiting_task *t = find(w, tid);

	if (t)
		return t;
	if (w->by_tid.nr >= MAX_TASKS)
		forget_idle(w);
	t = xzalloc(sizeof(*t));
	waiting_tasks__set(&w->by_tid, (uint64_t)tid + 1, t);
	return t;
}

/* The memory that it takes, or will if it waits on, bytes. */
static size_t memory_of(const struct waiting_sample *s)
{
	return sizeof(*s) + s->size + s->nr_ips * 8;
}

/* One of which all maps are those that its process has now. */
static void count(struct waiting_list *list, uint32_t pid)
{
	uint64_t *nr = u64num__place(&list->by_pid, (uint64_t)pid + 1);

	*nr += *nr ? 1 : 2;
}

/*
 * Its record is copied. The kernel has left as much room for the stack as it was asked for, but the stacks of most threads are shorter: of
 * what it has not read, only a word stays, by which one sees that the stack has ended.
 */
static void make_copy(struct waiting_sample *s)
{
	const char *from = s->record;
	struct perf_event_header h;
	uint64_t read, size = 0;
	size_t cut = 0;
	char *to;

	if (s->stack) {
		memcpy(&read, from + s->stack + s->stack_size, sizeof(read));
		size = (read + 7) / 8 * 8 + 8;
		/* Of none at all it is said in another way: stack-cut.h. */
		cut = read && read < s->stack_size && size < s->stack_size ? s->stack_size - (size_t)size : 0;
	}
	if (!cut) {
		s->record = s->copy = xmemdup(from, s->size);
		return;
	}
	s->copy = xmalloc(s->size - cut);
	to = (char *)s->copy;
	memcpy(to, from, s->stack + size);
	memcpy(to + s->stack + size, from + s->stack + s->stack_size, s->size - s->stack - s->stack_size);
	memcpy(&h, to, sizeof(h));
	s->size -= cut;
	h.size = (uint16_t)s->size;
	memcpy(to, &h, sizeof(h));
	memcpy(to + s->stack - sizeof(size), &size, sizeof(size));
	s->stack_size = (size_t)size;
	s->record = s->copy;
}

/* Puts @s into its place in the order. What comes is mostly the newest; what has waited for something else is a little older. */
static void put_in(struct waiting_list *list, struct waiting_sample *s)
{
	struct waiting_sample *older = list->newest;

	while (older && older->since > s->since)
		older = older->older;
	s->older = older;
	s->newer = older ? older->newer : list->oldest;
	*(older ? &older->newer : &list->oldest) = s;
	*(s->newer ? &s->newer->older : &list->newest) = s;
}

static struct waiting_sample *add(struct waiting_samples *w, struct waiting_list *list, const struct waiting_sample *from, bool stays)
{
	struct waiting_sample *s = xmalloc(sizeof(*s) + from->nr_ips * 8);

	*s = *from;
	if (s->copy)
		s->record = s->copy;
	else if (!stays)
		make_copy(s);
	else
		w->nr_in_rings++;
	s->next = NULL;
	put_in(list, s);
	list->nr++;
	list->bytes += memory_of(s);
	count(list, s->pid);
	return s;
}

void waiting_samples__add(struct waiting_samples *w, const struct waiting_sample *from, bool stays)
{
	struct waiting_sample *s = add(w, &w->for_walk, from, stays);
	struct waiting_task *t = findnew(w, from->tid);

	s->next = t->waits;
	t->waits = s;
}

void waiting_samples__park(struct waiting_samples *w, const struct waiting_sample *from, bool stays, const uint64_t *ips)
{
	struct waiting_sample *s = add(w, &w->for_tables, from, stays);

	if (s->nr_ips)
		memcpy(s->ips, ips, s->nr_ips * 8);
}

void waiting_samples__take_out(struct waiting_samples *w, struct waiting_list *list, struct waiting_sample *s)
{
	if (s->older)
		s->older->newer = s->newer;
	else
		list->oldest = s->newer;
	if (s->newer)
		s->newer->older = s->older;
	else
		list->newest = s->older;
	list->nr--;
	list->bytes -= memory_of(s);
	if (!s->maps)
		--*u64num__place(&list->by_pid, (uint64_t)s->pid + 1);
	if (!list->nr)
		u64num__clear(&list->by_pid);
	w->nr_in_rings -= !s->copy;
}

/* Those of this round are the newest ones of each list. */
static void copy_newest(struct waiting_samples *w, struct waiting_list *list)
{
	struct waiting_sample *s;

	for (s = list->newest; s && w->nr_in_rings; s = s->older) {
		if (s->copy)
			continue;
		list->bytes -= memory_of(s);
		make_copy(s);
		list->bytes += memory_of(s);
		w->nr_in_rings--;
	}
}

void waiting_samples__leave_rings(struct waiting_samples *w)
{
	copy_newest(w, &w->for_tables);
	copy_newest(w, &w->for_walk);
}

void waiting_samples__keep_maps(struct waiting_samples *w, struct live_spaces *spaces, uint32_t pid)
{
	struct waiting_list *list = &w->for_tables;
	struct waiting_sample *s;

	/* Most processes get other maps when none of their samples waits. */
	for (s = list->newest; s && waiting_list__has(list, pid); s = s->older) {
		if (s->pid != pid || s->maps)
			continue;
		s->maps = live_spaces__keep(spaces, pid);
		--*u64num__place(&list->by_pid, (uint64_t)pid + 1);
	}
}

struct waiting_sample *waiting_samples__of(struct waiting_samples *w, uint32_t tid)
{
	struct waiting_task *t = find(w, tid);
	struct waiting_sample *first = t ? t->waits : NULL;

	if (t)
		t->waits = NULL;
	return first;
}

void waiting_samples__unlink(struct waiting_samples *w, struct waiting_sample *s)
{
	struct waiting_task *t = find(w, s->tid);
	struct waiting_sample **p;

	for (p = t ? &t->waits : NULL; p && *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			return;
		}
}

void waiting_samples__note_walk(struct waiting_samples *w, uint32_t tid, uint64_t cookie, const uint64_t *ips, size_t nr)
{
	struct last_walk *l = &findnew(w, tid)->last;

	if (l->cap < nr) {
		l->cap = nr + 16;
		l->ips = xreallocarray(l->ips, l->cap, sizeof(*l->ips));
	}
	if (nr)
		memcpy(l->ips, ips, nr * sizeof(*ips));
	l->nr = nr;
	l->cookie = cookie;
}

const struct last_walk *waiting_samples__walk(const struct waiting_samples *w, uint32_t tid, uint64_t cookie)
{
	const struct waiting_task *t = find(w, tid);

	return t && cookie && t->last.cookie == cookie ? &t->last : NULL;
}
