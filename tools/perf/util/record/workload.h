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
	int failed_fd;		/* if execve fails, its errno can be read here */
	bool stopped;		/* by workload__start_stopped() */
	bool reaped;
	int status;		/* of wait(2), once reaped */
};

/* Does the command exist? Returns 0, or the negative errno with which starting it would fail. */
int workload__check(const char *command);
/* Returns the file that would be executed, found through PATH, or NULL if there is none. The caller frees it. */
char *workload__path(const char *command);
/*
 * Starts the child, which waits. @keep_stdout: false if the recording is written to standard output. Returns 0, or negative
 * errno with @diag set.
 */
int workload__prepare(struct workload *w, const char **argv, bool keep_stdout, struct diag *diag);
/* Lets the child execute the command. Returns 0, or the negative errno of execve. */
int workload__start(struct workload *w);
/*
 * The same, but the command then stops before its first instruction, with its program loaded, until workload__go_on() is called,
 * which must be called in any case. Also returns -EPERM if this user may not trace the command.
 */
int workload__start_stopped(struct workload *w);
void workload__go_on(struct workload *w);
/* Has the command ended? Does not wait. */
bool workload__ended(struct workload *w);
/*
 * Ends the command if it still runs (SIGTERM), waits for it, and closes all descriptors. May be called twice.
 */
void workload__finish(struct workload *w);

#endif /* PERF_RECORD_WORKLOAD_H */
