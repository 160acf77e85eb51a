// SPDX-License-Identifier: GPL-2.0-only
/* Rows of deferred records and of samples that wait for one: those of a region, and those of records that do not look as usual. */
#include "util/scan/stitch-add.h"

#include "util/base/hash.h"

struct task_key {
	const struct stitch_task *tasks;
	uint32_t machine, tid, cpu;
};

static inline uint64_t task_numbers__hash(struct task_key k)
{
	return hash_u64(((uint64_t)k.machine << 32 | k.tid) ^ hash_u64(k.cpu));
}

static inline bool task_numbers__is(uint32_t number, struct task_key k)
{
	return stitch__is_task(&k.tasks[number - 1], k.machine, k.tid, k.cpu);
}

HASH_SET_FUNCTIONS(task_numbers, struct task_key, uint32_t)

uint32_t stitch__find_task(struct stitch *st, uint32_t machine, uint32_t tid, uint32_t cpu, struct recent_task *recent)
{
	const struct task_key key = { .tasks = st->tasks, .machine = machine, .tid = tid, .cpu = cpu };
	uint32_t *number = task_numbers__place(&st->task_numbers, key);

	if (!*number) {
		GROW(st->tasks, st->nr_tasks, st->cap_tasks);
		st->tasks[st->nr_tasks++] = (struct stitch_task){ .machine = machine, .tid = tid, .cpu = cpu, .slot = TASK_NEW };
		*number = (uint32_t)st->nr_tasks;
	}
	*recent = (struct recent_task){ .thread = tid | (uint64_t)cpu << 32, .machine = machine, .number = *number - 1 };
	return *number - 1;
}

bool stitch__grow_records(struct stitch *st)
{
	if (st->cap_records >= MAX_RECORDS)
		return false;
	st->cap_records = !st->cap_records ? 64 : st->cap_records > MAX_RECORDS / 2 ? MAX_RECORDS : 2 * st->cap_records;
	st->records = xreallocarray(st->records, st->cap_records, sizeof(*st->records));
	return true;
}

void stitch__see_disorder(struct stitch *st, struct stitch_task *task, uint64_t cookie)
{
	task->disorder = st->disorder = true;
	if (cookie < task->floor)
		st->late = true;
}

bool stitch__in_order(struct stitch *st, struct stitch_task *task, uint64_t cookie)
{
	const bool first = st->of_region && !task->first;

	if (first) {
		task->first = (uint32_t)st->nr_records;
		task->last = cookie;
	}
	/* Without cookies, which become larger, none is. */
	if (!first || !cookie)
		stitch__see_disorder(st, task, cookie);
	return first && cookie;
}

/* The sample of @task, which waits in its slot, gets a row. */
static void put_row(struct stitch *st, struct stitch_task *task)
{
	uint32_t place = st->free_waiting;
	struct waiting_row *w;

	st->late |= task->cookie < task->floor;
	if (place) {
		w = &st->waiting[place - 1];
		st->free_waiting = w->before;
	} else {
		GROW(st->waiting, st->nr_waiting, st->cap_waiting);
		w = &st->waiting[st->nr_waiting];
		place = (uint32_t)++st->nr_waiting;
	}
	*w = (struct waiting_row){
		.cookie = task->cookie,
		.sample = task->sample,
		.task = (uint32_t)(task - st->tasks),
		.pid = task->pid,
		.evsel = task->evsel,
		.before = task->waits,
	};
	task->waits = place;
	task->slot = st->stretch;
}

/* The last row of @task is free for another sample that waits. */
static void free_row(struct stitch *st, struct stitch_task *task)
{
	const uint32_t number = task->waits;
	struct waiting_row *w = &st->waiting[number - 1];

	w->evsel = WAITING_DONE;
	task->waits = w->before;
	w->before = st->free_waiting;
	st->free_waiting = number;
}

void stitch__fill_slots(struct stitch *st)
{
	const struct waiting_row *w;
	struct stitch_task *t;
	size_t i;

	for (i = 0; i < st->nr_tasks; i++) {
		t = &st->tasks[i];
		if (!t->waits || t->slot != st->stretch)
			continue;
		w = &st->waiting[t->waits - 1];
		stitch__wait(st, t, w->cookie, w->sample, w->pid, w->evsel);
		free_row(st, t);
	}
}

