/* SPDX-License-Identifier: GPL-2.0-only */
/* `perf report --json`: the rows of a report for other programs. The schema is in perf-report(1). */
#ifndef PERF_REPORT_REPORT_JSON_H
#define PERF_REPORT_REPORT_JSON_H

#include <stdbool.h>

struct text_out;

/* The version of the schema. It changes when programs that know the old schema would misunderstand the new one. */
#define REPORT_JSON_VERSION	1

struct hists;
struct json;
struct session_stats;

struct report_json {
	const struct hists *hists;	/* finished */
	const struct session_stats *stats;
	const char *input;		/* the recording's name */
	double percent_limit;		/* rows below are left out */
	unsigned int max_rows;		/* of each event; 0: all */
	bool one_line;			/* all of it */
	struct text_out *out;
	/* Adds keys to the top object, with data that other layers have. May be NULL. */
	void (*more)(void *ctx, struct json *j);
	void *ctx;
};

void report_json__print(const struct report_json *r);

#endif /* PERF_REPORT_REPORT_JSON_H */
