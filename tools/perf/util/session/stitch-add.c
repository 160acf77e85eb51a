// SPDX-License-Identifier: GPL-2.0-only
/* Rows of deferred records and of samples that wait for one: those of a region, and those of records that do not look as usual. */
#include "util/session/stitch-add.h"

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
		st->tasks[st->nr_tasks++] = (struct stitch_task){ .machine = machine, .tid = tid, .cpu = cpu };
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

/* --- any record --------------------------------------------------------------------------------- */

int scan__note_deferred(struct scan *sc, const struct record *r, const struct record_deferred *d)
{
	struct stitch *st = sc->stitch;
	const struct at_once none = { .may = false };
	struct deferred_row *row;
	uint32_t task;

	/* Its entries lie in memory that the next one takes. */
	if (st->nr_odd >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->odd, st->nr_odd, st->cap_odd);
	st->odd[st->nr_odd++] = r->offset;
	task = stitch__task_of(st, sample_decoder__machine_pid(&sc->reader->dec, d->id.id), d->id.tid, d->cookie);
	row = stitch__new_record(st);
	if (!row)
		return -ENOMEM;
	*row = (struct deferred_row){
		.cookie = d->cookie, .time = d->id.time, .pid = d->id.pid, .task = task, .half = ODD_HALF | (uint32_t)(st->nr_odd - 1),
		.empty = stitch__is_empty(sc->protocol, d->nr),
	};
	stitch__add_record(st, &none, 0, row);
	return 0;
}

void scan__note_sample(struct scan *sc, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample)
{
	enum perf_stitch_ending ending;
	uint64_t cookie;
	size_t nr;

	time_order__add(&sc->samples, sample->time, r->offset, sc->stitch ? 0 : time_order__task(sample->tid, 0));
	if (sample->time > sc->newest)
		sc->newest = sample->time;
	sc->time_before = sample->time ?: sc->time_before;
	ending = perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie);
	if (ending == PERF_STITCH_ENDS_PLAIN)
		return;
	sc->cookie_endings += ending == PERF_STITCH_ENDS_COOKIE;
	sc->marker_endings += ending == PERF_STITCH_ENDS_MARKER;
	if (sc->stitch)
		stitch__add_sample(sc->stitch, sc->samples.nr - 1, sample_decoder__machine_pid(&sc->reader->dec, sample->id), sample,
				   stitch__waits(evsel, ending == PERF_STITCH_ENDS_COOKIE), cookie);
}
