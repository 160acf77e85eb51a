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

static __attribute__((noinline)) void grow_records(struct session_stitch *st)
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
		grow_records(st);
	st->tasks[task].nr++;
	st->records[st->nr_records] = (struct deferred_row){ .time = d->id.time, .half = half, .pid = d->id.pid };
	st->keys[st->nr_records++] = (struct deferred_key){ .cookie = d->cookie, .task = task, .empty = empty };
	return 0;
}

static inline void add_waiting(struct session *s, uint32_t machine, uint32_t tid, uint32_t evsel, bool has_cookie,
			       uint64_t cookie)
{
	struct session_stitch *st = s->stitch;

	GROW(st->waiting, st->nr_waiting, st->cap_waiting);
	st->waiting[st->nr_waiting++] = (struct waiting_row){
		.cookie = cookie, .sample = (uint32_t)(s->samples.nr - 1), .task = task_of(st, machine, tid), .evsel = evsel & INT32_MAX,
		.has_cookie = has_cookie,
	};
}

/* --- any record --------------------------------------------------------------------------------- */

static bool is_empty(const struct session *s, const struct record_deferred *d)
{
	/*
	 * An unwind that failed comes as an empty record; where the same stack also came whole (events of several clients),
	 * that one is taken. In protocol A any record completes what waited before it.
	 */
	return !d->nr && s->protocol == DEFERRED_PROTOCOL_C;
}

int session__note_deferred(struct session *s, const struct record *r, const struct record_deferred *d)
{
	struct session_stitch *st = s->stitch;
	uint32_t machine = session__machine_pid(s, d->id.id);

	/* Its words lie in memory that the next one takes. */
	if (st->nr_odd >= MAX_RECORDS)
		return -ENOMEM;
	GROW(st->odd, st->nr_odd, st->cap_odd);
	st->odd[st->nr_odd++] = r->offset;
	return add_record(st, d, machine, is_empty(s, d), ODD_HALF | (uint32_t)(st->nr_odd - 1));
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
		add_waiting(s, session__machine_pid(s, sample->id), sample->tid, (uint32_t)evsel->idx,
			    ending == PERF_STITCH_ENDS_COOKIE, cookie);
}

/* --- those that look as usual ------------------------------------------------------------------- */

/* The events that the loop's records are of. */
struct usual {
	struct sample_decoder *dec;
	const struct evsel *first;
	const struct sample_layout *layouts;
	unsigned int id_at;		/* of samples, in the record; 0: there is but one event, and no id is needed */
	bool trailer_id;		/* other records end in the id */
	bool order;			/* rows are wanted */
};

static bool usual__init(struct usual *u, struct session *s)
{
	struct evlist *list = s->header->evlist;

	/* From the first record on, events do not change. */
	if (!s->layouts_ready)
		sample_decoder__prepare(&s->dec);
	s->layouts_ready = true;
	*u = (struct usual){ .dec = &s->dec, .first = evlist__first(list), .layouts = s->dec.layouts, .order = !s->opts->no_order };
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

static inline bool take_sample(struct session *s, const struct usual *u, const struct record *r)
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
	time_order__add(&s->samples, sample.time, r->offset, sample.tid);
	s->samples.entries[s->samples.nr - 1].event = evsel->idx < UINT16_MAX ? (unsigned int)evsel->idx + 1 : 0;
	if (sample.time > s->newest)
		s->newest = sample.time;
	s->time_before = sample.time ?: s->time_before;
	/* As perf_stitch__ending() has it. */
	if (!sample.nr_ips)
		return true;
	last = sample.ips[sample.nr_ips - 1];
	if (last != marker) {
		has_cookie = sample.nr_ips >= 2 && sample.ips[sample.nr_ips - 2] == marker;
		if (!has_cookie)
			return true;
	}
	s->cookie_endings += has_cookie;
	s->marker_endings += !has_cookie;
	if (s->stitch)
		add_waiting(s, id ? id->machine_pid : 0, sample.tid, (uint32_t)evsel->idx, has_cookie, has_cookie ? last : 0);
	return true;
}

/* 1: taken; 0: not; negative errno. */
static inline int take_deferred(struct session *s, const struct usual *u, const struct record *r)
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
	if (!sample_layout__deferred(layout, r, s->protocol, &d))
		return 0;
	if (!u->order)
		return 1;
	s->stats.records_without_tid += !d.id.has_tid;
	if (!s->stitch || !d.id.has_tid)
		return 1;
	/* Nearly always it is the same id, at the end. */
	if (!id || layout->trailer.id != sizeof(uint64_t))
		id = d.id.id ? known_id(u, d.id.id) : NULL;
	err = add_record(s->stitch, &d, id ? id->machine_pid : 0, is_empty(s, &d),
			 raw_halves__number(&s->stitch->halves, d.ips, d.nr));
	return err ? err : 1;
}

int session__take_usual(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, bool known, uint64_t *ret_taken)
{
	uint64_t at = 0, samples = 0, deferred = 0, deferred_bytes = 0;
	struct record r = { .swap = false };
	struct usual u;
	int took = 1;

	*ret_taken = 0;
	if ((uintptr_t)p & 7 || !usual__init(&u, s))
		return 0;
	while (left - at >= 2 * sizeof(r.header)) {
		memcpy(&r.header, p + at, sizeof(r.header));
		if (r.header.size > left - at || r.header.size < 2 * sizeof(r.header) || r.header.size % 8)
			break;
		r.data = p + at;
		r.offset = pos + at;
		if (r.header.type == PERF_RECORD_SAMPLE) {
			if (!take_sample(s, &u, &r))
				break;
			samples++;
		} else if (r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED && known) {
			took = take_deferred(s, &u, &r);
			if (took <= 0)
				break;
			deferred++;
			deferred_bytes += r.header.size;
		} else {
			break;
		}
		at += r.header.size;
	}
	s->stats.samples += samples;
	s->stats.deferred_records += deferred;
	s->stats.records += samples + deferred;
	s->stats.bytes += at;
	s->stats.deferred_bytes += deferred_bytes;
	s->stats.types[PERF_RECORD_SAMPLE] += samples;
	s->stats.types[PERF_RECORD_CALLCHAIN_DEFERRED] += deferred;
	*ret_taken = at;
	return took < 0 ? took : 0;
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
