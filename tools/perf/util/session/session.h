/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a recording and hands it to a consumer: samples in time order, each once, with its chain
 * stitched and resolved. Nothing is printed here; what was damaged or missing is counted in
 * struct session_stats and reported through ops->damaged. What a consumer gets of each sample is in session-sample.h, and whom
 * the session calls in session-ops.h.
 *
 * The way of a sample:
 *
 *      a file: read twice                              a stream: read once, some of it is held
 *
 *      session-pass1.c    the walk                     pipe-parse.c      where records begin
 *        util/scan          a row of each sample;      session-pipe.c    each into libperf's queue, ...
 *                           which half completes it      ... which holds a sample until its record
 *        pass1-record.c     what is no sample;               is known
 *                           session-events.c: into
 *                           the world
 *                \___ which one: perf/stitch-rule.h ___/
 *      session-pass2.c    in the order of time
 *        session-ways.c     not read as a whole; which way it is, is chosen once:
 *          session-alike.c    equal to one before: counted, or told as that one
 *          session-entries.c  a copy: the record and the entries
 *        or the long way                               deliver_sample(): always the long way
 *                \_ session-deliver.c: halves, task, filters _/
 *                      session-resolve.c: looked up in the world
 *                        util/callchain/user-stack.h: unwound, repaired
 *                              session_ops.sample
 */
#ifndef PERF_SESSION_SESSION_H
#define PERF_SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <perf/stitch.h>

#include "util/base/diag.h"
#include "util/callchain/chain.h"
#include "util/callchain/user-stack.h"
#include "util/data/header.h"
#include "util/data/sample-runs.h"
#include "util/event/sample.h"
#include "util/machine/machine.h"
#include "util/session/session-ops.h"
#include "util/session/session-sample.h"
#include "util/symbol/dso.h"

struct aux_data;
struct aux_info;
struct data_file;
struct session;
struct session_limits;
struct time_ranges;

struct session_opts {
	const char *input;		/* path, "-" for standard input, NULL: perf.data, or a pipe on stdin */
	int input_fd;			/* not 0: the file or folder that is read (O_PATH will do), and input only what it is called */
	bool raw;			/* do not stitch: --no-merge-callchains */
	/*
	 * Callers that a walk by frame pointers has passed over are marked in the chains of user halves (FRAME_GAP), and
	 * those that are certain are named (FRAME_BY_CALL) unless @no_infer. Not with @as_recorded, nor with @raw.
	 */
	bool gaps, no_infer;
	bool as_recorded;		/* callers are looked up where they return to, as upstream does */
	bool unwind;			/* with @no_resolve: copies of user stacks are unwound all the same */
	bool repair;			/* with @no_resolve: chains are repaired all the same, and have no uretprobes' addresses */
	bool no_resolve;		/* nothing is looked up: a sample's ip and chain are NULL, only the entries are there */
	bool no_stitch;			/* the consumer looks neither at chains' entries nor at the fate of user halves: nothing is stitched or unwound */
	bool any_order;			/* of a recording that can be read twice: samples may come as they lie in it */
	bool member_samples;		/* of `{a,b}:S` a sample for each member, rather than one for each record */
	bool rounds;			/* ops->event gets FINISHED_ROUND, after what lies before it in the file */
	bool counts;			/* the same of what perf stat record writes: record__is_count() */
	bool skip_usual;		/* ops->record does not need samples and deferred records that look as usual: cheaper */
	bool no_order;			/* records only in file order (ops->record): no pass 2 */
	bool world_only;		/* no sample is delivered: for dso_hits__walk(), which needs little memory */
	const struct sample_runs *runs;	/* with @world_only: the stretches that have nothing but samples; or NULL */
	bool store_pipe;		/* a pipe goes into a temporary file first, to be read twice like any file */
	uint64_t pipe_max_wait;		/* ns of event time; 0: 10 s */
	uint64_t pipe_max_bytes;	/* 0: 256 MiB */
	bool force;			/* -f: do not check the owner */
	struct symbol_opts symbols;
	/* Filters; samples that do not pass them are not delivered (and not counted as delivered). */
	const char *comms, *pids, *tids, *cpus;	/* comma lists; CPUs with ranges; NULL: all */
	unsigned int max_stack;		/* frames of a chain that are handed on; 0: all (of unwound stacks 127) */
	/* Threads and processes that read a large recording; 0: see jobs__of() (util/base/jobs.h). */
	unsigned int jobs;
	bool frames_go;			/* the consumer keeps no frame beyond flush_chains (see chain_cache_ops) */
	bool again_later;		/* session__sample_again() is to work after session__process(), too */
	const struct session_limits *limits;	/* sizes of pieces, see session-limits.h; NULL: the usual ones */
};

