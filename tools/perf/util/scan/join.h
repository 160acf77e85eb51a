/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the join share: join.c, join-order.c, join-reasons.c. */
#ifndef PERF_SCAN_JOIN_H
#define PERF_SCAN_JOIN_H

#include "util/scan/stitch.h"

/* This join is the one for such cookies of @t: no further record or sample should have one. @all: it is the last join. */
static inline bool stitch__is_done(const struct stitch_task *t, uint64_t cookie, bool all)
{
	return all || cookie < t->next_floor;
}

/* @sample has no user half, for this reason. */
static inline void stitch__note_reason(struct stitch *st, struct time_order_entry *sample, enum perf_stitch_reason reason)
{
	sample->what = alone_what(sample_kinds__with(&st->kinds, kind_number(st, sample->what), UINT32_MAX - reason));
}

/* Does the sample of @w miss its record, for a reason that is not known yet? */
static inline bool stitch__is_missing(const struct scan *sc, const struct waiting_row *w)
{
	return kind_of(sc->stitch, sc->samples.entries[w->sample].what).user == UINT32_MAX - PERF_STITCH_MISSING;
}

/* Fills st->order with the records of tasks that wait for one that is done (@all: for any), or whose records are not in order. */
void stitch_order__make(struct stitch *st, bool all);
/* Finds the record of @w, whose sample came at @time (ns), in st->order. *@ret_record is its number; false: there is none. */
bool stitch_order__find(struct stitch *st, const struct waiting_row *w, uint64_t time, uint32_t *ret_record);
/* Joins those samples and records that can be joined already. */
void scan__join(struct scan *sc);
/*
 * After the walk: joins all. Returns false if a sample was completed too early: then all rows have to be made again, and the second call
 * returns true.
 */
bool scan__stitch(struct scan *sc);
/* Finds the reason for each sample that misses its record. */
void stitch__find_reasons(struct scan *sc);

#endif /* PERF_SCAN_JOIN_H */
