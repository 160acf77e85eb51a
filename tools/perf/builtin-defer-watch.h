/* SPDX-License-Identifier: GPL-2.0-only */
/* perf defer watch: what its files share. */
#ifndef PERF_BUILTIN_DEFER_WATCH_H
#define PERF_BUILTIN_DEFER_WATCH_H

#include "builtin-live.h"
#include "util/machine/task-facts.h"
#include "util/output/read-errors.h"
#include "util/session/session.h"
#include "util/watch/watch-slice.h"

/* What all processes share. */
struct watch_shared {
	struct live_shared live;
	atomic_ullong from;		/* the first slice of the active generation that it writes, by number */
	atomic_ullong claimed;		/* slices before this one were written by somebody */
	atomic_ullong written;		/* how many, in all */
	atomic_bool unwritten;		/* of some a part could not be, which was told */
	struct watch_room kept;		/* what is in the store */
	struct sender_counts counts[WATCH_COLLECTORS];
	atomic_int sender_pids[WATCH_COLLECTORS];	/* 0: there is none now */
	/* slices begin at times of the recorder's clock that are this many ns after a multiple of their length */
	uint64_t phase;
};

struct watch_options {
	struct session_opts session;
	const char *input;		/* a recording instead of what happens now; or NULL */
	const char *output;		/* the folder */
	struct live_record record;
	unsigned int slice;		/* its length, seconds */
	unsigned int slices;		/* end after so many; 0: never */
	unsigned int keep, queue;	/* MB that the store has at most, and what waits for a collector; 0 of the store: any */
	unsigned int renew_at;		/* MB: see builtin-live.h; 0: never */
	unsigned int timeout;		/* of a request, seconds */
	bool grpc;			/* to the collector of OpenTelemetry */
	const char *urls[WATCH_COLLECTORS];	/* NULL: that kind of collector gets nothing */
	const char *service, *header_file, *ca_file, *cert_file, *key_file;
	struct export_pair *labels;	/* ended by a NULL key; keys are owned, and values lie behind them */
	size_t nr_labels, cap_labels;
	struct header_file headers;
	bool json, addresses, lines, stacks_set, freq_set;
	struct watch_outputs outputs;
	struct sender senders[WATCH_COLLECTORS];
	struct watch_shared *shared;
};

/* Exits where the command line is wrong. watch_options__exit() frees what was made. */
void watch_options__parse(struct watch_options *o, int argc, const char **argv);
void watch_options__exit(struct watch_options *o);
/* Looks at the files that requests are made with, and reads the headers. Exits where one does not do. */
void watch_options__read_files(struct watch_options *o);

/* One of the processes that follow each other, or the reader of a recording. */
struct watch {
	const struct watch_options *opts;
	unsigned int generation;
	struct live_recorder recorder;	/* none if a recording is read */
	struct session *session;
	struct watch_slice slice;
	struct task_facts facts;
	struct read_errors errors;
	struct live_counts counts;	/* of the slice */
	uint64_t late;			/* samples of it that belong to an older one */
	uint64_t nr;			/* number of the slice */
	uint64_t first_whole;		/* the first slice from whose beginning on this one has read */
	uint64_t begin, last;		/* times of the first sample of all, and of the last one, ns; of the recorder's clock */
	uint64_t since, cpu;		/* when the slice before was ended, and the CPU time of perf until then, ns */
	struct live_memory first_memory;	/* at the end of the first one; own 0: not known yet */
	bool began;			/* there was a sample: the slice has a number */
	bool done;			/* no more slices are wanted, or somebody else writes them now */
	bool ended;			/* there are no more samples */
	bool stopping;			/* the recorder was asked to end; what it still has is taken */
	bool told_clock;		/* that the wall clock was set */
};

/*
 * builtin-defer-watch-run.c: reads o->input, or what a recorder of its own writes as generation @nr, to its end.
 * Returns the exit status.
 */
int watch__run(const struct watch_options *o, unsigned int nr);
/* Ends it: what is counted is written. Safe in a signal's handler. */
void watch__stop(void);

/*
 * The number of the slice in which @time (ns of the recorder's clock) lies: 1 is the first that begins at a time of
 * this clock, 0 lies partly before that.
 */
uint64_t watch__slice_of(const struct watch *w, uint64_t time);
/* When slice @nr begins, ns of the recorder's clock; of slice 0, which ends first, the beginning that can be said. */
uint64_t watch__begin_of(const struct watch *w, uint64_t nr);
/*
 * From when to when the present slice has samples, ns since 1970. Slices in which perf begins or ends are parts. They
 * are named after what they have, so that none takes the place of another part.
 */
void watch__find_span(const struct watch *w, uint64_t *ret_from, uint64_t *ret_until);
/* Slices of a recording begin at the same moments as those of a machine: at multiples of their length, by the wall clock. */
void watch__find_phase(struct watch *w);
/*
 * Has the wall clock been set since the recorder has read it, or has the machine slept, which the recorder's clock does
 * not count? That is told once. The recording says only once what time it is, so only another one has the new time.
 */
bool watch__clock_was_set(struct watch *w);

/* builtin-defer-watch-line.c: CPU time of this process, of its recorder and what that has started, and of those that send, ns. */
uint64_t watch__cpu_ns(const struct watch *w);
/* The recorder's clock, ns. */
uint64_t watch__now(void);
/* Prints the line of a slice from @from to @until, ns since 1970. */
void watch__print_line(const struct watch *w, uint64_t from, uint64_t until, const struct watch_written *written);

/* builtin-defer-watch-senders.c: processes that send what waits, one for each collector. @parent: who starts them. */
void watch_senders__start(const struct watch_options *o);
/* Starts those anew that have ended. */
void watch_senders__attend(const struct watch_options *o);
/* One of them has ended? Returns whether @pid was one. */
bool watch_senders__ended(const struct watch_options *o, int pid);
/* Lets them end, and waits for that. */
void watch_senders__end(const struct watch_options *o);

#endif /* PERF_BUILTIN_DEFER_WATCH_H */
