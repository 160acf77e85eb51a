/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Several runs on each side: how the rows of some recordings (the base) have changed in others, and whether that is more than runs of
 * one side differ among themselves.
 */
#ifndef PERF_DIFF_DIFF_SIDES_H
#define PERF_DIFF_DIFF_SIDES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/diff/diff-table.h"

/* A number in the runs of both sides. */
struct diff_change {
	double base, now;	/* means */
	double noise;		/* standard deviation of the runs around the mean of their side; NAN: no side has two runs */
	double p;		/* how likely runs that do not differ are as far apart: rank_test(), and corrected if it says so */
};

/* A row that is compared. */
struct diff_sides_row {
	const struct diff_row *row;
	struct diff_change share;	/* percent */
};

/* An event of the table. */
struct diff_sides_event {
	const struct diff_event *event;
	unsigned int *runs;		/* recordings that have it: those of the base first */
	unsigned int nr[2];		/* how many are the base's, and how many new */
	struct diff_change total;	/* the event's period; p is not corrected */
	struct diff_sides_row *rows;	/* what has changed most first; shares of all runs together are at least the limit */
	size_t nr_rows;
};

struct diff_sides {
	const struct diff_table *table;
	unsigned int nr_base;		/* recordings 0 to nr_base - 1 are the base, the others are new */
	double limit;			/* percent: smaller rows are neither compared nor shown */
	struct diff_sides_event *events;
	size_t nr;
	size_t tested;			/* rows of all events */
};

/* Compares the rows of @t, which is finished. The caller calls diff_sides__exit(). */
void diff_sides__init(struct diff_sides *s, const struct diff_table *t, unsigned int nr_base, double limit);
void diff_sides__exit(struct diff_sides *s);

/* Compares @values, one for each run of @e. */
struct diff_change diff_sides__change(const struct diff_sides_event *e, const double *values);
/* Returns the least p that any of @nr comparisons of the runs of @e can have when it is corrected; at most 1. */
double diff_sides__least(const struct diff_sides_event *e, size_t nr);
/* "more", "less", or "" where what was measured may be noise. */
const char *diff_change__verdict(const struct diff_change *c);
/* Returns the text of column @key in @r; NULL if @e has no such column. Of functions the mark of their level is left out. */
const char *diff_event__cell(const struct diff_event *e, const struct diff_row *r, const char *key);

#endif /* PERF_DIFF_DIFF_SIDES_H */
