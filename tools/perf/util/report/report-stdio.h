/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report --stdio`. */
#ifndef PERF_REPORT_REPORT_STDIO_H
#define PERF_REPORT_REPORT_STDIO_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/rows/hist.h"

struct text_out;

struct report_stdio {
	const struct hists *hists;
	struct text_out *out;
	double percent_limit;		/* rows below are left out */
	unsigned int max_rows;		/* of each histogram, but for a hierarchy; 0: all */
	size_t max_lines;		/* no row begins behind so many lines of rows and their graphs; 0: all do */
	bool color;
	bool no_header;			/* -q: rows only */
	const char *time_text;		/* --time as given, or NULL */
	const char *sort_words;		/* the sort keys, if they are to be shown; else NULL */
	uint64_t lost_samples;
	const char *tip;		/* closing line, or NULL */
	struct graph_room *graph_room;	/* for the whole report; NULL: call graphs have no limit */
};

struct graph_room {
	uint64_t left;			/* bytes */
	uint64_t rows;			/* number of rows without a graph, since there was no room left */
	bool cut;			/* a graph was cut */
};

/* Prints the whole report: a block for each event. */
void report_stdio__print(const struct report_stdio *r);
/* Appends the head and the rows of one histogram. */
void report_stdio__hist(const struct report_stdio *r, struct hist *hist, struct strbuf *out);

/* report-titles.c: append the lines about a histogram's event and totals, and the lines with the titles of its columns. */
void report_stdio__totals(const struct report_stdio *r, const struct hist *h, struct strbuf *out);
void report_stdio__titles(const struct report_stdio *r, const struct hist *h, struct strbuf *out);

/* For the files that print rows: appends the cells of a number column. */
void report_stdio__numbers(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			   const struct column_use *u, struct strbuf *out);
/*
 * Append the two lines of the title of a column that has parts: the title of all parts (blanks for other columns), and below
 * it the names of the parts.
 */
void report_stdio__part_title(const struct column_use *u, unsigned int width, struct strbuf *out);
void report_stdio__part_names(const struct hist *h, const struct column_use *u, struct strbuf *out);
/* Appends the line of a row: all its cells. */
void report_stdio__row(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e, struct strbuf *out);
/* Appends the lines about call graphs that @room has left out or cut, and how one gets them; nothing if there are none. */
void report_stdio__cuts(const struct graph_opts *opts, const struct graph_room *room, struct strbuf *out);
/* Appends the call graph of a row. */
void report_stdio__graph(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			 struct strbuf *out);
/* report-rows.c: appends the rows of @h with their call graphs. hists_opts.workers make cells and graphs at the same time. */
void report_stdio__rows(const struct report_stdio *r, const struct hist *h, struct strbuf *out);
/* Writes @out to @r->out and empties it, if it is long. */
void report_stdio__flush(const struct report_stdio *r, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_STDIO_H */
