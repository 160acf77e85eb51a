/* SPDX-License-Identifier: GPL-2.0-only */
/* Passes the progress and the damage that a collector of `perf defer` meets while it reads on to its caller. */
#ifndef PERF_DEFER_SHOWN_READING_H
#define PERF_DEFER_SHOWN_READING_H

#include <stdint.h>

struct diag;
struct session_ops;

/* Must be the first member of the struct that a collector's session_ops get as their context. */
struct shown_reading {
	const struct session_ops *ops;	/* the caller's; only damaged and progress are used, and may be NULL */
	void *ctx;			/* the context of @ops */
};

/* Callbacks for struct session_ops, which call the caller's ones. @ctx begins with a struct shown_reading. */
void shown_reading__damaged(void *ctx, const struct diag *diag);
void shown_reading__progress(void *ctx, const char *what, uint64_t done, uint64_t total);

#endif /* PERF_DEFER_SHOWN_READING_H */
