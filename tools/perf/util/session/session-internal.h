/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of util/session share; no other file includes it. */
#ifndef PERF_SESSION_INTERNAL_H
#define PERF_SESSION_INTERNAL_H

#include "util/base/pair-map.h"
#include "util/callchain/user-stack.h"
#include "util/data/aux-data.h"
#include "util/data/data-file.h"
#include "util/data/record-length.h"
#include "util/filter/filter.h"
#include "util/scan/scan.h"
#include "util/scan/user-half.h"
#include "util/session/session-limits.h"
#include "util/session/session.h"

struct pipe_stream;
struct session_alike;
struct counter;
struct workers;

U64_MAP(machine_map, struct machine *)
PAIR_MAP(counter_map, struct counter *)

/* Who gets the samples: ops->sample, or session__set_receiver(). */
struct sample_receiver {
	int (*sample)(void *ctx, const struct session_sample *sample);	/* or NULL: nobody */
	void *ctx;
};

/* Samples one after the other, which a session_way hands on as far as they fit. */
struct session_stretch {
	size_t at, end;			/* numbers of samples, in the order of time; @at is moved */
	uint64_t before;		/* ns: from here on, something else comes first */
	bool differs;			/* set: the sample at @at has to be read */
	int err;			/* what the consumer returned, which ends it */
};

#define SESSION_STRETCH	8192	/* samples, unless a way asks for more: then progress is told */

typedef void session_way(struct session *s, struct session_stretch *st);

struct session {
	const struct session_opts *opts;
	const struct session_ops *ops;
	void *ctx;
	struct sample_receiver receiver;
	struct session_limits limits;
	struct workers *workers;	/* opts.jobs of them */
	unsigned int needs;		/* of the consumer: enum session_needs */
	const struct time_ranges *told_apart;	/* see session__tell_apart(); or NULL */
	char *input;			/* as it was named */
	char *input_shown;		/* the same for messages: one line */
	char *path;			/* by which it is opened */
	struct data_file *file;		/* or NULL: a pipe */
	struct pipe_stream *pipe;
	struct perf_header *header;	/* the file's, or the pipe's */
	struct record_reader reader;
	struct scan scan;		/* pass 1's rows; of a stream nothing but what markers mean */
	struct dsos *dsos;
	struct machine *host;
	struct machine_map guests;	/* machine pid -> struct machine * */
	bool no_guests;			/* no event is about a guest; known after pass 1 */
	struct chain_cache *chains;
	struct chain_cache_ops *chain_ops;
	struct counter_map counters;	/* (id, thread) -> struct counter *, see session-members.c */
	struct session_member *members;	/* of the sample that is delivered */
	size_t cap_members;
	struct user_stacks stacks;	/* user halves that are made, and changed; with the code of files, see session__code() */
	bool has_probes;		/* a uretprobe's code is mapped somewhere */
	struct tracepoint_formats *formats;	/* of the recording's tracing data, or NULL */
	struct filter filter;
	struct session_stats stats;
	struct own_entries own;		/* the kernel's entries of a chain that are not as recorded */
	size_t nr_told_notes;		/* of the header's notes: those that were passed on to the consumer */
	uint32_t nr_told_progs;		/* of its BPF programs: those whose code @dsos has */
	size_t nr_told_ids;		/* of the header's build ids: those that @dsos has */
	bool begun, told_begin;
	bool again;			/* pass 1 is repeated, only for its rows; see scan__is_late() */
	bool between_samples;		/* see session__is_between_samples() */
	struct session_alike *alike;	/* equal samples, which are counted; see session-alike.c. NULL: each sample is delivered */
	session_way *way;		/* in which samples are handed on that need not be read; NULL: each is. See session-ways.c */
	size_t stretch;			/* so many of these together, at most */
	unsigned int nr_flushes;	/* of chain halves */
	struct task_view tasks[256];	/* those that were looked up last, by the low bits of the tid; valid until the world changes */
	bool has_tasks;			/* any of them is set */
	const struct session_source *source;	/* or NULL */
	void *source_ctx;
	bool source_done;		/* it has no more */
	struct session_stage *stage;	/* or NULL */

	struct record_place here;	/* of the record that is being read for the first time */

	struct aux_data aux;		/* from pass 1 */
	size_t next_run;		/* of opts->runs */
};