/*
 * What a consumer looks at in the samples that it gets. The event is always known. See session__set_needs().
 */
enum session_needs {
	SESSION_NEEDS_TIME	= 1 << 0,	/* sample->time */
	SESSION_NEEDS_TID	= 1 << 1,	/* tid */
	SESSION_NEEDS_PID	= 1 << 2,	/* pid */
	SESSION_NEEDS_CPU	= 1 << 3,	/* sample->cpu */
	SESSION_NEEDS_COMM	= 1 << 4,
	SESSION_NEEDS_IP	= 1 << 5,	/* the address, as recorded and as resolved */
	SESSION_NEEDS_CHAIN	= 1 << 6,	/* both halves as resolved, and why one is missing; without it none is built */
	SESSION_NEEDS_RAW	= 1 << 7,	/* sample->raw_data */
	SESSION_NEEDS_PERIOD	= 1 << 8,	/* sample->period */
	SESSION_NEEDS_EVERY	= 1 << 9,	/* with ops->any_sample: that it is called for every sample */
	SESSION_NEEDS_STATE	= 1 << 10,	/* off_cpu: its text */
	SESSION_NEEDS_STAY	= 1 << 11,	/* cookie, user.time, and where the record lies */
	/*
	 * The record, the place of its chain (sample->callchain_offset, ips and nr_ips), the entries of both halves, and deferred, cookie
	 * and orphan. Of the sample's fields, only the time is set.
	 */
	SESSION_NEEDS_ENTRIES	= 1 << 12,
	SESSION_NEEDS_FIELDS	= 1 << 13,	/* fields of the sample that have no name here, such as its weight, and the record */
	SESSION_NEEDS_ALL	= ~0U,		/* the default: all of these, and what else has no name here */
};

struct session_stats {
	uint64_t bytes, records, samples, deferred_records;	/* read */
	uint64_t deferred_bytes;				/* of all deferred records */
	uint64_t trace_errors;					/* of a session_source */
	uint64_t delivered;					/* samples handed to the consumer */
	uint64_t types[PERF_RECORD_USER_MAX];			/* records by type */
	uint64_t unknown_types, odd;		/* records whose type is not known; whose content does not fit their type */
	uint32_t first_unknown, first_odd;	/* the type of the first of each, and where it lies */
	uint64_t first_unknown_at, first_odd_at;
	uint64_t damaged;			/* records skipped; > 0 makes the exit status 2 */
	bool truncated;				/* the file ends early, or framing broke */
	bool unfinished;			/* perf record did not come to its end */
	uint64_t waiting;			/* samples that asked for a deferred half */
	uint64_t stitched_by_later, stitched_by_earlier;
	uint64_t orphans[PERF_STITCH_NR_REASONS];
	uint64_t duplicate_records, unused_records;
	uint64_t aux_truncated, aux_partial, aux_collided;	/* AUX records with that flag */
	uint64_t lost_events, lost_samples, lost_chunks;	/* from LOST and LOST_SAMPLES */
	uint64_t records_without_tid;		/* deferred records that match nothing: sample_id lacks TID */
	uint64_t timed_out;			/* a pipe's samples that were delivered unstitched because of a bound */
	/* User halves that were searched for gaps, by the outcome; callers named, and gaps left. */
	uint64_t callers[CHAIN_CALLERS_NR], callers_named, gaps;
	struct user_stack_counts stacks;	/* user halves that were made or changed; probes with opts.repair */
	uint64_t out_of_order;			/* a pipe's records older than what was already delivered */
};

