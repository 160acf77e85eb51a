/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf does before it starts a process of its own and waits for its end. */
#ifndef PERF_BASE_CHILDREN_H
#define PERF_BASE_CHILDREN_H

/*
 * Call this before fork(), where the end of the child is waited for. If whoever started perf ignores SIGCHLD (a shell after
 * `trap '' CHLD`, some supervisors), perf has inherited that, and the kernel forgets how each child ended: waitpid() then
 * fails with ECHILD. After this call it does not. A handler of SIGCHLD stays.
 */
void children__keep_status(void);

#endif /* PERF_BASE_CHILDREN_H */
