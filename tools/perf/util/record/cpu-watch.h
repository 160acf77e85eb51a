/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPUs that go offline and come back while they are recorded. If a CPU goes offline, the kernel removes its events from
 * their rings for good, and a program that polls the rings does not notice it.
 */
#ifndef PERF_RECORD_CPU_WATCH_H
#define PERF_RECORD_CPU_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct cpu_watch {
	int fd;			/* -1: there is none; becomes readable when there is news */
	int *gone;		/* CPUs that went offline, in ascending order; owned */
	size_t nr_gone;
};

/* Begins to watch. If that is not possible (a container may not allow it), the functions below report nothing. */
void cpu_watch__open(struct cpu_watch *w);
/*
 * Returns the next CPU that went offline or came online, with *@ret_online set; -1 if there is none. Does not wait.
 */
int cpu_watch__next(struct cpu_watch *w, bool *ret_online);
/* Does the same for one message of the kernel, @len bytes followed by a zero. cpu_watch__next() calls it. */
int cpu_watch__parse(const char *message, size_t len, bool *ret_online);
/* Remembers @cpu as gone. Returns false if it was remembered already. */
bool cpu_watch__note_gone(struct cpu_watch *w, int cpu);
/* Returns the CPUs that are gone as a list, "1,4", which the caller frees; NULL if there are none. */
char *cpu_watch__gone(const struct cpu_watch *w);
void cpu_watch__close(struct cpu_watch *w);

#endif /* PERF_RECORD_CPU_WATCH_H */
