// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which deferred record completes which sample of a recording that can be read twice.
 *
 * Pass 1 leaves a row of each record, and one of each sample that waits. When it has seen all, the two are joined once,
 * row by row in the order of the file, with no record read again; what comes out stands in the samples' own rows (order.h),
 * so that the second pass looks nothing up. Why a record is missing is worked out only for samples that have none, from the
 * records of their tasks alone.
 */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/session/session-internal.h"

/* What time_order_entry.user says: 0, the number of a record + 1, or from the end downwards a reason. */
#define NOT_WAITING	0
#define MAX_RECORDS	(UINT32_MAX - PERF_STITCH_NR_REASONS - 1)

struct deferred_row {
	struct perf_stitch_key key;
	uint64_t time, pos;
};

struct waiting_row {
	struct perf_stitch_key key;
	uint32_t sample;		/* its number, in the order of the file */
	uint32_t cpu;
	uint32_t evsel;
	bool has_cookie;
};

struct session_stitch {
	struct deferred_row *records;
	size_t nr_records, cap_records;
	struct waiting_row *waiting;
	size_t nr_waiting, cap_waiting;
	struct perf_stitch_index *index;
	struct perf_stitch_index *empty_index;	/* records with nr = 0, asked when the other has none */
	size_t nr_orphans;
	uint64_t *positions;		/* of the records, once the rows are gone */
	uint64_t *used;			/* a bit for each: it completes something */
};

/* The index's way to a record's key. */
static bool read_key(void *ctx, uint64_t token, struct perf_stitch_key *ret_key, uint64_t *ret_time)
{
	const struct deferred_row *row = &((const struct session_stitch *)ctx)->records[token];

	*ret_key = row->key;
	*ret_time = row->time;
	return true;
}

static const struct perf_stitch_index_ops index_ops = { .read = read_key };

int session__begin_stitching(struct session *s)
{
	struct session_stitch *st = s->stitch = xzalloc(sizeof(*st));

	st->index = perf_stitch_index__new(&index_ops, st);
	st->empty_index = perf_stitch_index__new(&index_ops, st);
	return st->index && st->empty_index ? 0 : -ENOMEM;
}

static void free_rows(struct session_stitch *st)
{
	perf_stitch_index__delete(st->index);
	perf_stitch_index__delete(st->empty_index);
	st->index = st->empty_index = NULL;
	zfree(&st->records);
	zfree(&st->waiting);
}

void session__exit_stitching(struct session *s)
{
	if (!s->stitch)
		return;
	free_rows(s->stitch);
	free(s->stitch->positions);
	free(s->stitch->used);
	zfree(&s->stitch);
}

int session__note_deferred(struct session *s, const struct record *r, const struct record_deferred *d)
{
	struct session_stitch *st = s->stitch;
	struct deferred_row *row;

	if (st->nr_records >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->records, st->nr_records, st->cap_records);
	row = &st->records[st->nr_records];
	*row = (struct deferred_row){ .time = d->id.time, .pos = r->offset, .key = {
		.cookie = d->cookie, .tid = d->id.tid, .machine = session__machine_pid(s, d->id.id) } };
	/*
	 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients),
	 * that one is taken. In protocol A any record completes what waited before it.
	 */
	return perf_stitch_index__add(!d->nr && s->protocol == DEFERRED_PROTOCOL_C ? st->empty_index : st->index, &row->key,
				      st->nr_records++);
}

void session__note_waiting(struct session *s, const struct evsel *evsel, const struct sample_glance *sample,
			   enum perf_stitch_ending ending, uint64_t cookie)
{
	struct session_stitch *st = s->stitch;

	GROW(st->waiting, st->nr_waiting, st->cap_waiting);
	st->waiting[st->nr_waiting++] = (struct waiting_row){
		.key = { .cookie = cookie, .tid = sample->tid, .machine = session__machine_pid(s, sample->id) },
		.sample = (uint32_t)(s->samples.nr - 1), .cpu = sample->cpu, .evsel = (uint32_t)evsel->idx,
		.has_cookie = ending == PERF_STITCH_ENDS_COOKIE,
	};
}

/* --- the join ----------------------------------------------------------------------------------- */

static uint32_t of_reason(enum perf_stitch_reason reason)
{
	return UINT32_MAX - reason;
}

/* The record's number; false: none. */
static bool find(const struct session_stitch *st, const struct waiting_row *w, uint64_t time, uint64_t *ret_record)
{
	enum perf_stitch_which which = w->has_cookie ? PERF_STITCH_NEAREST : PERF_STITCH_NEXT;

	return perf_stitch_index__find(st->index, &w->key, time, which, ret_record) ||
	       (perf_stitch_index__nr(st->empty_index) &&
		perf_stitch_index__find(st->empty_index, &w->key, time, which, ret_record));
}

