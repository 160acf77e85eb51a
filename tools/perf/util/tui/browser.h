/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of perf report. */
#ifndef PERF_TUI_BROWSER_H
#define PERF_TUI_BROWSER_H

#include <stdbool.h>

#include "util/report/report-stdio.h"
#include "util/rows/hist.h"

struct browser_opts {
	struct hists *hists;		/* finished */
	double percent_limit;
	bool colors, mouse;
	bool headers;			/* titles of columns */
	const char *time_text, *sort_words;	/* as in struct report_stdio */
	const char *input;		/* the name of the recording */
	/* Writes what is known about the recording, for a key. */
	void (*info)(void *ctx, struct strbuf *out);
	void *ctx;
};

/*
 * Shows the report until the user leaves. Returns false, and nothing has happened, if there is no terminal that can show it; *@ret_why
 * says why (static).
 */
bool browser__run(const struct browser_opts *o, const char **ret_why);

#endif /* PERF_TUI_BROWSER_H */
