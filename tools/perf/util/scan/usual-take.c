// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of samples and deferred records, which nearly all records of a recording are.
 *
 * Pass 1 goes through all bytes of a recording, and what it does for each of these two kinds counts most of all. So there is
 * one loop for those that look as they nearly always do: of this machine's byte order, aligned, of an event whose fields lie
 * at known offsets, with a size that fits. It checks all of that (as data_walk__next(), record_length__check() and the
 * decoders do), leaves the row, and goes on; nothing of it is done again later. All that it takes is of the host: where
 * guests have counters, nothing looks as usual (scan__take()). The first record that is anything else ends the loop:
 * pass1-record.c takes it in the way in which any record can be taken, with words for what is wrong with it, and leaves
 * its row by the same functions.
 */
#include <stdlib.h>

#include "util/event/sample-layout.h"
#include "util/scan/seen-samples.h"
#include "util/scan/stitch-add.h"

/* The event of the id that was looked for last. */
struct found_event {
	uint64_t id;
	const struct usual_event *event;
};

/* Makes *@last that with @id, which it nearly always is. False: it is not known. */
static inline __attribute__((always_inline)) bool find_event(struct found_event *last, const struct usual *u, uint64_t id)
{
	const struct evlist_id *found;

	if (mostly(last->id == id))
		return true;
	found = usual__known_id(u->dec, id);
	if (!found)
		return false;
	*last = (struct found_event){ .id = id, .event = &u->events[found->evsel->idx] };
	return true;
}

/*
 * Makes *@row, of the sample of @r. @stitched, here and below: k->stitch is not NULL. The loop is compiled for each of the two by
 * itself.
 */
static inline __attribute__((always_inline)) bool take_sample(struct row_sink *k, const struct usual *u, const struct usual_record *r,
							      struct found_event *last, struct time_order_entry *row, bool stitched)
{
	struct sample_glance sample = { .ips = NULL };
	const struct usual_event *event = u->first_event;
	const struct seen_sample *seen;
	uint32_t what = 0, waits, task;
	uint64_t cookie;
	size_t nr;

	if (mostly(u->id_at)) {
		if (!find_event(last, u, sample_layout__word(r->p + u->id_at)))
			return false;
		event = last->event;
	}
	if (!sample_layout__glance(&event->layout, r->p, usual_record__size(r), &sample))
		return false;
	if (!stitched) {
		*row = time_order__row(k->samples, sample.time, usual_record__pos(r), mostly(sample.tid < TIME_ORDER_ODD_TID) ?
				       sample.tid | event->in_row : time_order__task(sample.tid, (unsigned int)(event - u->events) + 1));
		return true;
	}
	if (event->part_head != NO_PART) {
		seen = seen_sample__of(k->stitch, event, r, &sample, &cookie);
		what = seen->what;
		waits = seen->waits;
	} else {
		waits = usual_event__waits(event, perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &cookie));
	}
	*row = time_order__row(k->samples, sample.time, usual_record__pos(r), what);
	if (mostly(waits != SEEN_PLAIN)) {
		task = stitch__task_of(k->stitch, 0, sample.tid, stitch__native_cpu(cookie));
		stitch__wait(k->stitch, &k->stitch->tasks[task], cookie, (uint32_t)(row - k->samples->entries), sample.pid, waits);
	}
	return true;
}

/* 1: taken; 0: not; negative errno. @at: where it may complete samples at once. */
static inline __attribute__((always_inline)) int take_deferred(struct row_sink *k, const struct usual *u, const struct usual_record *r,
							       struct found_event *last, const struct at_once *at, bool stitched)
{
	const struct usual_event *event = u->first_event;
	const uint64_t size = usual_record__size(r);
	const unsigned char *end = r->p + size;
	uint64_t nr, who, cookie;
	struct deferred_row row;
	const uint64_t *ips;