static void join_row(struct session *s, const struct waiting_row *w)
{
	struct time_order_entry *sample = &s->samples.entries[w->sample];
	struct session_stitch *st = s->stitch;
	uint64_t record;

	if (!session__may_wait(s, s->header->evlist->evsels[w->evsel]))
		return;
	if (!w->has_cookie && s->protocol == DEFERRED_PROTOCOL_C) {
		sample->user = of_reason(PERF_STITCH_UNTERMINATED);
	} else if (!find(st, w, sample->time, &record)) {
		sample->user = of_reason(PERF_STITCH_MISSING);
		st->nr_orphans++;
	} else {
		sample->user = (uint32_t)record + 1;
		s->stats.unused_records -= !(st->used[record / 64] >> (record % 64) & 1);
		st->used[record / 64] |= 1ULL << (record % 64);
	}
}

/* --- why records are missing ---------------------------------------------------------------------- */

static bool is_missing(const struct session *s, const struct waiting_row *w)
{
	return s->samples.entries[w->sample].user == of_reason(PERF_STITCH_MISSING);
}

/* What a sample says about its task: that it was in user space, or waited. */
static void see_sign(struct session *s, uint64_t pos)
{
	enum perf_stitch_ending ending;
	struct perf_stitch_key key;
	struct perf_sample sample;
	struct record r;
	size_t nr;

	if (!data_file__again(s->file, pos, s->record_copy, &r) || !sample_decoder__sample(&s->dec, &r, &sample, NULL))
		return;
	key = (struct perf_stitch_key){ .tid = sample.tid, .machine = session__machine_pid(s, sample.id) };
	ending = perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &key.cookie);
	/* Without memory for a sign a reason is less exact. */
	if (ending == PERF_STITCH_ENDS_COOKIE)
		(void)perf_stitch_signs__waited(s->signs, &key, sample.time);
	if (sample__cpumode(&sample) == PERF_RECORD_MISC_USER)
		(void)perf_stitch_signs__returned(s->signs, key.machine, key.tid, sample.time);
}

static void find_reasons(struct session *s)
{
	struct session_stitch *st = s->stitch;
	struct u64map tids = { 0 };
	size_t i;

	for (i = 0; i < st->nr_waiting; i++)
		if (is_missing(s, &st->waiting[i]))
			u64map__set(&tids, st->waiting[i].key.tid, s);
	for (i = 0; i < st->nr_records; i++) {
		const struct deferred_row *row = &st->records[i];

		if (u64map__find(&tids, row->key.tid))
			(void)perf_stitch_signs__returned(s->signs, row->key.machine, row->key.tid, row->time);
	}
	for (i = 0; i < s->samples.nr; i++)
		if (s->samples.entries[i].tid != (uint32_t)-1 && u64map__find(&tids, s->samples.entries[i].tid))
			see_sign(s, s->samples.entries[i].pos);
	for (i = 0; i < st->nr_waiting; i++) {
		const struct waiting_row *w = &st->waiting[i];
		struct time_order_entry *sample = &s->samples.entries[w->sample];

		if (is_missing(s, w))
			sample->user = of_reason(perf_stitch_signs__reason(s->signs, &w->key, sample->time, w->cpu));
	}
	u64map__exit(&tids);
}

/* --- the whole -------------------------------------------------------------------------------------- */

int session__stitch(struct session *s)
{
	struct session_stitch *st = s->stitch;
	size_t i;
	int err;

	err = perf_stitch_index__seal(st->index);
	err = err ?: perf_stitch_index__seal(st->empty_index);
	if (err)
		return err;
	/* Without cookies every record of a task has the same key: that makes none of them a repetition. */
	if (s->protocol == DEFERRED_PROTOCOL_C)
		s->stats.duplicate_records = perf_stitch_index__nr_duplicates(st->index) +
			perf_stitch_index__nr_duplicates(st->empty_index);
	s->stats.unused_records = st->nr_records;
	st->used = xcalloc(st->nr_records / 64 + 1, sizeof(*st->used));
	for (i = 0; i < st->nr_waiting; i++)
		join_row(s, &st->waiting[i]);
	if (st->nr_orphans)
		find_reasons(s);
	st->positions = xreallocarray(NULL, st->nr_records + 1, sizeof(*st->positions));
	for (i = 0; i < st->nr_records; i++)
		st->positions[i] = st->records[i].pos;
	free_rows(st);
	return 0;
}

bool session__user_half(struct session *s, const struct time_order_entry *sample, struct user_half *half)
{
	struct record r;

	if (!s->stitch || sample->user == NOT_WAITING)
		return false;
	*half = (struct user_half){ .reason = PERF_STITCH_WHOLE };
	if (sample->user > MAX_RECORDS) {
		half->reason = (enum perf_stitch_reason)(UINT32_MAX - sample->user);
		return true;
	}
	/* Pass 1 has checked it: only a file that changes meanwhile fails here. */
	half->found = data_file__again(s->file, s->stitch->positions[sample->user - 1], s->user_copy, &r) &&
		      !sample_decoder__deferred(&s->user_dec, &r, s->protocol, &half->deferred, NULL);
	if (!half->found)
		half->reason = PERF_STITCH_MISSING;
	else if (!half->deferred.nr)
		half->reason = PERF_STITCH_EMPTY;
	return true;
}
