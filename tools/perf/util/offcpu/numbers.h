/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The numbers of threads in a recording that was made inside a PID namespace. The fields of tracepoints have the
 * kernel's own numbers there, and everything else has those of the namespace: the same number is two threads. A sample of
 * a switch has both, for the thread that leaves. From these samples it is learnt which number is which, over time, since
 * numbers are used again.
 */
#ifndef PERF_OFFCPU_NUMBERS_H
#define PERF_OFFCPU_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread_numbers;

/*
 * Threads that have no number in the namespace, and those whose number is not known, go by the kernel's number plus one
 * of these: no thread's number is that high, and the digits can still be read.
 */
#define NUMBERS_OUTSIDE		1000000000U
#define NUMBERS_NOT_KNOWN	2000000000U
#define NUMBERS_END		3000000000U

static inline bool numbers__is_foreign(uint32_t tid) { return tid >= NUMBERS_OUTSIDE && tid < NUMBERS_END; }

struct numbers_stats {
	uint64_t inside, outside, not_known;	/* threads, by what is known of their numbers */
};

struct thread_numbers *numbers__new(void);
/* @n may be NULL. */
void numbers__delete(struct thread_numbers *n);

/*
 * What a recording tells, in the order of time; times in ns, numbers of the kernel in @global. numbers__own(): thread
 * @global itself goes by @tid in the namespace, 0: it is outside of it. numbers__seen(): it is there. numbers__died(): it
 * has left for ever. numbers__ran(): it should be the one that goes by @tid, since it came last to the CPU where that one
 * runs; this counts where nothing better is known.
 */
void numbers__own(struct thread_numbers *n, uint32_t global, uint32_t tid, uint64_t time);
void numbers__seen(struct thread_numbers *n, uint32_t global, uint64_t time);
void numbers__died(struct thread_numbers *n, uint32_t global, uint64_t time);
void numbers__ran(struct thread_numbers *n, uint32_t global, uint32_t tid, uint64_t time);
/* To be called after the last of these, and before numbers__of(). Returns how many there are; borrowed. */
const struct numbers_stats *numbers__finish(struct thread_numbers *n);

/*
 * Returns the number in the namespace of the thread that was @global at @time, or one that numbers__is_foreign(). The idle
 * task is 0 in both.
 */
uint32_t numbers__of(const struct thread_numbers *n, uint32_t global, uint64_t time);

#endif /* PERF_OFFCPU_NUMBERS_H */
