/* SPDX-License-Identifier: GPL-2.0-only */
/* A line on the terminal that says how far long work is; nothing for work under a second. */
#ifndef PERF_OUTPUT_PROGRESS_H
#define PERF_OUTPUT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool on;		/* stderr is a terminal and -q was not given */
	bool shown;		/* a line stands there now */
	uint64_t start_ns, last_ns;	/* monotonic clock */
};

/* @stdout_is_text: the same terminal gets the output; the line would stand in its way. */
void progress__init(struct progress *p, bool stdout_is_text);
/*
 * @done and @total are bytes, or samples where @what ends with that word. @total 0: not known. @what NULL: as progress__end().
 * Cheap to call often.
 */
void progress__update(struct progress *p, const char *what, uint64_t done, uint64_t total);
/* Wipes the line. */
void progress__end(struct progress *p);
/*
 * The line into @buf: "reading perf.data: 12% of 140.2 MB, 3 s". Returns @buf. For tests.
 */
const char *progress__text(char *buf, unsigned long size, const char *what, uint64_t done, uint64_t total,
			   uint64_t elapsed_ns);

#endif /* PERF_OUTPUT_PROGRESS_H */
