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
	*sc = (struct scan){ .opts = *opts, .file = file, .evlist = evlist, .reader = reader, .has_deferred = !file };
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
	zfree(&sc->undecided);
	perf_stitch_signs__delete(sc->signs);
	sc->signs = NULL;
}

/* The CPU comes first in memory. */
static unsigned int cpu_shift(const struct scan *sc)
{
	return (sc->file && sc->file->swap) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? 32 : 0;
}

void scan__begin(struct scan *sc)
{
	if (!sc->opts.stitch)
		return;
	sc->stitch = stitch__new(cpu_shift(sc), true);
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

bool scan__head_protocol(const struct evlist *list, enum deferred_protocol *ret)
{
	size_t i;

	*ret = DEFERRED_PROTOCOL_C;
	for (i = 0; i < list->nr; i++)
		if (list->evsels[i]->attr.defer_output)
			return true;
	/* Samples that wait will tell; until one comes, nobody who writes records says protocol A. */
	if (any_defers(list))
		*ret = DEFERRED_PROTOCOL_A;
	return false;
}

void scan__ask_head(struct scan *sc)
{
	sc->protocol_known = scan__head_protocol(sc->evlist, &sc->protocol);
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

/* Its protocol is sc->protocol. */
static int take_deferred(struct scan *sc, const struct record *r, struct diag *diag)
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

int scan__deferred(struct scan *sc, const struct record *r, struct diag *diag)
{
	if (sc->protocol_known)
		return take_deferred(sc, r, diag);
	/* Without a second look nobody will know which kind it is of. */
	if (!sc->opts.order) {
		sc->counts.deferred_records++;
		return 0;
	}
	GROW(sc->undecided, sc->nr_undecided, sc->cap_undecided);
	sc->undecided[sc->nr_undecided++] = r->offset;
	return 0;
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
	sc->stitch = stitch__new(cpu_shift(sc), false);
	time_order__empty(&sc->samples);
	time_order__empty(&sc->events);
	sc->nr_undecided = 0;
	sc->marker_endings = sc->cookie_endings = sc->duplicate_records = 0;
	sc->newest = sc->time_before = sc->regions_from = 0;
}

/* Protocol A knows no defer_output; but neither has a C recording whose attrs lost it. */
static int take_undecided(struct scan *sc)
{
	struct diag diag = DIAG_INIT;
	struct record r;
	size_t i;
	int err;

	if (sc->protocol_known)
		return 0;
	if (sc->marker_endings || sc->cookie_endings)
		sc->protocol = sc->marker_endings > sc->cookie_endings ? DEFERRED_PROTOCOL_A : DEFERRED_PROTOCOL_C;
	for (i = 0; i < sc->nr_undecided; i++) {
		if (!data_file__at(sc->file, sc->undecided[i], sc->reader->user_copy, &r))
			continue;
		err = take_deferred(sc, &r, &diag);
		if (err == -EBADMSG)
			sc->opts.damaged(sc->opts.ctx, &diag);
		else if (err)
			return err;
	}
	zfree(&sc->undecided);
	sc->nr_undecided = sc->cap_undecided = 0;
	return 0;
}

int scan__finish(struct scan *sc)
{
	int err = take_undecided(sc);

	return err || !sc->stitch ? err : !scan__stitch(sc);
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
