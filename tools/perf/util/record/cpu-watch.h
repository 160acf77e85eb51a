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
	int *gone;		/* CPUs that went offline, rising; owned */
	size_t nr_gone;
};

/* If this is not possible (a container may not allow it), the functions below report nothing. */
void cpu_watch__open(struct cpu_watch *w);
/*
 * The next CPU that went offline or came online; does not wait. Returns its number, with *@ret_online set, or -1.
 */
int cpu_watch__next(struct cpu_watch *w, bool *ret_online);
/* The same for a message of the kernel's, of @len bytes with a zero behind them: what next() is made of. */
int cpu_watch__parse(const char *message, size_t len, bool *ret_online);
/* Remembers @cpu as gone. Returns false if it was remembered already. */
bool cpu_watch__note_gone(struct cpu_watch *w, int cpu);
/* "1,4": those that are gone; NULL: none. Caller frees. */
char *cpu_watch__gone(const struct cpu_watch *w);
void cpu_watch__close(struct cpu_watch *w);

#endif /* PERF_RECORD_CPU_WATCH_H */
