/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations shared by the files of --sleepers, and private to them. */
#ifndef PERF_RECORD_SLEEPERS_INTERNAL_H
#define PERF_RECORD_SLEEPERS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct dsos;
struct kernel_names;
struct process_asker;
struct record_opts;
struct recorder;
struct sleeper_stacks;
struct thread_state;

/* --- sleepers-seen.c: who is there --- */

/* When a thread was looked at. */
struct seen {
	pid_t tid;
	uint64_t switches;		/* how often it had left a CPU */
};

struct seen_list {
	struct seen *list;		/* by tid */
	size_t nr, cap;
};

/* Adds to the empty list @ret the threads that @r records. The caller frees ret->list. */
void seen_list__look_around(struct seen_list *ret, const struct recorder *r);
/* Returns true if @tid was there and has not run since. @switches: how often it has left a CPU by now. */
bool seen_list__same_since(const struct seen_list *l, pid_t tid, uint64_t switches);
/*
 * Sets *@ret to the threads that @r records, { tid, pid } each, those of one process beside each other. Returns how many. The
 * caller frees *@ret.
 */
size_t sleepers__list_by_process(const struct recorder *r, pid_t (**ret)[2]);

/* --- sleepers-stack.c: the stack of a thread that sleeps --- */

#define SLEEPER_USER_MAX	512	/* entries of a half */
#define SLEEPER_KERNEL_MAX	128

struct sleeper_stack {
	uint64_t kernel[SLEEPER_KERNEL_MAX], user[SLEEPER_USER_MAX];
	size_t nr_kernel, nr_user;
	bool whole;			/* the user half ends with the outermost function */
};

/* Makes what is needed for stacks of the halves that @opts asks for, which @asker has read; both are borrowed. */
struct sleeper_stacks *sleeper_stacks__new(const struct record_opts *opts, struct process_asker *asker);
void sleeper_stacks__delete(struct sleeper_stacks *s);
/*
 * Reads both halves of thread @tid of process @pid as they are at one moment: the thread does not run while they are
 * read. Sets *@ret_state to its state, and *@ret_err to the reason (negative errno) why there is no user half, or 0;
 * -ETIMEDOUT: one would have to wait for the process. Returns false if the thread does not sleep, or not long enough
 * for that.
 */
bool sleeper_stacks__read(struct sleeper_stacks *s, pid_t tid, pid_t pid, struct thread_state *ret_state, struct sleeper_stack *ret,
			  int *ret_err);

#endif /* PERF_RECORD_SLEEPERS_INTERNAL_H */
