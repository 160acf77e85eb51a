/* SPDX-License-Identifier: GPL-2.0-only */
/* The data that export-timeline.c collects and timeline-write.c writes. Private to these two files. */
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

/* Writes the page. The lists must be finished. */
void timeline__write(struct export *e, struct timeline *t);

#endif /* PERF_EXPORT_TIMELINE_H */
