// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of samples and deferred records, which nearly all records of a recording are.
 *
 * Pass 1 goes through all bytes of a recording, and what it does for each of these two kinds counts most of all. So there is
 * one loop for those that look as they nearly always do: of this machine's byte order, aligned, of an event whose fields lie
 * at known offsets, with a size that fits. It checks all of that (as data_walk__next(), session__check_length() and the
 * decoders do), leaves the row, and goes on; nothing of it is done again later. The first record that is anything else ends the
 * loop: pass1-record.c takes it in the way in which any record can be taken, with words for what is wrong with it, and
 * leaves its row by the same functions.
 */
#include <stdlib.h>

#include "util/event/sample-layout.h"
#include "util/session/stitch-add.h"

/* Kinds are for what is looked up once for all samples of one. Calls that the hardware recorded make other chains. */
static struct usual_event look_of(const struct session *s, const struct evsel *evsel, const struct sample_layout *l)
{
	unsigned int idx = (unsigned int)evsel->idx;

	return (struct usual_event){
		.in_row = time_order__task(0, idx + 1), .sleepers = evsel__is_sleepers(evsel),
		.part_head = !s->opts->no_resolve && l->tid && !evsel->attr.branch_sample_type && idx < PART_MAX_EVENT ?
			sample_part__head(idx, 0, PERF_STITCH_ENDS_PLAIN, 0) : NO_PART,
		.period = evsel->attr.sample_period,
		.waits = stitch__waits(evsel, true),
		.waits_plain = stitch__waits(evsel, false),
	};
}

void session__begin_usual(struct session *s)
{
	const struct evlist *list = s->header->evlist;
	const struct sample_layout *l;
	struct evsel *first;
	struct usual *u;
	size_t i;

	if (s->usual)
		return;
	/* From the first record on, events do not change. */
	sample_decoder__prepare(&s->dec);
	l = s->dec.layouts;
	u = s->usual = xzalloc(sizeof(*u));
	u->events = xcalloc(s->dec.nr_layouts + 1, sizeof(*u->events));
	for (i = 0; i < s->dec.nr_layouts; i++)
		u->events[i] = look_of(s, list->evsels[i], &l[i]);
	first = s->file->swap ? NULL : evlist__first(list);
	if (!first)
		return;
	for (i = 1; i < list->nr && l[i].trailer.time == l[0].trailer.time;)
		i++;
	s->near_at = i == list->nr ? l[0].trailer.time : 0;
	*u = (struct usual){
		.dec = &s->dec, .first = first, .layouts = l, .first_layout = &l[first->idx], .events = u->events,
		.first_event = &u->events[first->idx], .near = s->near_at, .order = !s->opts->no_order, .rounds = s->opts->rounds,
		/* Several events without ids, or one that may be meant by none. */
		.id_at = list->nr > 1 || first->nr_ids ? l[first->idx].id : 0,
		.trailer_id = list->nr > 1 && first->attr.sample_type & PERF_SAMPLE_IDENTIFIER,
		.known = s->protocol_known, .protocol = s->protocol,
	};
}

void session__exit_usual(struct session *s)
{
	if (s->usual)
		free(s->usual->events);
	zfree(&s->usual);
}

struct usual usual__of_thread(const struct usual *of, struct sample_decoder *dec)
{
	struct usual u = *of;

	sample_decoder__prepare(dec);
	u.dec = dec;
	u.layouts = dec->layouts;
	u.first_layout = &u.layouts[u.first->idx];
	return u;
}

/* The kind of a sample that looks as usual; 0: it is looked at for itself. @ending_and_nr_ips: what sample_part__head() makes of these. */
static inline uint32_t kind_of_sample(struct session_stitch *st, const struct usual_event *event, const struct sample_layout *l,
				      const struct record *r, const struct sample_glance *sample, uint64_t ending_and_nr_ips)
{
	const bool own_period = l->period && sample_layout__plain_word(r->data + l->period) != event->period;
	const struct sample_part part = {
		.head = event->part_head | ending_and_nr_ips | (own_period ? PART_OWN_PERIOD : 0) |
			sample_part__head(0, r->header.misc & PERF_RECORD_MISC_CPUMODE_MASK, PERF_STITCH_ENDS_PLAIN, 0),
		.ip = l->ip ? sample_layout__plain_word(r->data + l->ip) : 0,
		.task = sample->pid | (uint64_t)sample->tid << 32,
		.ips = sample->ips,
	};

	/* Without a process nothing is known of its maps. */
	return event->part_head == NO_PART || sample->pid == (uint32_t)-1 ? 0 : sample_kinds__plain(&st->kinds, &part);
}

