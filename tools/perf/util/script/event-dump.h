/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script --per-event-dump: the samples of each event in a separate file. */
#ifndef PERF_SCRIPT_EVENT_DUMP_H
#define PERF_SCRIPT_EVENT_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct evlist;
struct evsel;
struct text_out;

struct event_dump {
	struct event_dump_file *files;		/* by evsel->idx */
	size_t nr;
};

/*
 * Opens RECORDING.EVENT.dump for each event in @evlist; a slash in an event's name becomes '_'. Returns 0, or negative errno
 * with a message for the user in @err.
 */
int event_dump__open(struct event_dump *d, const char *recording, const struct evlist *evlist, char *err,
		     size_t size);
/*
 * Returns the output for @evsel's next sample, and counts that sample. Returns NULL for an event that did not exist when the
 * files were opened.
 */
struct text_out *event_dump__sample(struct event_dump *d, const struct evsel *evsel);
/*
 * Writes what is buffered, closes the files, and prints on standard output how large each file is and how many samples it
 * has. Returns 0, or negative errno if writing failed.
 */
int event_dump__close(struct event_dump *d);

#endif /* PERF_SCRIPT_EVENT_DUMP_H */
