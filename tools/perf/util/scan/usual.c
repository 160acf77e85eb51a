// SPDX-License-Identifier: GPL-2.0-only
/* How records look as usual, made out once the events are known; and what the loop through them (usual-take.c) leaves for the scan. */
#include "util/scan/usual.h"

#include <stdlib.h>
#include <string.h>

#include "util/scan/stitch-add.h"

/* Do records that are no samples end in the id of their event? */
static bool has_trailer_id(const struct evlist *list)
{
	return list->nr > 1 && evlist__first(list)->attr.sample_type & PERF_SAMPLE_IDENTIFIER;
}

/* Kinds are for what is looked up once for all samples of one. Calls that the hardware recorded make other chains. */
static struct usual_event look_of(const struct scan *sc, const struct evsel *evsel, const struct sample_layout *l)
{
	unsigned int idx = (unsigned int)evsel->idx;

	return (struct usual_event){
		.layout = *l, .in_row = time_order__task(0, idx + 1),
		.part_head = sc->opts.kinds && l->tid && !evsel->attr.branch_sample_type && idx < PART_MAX_EVENT ?
			sample_part__head(idx, 0, PERF_STITCH_ENDS_PLAIN, 0) : NO_PART,
		.period = evsel->attr.sample_period,
		.waits = stitch__waits(evsel, true),
		.waits_plain = stitch__waits(evsel, false),
	};
}

/* Does the event of a record that is no sample tell what the record ends with? */
static bool trailers_differ(const struct usual *u, size_t nr)
{
	size_t i;

	for (i = 1; i < nr && !memcmp(&u->events[i].layout.trailer, &u->events[0].layout.trailer, sizeof(u->events->layout.trailer));)
		i++;
	return i < nr;
}

static unsigned int least_sample(const struct usual *u, size_t nr)
{
	unsigned int least = UINT16_MAX;
	size_t i;

	for (i = 0; i < nr; i++)
		if (u->events[i].layout.least < least)
			least = u->events[i].layout.least;
	return least;
}

void scan__begin_usual(struct scan *sc)
{
	const struct evlist *list = sc->evlist;
	const struct sample_layout *l;
	struct evsel *first;
	struct usual *u;
	size_t i;

	if (sc->usual)
		return;
	/* From the first record on, events do not change. */
	sample_decoder__prepare(&sc->reader->dec);
	l = sc->reader->dec.layouts;
	u = sc->usual = xzalloc(sizeof(*u));
	u->events = xcalloc(sc->reader->dec.nr_layouts + 1, sizeof(*u->events));
	for (i = 0; i < sc->reader->dec.nr_layouts; i++) {
		u->events[i] = look_of(sc, list->evsels[i], &l[i]);
		/* Deferred records of sleepers are few, and are looked at again; those without a tid match nothing, and are counted. */
		if (evsel__is_sleepers(list->evsels[i]) || !l[i].trailer.tid)
			u->events[i].layout.trailer.least = UINT16_MAX;
	}
	first = sc->file->swap ? NULL : evlist__first(list);
	if (!first)
		return;
	for (i = 1; i < list->nr && l[i].trailer.time == l[0].trailer.time;)
		i++;
	sc->near_at = i == list->nr ? l[0].trailer.time : 0;
	*u = (struct usual){
		.dec = &sc->reader->dec, .first = first, .events = u->events, .first_event = &u->events[first->idx], .near = sc->near_at,
		.order = sc->opts.order, .rounds = sc->opts.rounds,
		/* Several events without ids, or one that may be meant by none. */
		.id_at = list->nr > 1 || first->nr_ids ? l[first->idx].id : 0,
		.trailers_differ = has_trailer_id(list) && trailers_differ(u, sc->reader->dec.nr_layouts),
		.least_sample = least_sample(u, sc->reader->dec.nr_layouts),
	};
	scan__tell_usual(sc);
	u->least = u->id_at + 2 * sizeof(struct perf_event_header);
}

void scan__tell_usual(struct scan *sc)
{
	struct usual *u = sc->usual;
	size_t i;

	if (!u)
		return;
	u->protocol = sc->protocol;
	u->cookies = sc->protocol == DEFERRED_PROTOCOL_C ? UINT64_MAX : 0;
	u->half_at = sc->protocol_known ? sample_layout__half_at(sc->protocol) : UINT16_MAX + 1;
	for (i = 0; i < sc->reader->dec.nr_layouts; i++)
		u->events[i].half_least = sample_layout__half_least(&u->events[i].layout, u->half_at);
}

void scan__exit_usual(struct scan *sc)
{
	if (sc->usual)
		free(sc->usual->events);
	zfree(&sc->usual);
}

struct usual usual__of_thread(const struct usual *of, struct sample_decoder *dec)
{
	struct usual u = *of;

	sample_decoder__prepare(dec);
	u.dec = dec;
	return u;
}

void scan__count_rows(struct scan *sc, const struct row_sink *k, uint64_t bytes)
{
	struct scan_counts *c = &sc->counts;

	if (k->newest > sc->newest)
		sc->newest = k->newest;
	sc->time_before = k->time_before ?: sc->time_before;
	sc->has_deferred |= k->nr_deferred;
	c->samples += k->nr_samples;
	c->deferred_records += k->nr_deferred;
	c->taken_samples += k->nr_samples;
	c->taken_deferred += k->nr_deferred;
	c->taken_deferred_bytes += k->deferred_bytes;
	c->bytes += bytes;
}

int scan__take_usual(struct scan *sc, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken)
{
	struct row_sink k = { .samples = &sc->samples, .stitch = sc->stitch };
	int err;

	*ret_taken = 0;
	if ((uintptr_t)p & 7 || !sc->usual->first)
		return 0;
	*ret_taken = usual__take(sc->usual, &k, &(struct usual_bytes){ p, left, left, pos }, &err);
	scan__count_rows(sc, &k, *ret_taken);
	return err;
}
