/* SPDX-License-Identifier: GPL-2.0-only */
/* The data that export-timeline.c and timeline-stays.c collect and timeline-write.c writes. Private to the files of the timeline. */
#ifndef PERF_EXPORT_TIMELINE_H
#define PERF_EXPORT_TIMELINE_H

#include "util/base/byte-pool.h"
#include "util/base/hash.h"
#include "util/event/syscall-event.h"
#include "util/export/export.h"
#include "util/export/timeline-lists.h"

struct aux_windows;

U64_MAP(timeline_stays, struct timeline_stay *)

U64_MAP(timeline_times, uint64_t *)

struct timeline {
	struct syscall_event *events;	/* by evsel->idx, like @samples (the number of samples of each event) */
	uint64_t *samples;
	size_t nr_events;
	const char *arch;		/* of the recording */
	struct timeline_rows rows;
	/*
	 * The kind of a span is an enum offcpu_state in @off_cpu, and in @aux whether something about the window is
	 * uncertain. Its "what" is a node in @off_cpu, a number in @names in @calls, and an event in @aux.
	 */
	struct timeline_spans off_cpu, calls, aux, losses;
	struct timeline_wakings *wakings;	/* owned; timeline-wakings.c */
	const struct evsel *off_cpu_event;	/* NULL: there was no span yet */
	uint64_t now;			/* ns: the newest sample's time */
	struct timeline_stays stays;	/* tid -> struct timeline_stay * (owned) */
	struct timeline_times last;	/* cpu -> uint64_t * (owned): time of the CPU's newest record */
	struct aux_windows *windows;
	struct byte_pool pool;		/* holds the names */
	struct u64num name_of;		/* name in @pool -> its number in @names + 1 */
	const char **names;
	size_t nr_names, cap_names;
};

/*
 * Who ended the waits of threads, in timeline-wakings.c. The list has a span for each wait that was ended by a waking:
 * its thread is the one that waited, its CPU that of the waking; its kind is the number of the waker's thread, -1 for
 * an interrupt, -2 if the waker does not pass the filters; its what is the waker's node, 0 if its stack is not known.
 */
void timeline_wakings__begin(struct export *e);
void timeline_wakings__free(struct timeline_wakings *w);	/* @w may be NULL */
/* To be called for each sample before the spans that end by it; for each such span; and for the sample if it passes the filters. */
void timeline_wakings__any_sample(struct export *e, const struct session_sample *s);
void timeline_wakings__span(struct export *e, const struct session_sample *s);
void timeline_wakings__sample(struct export *e, const struct session_sample *s);
/* Returns the finished list, which is @w's. */
struct timeline_spans *timeline_wakings__finish(struct timeline_wakings *w);
/* Returns true if the recording has events that tell of wakings. */
bool timeline_wakings__known(const struct timeline_wakings *w);

/*
 * Samples of one cookie are of one stay in the kernel, which lasts until the user stack was taken. An event of the entry and one
 * of the exit tell the same where nothing was deferred.

 *
 * timeline-stays.c: to be called for each sample, and when all are known; @ev: what its event is (SYSCALL_EVENT_... 0: another one).
 */
void timeline_stays__see(struct export *e, const struct syscall_event *ev, const struct session_sample *s);
void timeline_stays__close(struct timeline *t);
void timeline_stays__free(struct timeline *t);

/* Writes the page. The lists must be finished. */
void timeline__write(struct export *e, struct timeline *t);

/* timeline-notes.c: writes what there is to say of these lists. @cut: samples that count for a caller of where they were taken. */
void timeline__write_notes(struct export *e, const struct timeline *t, const struct timeline_spans *wakings, uint64_t cut);

#endif /* PERF_EXPORT_TIMELINE_H */
