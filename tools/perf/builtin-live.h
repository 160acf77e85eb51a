/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What commands share that look at what happens now, for days: a recorder, which is a process whose stream another one reads; and such
 * pairs of processes that follow each other. A session keeps all processes, maps and names that there ever were, since a sample may
 * belong to any moment. So what has ended goes with the process that knew it: when that has grown by so much, it asks for another one,
 * which begins from what runs then, and in the end takes its place. Which of the two shows what is the command's own rule.
 */
#ifndef PERF_BUILTIN_LIVE_H
#define PERF_BUILTIN_LIVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct option;
struct session_sample;

/* --- the recorder ---------------------------------------------------------------------------------------------- */

struct live_recorder {
	pid_t pid;			/* 0: there is none */
	int stream;			/* what it writes, for reading; it is standard input as well */
	bool killed;			/* a signal has ended it that asks nobody to end, which was told */
};

/*
 * Starts `perf record` with the arguments @args (ended by NULL, borrowed), whose stream becomes standard input. @said: where its messages
 * go, a descriptor; -1: to standard error. Returns whether it could be started; if not, the reason was told.
 */
bool live_recorder__start(struct live_recorder *r, const char *const *args, int said);
/* Asks it to end, and goes on: what it still has follows in the stream. Safe in a signal's handler. */
void live_recorder__stop(const struct live_recorder *r);
/*
 * Ends it, and returns its exit status: EXIT_OK if a signal ended it that asks programs to end; for other signals
 * EXIT_FAILED, with a message. What it still writes is taken, and nobody's any more.
 */
int live_recorder__end(struct live_recorder *r);
/*
 * The same, but nobody reads its stream any more from now on, nor standard input: so the recorder unwinds and writes
 * nothing of what is left, and only takes away what it has made.
 */
int live_recorder__leave(struct live_recorder *r);
/*
 * CPU time of this process, of the recorder, and of what that has started, ns. It may become less by a few milliseconds
 * where one of these ends.
 */
uint64_t live_recorder__cpu_ns(const struct live_recorder *r);
/* Memory in use, but for that of files, which the kernel takes back when it needs it; bytes. What is not known counts as nothing. */
struct live_memory {
	uint64_t own;			/* of this process */
	uint64_t recorder;		/* of the recorder and of what that has started */
};

struct live_memory live_recorder__memory(const struct live_recorder *r);
/* Has one of the two grown by more than @limit bytes since it was @first? */
bool live_memory__has_grown(const struct live_memory *now, const struct live_memory *first, uint64_t limit);

/* What is to be recorded: arguments of perf record, from its options of the same names. Zero-initialise. */
struct live_record {
	const char **args;		/* the strings are owned, too */
	size_t nr, cap;
	bool some_tasks, some_cpus, graph;
	bool listed;			/* tasks by their numbers, of which some may end meanwhile */
	/* what stacks are recorded if nothing is said, where the configuration says it; or NULL; borrowed */
	const char *graph_mode;
	const char *place;		/* which tasks, CPUs or control group; NULL: all; owned */
};

/* Adds an argument, which it takes. */
void live_record__add(struct live_record *o, char *arg);
/* To be called once, when all options are known: the arguments, ended by NULL, as long as @o. */
const char *const *live_record__args(struct live_record *o);
void live_record__exit(struct live_record *o);

/* For OPT_CALLBACK: @opt->value is a struct live_record. */
int live_record__hand_on(const struct option *opt, const char *arg, bool unset);
int live_record__set_tasks(const struct option *opt, const char *arg, bool unset);
int live_record__set_cpus(const struct option *opt, const char *arg, bool unset);
int live_record__set_cgroup(const struct option *opt, const char *arg, bool unset);
int live_record__set_graph(const struct option *opt, const char *arg, bool unset);

#define LIVE_HANDED_ON(o, s, l, a, h)	OPT_CALLBACK(s, l, o, a, h, live_record__hand_on)
#define LIVE_HANDED_ON_NOARG(o, s, l, h)	OPT_CALLBACK_FLAGS(s, l, o, NULL, h, live_record__hand_on, OPT_NOARG)

