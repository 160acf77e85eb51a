// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <perf/stitch.h>

#include "util/scan/join.h"
#include "util/scan/regions.h"
#include "util/scan/stitch-add.h"

/* Bytes that are taken at a time, so that rows are joined in between. */
#define TAKE_BYTES	(4U << 20)

int scan__init(struct scan *sc, const struct scan_opts *opts, struct data_file *file, struct evlist *evlist, struct record_reader *reader)
{
	*sc = (struct scan){ .opts = *opts, .file = file, .evlist = evlist, .reader = reader };
	sc->signs = perf_stitch_signs__new(0);
	return sc->signs ? 0 : -ENOMEM;
}

void scan__exit(struct scan *sc)
{
	time_order__exit(&sc->samples);
	time_order__exit(&sc->events);
	stitch__delete(sc->stitch);
	sc->stitch = NULL;
	scan__exit_usual(sc);
	perf_stitch_signs__delete(sc->signs);
	sc->signs = NULL;
}

static bool is_big(const struct scan *sc)
{
	return (sc->file && sc->file->swap) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

void scan__begin(struct scan *sc)
{
	if (!sc->opts.stitch)
		return;
	sc->stitch = stitch__new(is_big(sc), true);
	sc->stitch->join_at = sc->opts.join_rows / 2;
}

/* --- what a marker means --------------------------------------------------------------------------- */

static bool any_defers(const struct evlist *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		if (list->evsels[i]->attr.defer_callchain)
			return true;
	return false;
}

void scan__ask_head(struct scan *sc)
{
	size_t i;

	if (sc->protocol_known)
		return;
	for (i = 0; i < sc->evlist->nr; i++)
		sc->protocol_known |= sc->evlist->evsels[i]->attr.defer_output;
	/* Protocol A knows no defer_output; but neither has a C recording whose attrs lost it. Records will tell. */
	sc->protocol = !sc->protocol_known && any_defers(sc->evlist) ? DEFERRED_PROTOCOL_A : DEFERRED_PROTOCOL_C;
}

void scan__see_deferred(struct scan *sc, const struct record *r)
{
	sc->has_deferred = true;
	if (sc->protocol_known)
		return;
	scan__ask_head(sc);
	if (sc->protocol_known || !sample_decoder__deferred_protocol(&sc->reader->dec, r, &sc->protocol))
		return;
	sc->protocol_known = true;
	/* What threads have read stops at each such record. */
	scan__drop_regions(sc);
	scan__tell_usual(sc);
}

enum deferred_protocol scan__protocol_of(const struct scan *sc, const struct record *r)
{
	enum deferred_protocol protocol = sc->protocol;

	if (!sc->protocol_known)
		(void)sample_decoder__deferred_protocol(&sc->reader->dec, r, &protocol);
	return protocol;
}

bool scan__may_wait_yet(const struct scan *sc, const struct evsel *evsel)
{
	return evsel->attr.defer_callchain || !any_defers(sc->evlist);
}

bool scan__may_wait(const struct scan *sc, const struct evsel *evsel)
{
	return evsel->attr.defer_callchain || (sc->has_deferred && !any_defers(sc->evlist));
}

/* --- the walk -------------------------------------------------------------------------------------- */

void scan__join_some(struct scan *sc)
{
	if (sc->stitch && stitch__rows(sc->stitch) >= sc->stitch->join_at)
		scan__join(sc);
}

int scan__take(struct scan *sc, struct data_walk *w)
{
	uint64_t left, until, pos, taken;
	const unsigned char *p;
	/* The next region may begin where this one ends. */
	bool more = true;
	int err;

	scan__begin_usual(sc);
	p = data_walk__rest(w, &left, &pos);
	if (!p)
		return 0;
	sc->at = pos;
	/* What looks as usual is of the host. */
	if (sc->evlist->has_guests)
		return 0;
	err = scan__take_regions(sc, p, left, pos, &taken, &until);
	if (!err && !taken) {
		if (until > TAKE_BYTES)
			until = TAKE_BYTES;
		err = scan__take_usual(sc, p, until, pos, &taken);
		more = taken > TAKE_BYTES / 2;
	}
	data_walk__pass(w, taken);
	scan__join_some(sc);
	return err ?: more;
}

int scan__sample(struct scan *sc, const struct record *r, struct diag *diag)
{
	struct sample_glance sample;
	struct evsel *evsel = sample_decoder__glance(&sc->reader->dec, r, &sample, diag);

	if (!evsel)
		return -EBADMSG;
	sc->counts.samples++;
	if (sc->opts.order)
		scan__note_sample(sc, r, evsel, &sample);
	return 0;
}

int scan__deferred(struct scan *sc, const struct record *r, struct diag *diag)
{
	struct record_deferred d;

	if (sample_decoder__deferred(&sc->reader->user_dec, r, sc->protocol, &d, diag))
		return -EBADMSG;
	sc->counts.deferred_records++;
	if (!sc->opts.order)
		return 0;
	sc->counts.records_without_tid += !d.id.has_tid;
	return sc->stitch && d.id.has_tid ? scan__note_deferred(sc, r, &d) : 0;
}

void scan__event(struct scan *sc, uint64_t time, uint64_t pos)
{
	if (!sc->opts.order)
		return;
	time_order__add(&sc->events, time, pos, 0);
	if (time > sc->newest)
		sc->newest = time;
	sc->time_before = time ?: sc->time_before;
}

void scan__mark(struct scan *sc, uint64_t pos)
{
	if (sc->opts.order)
		time_order__add(&sc->events, sc->newest + 1, pos, 0);
}

void scan__lost(struct scan *sc, uint64_t time, uint32_t cpu)
{
	/* Without memory for a sign a reason is less exact. */
	(void)perf_stitch_signs__lost(sc->signs, time, cpu);
}

/* --- its end --------------------------------------------------------------------------------------- */

bool scan__is_late(const struct scan *sc)
{
	return sc->stitch && sc->stitch->late;
}

void scan__begin_again(struct scan *sc)
{
	stitch__delete(sc->stitch);
	sc->stitch = stitch__new(is_big(sc), false);
	time_order__empty(&sc->samples);
	time_order__empty(&sc->events);
	sc->duplicate_records = 0;
	sc->newest = sc->time_before = sc->regions_from = 0;
}

int scan__finish(struct scan *sc)
{
	return sc->stitch && !scan__stitch(sc);
}

/* --- samples once more ------------------------------------------------------------------------------ */

struct evsel *scan__read_sample(const struct scan *sc, uint64_t pos, struct record *r, struct perf_sample *ret)
{
	return data_file__again(sc->file, pos, sc->reader->copy, r) ? sample_decoder__sample(&sc->reader->dec, r, ret, NULL) : NULL;
}

struct evsel *scan__read_usual(const struct scan *sc, const struct time_order_entry *row, struct record *r)
{
	uint64_t left, pos = time_order__pos(&sc->samples, row);
	const unsigned char *p = data_file__bytes(sc->file, pos, &left);
	struct perf_sample *sample = &sc->reader->usual;
	struct evsel *evsel;

	evsel = scan__usual_event(sc, p, left);
	if (!evsel)
		return NULL;
	memcpy(&r->header, p, sizeof(r->header));
	r->data = p;
	r->offset = pos;
	r->swap = false;
	if (r->header.type != PERF_RECORD_SAMPLE || r->header.size > left ||
	    !sample_layout__fields(&sc->reader->dec.layouts[evsel->idx], r, sample))
		return NULL;
	if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
		sample->period = evsel->attr.sample_period;
	return evsel;
}