	if (!mostly(!u->trailers_differ)) {
		/* The id has to be there, and aligned. */
		if (size % 8 || size < 2 * sizeof(struct perf_event_header) || !find_event(last, u, sample_layout__word(end - 8)))
			return 0;
		event = last->event;
	}
	ips = sample_layout__half(r->p, size, u->half_at, event->half_least, &nr);
	if (!ips)
		return 0;
	/* Then it is only checked, and counted. */
	if (!stitched)
		return 1;
	who = sample_layout__id_task(&event->layout, end);
	cookie = sample_layout__word(r->p + SAMPLE_LAYOUT_HEADER) & u->cookies;
	row = (struct deferred_row){
		.cookie = cookie, .time = sample_layout__id_time(&event->layout, end),
		.task = stitch__task_of(k->stitch, 0, (uint32_t)(who >> 32), stitch__native_cpu(cookie)),
		.half = raw_halves__number(&k->stitch->halves, ips, nr), .pid = (uint32_t)who,
		.link = !mostly(nr) && perf_stitch__is_empty(nr, u->protocol == DEFERRED_PROTOCOL_C) ? RECORD_EMPTY : 0,
	};
	return stitch__add_record(k->stitch, at, usual_record__pos(r) / 8, row) ? 1 : -ENOMEM;
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

static inline __attribute__((always_inline)) uint64_t take(const struct usual *usual, struct row_sink *sink,
							   const struct usual_bytes *bytes, bool stitched, int *ret_err)
{
	const uint64_t left = bytes->left, until = bytes->until, pos = bytes->pos;
	const unsigned char *const p = bytes->p, *const stop = p + left;
	/* Where the last record may begin: there is as much left as is read before the size is looked at. */
	const unsigned char *const end = p + (left < usual->least ? 0 : until <= left - usual->least ? until : left - usual->least + 1);
	uint64_t deferred = 0, deferred_bytes = 0;
	/* There is room for all that may come. */
	struct time_order_entry *const begin = time_order__room(sink->samples, (size_t)(end - p) / usual->least_sample + 1), *row = begin;
	/* Nobody else sees these: what the loop changes need not go through memory. */
	struct row_sink own = *sink, *const k = &own;
	const struct usual ours = *usual, *const u = &ours;
	/* The rows of these samples say their place, and no other. */
	const size_t near = u->near && !(pos & 7) && pos + left <= 8ULL * TIME_ORDER_FAR ? sink->samples->nr : NO_SAMPLE;
	const struct at_once at_once = { .may = stitched && sink->stitch->at_once, .samples = sink->samples->entries, .near = near };
	static const struct usual_event none = { .layout = { .least = UINT16_MAX, .trailer = { .least = UINT16_MAX } },
						 .half_least = UINT32_MAX };
	struct found_event last = { .event = &none };
	const unsigned char *at = p;
	int took = 1;

	while (at < end) {
		const struct usual_record r = { .p = at, .header = sample_layout__header(at), .before = pos - (uintptr_t)p };
		const unsigned char *next = at + usual_record__size(&r);

		/* That it is not too small, and that a sample's size is a multiple of 8, is seen by what it holds. */
		if (next > stop)
			break;
		if ((uint32_t)r.header == PERF_RECORD_SAMPLE) {
			if (!take_sample(k, u, &r, &last, row, stitched))
				break;
			row++;
		} else if ((uint32_t)r.header == PERF_RECORD_CALLCHAIN_DEFERRED) {
			took = take_deferred(k, u, &r, &last, &at_once, stitched);
			if (took <= 0)
				break;
			deferred++;
			deferred_bytes += usual_record__size(&r);
		} else {
			break;
		}
		at = next;
	}
	own.nr_samples += (uint64_t)(row - begin);
	if (stitched || u->order) {
		own.samples->nr += (size_t)(row - begin);
		see_times(&own, u, own.samples, own.samples->nr - (size_t)(row - begin));
	} else {
		/* Nobody wants them. */
		time_order__empty(own.samples);
	}
	own.nr_deferred += deferred;
	own.deferred_bytes += deferred_bytes;
	*sink = own;
	*ret_err = took < 0 ? took : 0;
	return (uint64_t)(at - p);
}

uint64_t usual__take(const struct usual *u, struct row_sink *k, const struct usual_bytes *bytes, int *ret_err)
{
	return k->stitch ? take(u, k, bytes, true, ret_err) : take(u, k, bytes, false, ret_err);
}
