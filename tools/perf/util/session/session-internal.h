/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of util/session share; no other file includes it. */
#ifndef PERF_SESSION_INTERNAL_H
#define PERF_SESSION_INTERNAL_H

#include "util/base/pair-map.h"
#include "util/data/data-file.h"
#include "util/session/aux-data.h"
#include "util/session/filter.h"
#include "util/session/session-limits.h"
#include "util/session/session.h"
#include "util/session/time-order.h"

struct pipe_stream;
struct session_alike;
struct session_stitch;
struct counter;
struct usual;

U64_MAP(machine_map, struct machine *)
PAIR_MAP(counter_map, struct counter *)

struct session {
	const struct session_opts *opts;
	const struct session_ops *ops;
	void *ctx;
	struct session_limits limits;
	unsigned int needs;		/* of the consumer: enum session_needs */
	const struct time_ranges *told_apart;	/* see session__tell_apart(); or NULL */
	char *input;			/* as it was named */
	char *input_shown;		/* the same for messages: one line */
	char *path;			/* by which it is opened */
	struct data_file *file;		/* or NULL: a pipe */
	struct pipe_stream *pipe;
	struct perf_header *header;	/* the file's, or the pipe's */
	struct sample_decoder dec;	/* of samples */
	struct sample_decoder user_dec;	/* of the deferred records that complete them */
	struct dsos *dsos;
	struct machine *host;
	struct machine_map guests;	/* machine pid -> struct machine * */
	bool no_guests;			/* no event is about a guest; known after pass 1 */
	struct chain_cache *chains;
	struct dso_code *code;		/* see session__code() */
	struct chain_cache_ops *chain_ops;
	struct counter_map counters;	/* (id, thread) -> struct counter *, see session-members.c */
	struct session_member *members;	/* of the sample that is delivered */
	size_t cap_members;
	struct unwinder *unwinder;	/* NULL until a sample needs it */
	struct session_repair *repair;	/* the same; see session-repair.c */
	struct infer *infer;		/* the same; see session-uretprobe.c */
	bool has_probes;		/* a uretprobe's code is mapped somewhere */
	struct tracepoint_formats *formats;	/* of the recording's tracing data, or NULL */
	struct filter filter;
	struct session_stats stats;
	uint64_t *own_ips;		/* scratch for a chain that is not as recorded */
	size_t cap_own_ips;
	size_t nr_told_notes;		/* of the header's notes: those that were passed on to the consumer */
	uint32_t nr_told_progs;		/* of its BPF programs: those whose code @dsos has */
	size_t nr_told_ids;		/* of the header's build ids: those that @dsos has */
	bool begun, told_begin;
	bool again;			/* pass 1 is repeated, only for its rows; see session__rows_are_late() */
	bool between_samples;		/* see session__is_between_samples() */
	struct session_alike *alike;	/* equal samples, which are counted; see session-alike.c. NULL: each sample is delivered */
	bool entries;			/* the consumer needs only the record and its entries; see session-entries.c */
	unsigned int nr_flushes;	/* of chain halves */
	struct task_view tasks[256];	/* those that were looked up last, by the low bits of the tid; valid until the world changes */
	bool has_tasks;			/* any of them is set */
	const struct session_source *source;	/* or NULL */
	void *source_ctx;
	bool source_done;		/* it has no more */
	struct session_stage *stage;	/* or NULL */
	enum deferred_protocol protocol;
	bool protocol_known;		/* the head, or a sample, has told it; else records are read as the head makes likely */

	/* The place of the record that is being read for the first time; how many bytes are there, and whether more will follow. */
	const unsigned char *here;
	uint64_t here_offset, here_left;
	bool here_more;

	/* Pass 1's results, for recordings that can be read twice. */
	struct time_order samples, events;
	struct aux_data aux;
	size_t next_run;		/* of opts->runs */
	uint64_t newest;		/* ns: the latest time so far; of most samples it is only known with opts->rounds */
	uint64_t time_before;		/* ns: of the last record in the file that has a time */
	struct session_stitch *stitch;	/* NULL: nothing is stitched */
	struct regions *regions;	/* what other threads read ahead of the walk; NULL: nothing */
	uint64_t regions_from;		/* not used before so many bytes were walked */
	struct usual *usual;		/* how most records look (session-rows.h); NULL: @dec does not have the layouts of all events yet */
	unsigned int near_at;		/* how far before a deferred record's end its time is, bytes; 0: that depends on the event */
	struct perf_sample usual_sample;	/* only sample_layout__fields() writes to it */
	uint64_t *deferred;		/* positions whose protocol is not known yet */
	size_t nr_deferred, cap_deferred;
	uint64_t cookie_endings, marker_endings;
	struct perf_stitch_signs *signs;	/* why records are missing */
	unsigned char *record_copy;	/* 64 KiB each, for data_file__at() */
	unsigned char *user_copy;
};

/* Bytes of a copy of any record. */
#define SESSION_RECORD_MAX	(64 * 1024)

static inline void session__progress(struct session *s, const char *what, uint64_t done, uint64_t total)
{
	if (s->ops->progress)
		s->ops->progress(s->ctx, what, done, total);
}

