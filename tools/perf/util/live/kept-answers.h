/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What was said of code in memory, for as long as the bytes stay that were looked at for it. Such code comes again
 * whenever a byte of 32 KiB has changed, and to follow it is what takes longest.
 */
#ifndef PERF_LIVE_KEPT_ANSWERS_H
#define PERF_LIVE_KEPT_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include "util/code/seen-code.h"

struct kept_answer {
	uint64_t offset;		/* of the file, as it was asked for */
	struct seen_code seen;		/* the bytes of the file that were looked at, by offsets */
	size_t size;			/* of @bytes */
	unsigned char *bytes;		/* the answer, as it is sent */
};

/* Zero-initialised: empty. */
struct kept_answers {
	struct kept_answer *list;
	size_t nr, cap;
};

/* Returns the answer about @offset; NULL: there is none. Borrowed, until another function here is called. */
const struct kept_answer *kept_answers__find(const struct kept_answers *k, uint64_t offset);
/* Keeps a copy of @answer, of which there is none yet. If there are too many all others go. */
void kept_answers__add(struct kept_answers *k, const struct kept_answer *answer);
/* The @size bytes of the file are @now instead of @old, both borrowed: what was said of bytes that have changed is forgotten. */
void kept_answers__renew(struct kept_answers *k, const unsigned char *old, const unsigned char *now, size_t size);
void kept_answers__exit(struct kept_answers *k);

#endif /* PERF_LIVE_KEPT_ANSWERS_H */