void stitch__make_slot(struct stitch *st, struct stitch_task *task)
{
	if (task->slot == TASK_WAITS) {
		put_row(st, task);
		return;
	}
	task->slot = st->stretch;
	if (!st->of_region)
		return;
	task->waits = task->first = task->newest = 0;
	task->last = UINT64_MAX;
	task->returned = 0;
	task->disorder = false;
	GROW(st->seen, st->nr_seen, st->cap_seen);
	st->seen[st->nr_seen++].task = (uint32_t)(task - st->tasks);
}

void stitch__put_rows(struct stitch *st)
{
	size_t i;

	for (i = 0; i < st->nr_tasks; i++)
		if (st->tasks[i].slot == TASK_WAITS)
			put_row(st, &st->tasks[i]);
}

void stitch__complete_rows(struct stitch *st, const struct at_once *at, uint64_t place, struct stitch_task *task, struct deferred_row r)
{
	const struct waiting_row *w;

	while (task->waits) {
		w = &st->waiting[task->waits - 1];
		if (!stitch__completes(at, &r, w->cookie, w->sample, w->pid, w->evsel))
			break;
		stitch__complete(st, at, place, &r, w->sample);
		free_row(st, task);
	}
}

/* --- stretches of a region ------------------------------------------------------------------------ */

void stitch__begin_stretch(struct stitch *st)
{
	st->of_region = true;
	st->stretch++;
	/* These are of other stretches. */
	st->free_waiting = 0;
}

void stitch__end_stretch(struct stitch *st, size_t first)
{
	struct stitch_task *t;
	size_t i;

	for (i = first; i < st->nr_seen; i++) {
		t = &st->tasks[st->seen[i].task];
		if (t->slot == TASK_WAITS)
			put_row(st, t);
		st->seen[i].first = t->first;
		st->seen[i].newest = t->newest;
		st->seen[i].last = t->last;
		st->seen[i].returned = t->returned;
		st->seen[i].disorder = t->disorder;
	}
}

/* --- any record --------------------------------------------------------------------------------- */

int scan__note_deferred(struct scan *sc, const struct record *r, const struct record_deferred *d)
{
	struct stitch *st = sc->stitch;
	const struct at_once none = { .may = false };
	struct deferred_row row;
	uint32_t task;

	/* Its entries lie in memory that the next one takes. */
	if (st->nr_odd >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->odd, st->nr_odd, st->cap_odd);
	st->odd[st->nr_odd++] = r->offset;
	task = stitch__task_of(st, sample_decoder__machine_pid(&sc->reader->dec, d->id.id), d->id.tid,
			       perf_stitch_cookie__cpu(d->cookie, st->big));
	row = (struct deferred_row){
		.cookie = d->cookie, .time = d->id.time, .pid = d->id.pid, .task = task, .half = ODD_HALF | (uint32_t)(st->nr_odd - 1),
		.link = perf_stitch__is_empty(d->nr, sc->protocol == DEFERRED_PROTOCOL_C) ? RECORD_EMPTY : 0,
	};
	return stitch__add_record(st, &none, 0, row) ? 0 : -ENOMEM;
}

void scan__note_sample(struct scan *sc, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample)
{
	enum perf_stitch_ending ending;
	uint64_t cookie;
	uint32_t task;
	size_t nr;

	time_order__add(&sc->samples, sample->time, r->offset, sc->stitch ? 0 : time_order__task(sample->tid, 0));
	if (sample->time > sc->newest)
		sc->newest = sample->time;
	sc->time_before = sample->time ?: sc->time_before;
	ending = perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie);
	if (ending == PERF_STITCH_ENDS_PLAIN || !sc->stitch)
		return;
	task = stitch__task_of(sc->stitch, sample_decoder__machine_pid(&sc->reader->dec, sample->id), sample->tid,
			       perf_stitch_cookie__cpu(cookie, sc->stitch->big));
	stitch__wait(sc->stitch, &sc->stitch->tasks[task], cookie, (uint32_t)(sc->samples.nr - 1), sample->pid,
		     stitch__waits(evsel, ending == PERF_STITCH_ENDS_COOKIE));
}
