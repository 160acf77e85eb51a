/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What ends a recording from outside. From install() on no signal that can be caught ends perf itself: it ends the
 * recording, which is then completed. All of them stay blocked but where perf waits (with
 * record_signals__wait_mask()), so that none is missed between a look and a wait, and no call is cut short.
 */
#ifndef PERF_RECORD_RECORD_SIGNALS_H
#define PERF_RECORD_RECORD_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/*
 * Handles SIGCHLD and all signals that would end perf, but for those that an error in perf itself raises; ignores
 * SIGPIPE, SIGXFSZ and SIGUSR2. Ignored signals stay ignored (nohup), but for SIGINT and SIGTERM: a shell's
 * background job has SIGINT so, and kill -INT is to end it.
 */
void record_signals__install(void);
/* From now on SIGUSR2 is a wish. */
void record_signals__install_snapshot(void);
/* Has SIGUSR2 come since the last call? */
bool record_signals__snapshot_wanted(void);
/* The mask to wait with. */
const sigset_t *record_signals__wait_mask(void);
/* The first signal that is to end the recording, delivered or pending; 0: none came. */
int record_signals__received(void);
/* How many of them came; the same one twice, while it was blocked, counts once. */
int record_signals__count(void);
/*
 * What perf does from here on the user can do without. One more signal, after more than a second of it, ends perf
 * as if it were not handled; with @text (borrowed) on standard error, unless NULL. Call it once.
 */
void record_signals__allow_end(const char *text);
/* Puts everything back as it was, in a child before it becomes something else. */
void record_signals__restore(void);

#endif /* PERF_RECORD_RECORD_SIGNALS_H */
