/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hash tables that know the types of what is in them. There are two kinds, both with open addressing: the table doubles
 * when it grows, and nothing is taken out again. Zero-initialised is empty. Keys are always compared: an equal hash alone
 * finds nothing. What the values point to belongs to the user.
 *
 * HASH_MAP(NAME, KEY, VAL) keeps each key beside its value, at most half full. In front of it stand two functions:
 *
 *	static inline uint64_t NAME__hash(KEY key);		made with those of hash.h, which are seeded
 *	static inline bool NAME__same(KEY a, KEY b);
 *
 * HASH_SET(NAME, KEY, VAL) is for values that have their key in them, or lead to it; it keeps 32 bits of the hash
 * beside them. That makes passing over a slot cheap: it is at most three quarters full. A KEY may be a struct that holds
 * whatever the comparison needs. In front of it stand:
 *
 *	static inline uint64_t NAME__hash(KEY key);
 *	static inline bool NAME__is(VAL val, KEY key);		is @val the one of @key?
 *
 * VAL is a pointer or an unsigned number; zero is no value, a slot with zero is free. Both define struct NAME, and
 *
 *	VAL NAME__find(const struct NAME *t, KEY key);		zero: it is not there
 *	VAL *NAME__place(struct NAME *t, KEY key);		where its value is; zero there: it was not, and the caller
 *								puts it there, at once. Valid until the next call.
 *	void NAME__clear(struct NAME *t);			forgets all, keeps the memory
 *	void NAME__exit(struct NAME *t);			frees the table; it is empty then
 *
 * Where a header shows the table and only one file looks into it, HASH_SET_TYPE(NAME, VAL) defines the struct, __clear and
 * __exit in the one, and HASH_SET_FUNCTIONS(NAME, KEY, VAL) the rest in the other.
 *
 * HASH_EACH(t, i) is a loop head: t->slots[i].val is each value in turn, in no order that means anything.
 */
#ifndef PERF_BASE_HASH_TABLE_H
#define PERF_BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define HASH_EACH(t, i)						\
	for ((i) = 0; (i) < (t)->cap; (i)++)			\
		if ((t)->slots[i].val)

#define HASH_HALF_FULL_(nr, cap)	(2 * (nr) > (cap))
#define HASH_NEARLY_FULL_(nr, cap)	(4 * (nr) > 3 * (cap))

#define HASH_FN_ static inline __attribute__((unused))

/* @TAG: what stands beside a value. */
#define HASH_TABLE_TYPE_(NAME, TAG, VAL)							\
struct NAME##_slot {										\
	TAG;											\
	VAL val;			/* zero: free */					\
};												\
												\
struct NAME {											\
	struct NAME##_slot *slots;								\
	size_t nr, cap;			/* used, allocated (a power of two) */			\
};												\
												\
HASH_FN_ void NAME##__clear(struct NAME *t)							\
{												\
	if (t->nr)										\
		memset(t->slots, 0, t->cap * sizeof(*t->slots));				\
	t->nr = 0;										\
}												\
												\
HASH_FN_ void NAME##__exit(struct NAME *t)							\
{												\
	free(t->slots);										\
	*t = (struct NAME){ 0 };								\
}

/* What both kinds share. Of them come NAME__home(slot), its hash, NAME__fits(slot, key, hash) and NAME__mark(). */
#define HASH_TABLE_FUNCTIONS_(NAME, KEY, VAL, IS_FULL)						\
HASH_FN_ struct NAME##_slot *NAME##__slot(const struct NAME *t, KEY key, uint64_t hash)	\
{												\
	size_t i = hash & (t->cap - 1);								\
												\
	while (t->slots[i].val && !NAME##__fits(&t->slots[i], key, hash))			\
		i = (i + 1) & (t->cap - 1);							\
	return &t->slots[i];									\
}												\
												\
static __attribute__((noinline, unused)) void NAME##__grow(struct NAME *t)			\
{												\
	struct NAME bigger = { .nr = t->nr, .cap = t->cap ? 2 * t->cap : 16 };			\
	size_t i, j;										\
												\
	bigger.slots = xcalloc(bigger.cap, sizeof(*bigger.slots));				\
	HASH_EACH(t, i) {									\
		j = NAME##__home(&t->slots[i]) & (bigger.cap - 1);				\
		while (bigger.slots[j].val)							\
			j = (j + 1) & (bigger.cap - 1);						\
		bigger.slots[j] = t->slots[i];							\
	}											\
	free(t->slots);										\
	*t = bigger;										\
}												\
												\
HASH_FN_ VAL NAME##__find(const struct NAME *t, KEY key)					\
{												\
	return t->cap ? NAME##__slot(t, key, NAME##__hash(key))->val : (VAL)0;			\
}												\
												\
HASH_FN_ VAL *NAME##__place(struct NAME *t, KEY key)						\
{												\
	uint64_t hash = NAME##__hash(key);							\
	struct NAME##_slot *s;									\
												\
	if (IS_FULL(t->nr + 1, t->cap))								\
		NAME##__grow(t);								\
	s = NAME##__slot(t, key, hash);								\
	if (!s->val) {										\
		NAME##__mark(s, key, hash);							\
		t->nr++;									\
	}											\
	return &s->val;										\
}

#define HASH_MAP(NAME, KEY, VAL)								\
HASH_TABLE_TYPE_(NAME, KEY key, VAL)								\
												\
HASH_FN_ uint64_t NAME##__home(const struct NAME##_slot *s)					\
{												\
	return NAME##__hash(s->key);								\
}												\
												\
HASH_FN_ bool NAME##__fits(const struct NAME##_slot *s, KEY key, uint64_t hash)			\
{												\
	(void)hash;										\
	return NAME##__same(s->key, key);							\
}												\
												\
HASH_FN_ void NAME##__mark(struct NAME##_slot *s, KEY key, uint64_t hash)			\
{												\
	(void)hash;										\
	s->key = key;										\
}												\
												\
HASH_TABLE_FUNCTIONS_(NAME, KEY, VAL, HASH_HALF_FULL_)

#define HASH_SET_TYPE(NAME, VAL) HASH_TABLE_TYPE_(NAME, uint32_t hash, VAL)

#define HASH_SET_FUNCTIONS(NAME, KEY, VAL)								\
HASH_FN_ uint64_t NAME##__home(const struct NAME##_slot *s)					\
{												\
	return s->hash;										\
}												\
												\
HASH_FN_ bool NAME##__fits(const struct NAME##_slot *s, KEY key, uint64_t hash)			\
{												\
	return s->hash == (uint32_t)hash && NAME##__is(s->val, key);				\
}												\
												\
HASH_FN_ void NAME##__mark(struct NAME##_slot *s, KEY key, uint64_t hash)			\
{												\
	(void)key;										\
	s->hash = (uint32_t)hash;								\
}												\
												\
HASH_TABLE_FUNCTIONS_(NAME, KEY, VAL, HASH_NEARLY_FULL_)

#define HASH_SET(NAME, KEY, VAL)								\
HASH_SET_TYPE(NAME, VAL)									\
HASH_SET_FUNCTIONS(NAME, KEY, VAL)

#endif /* PERF_BASE_HASH_TABLE_H */
