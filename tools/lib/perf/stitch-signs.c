// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Of a task only the latest return and the latest waiting sample are kept. That is enough in any
 * order: a stay in the kernel is one stretch of time, so a sample whose cookie is not the latest one
 * lies in an earlier stay, from which the task has returned; and if it is the latest one, no other
 * stay came after it.
 */
#include <errno.h>
#include <stdlib.h>

#include "stitch-internal.h"
#include "stitch-table.h"

#define DEFAULT_WINDOW		1000000000ULL
#define GRAINS_PER_WINDOW	8
#define EVERY_CPU		1	/* as machine of a loss' key: all CPUs' losses together */

struct task {
	struct stitch_link link;
	uint32_t machine, tid;
	uint64_t returned;		/* latest time it had returned by; 0: never seen */
	uint64_t waited, cookie;	/* its latest waiting sample; 0: none */
};

/* First and last loss of a CPU in a stretch of time: @key has CPU and stretch. */
struct loss {
	struct stitch_link link;
	struct perf_stitch_key key;
	uint64_t first, last;
};

struct perf_stitch_signs {
	struct stitch_table tasks, losses;
	struct stitch_pool task_pool, loss_pool;
	struct perf_stitch_seed seed;
	uint64_t window, grain;		/* ns */
	uint64_t horizon;		/* ns: nobody asks about samples older than that */
};

struct perf_stitch_signs *perf_stitch_signs__new(uint64_t window)
{
	struct perf_stitch_signs *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->task_pool.size = sizeof(struct task);
	s->loss_pool.size = sizeof(struct loss);
	s->window = window ? window : DEFAULT_WINDOW;
	s->grain = s->window / GRAINS_PER_WINDOW + 1;
	perf_stitch_seed__init(&s->seed);
	if (stitch_table__init(&s->tasks) || stitch_table__init(&s->losses)) {
		perf_stitch_signs__delete(s);
		return NULL;
	}
	return s;
}

void perf_stitch_signs__delete(struct perf_stitch_signs *s)
{
	if (!s)
		return;
	stitch_table__exit(&s->tasks);
	stitch_table__exit(&s->losses);
	stitch_pool__exit(&s->task_pool);
	stitch_pool__exit(&s->loss_pool);
	free(s);
}

void perf_stitch_signs__forget(struct perf_stitch_signs *s, uint64_t time)
{
	if (time > s->horizon)
		s->horizon = time;
}

/*
 * Room for one more in @t: drops what is older than the horizon, and doubles the table if that has
 * not freed half of it, so that looking through all of it pays off each time.
 */
static void make_room(struct perf_stitch_signs *s, struct stitch_table *t, struct stitch_pool *pool,
		      bool (*is_old)(const struct stitch_link *link, uint64_t horizon))
{
	size_t i;

	if (!stitch_table__crowded(t))
		return;
	for (i = 0; i < t->nr_slots; i++) {
		struct stitch_link *link = t->slots[i], *next;

		for (; link; link = next) {
			next = link->next;
			if (!is_old(link, s->horizon))
				continue;
			stitch_table__remove(t, link);
			stitch_pool__give(pool, link);
		}
	}
	if (t->nr > t->nr_slots / 2)
		stitch_table__grow(t);
}

static bool task__is_old(const struct stitch_link *link, uint64_t horizon)
{
	const struct task *task = (const struct task *)link;

	return task->returned < horizon && task->waited < horizon;
}

static bool loss__is_old(const struct stitch_link *link, uint64_t horizon)
{
	return ((const struct loss *)link)->last < horizon;
}

static uint64_t task_hash(const struct perf_stitch_signs *s, uint32_t machine, uint32_t tid)
{
	struct perf_stitch_key key = { .tid = tid, .machine = machine };

	return perf_stitch_seed__hash(&s->seed, &key);
}

static struct task *find_task(const struct perf_stitch_signs *s, uint32_t machine, uint32_t tid,
			      uint64_t hash)
{
	struct stitch_link *link = stitch_table__slot(&s->tasks, hash);

	for (; link; link = link->next) {
		struct task *task = (struct task *)link;

		if (task->tid == tid && task->machine == machine)
			return task;
	}
	return NULL;
}

static struct task *get_task(struct perf_stitch_signs *s, uint32_t machine, uint32_t tid)
{
	uint64_t hash = task_hash(s, machine, tid);
	struct task *task = find_task(s, machine, tid, hash);

