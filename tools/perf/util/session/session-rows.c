// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of samples and deferred records, which nearly all records of a recording are.
 *
 * Pass 1 goes through all bytes of a recording, and what it does for each of these two kinds counts most of all. So there is
 * one loop for those that look as they nearly always do: of this machine's byte order, aligned, of an event whose fields lie
 * at known offsets, with a size that fits. It checks all of that (as data_walk__next(), session__check_length() and the
 * decoders do), leaves the row, and goes on; nothing of it is done again later. The first record that is anything else ends the
 * loop: session-file.c takes it in the way in which any record can be taken, with words for what is wrong with it, and
 * leaves its row by the same functions.
 */
#include <errno.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/event/sample-layout.h"
#include "util/session/session-rows.h"

static __attribute__((noinline)) uint32_t find_task(struct session_stitch *st, uint32_t machine, uint32_t tid)
{
	uint64_t *number = u64num__place(&st->task_numbers, (uint64_t)machine << 32 | tid);

	if (!*number) {
		GROW(st->tasks, st->nr_tasks, st->cap_tasks);
		st->tasks[st->nr_tasks++] = (struct stitch_task){ .machine = machine, .tid = tid };
		*number = st->nr_tasks;
	}
	st->recent_tasks[tid % RECENT_TASKS] = (uint32_t)*number;
	return (uint32_t)*number - 1;
}

static inline uint32_t task_of(struct session_stitch *st, uint32_t machine, uint32_t tid)
{
	uint32_t recent = st->recent_tasks[tid % RECENT_TASKS];
	const struct stitch_task *t = recent ? &st->tasks[recent - 1] : NULL;

	return t && t->tid == tid && t->machine == machine ? recent - 1 : find_task(st, machine, tid);
}

uint32_t stitch__task(struct session_stitch *st, uint32_t machine, uint32_t tid)
{
	return task_of(st, machine, tid);
}

__attribute__((noinline)) void stitch__grow_records(struct session_stitch *st)
{
	st->cap_records = st->cap_records ? 2 * st->cap_records : 64;
	st->records = xreallocarray(st->records, st->cap_records, sizeof(*st->records));
	st->keys = xreallocarray(st->keys, st->cap_records, sizeof(*st->keys));
}

/* @half: its number. */
static inline int add_record(struct session_stitch *st, const struct record_deferred *d, uint32_t machine, bool empty,
			     uint32_t half)
{
	uint32_t task = task_of(st, machine, d->id.tid);

	if (st->nr_records >= MAX_RECORDS)
		return -ENOMEM;
	if (st->nr_records == st->cap_records)
		stitch__grow_records(st);
	st->tasks[task].nr++;
	st->records[st->nr_records] = (struct deferred_row){ .time = d->id.time, .half = half, .pid = d->id.pid };
	st->keys[st->nr_records++] = (struct deferred_key){ .cookie = d->cookie, .task = task, .empty = empty };
	return 0;
}

/* @sample: its number. */
static inline void add_waiting(struct session_stitch *st, size_t sample, uint32_t machine, uint32_t tid, uint32_t evsel,
			       bool has_cookie, uint64_t cookie)
{
	GROW(st->waiting, st->nr_waiting, st->cap_waiting);
	st->waiting[st->nr_waiting++] = (struct waiting_row){
		.cookie = cookie, .sample = (uint32_t)sample, .task = task_of(st, machine, tid), .evsel = evsel & INT32_MAX,
		.has_cookie = has_cookie,
	};
}

/* --- any record --------------------------------------------------------------------------------- */

static bool is_empty(enum deferred_protocol protocol, const struct record_deferred *d)
{
	/*
	 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients),
	 * that one is taken. In protocol A any record completes what waited before it.
	 */
	return !d->nr && protocol == DEFERRED_PROTOCOL_C;
}

int session__note_deferred(struct session *s, const struct record *r, const struct record_deferred *d)
{
	struct session_stitch *st = s->stitch;
	uint32_t machine = session__machine_pid(s, d->id.id);

	/* Its entries lie in memory that the next one takes. */
	if (st->nr_odd >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->odd, st->nr_odd, st->cap_odd);
	st->odd[st->nr_odd++] = r->offset;
	return add_record(st, d, machine, is_empty(s->protocol, d), ODD_HALF | (uint32_t)(st->nr_odd - 1));
}

