/* SPDX-License-Identifier: GPL-2.0-only */
/* --switch-output: one recording in several files, each complete, named after the time of its end. */
#ifndef PERF_RECORD_SWITCH_OUTPUT_H
#define PERF_RECORD_SWITCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

enum switch_when {
	SWITCH_NEVER,
	SWITCH_AT_SIGNAL,	/* SIGUSR2 */
	SWITCH_AT_SIZE,
	SWITCH_AT_TIME,
};

struct switch_output {
	enum switch_when when;
	uint64_t value;		/* bytes, or ms */
};

/* Reads "30s" (ms, s, m, h, d), which is more than none. Returns 0 or -EINVAL. */
int switch_output__parse_time(const char *text, uint64_t *ret_ms);
/* Reads "signal" or "", a size ("10M") or a time ("30s"; ms, m, h, d). Returns 0, or -EINVAL with @diag set. */
int switch_output__parse(const char *text, struct switch_output *ret, struct diag *diag);

/* Warns if files will be larger than the size that was asked for, because rings are emptied @wakeup_bytes at a time. */
void switch_output__check_size(const struct switch_output *s, size_t wakeup_bytes);

struct recorder;

/* Must the next file begin? @usr2: SIGUSR2 has come. */
bool switch_output__is_due(const struct recorder *r, bool usr2);
/* Returns the milliseconds until the next file must begin; -1 if that does not depend on time. */
int switch_output__until(const struct recorder *r);
/* Returns the name that the output has until it is complete; borrowed from the options. */
const char *switch_output__path(const struct recorder *r);
/*
 * Returns @path with the local time behind it, a name that no file has: "perf.data.2026112116165962"; the caller frees
 * it. *@last is 0 before the first one, and then the time in the newest name, in hundredths of a second: the next one
 * is later, whatever has become of the clock.
 */
char *switch_output__free_name(const char *path, int64_t *last);
/*
 * Renames @path, the file that was just completed, and removes the oldest one if there are too many (--switch-max-files). Returns
 * 0, or negative errno with @r's diag set.
 */
int switch_output__rename(struct recorder *r, const char *path);
/* Completes the current file and begins the next one. Returns the same as above. */
int switch_output__next(struct recorder *r);

#endif /* PERF_RECORD_SWITCH_OUTPUT_H */