/* A group of a command's option table, but for how often it samples, which each has a default of; @o: struct live_record *. */
#define LIVE_RECORD_OPTIONS(o)										\
	OPT_GROUP("What is looked at (as with perf record)"),						\
	LIVE_HANDED_ON(o, 'e', "event", "EVENT", "what to sample ('perf list' shows what there is)"),	\
	LIVE_HANDED_ON(o, 0, "pfm-events", "EVENT", "the same by the names of the processor's vendor"),	\
	LIVE_HANDED_ON(o, 0, "filter", "FILTER", "a condition for the samples of the -e before it"),	\
	LIVE_HANDED_ON_NOARG(o, 0, "all-user", "only user space"),					\
	LIVE_HANDED_ON_NOARG(o, 0, "all-kernel", "only the kernel"),					\
	OPT_CALLBACK('p', "pid", o, "LIST", "these running processes", live_record__set_tasks),		\
	OPT_CALLBACK('t', "tid", o, "LIST", "these running threads", live_record__set_tasks),		\
	OPT_CALLBACK('u', "uid", o, "USER", "this user's running processes", live_record__set_tasks),	\
	OPT_CALLBACK('C', "cpu", o, "LIST", "these CPUs (0-3,7)", live_record__set_cpus),		\
	OPT_CALLBACK('G', "cgroup", o, "NAME,...", "these control groups: one for each -e before it", live_record__set_cgroup), \
	LIVE_HANDED_ON_NOARG(o, 'i', "no-inherit", "not what these tasks start"),			\
	LIVE_HANDED_ON(o, 'm', "mmap-pages", "PAGES", "size of each ring buffer"),			\
	LIVE_HANDED_ON(o, 'r', "realtime", "PRIO", "empty the ring buffers with this priority of SCHED_FIFO")

/* Of samples: how many, and what is missing in them. */
struct live_counts {
	uint64_t samples, kernel, exact;
	uint64_t chains, marked;	/* samples with a chain; those whose chain has a mark, or ends with one */
	uint64_t waited, orphans;	/* samples whose user half was deferred; those that have none */
};

void live_counts__add(struct live_counts *c, const struct session_sample *s);

/* --- processes that follow each other ----------------------------------------------------------------------------- */

/* What they share, in memory of all of them. */
struct live_shared {
	atomic_uint active;		/* the generation whose turn it is; set by the one that takes it, from 0 on */
	atomic_uint wanted;		/* the newest one that was asked for */
	int ask;			/* a pipe: a byte asks for the next generation */
};

/* Asks for a process that follows @generation, unless it was asked already; false: none will come now, and it should be asked again. */
bool live_shared__ask(struct live_shared *shared, unsigned int generation);

struct live_ops {
	/* In a process of its own: generation @nr. Returns its exit status. */
	int (*run)(void *ctx, unsigned int nr);
	/* In that process: SIGINT, SIGTERM or SIGHUP came. Safe in a signal's handler. */
	void (*stop)(void);
	/* In that process: SIGUSR2 came, to it or to the first process, which hands it on to the active one. NULL: nobody heeds it. */
	void (*on_user)(int sig);
	/* Each may be NULL. One of the processes has ended; true: so do all others. */
	bool (*ended)(void *ctx, pid_t pid);
	/* In the process that started them: a signal has come, one of them has ended, or so many ms have passed; 0: never. */
	void (*attend)(void *ctx);
	int attend_ms;
	bool stops_along;		/* while one of them is stopped (Ctrl-Z) so is the process that started it */
};

/*
 * Runs generation 0, and each next one that is asked for, until the active one ends. @shared: zeroed, in memory that is shared. Returns
 * the exit status of the one that was active last; or EXIT_FAILED, which was told.
 */
int live__run(struct live_shared *shared, const struct live_ops *ops, void *ctx);

#endif /* PERF_BUILTIN_LIVE_H */