static inline void session__progress(struct session *s, const char *what, uint64_t done, uint64_t total)
{
	if (s->ops->progress)
		s->ops->progress(s->ctx, what, done, total);
}

/* Reports and counts a damaged record. */
void session__damaged(struct session *s, struct diag *diag);
/* Calls session__tell_begin() before the first record of the kernel, unless all is to be read once before. Nonzero: stop. */
int session__begin(struct session *s, struct diag *diag);
/*
 * Reads a record that describes events or features. -EBADMSG if it is damaged, or if it declares an event too
 * late: both passes, and consumers, rely on the events that session__begin() has seen.
 */
int session__read_head_record(struct session *s, const struct record *r, struct diag *diag);
/* Calls stage->begin and ops->begin once. Nonzero: stop; a negative errno of the stage with @diag set. */
int session__tell_begin(struct session *s, struct diag *diag);
struct machine *session__machine(struct session *s, uint32_t pid);
/*
 * The same as session__check_length(), for the session itself: counts the records that are odd, and returns 0 for
 * them.
 */
int session__see_length(struct session *s, const struct record *r, struct diag *diag);
/* Counts records by kind, and what LOST records say. Called for every record, of files and pipes, in the order of the file. */
void session__count_record(struct session *s, const struct record *r);
/* Adds what a record says about processes and maps to its machine. In time order. */
void session__add_event(struct session *s, const struct record *r);
/* Parses the tracing data, and gives each tracepoint event its format. */
void session__read_formats(struct session *s);
void session__free_formats(struct session *s);
/* Passes a record to ops->event, or with opts.raw a deferred one to ops->deferred, when its turn comes. */
int session__deliver_event(struct session *s, const struct record *r);
/* Does somebody want to be told of events? */
static inline bool session__wants_events(const struct session *s)
{
	return s->ops->event || s->stage || s->opts->raw;
}

/* The stage, if it takes part. */
static inline struct session_stage *session__stage(const struct session *s)
{
	return s->stage && s->stage->on ? s->stage : NULL;
}

/* Does somebody want to be told of samples before the filters? */
static inline bool session__wants_any(const struct session *s)
{
	return s->ops->any_sample || session__stage(s);
}

/* Hand a sample on: before the filters, and behind them. What the stage makes of it may free its chains. Nonzero: stop. */
static inline int session__tell_any(struct session *s, const struct session_sample *sample)
{
	struct session_stage *st = session__stage(s);
	int err = s->ops->any_sample ? s->ops->any_sample(s->ctx, sample) : 0;

	return err || !st ? err : st->any_sample(st, sample);
}

static inline int session__tell_sample(struct session *s, const struct session_sample *sample)
{
	struct session_stage *st = session__stage(s);
	int err = s->receiver.sample && !(st && st->alone) ? s->receiver.sample(s->receiver.ctx, sample) : 0;

	return err || !st ? err : st->sample(st, sample);
}

/* Does the consumer look at chains? If not, none is built. To be called when its needs are known. */
static inline bool session__builds_chains(const struct session *s)
{
	return s->needs & SESSION_NEEDS_CHAIN;
}

/* With a source: calls source->begin(), then session__tell_begin(). Nonzero: stop. */
int session__begin_source(struct session *s, struct diag *diag);
/* Delivers what the source has up to @time (ns), inclusive. Nonzero: stop. */
int session__ask_source(struct session *s, uint64_t time);
static inline int session__run_source(struct session *s, uint64_t time)
{
	return s->source && !s->source_done ? session__ask_source(s, time) : 0;
}

/* Completes @sample with @half (NULL unless it waits) and hands it to the consumer. */
int session__deliver_sample(struct session *s, const struct record *r, struct evsel *evsel, const struct perf_sample *sample,
			    const struct user_half *half);
/* Counts a sample that waited for its user half. @later: the record of the half is not older than the sample. */
static inline void session__count_half(struct session *s, enum perf_stitch_reason reason, bool later)
{
	s->stats.waiting++;
	if (reason != PERF_STITCH_WHOLE)
		s->stats.orphans[reason]++;
	else if (later)
		s->stats.stitched_by_later++;
	else
		s->stats.stitched_by_earlier++;
}

