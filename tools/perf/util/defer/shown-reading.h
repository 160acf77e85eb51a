/* SPDX-License-Identifier: GPL-2.0-only */
/* A verb's collector reads, and whoever called it shows how that goes. */
#ifndef PERF_DEFER_SHOWN_READING_H
#define PERF_DEFER_SHOWN_READING_H

#include <stdint.h>

struct diag;
struct session_ops;

/* The first member of what a collector's session_ops get as their context. */
struct shown_reading {
	const struct session_ops *ops;	/* the caller's; only damaged and progress are used, and may be NULL */
	void *ctx;			/* theirs */
};

/* As in struct session_ops; @ctx begins with a struct shown_reading. */
void shown_reading__damaged(void *ctx, const struct diag *diag);
void shown_reading__progress(void *ctx, const char *what, uint64_t done, uint64_t total);

#endif /* PERF_DEFER_SHOWN_READING_H */