	if (task)
		return task;
	make_room(s, &s->tasks, &s->task_pool, task__is_old);
	task = stitch_pool__take(&s->task_pool);
	if (!task)
		return NULL;
	task->machine = machine;
	task->tid = tid;
	task->link.hash = hash;
	stitch_table__insert(&s->tasks, &task->link);
	return task;
}

int perf_stitch_signs__returned(struct perf_stitch_signs *s, uint32_t machine, uint32_t tid, uint64_t time)
{
	struct task *task = get_task(s, machine, tid);

	if (!task)
		return -ENOMEM;
	if (time > task->returned)
		task->returned = time;
	return 0;
}

int perf_stitch_signs__waited(struct perf_stitch_signs *s, const struct perf_stitch_key *key, uint64_t time)
{
	struct task *task;

	/* It tells nothing of stays. */
	if (!key->cookie)
		return 0;
	task = get_task(s, key->machine, key->tid);
	if (!task)
		return -ENOMEM;
	if (time >= task->waited) {
		task->waited = time;
		task->cookie = key->cookie;
	}
	return 0;
}

static struct loss *find_loss(const struct perf_stitch_signs *s, const struct perf_stitch_key *key,
			      uint64_t hash)
{
	struct stitch_link *link = stitch_table__slot(&s->losses, hash);

	for (; link; link = link->next)
		if (perf_stitch_key__equal(&((struct loss *)link)->key, key))
			return (struct loss *)link;
	return NULL;
}

static int add_loss(struct perf_stitch_signs *s, const struct perf_stitch_key *key, uint64_t time)
{
	uint64_t hash = perf_stitch_seed__hash(&s->seed, key);
	struct loss *loss = find_loss(s, key, hash);

	if (!loss) {
		make_room(s, &s->losses, &s->loss_pool, loss__is_old);
		loss = stitch_pool__take(&s->loss_pool);
		if (!loss)
			return -ENOMEM;
		loss->key = *key;
		loss->link.hash = hash;
		loss->first = loss->last = time;
		stitch_table__insert(&s->losses, &loss->link);
	}
	if (time < loss->first)
		loss->first = time;
	if (time > loss->last)
		loss->last = time;
	return 0;
}

int perf_stitch_signs__lost(struct perf_stitch_signs *s, uint64_t time, uint32_t cpu)
{
	struct perf_stitch_key key = { .cookie = time / s->grain, .tid = cpu };
	int rc = add_loss(s, &key, time);

	key.tid = 0;
	key.machine = EVERY_CPU;
	return rc ? rc : add_loss(s, &key, time);
}

/* A loss in [@from, @to] among those that @key says. */
static bool lost_between(const struct perf_stitch_signs *s, struct perf_stitch_key key, uint64_t from,
			 uint64_t to)
{
	uint64_t grain;

	for (grain = from / s->grain; grain <= to / s->grain; grain++) {
		const struct loss *loss;

		key.cookie = grain;
		loss = find_loss(s, &key, perf_stitch_seed__hash(&s->seed, &key));
		/* Either end cuts through a grain; those between lie in it whole. */
		if (loss && loss->last >= from && loss->first <= to)
			return true;
	}
	return false;
}

/* A loss is reported when there is room again: never before what was lost, mostly soon after. */
static bool lost_after(const struct perf_stitch_signs *s, uint64_t time, uint32_t cpu)
{
	uint64_t end = time > UINT64_MAX - s->window ? UINT64_MAX : time + s->window;
	const struct perf_stitch_key every = { .machine = EVERY_CPU };
	const struct perf_stitch_key of_cpu = { .tid = cpu }, unknown = { .tid = PERF_STITCH_ANY_CPU };

	if (cpu == PERF_STITCH_ANY_CPU)
		return lost_between(s, every, time, end);
	return lost_between(s, of_cpu, time, end) || lost_between(s, unknown, time, end);
}

enum perf_stitch_reason perf_stitch_signs__reason(const struct perf_stitch_signs *s,
						  const struct perf_stitch_key *key, uint64_t time,
						  uint32_t cpu)
{
	const struct task *task = find_task(s, key->machine, key->tid, task_hash(s, key->machine, key->tid));

	if (!task || (task->returned <= time && (task->waited <= time || task->cookie == key->cookie)))
		return PERF_STITCH_IN_KERNEL_AT_END;
	return lost_after(s, time, cpu) ? PERF_STITCH_LOST : PERF_STITCH_MISSING;
}
