/* SPDX-License-Identifier: GPL-2.0-only */
/* A report of hand-made samples, in functions of a small program and of the kernel; shared by suites. */
#ifndef PERF_TESTS_UNIT_REPORT_FIXTURE_H
#define PERF_TESTS_UNIT_REPORT_FIXTURE_H

#include "util/columns/columns-parse.h"
#include "util/rows/hist.h"

/* The functions. All but SYS are the program's. */
enum { MAIN, MID, LEAF, OTHER, READ, SYS, NR_FUNCS };

/* There is one at a time. Valid from report_fixture__init() to report_fixture__exit(). */
struct report_fixture {
	struct dso dsos[2];
	struct map maps[2];
	struct symbol syms[NR_FUNCS];
	struct frame frames[NR_FUNCS + 1];
	struct evlist *evlist;
	struct columns *columns;
	struct hists *hists;
};

extern struct report_fixture report_fixture;

/*
 * With a row for each thread's name, file and function: callers have rows, too, or only where samples were.
 */
extern const struct columns_opts report_fixture_usual, report_fixture_flat;
extern const struct hists_opts reported_with_children, reported_alone;

/* Begins a report of @nr_events events, "first" and others, all named "second". */
void report_fixture__init(const struct hists_opts *opts, const struct columns_opts *copts, int nr_events);
void report_fixture__exit(void);
/*
 * A sample of @event (counts from 0). @funcs: its chain, innermost first, ended by -1; the first is where the
 * sample was.
 */
void report_fixture__add(int event, const char *comm, uint64_t period, const int *funcs,
		   enum perf_stitch_reason orphan);
/* A sample of the first event that has all of its chain. */
#define SAMPLE(comm, period, ...) \
	report_fixture__add(0, comm, period, (const int[]){ __VA_ARGS__, -1 }, PERF_STITCH_WHOLE)
/* The first event's row of the function or text @name. Borrowed; NULL: there is none. */
const struct hist_entry *report_fixture__row(const char *name);

#endif /* PERF_TESTS_UNIT_REPORT_FIXTURE_H */
