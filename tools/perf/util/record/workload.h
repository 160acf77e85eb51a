/* SPDX-License-Identifier: GPL-2.0-only */
/* The command that is recorded: a child process that waits until perf lets it execute the command. */
#ifndef PERF_RECORD_WORKLOAD_H
#define PERF_RECORD_WORKLOAD_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/base/diag.h"

struct workload {
	pid_t pid;		/* 0: there is none */
	int go_fd;		/* closing it unwritten ends the child */
	int failed_fd;		/* the errno of a failed exec comes here */
	bool stopped;		/* by workload__start_stopped() */
	bool reaped;
	int status;		/* of wait(2), once reaped */
};

/* Does the command exist? Returns 0, or the negative errno with which starting it would fail. */
int workload__check(const char *command);
/* The file that would be executed, found through PATH; the caller frees. NULL: there is none. */
char *workload__path(const char *command);
/* Forks; the child waits. @keep_stdout: false if the recording goes to standard output. */
int workload__prepare(struct workload *w, const char **argv, bool keep_stdout, struct diag *diag);
/* Lets the child execute the command. Returns 0, or negative errno if this failed. */
int workload__start(struct workload *w);
/*
 * The same, but the command is then stopped before its first instruction, in its new memory, until workload__go_on(),
 * which must be called in any case. -EPERM: it may not be traced that way.
 */
int workload__start_stopped(struct workload *w);
void workload__go_on(struct workload *w);
/* Has it ended? Does not wait. */
bool workload__ended(struct workload *w);
/*
 * Ends it if it still runs (SIGTERM), waits for it, and closes what is open. May be called twice.
 */
void workload__finish(struct workload *w);

#endif /* PERF_RECORD_WORKLOAD_H */
