/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work that is made in slices by several processes, and delivered slice by slice in order.
 *
 * Each worker is a fork of the caller. It makes the slices that are its own (worker 0 of 3 the first, the fourth, ...) while
 * others make theirs, and delivers each when its turn comes. So whatever the caller has in memory needs no lock, and
 * what the workers compute for themselves never comes back, but for a result of fixed size per slice.
 *
 * A worker that meets something that only the caller can do as it has to be done (to print a message, which may be printed
 * only once) calls turns__retreat(): nothing of its slice is delivered. The caller then goes on from there.
 */
#ifndef PERF_BASE_TURNS_H
#define PERF_BASE_TURNS_H

#include <stdbool.h>
#include <stddef.h>

/* @ctx is that of turns__run(). */
struct turns_ops {
	void (*begin)(void *ctx);			/* in each worker, first; may be NULL */
	int (*make)(void *ctx, size_t slice);		/* in a worker; nonzero: as turns__retreat() */
	int (*deliver)(void *ctx, size_t slice);	/* in a worker, in turn; 0, or the errno of what failed */
	void (*done)(void *ctx, size_t slice, const void *result);	/* in the caller, when @slice was delivered */
	void *result;					/* what make() leaves for done(); @result_size bytes */
	size_t result_size;				/* at most TURNS_RESULT_MAX */
};

#define TURNS_RESULT_MAX	4096

enum turns_end {
	TURNS_ALL,		/* all was delivered */
	TURNS_RETREAT,		/* the caller has to make and deliver the slice itself */
	TURNS_FAILED,		/* deliver() failed, *@ret_why: errno */
	TURNS_DIED,		/* a worker ended without a word, *@ret_why: its wait status */
};

/*
 * Makes and delivers the slices from @from to @to - 1 with @jobs workers. Returns how that ended; *@ret_next: the first slice
 * that was not (completely) delivered. No worker is left when it returns. If no process can be started, that is a retreat at
 * once. The caller must have no other thread, and nothing in a buffer that a worker might write as well.
 */
enum turns_end turns__run(const struct turns_ops *ops, void *ctx, unsigned int jobs, size_t from, size_t to,
			  size_t *ret_next, int *ret_why);

/*
 * In a worker: leaves its slice, and all that come after it, to the caller, and does not return. In any other process: does
 * nothing.
 */
void turns__retreat(void);
bool turns__is_worker(void);

#endif /* PERF_BASE_TURNS_H */
