/* SPDX-License-Identifier: GPL-2.0-only */
/* A line on the terminal that shows how far long work has got; it does not appear if the work takes less than a second. */
#ifndef PERF_OUTPUT_PROGRESS_H
#define PERF_OUTPUT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool on;		/* stderr is a terminal and -q was not given */
	bool shown;		/* the line is visible now */
	uint64_t start_ns, last_ns;	/* monotonic clock */
};

/*
 * Initialises @p. @stdout_is_text: the output is text for standard output; if that is a terminal, no line is shown, since it
 * would be in the way.
 */
void progress__init(struct progress *p, bool stdout_is_text);
/*
 * Updates the line. @done and @total are bytes, or samples if @what ends with that word; @total is 0 if it is not known. If
 * @what is NULL, does the same as progress__end(). Cheap enough to be called often.
 */
void progress__update(struct progress *p, const char *what, uint64_t done, uint64_t total);
/* Removes the line from the terminal. */
void progress__end(struct progress *p);
/* Writes the text of the line to @buf: "reading perf.data: 12% of 140.2 MB, 3 s". Returns @buf. For tests. */
const char *progress__text(char *buf, unsigned long size, const char *what, uint64_t done, uint64_t total,
			   uint64_t elapsed_ns);

#endif /* PERF_OUTPUT_PROGRESS_H */
