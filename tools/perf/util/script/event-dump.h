/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script --per-event-dump: each event's samples in a file of their own. */
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
 * Opens RECORDING.EVENT.dump for each event in @evlist; a slash in an event's name becomes '_'. Negative
 * errno, with a line for the user in @err.
 */
int event_dump__open(struct event_dump *d, const char *recording, const struct evlist *evlist, char *err,
		     size_t size);
/*
 * Where @evsel's next sample goes, which is counted. NULL: an event that was not there when the files were
 * opened.
 */
struct text_out *event_dump__sample(struct event_dump *d, const struct evsel *evsel);
/*
 * Writes all and closes; tells on standard output what each file has become. Returns 0 or negative errno of a
 * write.
 */
int event_dump__close(struct event_dump *d);

#endif /* PERF_SCRIPT_EVENT_DUMP_H */
