/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stays in the kernel: system calls from their entry to their exit, with what happened inside. Entry and exit share the
 * cookie of the user stack that both wait for, so that a lost one is noticed.
 *
 * Of a recording without entries and exits (raw_syscalls, or syscalls) what there is of a stay counts: from the first sample
 * that waits for its user stack to the moment when that was taken, just before the return.
 */
#ifndef PERF_DEFER_SYSCALLS_H
#define PERF_DEFER_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/defer/durations.h"
#include "util/defer/stack-text.h"
#include "util/session/session.h"

struct text_out;
struct offcpu;

/* Where the time of a call went, ns. */
enum syscall_part {
	SYSCALL_RUNNING,
	SYSCALL_BLOCKED,
	SYSCALL_RUNNABLE,		/* it waited for a CPU: woken, or preempted */
	SYSCALL_UNKNOWN,		/* records of switches are missing */
	SYSCALL_NR_PARTS
};

/* All calls of one system call from one stack. */
struct syscall_row {
	const char *name;		/* interned, as is the stack */
	stack_text stack;		/* of user space, if that was asked for */
	uint64_t errors, total, parts[SYSCALL_NR_PARTS];
	struct durations durations;	/* of the calls */
};

/* What happened in a call. */
struct syscall_inside {
	uint64_t time;			/* ns: when, or when it ended */
	uint64_t ns;			/* how long, of a time off the CPU; else 0 */
	const char *what;		/* an event, interned, or "blocked (S)", ... */
	const char *at;			/* the event's function, interned; NULL: not known, or a time off the CPU */
};

#define SYSCALL_INSIDE_MAX	64	/* of a call; what more there is is counted */

struct syscall_call {
	const char *name, *comm;
	stack_text stack;
	uint32_t pid, tid;
	uint64_t cookie;		/* 0: not known */
	uint64_t from, to;		/* ns */
	int64_t ret;
	uint64_t parts[SYSCALL_NR_PARTS];
	struct syscall_inside inside[SYSCALL_INSIDE_MAX];
	size_t nr_inside, more_inside;
};

struct syscalls_opts {
	unsigned int slowest;		/* how many calls are kept one by one */
	bool no_stack;			/* a row for each system call, whatever the stack */
};

struct syscalls {
	struct syscalls_opts opts;
	struct session *session;
	struct offcpu *off_cpu;		/* or NULL: no context switches were recorded */
	const char *arch;
	bool enters, exits;		/* are recorded */
	bool stays;			/* not both: what there is of stays counts */
	bool sampled;			/* not each of them: a frequency, or a period */
	struct syscall_event *events;	/* by evsel->idx */
	size_t nr_events;
	struct u64map open;		/* tid -> struct syscall_call * */
	struct u64map row_of;		/* key, interned -> struct syscall_row * */
	struct stack_texts texts;
	struct syscall_row **rows;	/* by total, after syscalls__finish() */
	size_t nr_rows, cap_rows;
	struct syscall_call *slowest;	/* the slowest first */
	size_t nr_slowest;
	uint64_t calls, unfinished, unpaired;	/* those that count; no exit; entry or exit without the other */
	uint64_t total, parts[SYSCALL_NR_PARTS];
	struct session_stats stats;
};

/*
 * Reads the recording of @opts, with @view's damaged and progress (ctx: @ctx). 0, or negative errno with @diag. To be
 * exited in either case.
 */
int syscalls__collect(struct syscalls *c, const struct syscalls_opts *how, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag);
void syscalls__exit(struct syscalls *c);

/* syscalls-print.c: at most @max_rows rows. */
void syscalls__print_text(const struct syscalls *c, size_t max_rows, struct text_out *out);
/* Schema "perf-defer-syscalls", version 1. */
void syscalls__print_json(const struct syscalls *c, struct text_out *out);

#endif /* PERF_DEFER_SYSCALLS_H */