/*
 * Puts @st, which is borrowed, between the session and its consumer. Before session__process(). Of a stream that is not stored
 * (opts.store_pipe) it is not asked to prepare().
 */
void session__set_stage(struct session *s, struct session_stage *st);

/* Lets @source make samples beside those of the recording. Before session__process(); both are borrowed. */
void session__set_source(struct session *s, const struct session_source *source, void *ctx);
/*
 * For source->begin(): all samples and other records of the kernel, in time order. @sample is NULL for the others.
 * Nonzero ends it.
 */
int session__for_each(struct session *s, int (*fn)(void *ctx, const struct record *r, const struct sample_id *id,
						   struct evsel *evsel, const struct perf_sample *sample), void *ctx);
/* Delivers a sample of @evsel to the consumer; its chain is not deferred. */
int session__deliver_made(struct session *s, struct evsel *evsel, const struct perf_sample *sample,
			  const struct trace_sample *trace);
/* Tells the consumer (ops->trace_error) of what could not be decoded, and counts it. */
int session__deliver_error(struct session *s, const struct trace_error *error);

/*
 * Gives the sample at @pos (the offset of its record, when it was delivered before) to @fn, stitched and resolved again: for
 * consumers that still need a sample after its chains were flushed. It is not counted in the statistics. The filters apply:
 * @fn is not called for a sample that does not pass them. May be called from session_ops.any_sample, .sample and .event, and with
 * opts.again_later after session__process(); only for recordings that can be read twice. Returns what @fn returns.
 */
int session__sample_again(struct session *s, uint64_t pos,
			  int (*fn)(void *ctx, const struct session_sample *sample), void *ctx);

/*
 * Says what the consumer looks at (enum session_needs); to be called in ops->begin. What it does not look at need not be set in
 * the samples that are delivered, and work that is needed only for that is not done. Members that are not set are 0 or NULL,
 * also sample->record; pid, tid and cpu are -1 then.
 */
void session__set_needs(struct session *s, unsigned int needs);
/* Also to be called in ops->begin: the consumer looks at functions alone, see chain_cache__frames_by_code(). */
void session__set_by_code(struct session *s);
/* Also to be called in ops->begin: samples go to @sample with @ctx, borrowed, instead of ops->sample. */
void session__set_receiver(struct session *s, int (*sample)(void *ctx, const struct session_sample *sample), void *ctx);
/*
 * Also to be called in ops->begin: a sample within @times (borrowed) and one outside of it are not taken as equal for ops->more.
 * With NULL, times make no difference.
 */
void session__tell_apart(struct session *s, const struct time_ranges *times);

/*
 * For ops->progress: is no sample in the middle of being delivered, so that the consumer may look at what it has made of them so far? Then
 * session__tell_counted() hands ops->more what was counted and not told yet.
 */
bool session__is_between_samples(const struct session *s);
void session__tell_counted(struct session *s);

/* Is each sample to be looked at for itself (session_limits.each_sample)? Then a consumer compares none with earlier ones, either. */
bool session__takes_each(const struct session *s);

/* ops->free_frame_priv(), if there is one: for frames that a stage has made. */
void session__free_frame_priv(const struct session *s, void *priv);

/* The code of the recording's dsos, with its own kcore if it has one. Owned by the session; from the first sample on. */
struct dso_code *session__code(struct session *s);

