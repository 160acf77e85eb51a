/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording, told to a script in its process: samples with their stacks, and other records, as they come from the session. */
#ifndef PERF_PYTHON_STREAM_H
#define PERF_PYTHON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/auxtrace/itrace-opts.h"
#include "util/base/hash.h"
#include "util/event/perf-regs.h"
#include "util/python/interpreter.h"
#include "util/script/sample-code.h"
#include "util/script/stat-counts.h"
#include "util/session/session.h"

struct python_stream {
	struct interpreter in;
	struct session *session;	/* borrowed */
	struct itrace_opts *itrace;	/* borrowed: a script may set them in trace_begin() */
	/* Returns the value that perf's configuration has for @key, or NULL. NULL: there is no configuration. */
	const char *(*config)(const char *key);
	struct sample_code code;	/* until somebody asks for code: empty */
	bool has_code;
	bool no_chains;			/* scripts get empty stacks */
	bool no_marks;			/* and no word of what is missing in them */
	bool frames_go;			/* as session_opts.frames_go */
	bool lockstep;			/* the script asks about samples: each waits for its end */
	bool ended;			/* it takes nothing any more */
	bool never_began;		/* not even trace_begin() has run to its end */
	bool denied;			/* what has ended it was an access that it did not have */
	struct text_out body, scratch;
	struct u64num dsos, comms;	/* pointer -> number */
	uint32_t nr_dsos, nr_comms, nr_frames, nr_halves;
	uint32_t frames_since;		/* the first number of a frame since chains were flushed */
	bool *told;			/* by evsel->idx: its script knows the event */
	size_t nr_told;
	bool machine_told;
	enum regs_arch arch;
};

struct python_script {
	const char *path;		/* of the script */
	char **args;			/* its arguments, or NULL */
	size_t nr_args;
};

/*
 * Starts the script and waits until its trace_begin() has run. @o: how it is run (script, exec_path, write ... are borrowed until
 * the end). Returns 0, or -1: no process runs, which was said.
 */
int python_stream__begin(struct python_stream *p, const struct interpreter_opts *o, const struct python_script *script);
/* Are samples still taken? Not if the script has ended, or somebody has pressed Ctrl-C. */
bool python_stream__takes(const struct python_stream *p);
void python_stream__sample(struct python_stream *p, const struct session_sample *s);
/*
 * Records for which scripts have functions, or that tables are made of: throttling, context switches, names of tasks.
 * Returns 0, or -EBADMSG with @diag set.
 */
int python_stream__record(struct python_stream *p, const struct record *r, const struct sample_id *id, struct diag *diag);
/* What perf stat record has counted since the round before that ended at @time; and that this is all of the round. */
void python_stream__count(struct python_stream *p, const struct stat_count *n, uint64_t time);
void python_stream__end_round(struct python_stream *p, uint64_t time);
void python_stream__trace_error(struct python_stream *p, const struct trace_error *e);
/* For session_ops.flush_chains, ... and free_half_priv: a half has a number there. (A frame has, too, which nobody frees.) */
void python_stream__forget(struct python_stream *p);
void python_stream__forget_half(void *priv);
/* What was told so far reaches the script now. */
void python_stream__flush(struct python_stream *p);
/*
 * @whole: trace_end() is to run. Returns the script's exit status, with *@ret_denied: it has failed since it had no access to
 * something. Frees what belongs to @p.
 */
int python_stream__end(struct python_stream *p, bool whole, bool *ret_denied);

/* --- private to util/python --- */

/* The number by which the script knows it, which is told if it does not yet. 0 for NULL. */
uint32_t python_stream__frame(struct python_stream *p, const struct frame *f);
uint32_t python_stream__half(struct python_stream *p, const struct chain_half *half);
uint32_t python_stream__comm(struct python_stream *p, const char *comm);
void python_stream__tell_machine(struct python_stream *p);
/* The same of an event, whose number is its idx. */
void python_stream__tell_event(struct python_stream *p, struct evsel *evsel);
/* Appends the fields of a tracepoint's sample. */
void python_stream__add_fields(struct python_stream *p, const struct session_sample *s, struct text_out *to);
/*
 * Answers what the script asks until it says @until. @s: the sample that it is asked about, or NULL. Returns the rest of that line,
 * or NULL if the script has ended.
 */
const char *python_stream__answer(struct python_stream *p, const char *until, const struct session_sample *s);

#endif /* PERF_PYTHON_STREAM_H */