/* Reports and counts a damaged record. */
void session__damaged(struct session *s, struct diag *diag);
/* Calls ops->begin once, before the first record of the kernel. Nonzero: stop. */
int session__begin(struct session *s);
/*
 * Reads a record that describes events or features. -EBADMSG if it is damaged, or if it declares an event too
 * late: both passes, and consumers, rely on the events that session__begin() has seen.
 */
int session__read_head_record(struct session *s, const struct record *r, struct diag *diag);
/* Calls ops->begin once. Nonzero: stop. */
int session__tell_begin(struct session *s);
struct machine *session__machine(struct session *s, uint32_t pid);
/* Returns the machine that the counter with an id belongs to; 0 is the host. */
uint32_t session__machine_pid(struct session *s, uint64_t id);
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
	int err = s->ops->sample && !(st && st->alone) ? s->ops->sample(s->ctx, sample) : 0;

	return err || !st ? err : st->sample(st, sample);
}

/* The other half of a sample, found by the reader of the file or of the pipe. */
struct user_half {
	bool found;
	enum perf_stitch_reason reason;
	bool of_sleeper;		/* made from a sleeping thread's memory, not by the kernel (evsel__is_sleepers()) */
	uint32_t pid;			/* this and all that follow are of the deferred record; -1: not recorded */
	uint64_t time;			/* ns */
	const uint64_t *ips;		/* native order */
	size_t nr;
};

/* Does the consumer look at chains? If not, none is built. To be called when its needs are known. */
static inline bool session__builds_chains(const struct session *s)
{
	return s->needs & SESSION_NEEDS_CHAIN;
}

/* Is @id that of the event of perf record --sleepers? */
static inline bool session__is_sleepers_id(const struct session *s, uint64_t id)
{
	const struct evlist_id *found = evlist__find_id(s->header->evlist, id);

	return found && found->evsel && evsel__is_sleepers(found->evsel);
}

/* With a source: calls source->begin(), then ops->begin(). Nonzero: stop. */
int session__begin_source(struct session *s);
/* Delivers what the source has up to @time (ns), inclusive. Nonzero: stop. */
int session__ask_source(struct session *s, uint64_t time);
static inline int session__run_source(struct session *s, uint64_t time)
{
	return s->source && !s->source_done ? session__ask_source(s, time) : 0;
}

/* Sets @half to what the deferred record @r holds, whose entries are valid until the next call; if it is damaged, @half stays as it is. */
void session__read_half(struct session *s, const struct record *r, struct user_half *half);
/* Decodes the sample at @pos of the file once more; its record is @r then. NULL: the file has changed. */
struct evsel *session__read_sample(struct session *s, uint64_t pos, struct record *r, struct perf_sample *ret);
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

/* Returns room for @nr entries, until the next sample; what is in it stays. */
uint64_t *session__own_ips(struct session *s, size_t nr);
/* Adds the user half @half to @out, which so far has only the entries of its own chain, and counts it. */
void session__join_half(struct session *s, struct session_sample *out, const struct user_half *half);
/* Before pass 2: sets s->entries if the consumer needs nothing but the record and its entries. */
void session__begin_entries(struct session *s);
/* Do the rows of samples have all that the consumer needs? */
bool session__rows_suffice(const struct session *s);
/*
 * With s->entries, or if the rows suffice: deliver samples from number @from in the order of time on, with nothing but what the consumer
 * needs. They end at number @end, at the first sample that is not older than @before (ns), or when the consumer returned something,
 * which is *@ret_err then. Return the number of the sample at which they ended; *@ret_differs: that one has to be read.
 */
size_t session__deliver_entries(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs, int *ret_err);
size_t session__deliver_rows(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs, int *ret_err);
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
/* Returns the address space of the user half of @out at the time of that half, which is a new one if there was an exec in between. */
const struct maps *session__user_maps(struct session *s, const struct session_sample *out, const struct user_half *half);
/* Counts the callers that are missing in @half, which may be NULL, for @nr samples. */
void session__count_callers(struct session *s, const struct chain_half *half, uint64_t nr);

/*
 * Samples that are equal to an earlier one (session-alike.c). To be called before pass 2, when the consumer's needs are known: makes
 * s->alike if equal samples are to be counted, or delivered as copies of the earlier one.
 */
void session__begin_alike(struct session *s);
/*
 * Counts, or delivers, samples that are equal to one that was delivered, and passes over those that a filter leaves out. Begins with
 * sample number @from in the order of time, and ends at number @end, or at the first sample that is not older than @before (ns).
 * Returns the number of the sample at which it ended; *@ret_differs: that sample is not equal to an earlier one.
 */
size_t session__count_alike(struct session *s, size_t from, size_t end, uint64_t before, bool *ret_differs);
/* Returns what the consumer returned for a sample that was delivered in this way, or for counts while chains were forgotten. */
int session__alike_failed(const struct session *s);
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
/* Makes the user half of a sample from its own data, if it has a stack copy or branches of calls. */
void session__make_user_half(struct session *s, struct session_sample *out);
/*
 * If the user half of @out begins in the code through which a uretprobe returns, lets it begin at the sampled address
 * instead, to which the probed function returns. @maps: those of the user half. The session owns the entries, which are
 * valid until the next sample.
 */
