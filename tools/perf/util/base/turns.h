/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work that is made in slices by several processes, and delivered slice by slice in order.
 *
 * Each worker is a fork of the caller. It makes its own slices (worker 0 of 3 makes the first, the fourth, ...) while the
 * others make theirs, and delivers each slice when its turn comes. So what the caller has in memory needs no lock. What the
 * workers compute does not come back to the caller, except for a result of fixed size for each slice.
 *
 * If a worker meets something that only the caller can do (such as to print a message that may be printed only once), it
 * calls turns__retreat(): nothing of its slice is delivered, and the caller continues from there.
 */
#ifndef PERF_BASE_TURNS_H
#define PERF_BASE_TURNS_H

#include <stdbool.h>
#include <stddef.h>

/* @ctx is that of turns__run(). */
struct turns_ops {
	void (*begin)(void *ctx);			/* in each worker, first; may be NULL */
	int (*make)(void *ctx, size_t slice);		/* in a worker; nonzero has the effect of turns__retreat() */
	int (*deliver)(void *ctx, size_t slice);	/* in a worker, when its turn comes; returns 0, or the errno of what failed */
	void (*done)(void *ctx, size_t slice, const void *result);	/* in the caller, after @slice was delivered */
	void *result;					/* what make() leaves for done(); @result_size bytes */
	size_t result_size;				/* at most TURNS_RESULT_MAX */
};

#define TURNS_RESULT_MAX	4096

enum turns_end {
	TURNS_ALL,		/* all was delivered */
	TURNS_RETREAT,		/* the caller has to make and deliver the slice itself */
	TURNS_FAILED,		/* deliver() failed; *@ret_why is the errno */
	TURNS_DIED,		/* a worker ended without saying why; *@ret_why is its wait status */
};

/*
 * Makes and delivers the slices from *@next to @to - 1 with @jobs workers. Returns how that ended; *@next is the first slice then that was
 * not completely delivered. No worker is left when it returns. If no process can be started, returns TURNS_RETREAT at once. The caller
 * must have no other thread, and no text in a buffer that a worker might write a second time.
 */
enum turns_end turns__run(const struct turns_ops *ops, void *ctx, unsigned int jobs, size_t *next, size_t to, int *ret_why);

/*
 * In a worker, leaves its slice, and all slices that come after it, to the caller, and does not return. In any other process,
 * does nothing.
 */
void turns__retreat(void);
bool turns__is_worker(void);

#endif /* PERF_BASE_TURNS_H */
