/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table from two words to a pointer. Two words do not fit into one key of a u64map without losing
 * bits: a hash of both is no key, because different pairs share it.
 */
#ifndef PERF_BASE_PAIR_MAP_H
#define PERF_BASE_PAIR_MAP_H

#include <stddef.h>
#include <stdint.h>

/* Open addressing; zero-initialised is empty. Does not own its values. */
struct pair_map {
	struct pair_map_slot {
		uint64_t a, b;
		void *val;		/* NULL: free slot */
	} *slots;
	size_t nr, cap;			/* used, allocated (a power of two) */
};

/* Frees the table, not its values; it is empty then. */
void pair_map__exit(struct pair_map *m);
/* What was set for (@a, @b), or NULL. */
void *pair_map__find(const struct pair_map *m, uint64_t a, uint64_t b);
/* Sets or replaces; @val must not be NULL. */
void pair_map__set(struct pair_map *m, uint64_t a, uint64_t b, void *val);

#define pair_map__for_each(m, i)				\
	for ((i) = 0; (i) < (m)->cap; (i)++)			\
		if ((m)->slots[i].val)

#endif /* PERF_BASE_PAIR_MAP_H */