/* Returns the task of a sample, borrowed until the next call. */
static inline const struct task_view *session__task_at(struct session *s, struct machine *m, uint32_t pid, uint32_t tid,
						       uint64_t time)
{
	struct task_view *view = &s->tasks[tid % ARRAY_SIZE(s->tasks)];

	if (!task_view__holds(view, m, pid, tid, time)) {
		machine__view(m, pid, tid, time, view);
		s->has_tasks = true;
	}
	return view;
}

/* Looks up the entries of @out, whose halves were joined; @half: as for session__deliver_sample() (session-resolve.c). */
void session__resolve(struct session *s, struct session_sample *out, const struct user_half *half);
/* Counts the callers that are missing in @half, which may be NULL, for @nr samples. */
void session__count_callers(struct session *s, const struct chain_half *half, uint64_t nr);

/* Before pass 2, when the consumer's needs are known: sets s->way (session-ways.c). */
void session__choose_way(struct session *s);
/*
 * The way of samples that are equal to an earlier one, which are counted, or delivered as copies of that; then s->alike is made (session-alike.c).
 * NULL: it is none for this consumer.
 */
session_way *session__begin_alike(struct session *s);
/* The way of copies, for a consumer that needs nothing but the record and its entries (session-entries.c). NULL: this one needs more. */
session_way *session__entries_way(struct session *s);
/* Was ops->any_sample already called for the sample that is being delivered? */
bool session__alike_told_any(const struct session *s);
/* Says whether the sample that is being delivered shall be remembered, if that is possible. Returns the previous setting. */
bool session__alike_remembers(struct session *s, bool remembers);
/*
 * Remembers @sample, which was just delivered, or @left_out by a filter, because the next ones may be equal to it. @half: as for
 * session__deliver_sample(). Nonzero: stop.
 */
int session__remember_alike(struct session *s, const struct session_sample *sample, const struct user_half *half, bool left_out);
/* Tells the consumer what was counted since the last call. Nonzero: stop. */
int session__tell_alike(struct session *s);
/* Adds what was delivered in this way to the session's statistics, where each sample is delivered. */
void session__settle_alike(struct session *s);
/* Does the same as session__tell_alike() when chains are about to be forgotten: later samples are not compared with earlier ones. */
void session__forget_alike(struct session *s);
void session__exit_alike(struct session *s);
/* Does @sample hold counters that are delivered one by one? */
bool session__has_members(const struct session *s, const struct perf_sample *sample);
/*
 * Delivers a sample for each counter that @of has read and that has counted, with what it counted as
 * the period. Unless @wanted, the values are only remembered.
 */
int session__deliver_members(struct session *s, const struct session_sample *of, bool wanted);
void session__exit_members(struct session *s);

/* Is @event delivered before @sample? */
static inline bool session__comes_first(const struct session *s, const struct time_order_entry *event,
					const struct time_order_entry *sample)
{
	return event->time < sample->time || (event->time == sample->time && time_order__pos(&s->scan.events, event) <
											time_order__pos(&s->scan.samples, sample));
}

/* Where pass 2 is: the next row of s->scan.samples, and of s->scan.events. */
struct session_place {
	size_t sample, event;
};

/* Delivers samples and events from *@at up to sample number @end, and moves *@at. Nonzero: stop. */
int session__visit(struct session *s, struct session_place *at, size_t end);
/*
 * Does as much of pass 2 from *@at on as several processes may do (session-slices.c), and moves *@at. Returns 0 if the rest is left to
 * the caller; else the same as session__visit(), with @diag set for a negative errno.
 */
int session__visit_slices(struct session *s, struct session_place *at, struct diag *diag);
/* The two passes over s->file. The first leaves s->scan.samples and s->scan.events, in the order of time. Both: as session__process(). */
int session__pass_1(struct session *s, struct diag *diag);
int session__pass_2(struct session *s, struct diag *diag);
/* Does both, if the consumer wants the second one. */
int session__process_file(struct session *s, struct diag *diag);
void session__exit_file(struct session *s);

/*
 * Reads the first 16 bytes of a pipe's stream. Returns NULL with s->file set if the stream is to be read twice: it was then stored
 * in a temporary file.
 */
struct pipe_stream *pipe_stream__open(struct session *s, int fd, struct diag *diag);
int session__process_pipe(struct session *s, struct diag *diag);
void pipe_stream__close(struct pipe_stream *ps);
struct perf_header *pipe_stream__header(struct pipe_stream *ps);

#endif /* PERF_SESSION_INTERNAL_H */