void session__leave_uretprobe(struct session *s, struct session_sample *out, const struct maps *maps);
/*
 * Does the same. Besides, puts the true return address in place of each uretprobe's address further out, if it is certain;
 * otherwise leaves the entry out. Counts both.
 */
void session__drop_uretprobes(struct session *s, struct session_sample *out, const struct maps *maps);
/* The unwind tables of files, which live as long as @s. */
struct unwind_tables *session__unwind_tables(struct session *s);
/*
 * Puts callers that the kernel's walk along frame pointers has skipped into the user half, if the sample has the data
 * for that. @maps: the address space of the half; @deferred: the half came in a deferred record.
 */
void session__repair_user_half(struct session *s, struct session_sample *out, const struct maps *maps, bool deferred);
void session__exit_repair(struct session *s);
/* Does @sample hold counters that are delivered one by one? */
bool session__has_members(const struct session *s, const struct perf_sample *sample);
/*
 * Delivers a sample for each counter that @of has read and that has counted, with what it counted as
 * the period. Unless @wanted, the values are only remembered.
 */
int session__deliver_members(struct session *s, const struct session_sample *of, bool wanted);
void session__exit_members(struct session *s);

/*
 * Pass 1: reads @r if it is about AUX traces, and ignores other records. -EBADMSG: damaged. @w is at @r.
 */
int session__see_aux(struct session *s, const struct data_walk *w, const struct record *r, struct diag *diag);
/* After pass 1: sorts what was found, and compares it with the file's index. */
void session__finish_aux(struct session *s);
void aux_data__exit(struct aux_data *d);

/*
 * Rows of a recording that can be read twice (session-rows.c). Takes the samples and deferred records that lie at @p, of which
 * @left bytes are there, the first at position @pos, up to the first record that is anything else; *@ret_taken is their size.
 * 0 or -ENOMEM.
 */
int session__take_usual(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken);
/*
 * The same, with what other threads have read of it already, if the recording is large enough for that (session-regions.c).
 * *@ret_taken is 0 if the records at @p have to be read; then they have read what lies *@ret_until bytes further on.
 */
int session__take_regions(struct session *s, const unsigned char *p, uint64_t left, uint64_t pos, uint64_t *ret_taken, uint64_t *ret_until);
/* Ends these threads and forgets what they have read. To be called before events change, and when pass 1 ends. */
void session__drop_regions(struct session *s);
/* Add the row of any sample or deferred record that was decoded; a deferred record must have a tid. The second returns 0 or -ENOMEM. */
void session__note_sample(struct session *s, const struct record *r, const struct evsel *evsel,
			  const struct sample_glance *sample);
int session__note_deferred(struct session *s, const struct record *r, const struct record_deferred *d);

/* Stitching of rows (session-stitch.c). To be called before pass 1: records, and samples that wait, will be noted. */
void session__begin_stitching(struct session *s);
/* In pass 1, between records: if there are many rows, joins those samples and records that can be joined already, to save memory. */
void session__join(struct session *s);
/*
 * After pass 1, before the samples are sorted: finds out which record completes which sample. Returns false if a sample was completed
 * too early; then all rows have to be made again, see below, and the second call returns true.
 */
bool session__stitch(struct session *s);
/* Was a row joined too early? Then all rows have to be made again, after session__forget_rows(). */
bool session__rows_are_late(const struct session *s);
void session__forget_rows(struct session *s);
/*
 * Sets @half to the user half of @sample, whose pid is @pid, or to the reason why there is none. Returns false if the sample does not
 * wait for one. The entries in @half are valid until the next call.
 */
bool session__user_half(struct session *s, const struct time_order_entry *sample, uint32_t pid, struct user_half *half);
/* The same for a sample that waits for one, as @user says (sample_kind.user), and that lies at @p, with @left bytes. */
void session__half_of(struct session *s, const struct time_order_entry *sample, uint32_t user, uint32_t pid, const unsigned char *p,
		      uint64_t left, struct user_half *half);
void session__exit_stitching(struct session *s);
void session_stitch__empty(struct session_stitch *st);		/* forgets everything, but keeps the memory of rows */
void session_stitch__delete(struct session_stitch *st);		/* NULL is fine */
/* Does a marker at the end of a chain of @evsel mean that it waits? See session__ending(). */
bool session__may_wait(const struct session *s, const struct evsel *evsel);

/* Is @event delivered before @sample? */
static inline bool session__comes_first(const struct session *s, const struct time_order_entry *event,
					const struct time_order_entry *sample)
{
	return event->time < sample->time || (event->time == sample->time && time_order__pos(&s->events, event) <
											time_order__pos(&s->samples, sample));
}

/* Where pass 2 is: the next row of s->samples, and of s->events. */
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
int session__process_file(struct session *s, struct diag *diag);
/* The two passes over s->file. The first leaves s->samples and s->events, in the order of time. Both: as session__process(). */
int session__pass_1(struct session *s, struct diag *diag);
int session__pass_2(struct session *s, struct diag *diag);
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
