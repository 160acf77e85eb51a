/* SPDX-License-Identifier: GPL-2.0-only */
/* Which of many shares belong together, such as those that a function has of several events. */
#ifndef PERF_ANNOTATE_SHARE_LISTS_H
#define PERF_ANNOTATE_SHARE_LISTS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash.h"

/* Shares are numbers, below that of share_lists__init(); those with the same key are a list. */
struct share_lists {
	struct u64num first;		/* key -> its first share + 1 */
	size_t *next;			/* of each share: the next one with its key + 1; 0: it is the last */
};

/* For @nr shares, which are in no list yet. */
void share_lists__init(struct share_lists *l, size_t nr);
/* Also of one that is zero-initialised. */
void share_lists__exit(struct share_lists *l);
/* Puts @share in front of the others with @key, so that who begins with the last share gets them in their order. */
void share_lists__add(struct share_lists *l, uint64_t key, size_t share);
/* Return the first share with @key, and the one behind @share; SIZE_MAX: there is none. */
size_t share_lists__first(const struct share_lists *l, uint64_t key);
static inline size_t share_lists__next(const struct share_lists *l, size_t share) { return l->next[share] - 1; }

#endif /* PERF_ANNOTATE_SHARE_LISTS_H */
