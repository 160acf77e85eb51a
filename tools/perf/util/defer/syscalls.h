/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measures system calls from their entry to their exit, with what happened inside. Entry and exit wait for the same user
 * stack and have its cookie, so that a lost entry or exit is noticed.
 *
 * In a recording without the events of entries and exits (raw_syscalls, or syscalls), a part of each stay in the kernel is
 * measured: from the first sample that waits for its user stack to the time when this stack was taken, just before the
 * return to user space.
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
struct tables;
struct offcpu;

/* How a call spent its time. */
enum syscall_part {
	SYSCALL_RUNNING,
	SYSCALL_BLOCKED,
	SYSCALL_RUNNABLE,		/* it was woken or preempted, and waited for a CPU */
	SYSCALL_UNKNOWN,		/* records of switches are missing */
	SYSCALL_NR_PARTS
};

/* All calls of one system call from one stack. */
struct syscall_row {
	const char *name;		/* interned, as the stack is */
	stack_text stack;		/* the user stack, without frames if syscalls_opts.no_stack */
	uint64_t errors, total, parts[SYSCALL_NR_PARTS];
	struct durations durations;	/* of the calls */
};

/* What happened in a call. */
struct syscall_inside {
	uint64_t time;			/* ns; of a time off the CPU, its end */
	uint64_t ns;			/* the length of a time off the CPU; 0 for an event */
	const char *what;		/* the name of an event, interned, or "blocked (S)", ... */
	const char *at;			/* the event's function, interned; NULL: not known, or a time off the CPU */
};

#define SYSCALL_INSIDE_MAX	64	/* at most so many for a call; the others are counted only */

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
	unsigned int slowest;		/* how many of the slowest calls are kept one by one */
	bool no_stack;			/* one row for each system call, with all its stacks */
};

U64_MAP(open_calls, struct syscall_call *)

U64_MAP(syscall_row_map, struct syscall_row *)

struct syscalls {
	struct syscalls_opts opts;
	struct session *session;
	struct offcpu *off_cpu;		/* NULL: no context switches were recorded */
	const char *arch;
	bool enters, exits;		/* the recording has events of entries; of exits */
	bool stays;			/* it does not have both, so parts of stays are measured (see above) */
	bool sampled;			/* not every call was recorded, as the events have a frequency or a period */
	struct syscall_event *events;	/* by evsel->idx */
	size_t nr_events;
	struct open_calls open;		/* tid -> struct syscall_call * */
	struct syscall_row_map row_of;	/* key, interned -> struct syscall_row * */
	struct stack_texts texts;
	struct syscall_row **rows;	/* sorted by total when all is read */
	size_t nr_rows, cap_rows;
	struct syscall_call *slowest;	/* the slowest first */
	size_t nr_slowest;
	uint64_t calls, unfinished, unpaired;	/* calls measured; without an exit; entries or exits without the other */
	uint64_t total, parts[SYSCALL_NR_PARTS];
	struct session_stats stats;
};

/*
 * Reads the recording of @opts into @c. Only the members damaged and progress of @view are used; @ctx is their context.
 * Returns 0, or negative errno with @diag set. The caller calls syscalls__exit() in either case.
 */
int syscalls__collect(struct syscalls *c, const struct syscalls_opts *how, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag);
void syscalls__exit(struct syscalls *c);

/* In syscalls-print.c, as the next function: prints @c as text, at most @max_rows rows. */
void syscalls__print_text(const struct syscalls *c, size_t max_rows, struct text_out *out);
/* syscalls-table.c: the same as tables, all rows. */
void syscalls__make_tables(const struct syscalls *c, struct tables *ts);
/*
 * While it is read, between two samples: puts the rows in the order that they have in the end, and their lengths, so that there are
 * percentiles; and makes the table of the first @most of them, without notes.
 */
void syscalls__sort(struct syscalls *c);
void syscalls__make_rows(const struct syscalls *c, size_t most, struct tables *ts);
/* Parts of the text: the lines above the table; what happened in a call, and its stack. */
void syscalls__print_notes(const struct syscalls *c, struct text_out *out);
void syscall_call__print_inside(const struct syscall_call *call, struct text_out *out);
/* Prints @c as JSON, of schema "perf-defer-syscalls", version 1. */
void syscalls__print_json(const struct syscalls *c, struct text_out *out);

#endif /* PERF_DEFER_SYSCALLS_H */
