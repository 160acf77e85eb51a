/* SPDX-License-Identifier: GPL-2.0-only */
/* What export-timeline.c collects and timeline-write.c writes. Private to the two. */
#ifndef PERF_EXPORT_TIMELINE_H
#define PERF_EXPORT_TIMELINE_H

#include "util/base/byte-pool.h"
#include "util/base/hash.h"
#include "util/event/syscall-event.h"
#include "util/export/export.h"
#include "util/export/timeline-lists.h"

struct aux_windows;

struct timeline {
	struct syscall_event *events;	/* by evsel->idx, as @samples: how many of each event */
	uint64_t *samples;
	size_t nr_events;
	const char *arch;		/* the recording's */
	struct timeline_rows rows;
	/*
	 * Kinds: of @off_cpu enum offcpu_state, of @aux whether something of the window is not certain. Whats: of @off_cpu a
	 * node, of @calls a number in @names, of @aux an event.
	 */
	struct timeline_spans off_cpu, calls, aux, losses;
	const struct evsel *off_cpu_event;	/* NULL: no span was met */
	uint64_t now;			/* ns: the newest sample's time */
	struct u64map stays;		/* tid -> struct timeline_stay * (owned) */
	struct u64map last;		/* cpu -> uint64_t * (owned): time of its newest record */
	struct aux_windows *windows;
	struct byte_pool pool;		/* of the names */
	struct u64num name_of;		/* in @pool -> number in @names + 1 */
	const char **names;
	size_t nr_names, cap_names;
};

/* Writes the page. All lists are finished. */
void timeline__write(struct export *e, struct timeline *t);

#endif /* PERF_EXPORT_TIMELINE_H */
