/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report --stdio`. */
#ifndef PERF_OUTPUT_REPORT_STDIO_H
#define PERF_OUTPUT_REPORT_STDIO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/base/strbuf.h"
#include "util/output/hist.h"

struct report_stdio {
	const struct hists *hists;
	FILE *out;
	double percent_limit;		/* rows below are left out */
	bool color;
	bool no_header;			/* -q: rows only */
	bool show_empty;		/* events without samples too */
	const char *time_text;		/* --time as given, or NULL */
	uint64_t lost_samples;
	const char *tip;		/* closing line, or NULL */
};

/* Everything: a block an event. Returns 0, or negative errno if it cannot be written. */
int report_stdio__print(const struct report_stdio *r);
/* One histogram's head and rows, appended. */
void report_stdio__hist(const struct report_stdio *r, struct hist *hist, struct strbuf *out);
/* "2K", "818 ": perf's way to shorten a number. Returns @buf. */
const char *report_number(uint64_t v, char buf[24]);

#endif /* PERF_OUTPUT_REPORT_STDIO_H */
