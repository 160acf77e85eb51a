/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process that does nothing but wait for the end of this one, and then removes the probes that it has left behind:
 * probes in tracefs stay until somebody removes them, also after a 'kill -9'.
 */
#ifndef PERF_RECORD_PROBE_KEEPER_H
#define PERF_RECORD_PROBE_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Zero-initialised: there is none. */
struct probe_keeper {
	pid_t pid;
	int fd;
};

/*
 * Starts it, for the probes of @group, unless it runs. If there can be no such process, only the next perf removes
 * them. To be called before perf has rings and counters, which it would keep.
 */
void probe_keeper__start(struct probe_keeper *keeper, const char *group);
/* Ends it: the probes are @removed. If not, it tries for a while to do that, without anybody waiting. */
void probe_keeper__dismiss(struct probe_keeper *keeper, bool removed);

#endif /* PERF_RECORD_PROBE_KEEPER_H */