/* The event with @id, which is nearly always that of the record before; NULL: it is not known. */
static inline __attribute__((always_inline)) const struct evlist_id *event_of(struct row_sink *k, const struct usual *u, uint64_t id)
{
	if (mostly(k->id == id))
		return k->known;
	k->known = usual__known_id(u->dec, id);
	k->id = id;
	if (k->known) {
		k->layout = &u->layouts[k->known->evsel->idx];
		k->event = &u->events[k->known->evsel->idx];
	}
	return k->known;
}

/* @stitched, here and below: k->stitch is not NULL. The loop is compiled for each of the two by itself. */
static inline __attribute__((always_inline)) bool take_sample(struct row_sink *k, const struct usual *u, const struct record *r, bool stitched)
{
	enum perf_stitch_ending ending = PERF_STITCH_ENDS_PLAIN;
	const struct usual_event *event = u->first_event;
	const struct sample_layout *l = u->first_layout;
	struct sample_glance sample;
	uint64_t cookie = 0;
	uint32_t machine = 0, kind;
	size_t nr = 0;

	if (mostly(u->id_at)) {
		const struct evlist_id *id;

		if (r->header.size < u->id_at + 8)
			return false;
		id = event_of(k, u, sample_layout__word(r->data + u->id_at));
		if (!id)
			return false;
		machine = id->machine_pid;
		l = k->layout;
		event = k->event;
	}
	sample.ips = NULL;
	if (!sample_layout__glance(l, r, &sample))
		return false;
	if (!stitched && !u->order)
		return true;
	if (stitched || !u->known)
		ending = perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &cookie);
	/* How many end how says of which protocol a recording is whose events do not tell. */
	if (!mostly(u->known)) {
		k->cookie_endings += ending == PERF_STITCH_ENDS_COOKIE;
		k->marker_endings += ending == PERF_STITCH_ENDS_MARKER;
	}
	if (!stitched) {
		time_order__add(k->samples, sample.time, r->offset, mostly(sample.tid < TIME_ORDER_ODD_TID) ? sample.tid | event->in_row :
				time_order__task(sample.tid, (unsigned int)(event - u->events) + 1));
		return true;
	}
	/* Of several markers one belongs to the ending. */
	nr = ending == PERF_STITCH_ENDS_MARKER ? sample.nr_ips - 1 : nr;
	kind = kind_of_sample(k->stitch, event, l, r, &sample, sample_part__head(0, 0, ending, nr));
	time_order__add(k->samples, sample.time, r->offset, alone_what(kind));
	if (mostly(ending != PERF_STITCH_ENDS_PLAIN))
		stitch__add_sample(k->stitch, k->samples->nr - 1, machine, &sample,
				   ending == PERF_STITCH_ENDS_COOKIE ? event->waits : event->waits_plain, cookie);
	return true;
}

/* 1: taken; 0: not; negative errno. @at: where it may complete samples at once. */
static inline __attribute__((always_inline)) int take_deferred(struct row_sink *k, const struct usual *u, const struct record *r,
							       const struct at_once *at, bool stitched)
{
	const struct evlist_id *id = NULL;
	const struct sample_layout *layout = u->first_layout;
	struct record_deferred d;
	struct deferred_row *row;
	uint32_t task, half;

	if (mostly(u->trailer_id)) {
		id = event_of(k, u, sample_layout__word(r->data + r->header.size - 8));
		/* Those of sleepers are few, and are looked at again. */
		if (!id || k->event->sleepers)
			return 0;
		layout = k->layout;
	}
	if (!stitched) {
		/* Then it is only checked, and counted. */
		if (!sample_layout__deferred_fits(layout, r, u->protocol))
			return 0;
		k->records_without_tid += u->order && !layout->trailer.tid;
		return 1;
	}
	if (!sample_layout__deferred(layout, r, u->protocol, &d))
		return 0;
	if (!d.id.has_tid) {
		k->records_without_tid++;
		return 1;
	}
	/* Nearly always it is the same id, at the end. */
	if (!id || layout->trailer.id != sizeof(uint64_t))
		id = d.id.id ? event_of(k, u, d.id.id) : NULL;
	task = stitch__task_of(k->stitch, id ? id->machine_pid : 0, d.id.tid, d.cookie);
	half = raw_halves__number(&k->stitch->halves, d.ips, d.nr);
	row = stitch__new_record(k->stitch);
	if (!row)
		return -ENOMEM;
	*row = (struct deferred_row){
		.cookie = d.cookie, .time = d.id.time, .task = task, .half = half, .pid = d.id.pid, .empty = stitch__is_empty(u->protocol, &d),
	};
	stitch__add_record(k->stitch, at, r->offset / 8, row);
	return 1;
}