void session__note_sample(struct session *s, const struct record *r, const struct evsel *evsel, const struct sample_glance *sample)
{
	enum perf_stitch_ending ending;
	uint64_t cookie;
	size_t nr;

	time_order__add(&s->samples, sample->time, r->offset, sample->tid);
	if (sample->time > s->newest)
		s->newest = sample->time;
	s->time_before = sample->time ?: s->time_before;
	ending = perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie);
	if (ending == PERF_STITCH_ENDS_PLAIN)
		return;
	s->cookie_endings += ending == PERF_STITCH_ENDS_COOKIE;
	s->marker_endings += ending == PERF_STITCH_ENDS_MARKER;
	if (s->stitch)
		add_waiting(s->stitch, s->samples.nr - 1, session__machine_pid(s, sample->id), sample->tid, (uint32_t)evsel->idx,
			    ending == PERF_STITCH_ENDS_COOKIE, cookie);
}

/* --- those that look as usual ------------------------------------------------------------------- */

bool usual__init(struct usual *u, const struct session *s, struct sample_decoder *dec, bool known, bool prepared)
{
	struct evlist *list = s->header->evlist;

	if (!prepared)
		sample_decoder__prepare(dec);
	*u = (struct usual){ .dec = dec, .first = evlist__first(list), .layouts = dec->layouts, .order = !s->opts->no_order,
			     .known = known, .protocol = s->protocol };
	if (!u->first)
		return false;
	u->id_at = u->layouts[u->first->idx].id;
	/* Several events without ids, or one that may be meant by none. */
	if (u->id_at && list->nr == 1 && !u->first->nr_ids)
		u->id_at = 0;
	u->trailer_id = list->nr > 1 && u->first->attr.sample_type & PERF_SAMPLE_IDENTIFIER;
	return true;
}

/* NULL: not among those that were looked up last. */
static inline const struct evlist_id *known_id(const struct usual *u, uint64_t id)
{
	const struct sample_known_id *known = &u->dec->known[id % ARRAY_SIZE(u->dec->known)];

	return known->entry && known->id == id && known->entry->evsel ? known->entry : sample_decoder__find_id(u->dec, id);
}

static inline bool take_sample(struct row_sink *k, const struct usual *u, const struct record *r)
{
	const uint64_t marker = (uint64_t)PERF_CONTEXT_USER_DEFERRED;
	const struct evlist_id *id = NULL;
	struct sample_glance sample;
	const struct evsel *evsel = u->first;
	bool has_cookie = false;
	uint64_t last = 0;

	if (u->id_at) {
		if (r->header.size < u->id_at + 8)
			return false;
		id = known_id(u, sample_layout__word(r->data + u->id_at));
		if (!id)
			return false;
		evsel = id->evsel;
	}
	if (!sample_layout__glance(&u->layouts[evsel->idx], r, &sample))
		return false;
	if (!u->order)
		return true;
	time_order__add(k->samples, sample.time, r->offset, sample.tid);
	k->samples->entries[k->samples->nr - 1].event = evsel->idx < UINT16_MAX ? (unsigned int)evsel->idx + 1 : 0;
	if (sample.time > k->newest)
		k->newest = sample.time;
	k->time_before = sample.time ?: k->time_before;
	/* As perf_stitch__ending() has it. */
	if (!sample.nr_ips)
		return true;
	last = sample.ips[sample.nr_ips - 1];
	if (last != marker) {
		has_cookie = sample.nr_ips >= 2 && sample.ips[sample.nr_ips - 2] == marker;
		if (!has_cookie)
			return true;
	}
	k->cookie_endings += has_cookie;
	k->marker_endings += !has_cookie;
	if (k->stitch)
		add_waiting(k->stitch, k->samples->nr - 1, id ? id->machine_pid : 0, sample.tid, (uint32_t)evsel->idx, has_cookie, has_cookie ? last : 0);
	return true;
}

/* 1: taken; 0: not; negative errno. */
static inline int take_deferred(struct row_sink *k, const struct usual *u, const struct record *r)
{
	const struct evlist_id *id = NULL;
	const struct sample_layout *layout = &u->layouts[u->first->idx];
	struct record_deferred d;
	int err;

	if (u->trailer_id) {
		id = known_id(u, sample_layout__word(r->data + r->header.size - 8));
		/* Those of sleepers are few, and are looked at again. */
		if (!id || evsel__is_sleepers(id->evsel))
			return 0;
		layout = &u->layouts[id->evsel->idx];
	}
	if (!sample_layout__deferred(layout, r, u->protocol, &d))
		return 0;
	if (!u->order)
		return 1;
	k->records_without_tid += !d.id.has_tid;
	if (!k->stitch || !d.id.has_tid)
		return 1;
	/* Nearly always it is the same id, at the end. */
	if (!id || layout->trailer.id != sizeof(uint64_t))
		id = d.id.id ? known_id(u, d.id.id) : NULL;
	err = add_record(k->stitch, &d, id ? id->machine_pid : 0, is_empty(u->protocol, &d),
			 raw_halves__number(&k->stitch->halves, d.ips, d.nr));
	return err ? err : 1;
}

