/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What ends a recording from outside. The signals stay blocked but while the loop waits (ppoll), so
 * none is missed between a look and a wait.
 */
#ifndef PERF_RECORD_RECORD_SIGNALS_H
#define PERF_RECORD_RECORD_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs handlers for SIGINT, SIGTERM and SIGCHLD, and ignores SIGPIPE and SIGXFSZ. */
void record_signals__install(void);
/*
 * Has SIGUSR2 come since the last call? Without record_signals__install_snapshot() it has its usual effect.
 */
bool record_signals__snapshot_wanted(void);
/* Handles SIGUSR2, too. */
void record_signals__install_snapshot(void);
/* SIGHUP and SIGQUIT end a recording as SIGTERM does: there is something to put away. Not where ignored. */
void record_signals__install_cleanup(void);
/* The mask to wait with. */
const sigset_t *record_signals__wait_mask(void);
/* SIGINT or SIGTERM, whichever came first; 0: none. */
int record_signals__received(void);
/* Puts everything back as it was: at the end, and in a child before it becomes something else. */
void record_signals__restore(void);

#endif /* PERF_RECORD_RECORD_SIGNALS_H */