/* The header at @p, read once. */
static inline struct perf_event_header header_at(const unsigned char *p)
{
	const uint64_t word = sample_layout__word(p);

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		return (struct perf_event_header){ .type = (uint32_t)(word >> 32), .misc = (uint16_t)(word >> 16), .size = (uint16_t)word };
	return (struct perf_event_header){ .type = (uint32_t)word, .misc = (uint16_t)(word >> 32), .size = (uint16_t)(word >> 48) };
}

/* What the rows of @o from number @first on tell of times. */
static void see_times(struct row_sink *k, const struct usual *u, const struct time_order *o, size_t first)
{
	size_t i;

	for (i = o->nr; i > first && !o->entries[i - 1].time; i--)
		;
	if (i > first)
		k->time_before = o->entries[i - 1].time;
	for (i = first; u->rounds && i < o->nr; i++)
		k->newest = o->entries[i].time > k->newest ? o->entries[i].time : k->newest;
}

static inline __attribute__((always_inline)) uint64_t take(const struct usual *usual, struct row_sink *sink, const unsigned char *p,
							   uint64_t left, uint64_t until, uint64_t pos, bool stitched, int *ret_err)
{
	const uint64_t least = 2 * sizeof(struct perf_event_header);
	uint64_t at = 0, samples = 0, deferred = 0, deferred_bytes = 0;
	/* Nobody else sees these: what the loop changes need not go through memory. */
	struct time_order rows = *sink->samples;
	const size_t first = rows.nr;
	struct row_sink own = *sink, *const k = &own;
	const struct usual ours = *usual, *const u = &ours;
	/* The rows of these samples say their place, and no other. */
	const size_t near = u->near && !(pos & 7) && pos + left <= 8ULL * TIME_ORDER_FAR ? rows.nr : NO_SAMPLE;
	const struct at_once at_once = { .may = stitched && sink->stitch->at_once, .samples = &rows, .from = sink->waiting, .near = near };
	/* Where the last record may begin. */
	const uint64_t end = left < least ? 0 : until <= left - least ? until : left - least + 1;
	int took = 1;

	own.samples = &rows;
	/* An event that nobody has asked for is none that was found. */
	own.id = own.known ? own.id : UINT64_MAX;
	while (at < end) {
		const struct record r = { .header = header_at(p + at), .data = p + at, .offset = pos + at };

		/* What is smaller than two headers becomes a large number. */
		if (r.header.size % 8 || r.header.size - least > left - at - least)
			break;
		if (r.header.type == PERF_RECORD_SAMPLE) {
			if (!take_sample(k, u, &r, stitched))
				break;
			samples++;
		} else if (r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED && u->known) {
			took = take_deferred(k, u, &r, &at_once, stitched);
			if (took <= 0)
				break;
			deferred++;
			deferred_bytes += r.header.size;
		} else {
			break;
		}
		at += r.header.size;
	}
	see_times(&own, u, &rows, first);
	*sink->samples = rows;
	own.samples = sink->samples;
	own.nr_samples += samples;
	own.nr_deferred += deferred;
	own.deferred_bytes += deferred_bytes;
	*sink = own;
	*ret_err = took < 0 ? took : 0;
	return at;
}

uint64_t usual__take(const struct usual *u, struct row_sink *k, const unsigned char *p, uint64_t left, uint64_t until, uint64_t pos,
		     int *ret_err)
{
	return k->stitch ? take(u, k, p, left, until, pos, true, ret_err) : take(u, k, p, left, until, pos, false, ret_err);
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

int session__take_usual(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken)
{
	struct row_sink k = { .samples = &s->samples, .stitch = s->stitch };
	int err;

	*ret_taken = 0;
	if ((uintptr_t)p & 7 || !s->usual->first)
		return 0;
	*ret_taken = usual__take(s->usual, &k, p, left, left, pos, &err);
	session__count_rows(s, &k, *ret_taken);
	return err;
}