uint64_t usual__take(const struct usual *usual, struct row_sink *sink, const unsigned char *p, uint64_t left, uint64_t until, uint64_t pos,
		     int *ret_err)
{
	uint64_t at = 0, samples = 0, deferred = 0, deferred_bytes = 0;
	/* Nobody else sees these: what the loop changes need not go through memory. */
	struct time_order rows = *sink->samples;
	struct row_sink own = *sink, *const k = &own;
	const struct usual ours = *usual, *const u = &ours;
	struct record r = { .swap = false };
	int took = 1;

	own.samples = &rows;

	while (at < until && left - at >= 2 * sizeof(r.header)) {
		memcpy(&r.header, p + at, sizeof(r.header));
		if (r.header.size > left - at || r.header.size < 2 * sizeof(r.header) || r.header.size % 8)
			break;
		r.data = p + at;
		r.offset = pos + at;
		if (r.header.type == PERF_RECORD_SAMPLE) {
			if (!take_sample(k, u, &r))
				break;
			samples++;
		} else if (r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED && u->known) {
			took = take_deferred(k, u, &r);
			if (took <= 0)
				break;
			deferred++;
			deferred_bytes += r.header.size;
		} else {
			break;
		}
		at += r.header.size;
	}
	*sink->samples = rows;
	own.samples = sink->samples;
	own.nr_samples += samples;
	own.nr_deferred += deferred;
	own.deferred_bytes += deferred_bytes;
	*sink = own;
	*ret_err = took < 0 ? took : 0;
	return at;
}

void session__count_rows(struct session *s, const struct row_sink *k, uint64_t bytes)
{
	if (k->newest > s->newest)
		s->newest = k->newest;
	s->time_before = k->time_before ?: s->time_before;
	s->cookie_endings += k->cookie_endings;
	s->marker_endings += k->marker_endings;
	s->stats.records_without_tid += k->records_without_tid;
	s->stats.samples += k->nr_samples;
	s->stats.deferred_records += k->nr_deferred;
	s->stats.records += k->nr_samples + k->nr_deferred;
	s->stats.bytes += bytes;
	s->stats.deferred_bytes += k->deferred_bytes;
	s->stats.types[PERF_RECORD_SAMPLE] += k->nr_samples;
	s->stats.types[PERF_RECORD_CALLCHAIN_DEFERRED] += k->nr_deferred;
}

int session__take_usual(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, bool known, uint64_t *ret_taken)
{
	struct row_sink k = { .samples = &s->samples, .stitch = s->stitch };
	struct usual u;
	int err;

	*ret_taken = 0;
	if ((uintptr_t)p & 7)
		return 0;
	/* From the first record on, events do not change. */
	if (!usual__init(&u, s, &s->dec, known, s->layouts_ready))
		return 0;
	s->layouts_ready = true;
	*ret_taken = usual__take(&u, &k, p, left, left, pos, &err);
	session__count_rows(s, &k, *ret_taken);
	return err;
}

/* --- pass 2 ------------------------------------------------------------------------------------- */

struct evsel *session__usual_sample(struct session *s, const struct time_order_entry *row, struct record *r)
{
	struct evlist *list = s->header->evlist;
	uint64_t left;
	const unsigned char *p = data_file__bytes(s->file, row->pos, &left);
	struct evsel *evsel;

	if (!row->event || row->event > list->nr || left < sizeof(r->header) || (uintptr_t)p & 7)
		return NULL;
	evsel = list->evsels[row->event - 1];
	memcpy(&r->header, p, sizeof(r->header));
	r->data = p;
	r->offset = row->pos;
	r->swap = false;
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left ||
	    !sample_layout__fields(&s->dec.layouts[row->event - 1], r, &s->usual_sample))
		return NULL;
	if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
		s->usual_sample.period = evsel->attr.sample_period;
	return evsel;
}
