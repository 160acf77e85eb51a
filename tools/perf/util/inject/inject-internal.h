/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to inject*.c: a copy while it is made. */
#ifndef PERF_INJECT_INJECT_INTERNAL_H
#define PERF_INJECT_INJECT_INTERNAL_H

#include "util/data/rewriter.h"
#include "util/inject/build-id-source.h"
#include "util/inject/inject.h"
#include "util/inject/jit-inject.h"

struct inject {
	const struct inject_opts *opts;
	struct inject_stats *stats;
	struct rewriter out;
	struct build_id_source ids;
	struct session *session;
	bool begun;			/* the kernel's records have, and the events are known */
	bool copy;			/* from a stream to a stream: its head's records, too */
	bool ids_late;			/* hits are known at the end only */
	bool no_rounds;			/* the records' order is no longer that of the rounds */
	bool drop_unused;		/* maps: what is used is known before */
	struct diag *diag;		/* the caller's */
	bool pass_follow;		/* what follows the record goes with it */
	unsigned char held[8];		/* a FINISHED_ROUND */
	bool has_held;
	struct jit_inject jit;
	struct strbuf record;		/* one being made */
};

/* --- inject-ids.c: build ids ---------------------------------------------------------------------- */

/* Does the user ask for build ids, of files with samples or of all? */
bool inject__adds_ids(const struct inject *in);
/* What samples of @s have fallen into by now gets an id when it is told. */
void inject__take_hits(struct inject *in, struct session *s);
/* Tells the ids of what has been hit, each once. */
void inject__tell_hits(struct inject *in);
/* Tells the id of @f, if it is known and was not told: a stream gets it at once, a file has it in its head, which is written at the end. */
void inject__tell_id(struct inject *in, struct build_id_file *f);
/* Takes an id that the recording's head has. */
void inject__take_head_id(struct inject *in, const struct header_build_id *id);
/* Makes the head's list of ids: those that were in it, and ours. */
void inject__make_feature(struct inject *in);
/* Does the user know an id of the head's list better (--known-build-ids)? */
bool inject__overrules_head(const struct inject *in, const struct perf_header *h);
/* @r is a HEADER_BUILD_ID record: has the user given another id for its file? */
bool inject__overrules(struct inject *in, const struct record *r);

/* --- inject-records.c: records ---------------------------------------------------------------------- */

/* Writes the FINISHED_ROUND that is held back, behind the ids that have to stand in front of it. */
void inject__release_held(struct inject *in);
/* session_ops.begin, record and follow, with a struct inject. */
int inject__on_begin(void *ctx, struct session *s);
int inject__on_record(void *ctx, struct session *s, const struct record *r);
int inject__on_follow(void *ctx, const void *data, size_t size);

#endif /* PERF_INJECT_INJECT_INTERNAL_H */
