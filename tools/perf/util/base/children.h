/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf does before it starts a process of its own and waits for its end, and how it ends one that may not hear. */
#ifndef PERF_BASE_CHILDREN_H
#define PERF_BASE_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Call this before fork(), where the end of the child is waited for. If whoever started perf ignores SIGCHLD (a shell after
 * `trap '' CHLD`, some supervisors), perf has inherited that, and the kernel forgets how each child ended: waitpid() then
 * fails with ECHILD. After this call it does not. A handler of SIGCHLD stays.
 */
void children__keep_status(void);

/*
 * Kills the child @pid, and waits until it has ended, if that is soon: one that waits for a file system which does not answer can end only
 * when that does. Returns false if it has not ended by now; children__has_ended() may be asked later, or it is left to init.
 */
bool children__kill(pid_t pid);
/* Has the child @pid ended? Its status is lost. */
bool children__has_ended(pid_t pid);
/* Does the child @pid wait in the kernel? Else it computes, or would if it got a CPU, or somebody has stopped it. */
bool children__waits(pid_t pid);
/* Does the child @pid compute, or would if it got a CPU? */
bool children__is_running(pid_t pid);
/* CPU time of the process @pid, ns; 0: not known. */
uint64_t children__cpu_ns(pid_t pid);
/* The same of those children of the process @pid that have ended, and that it has waited for. */
uint64_t children__ended_ns(pid_t pid);

/* Closes all descriptors of this process but @fd. For a child that shall have nothing of what its parent had. */
void children__close_others(int fd);

#endif /* PERF_BASE_CHILDREN_H */
