/* SPDX-License-Identifier: GPL-2.0-only */
/* A slice of time: its samples counted, and at its end written to the store and to what waits for collectors. */
#ifndef PERF_WATCH_WATCH_SLICE_H
#define PERF_WATCH_WATCH_SLICE_H

#include "util/export/export-recording.h"
#include "util/machine/task-facts.h"
#include "util/watch/sender.h"
#include "util/watch/watch-store.h"

#define WATCH_COLLECTORS	2

/* What becomes of slices; the same for all of them. */
struct watch_outputs {
	struct watch_store store;
	const struct export_format *kept;	/* what the store has */
	struct sender *senders[WATCH_COLLECTORS];	/* NULL: there is none; borrowed */
	bool never_replaces;			/* a slice of the same time is another one: the clock was set back */
	unsigned int labels;			/* enum export_label */
	const struct export_pair *resource;	/* see struct export_opts; ended by a NULL key */
};

struct watch_slice {
	const struct watch_outputs *outputs;
	struct session *session;
	/* As long as the session, since frames know what they are there. */
	struct export_opts counted_opts, rows_opts;
	struct export counted;			/* for formats that count */
	struct export rows;			/* for a format that writes each sample; used if outputs->kept is one */
	struct text_out text;			/* of @rows */
	struct export_recording about;
	struct session_stats before;		/* what the session had counted when the slice began */
	bool told_full;				/* that older slices go because the disk is full */
};

/* What came of it. */
struct watch_written {
	size_t bytes;				/* of the file in the store; 0: there is none */
	size_t removed;				/* older files of the store that went */
	bool too_large;				/* it does not fit into the store */
	int error;				/* negative errno: why it is not in the store; 0: it is, or is too large */
	bool not_queued;			/* some collector does not get it, which was told */
};

/*
 * Begins the first slice of @s, when its events are known. @facts (borrowed) has the names of control groups. Returns 0, or -EINVAL with
 * @diag set.
 */
int watch_slice__open(struct watch_slice *w, const struct watch_outputs *o, struct session *s, const struct task_facts *facts,
		      struct diag *diag);
/* After the session is gone. Zero-initialised is closed. */
void watch_slice__close(struct watch_slice *w);
void watch_slice__sample(struct watch_slice *w, const struct session_sample *s);
/* Is each sample written as it comes? Else the store has what was counted. */
bool watch_slice__writes_rows(const struct watch_slice *w);
void watch_slice__flush(struct watch_slice *w);	/* for session_ops.flush_chains */
/* Forgets what was counted: the next slice begins. */
void watch_slice__drop(struct watch_slice *w);
/* Writes what was counted, of a slice from @from to @until (ns since 1970). What it was is still there, until drop(). */
void watch_slice__end(struct watch_slice *w, uint64_t from, uint64_t until, struct watch_written *ret);
#endif /* PERF_WATCH_WATCH_SLICE_H */