/* Another address in a sample (the end of a branch), looked up in what was mapped there at that time. Interned. */
const struct frame *session__frame(struct session *s, const struct session_sample *sample, uint64_t ip);

/* Returns what is read where no input is named: "perf.data", or "-" if that is not there and standard input is a pipe. */
const char *session__default_input(void);
/* Opens the input and reads the header. NULL with @diag set if there is nothing to read. @opts and @ops are borrowed. */
struct session *session__new(const struct session_opts *opts, const struct session_ops *ops, void *ctx,
			     struct diag *diag);
/* Reads everything. Returns 0, the consumer's nonzero return, or negative errno with @diag set. */
int session__process(struct session *s, struct diag *diag);
void session__delete(struct session *s);

const struct perf_header *session__header(const struct session *s);
struct evlist *session__evlist(const struct session *s);
const struct session_stats *session__stats(const struct session *s);
/* Both are borrowed. For messages: a name with a line break in it is one line, as it is shown; and byte for byte, as for JSON. */
const char *session__input_name(const struct session *s);
const char *session__input_exact(const struct session *s);
/* Returns the path of @name in the folder of a recording, which may have none, for opening. The caller frees it. */
char *session__path_inside(const struct session *s, const char *name);
/* Is the input read only once, as it arrives? Otherwise it is a file, or was stored in one. */
bool session__is_stream(const struct session *s);
/*
 * Were CPUs asked for (opts.cpus), and is there an event whose samples do not have one? None of them would pass.
 * To be called when the events are known.
 */
bool session__lacks_cpus(const struct session *s);
/* A feature's bytes as they lie in the file; NULL if it has none, or is a pipe. Borrowed. */
const void *session__feature_bytes(const struct session *s, int feature, uint64_t *ret_size);
struct dsos *session__dsos(struct session *s);
struct machine *session__host(struct session *s);
/* opts.jobs threads, for the consumer as well while it is not in the middle of another work. Owned by the session. */
struct workers *session__workers(const struct session *s);
/* The machine that the counter with @id belongs to: the host, or a guest. */
struct machine *session__machine_of(struct session *s, uint64_t id);
/* The recording, to be walked over once more; NULL: it is a stream. Owned by the session. */
struct data_file *session__file(struct session *s);
/*
 * For ops->record, with the record that it is called for (later, records that begin in it are not noticed): 0 if the record
 * is what its type and size say; 1 if it holds more, or things that its type never has; -EBADMSG with @diag if it is too
 * short, or other records begin in it.
 */
int session__check_length(struct session *s, const struct record *r, struct diag *diag);
/*
 * Returns all AUX data of the recording, owned by the session. They are complete when the first sample or event is delivered,
 * and empty for a pipe that is read only once (session_opts.store_pipe makes a pipe readable twice).
 */
const struct aux_data *session__aux_data(const struct session *s);
/* The same as aux_data__peek(). */
bool session__peek_aux_info(struct session *s, struct aux_info *ret);
/* For ops->record: decodes with the session's decoder; see util/event/sample.h. */
struct sample_decoder *session__decoder(struct session *s);
/*
 * perf_stitch__ending() for a sample of @evsel. The marker means something only if deferral was asked
 * for: a user stack without frame pointers can hold any value, that of the marker as well. (The attrs
 * of protocol A, and of recordings that lost the bit, do not say so; then the deferred records do.)
 */
enum perf_stitch_ending session__ending(const struct session *s, const struct evsel *evsel,
					const struct perf_sample *sample, size_t *ret_nr, uint64_t *ret_cookie);
/* Of deferred records: what the head says, or the first of them that tells; before one has come, what the head makes likely. */
enum deferred_protocol session__protocol(const struct session *s);
/* The same where a deferred record @r is read for another reason, and perhaps none was before. */
enum deferred_protocol session__protocol_of(const struct session *s, const struct record *r);

#endif /* PERF_SESSION_SESSION_H */
