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
	bool color;
	bool no_header;			/* -q: rows only */
	const char *time_text;		/* --time as given, or NULL */
	const char *sort_words;		/* the keys, if they are to be said; else NULL */
	uint64_t lost_samples;
	const char *tip;		/* closing line, or NULL */
	struct graph_room *graph_room;	/* of the whole report; NULL: the call graph of a row may take any room */
};

struct graph_room {
	uint64_t left;			/* bytes */
	uint64_t rows;			/* whose graph found no room */
	bool cut;			/* a graph shows less than there is */
};

/* Everything: a block an event. */
void report_stdio__print(const struct report_stdio *r);
/* One histogram's head and rows, appended. */
void report_stdio__hist(const struct report_stdio *r, struct hist *hist, struct strbuf *out);
/* "2K", "818 ": perf's way to shorten a number. Returns @buf. */
const char *report_number(uint64_t v, char buf[24]);

/* report-titles.c: the lines about a histogram's event and totals, and those that name its columns; appended. */
void report_stdio__totals(const struct report_stdio *r, const struct hist *h, struct strbuf *out);
void report_stdio__titles(const struct report_stdio *r, const struct hist *h, struct strbuf *out);

/* For the files that print rows: a number column's cells, the call graph of a row. Appended. */
void report_stdio__numbers(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			   const struct column_use *u, struct strbuf *out);
/* A column's title in parts: what they are parts of (blanks for other columns), and below that their names. */
void report_stdio__part_title(const struct column_use *u, unsigned int width, struct strbuf *out);
void report_stdio__part_names(const struct hist *h, const struct column_use *u, struct strbuf *out);
void report_stdio__graph(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			 struct strbuf *out);
/* Hands @out on if there is much in it. */
void report_stdio__flush(const struct report_stdio *r, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_STDIO_H */
