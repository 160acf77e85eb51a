/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signals that end a recording. After install(), no signal that can be caught ends perf itself; it only ends the
 * recording, which is then completed. All signals are blocked except where perf waits (with
 * record_signals__wait_mask()), so that none is missed just before perf waits, and none interrupts a system call.
 */
#ifndef PERF_RECORD_RECORD_SIGNALS_H
#define PERF_RECORD_RECORD_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/*
 * Handles SIGCHLD and all signals that would end perf, except those that an error in perf itself raises. Ignores SIGXFSZ and
 * SIGUSR2, and SIGPIPE where it only tells what a write of perf's own has returned (EPIPE). Signals that were ignored stay ignored
 * (nohup), except SIGINT and SIGTERM: shells start background jobs with SIGINT ignored, and kill -INT shall end such a job.
 */
void record_signals__install(void);
/* From now on SIGUSR2 asks for a snapshot, or for a new file. */
void record_signals__install_snapshot(void);
/* Has SIGUSR2 come since the last call? */
bool record_signals__snapshot_wanted(void);
/* Does the same, and leaves it to be asked for again: perf shall not wait then. It may have been delivered between two waits. */
bool record_signals__snapshot_seen(void);
/* Returns the signal mask for ppoll(2). */
const sigset_t *record_signals__wait_mask(void);
/* Returns the first signal that shall end the recording, delivered or pending; 0 if none came. */
int record_signals__received(void);
/* Does the same without a system call. It does not see pending signals: if a wait ends because of a ring, it delivers none. */
int record_signals__seen(void);
/* Returns how many of them came. A signal that came several times while it was blocked counts once. */
int record_signals__count(void);
/*
 * Says that the recording is complete, and that what perf still does is not essential. A further signal, if more than a second has
 * passed by then, ends perf as if it were not handled, and @text (borrowed; may be NULL) is printed on standard error. To be
 * called once.
 */
void record_signals__allow_end(const char *text);
/* Restores the handling of all signals as it was before. To be called in a child process before it executes a program. */
void record_signals__restore(void);

#endif /* PERF_RECORD_RECORD_SIGNALS_H */
