/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hash tables with typed keys and values. There are three kinds, all with open addressing: the table doubles its size when it
 * grows, and values cannot be removed. A zeroed table is empty. Keys are always compared: an equal hash alone is no
 * match. The caller owns the objects that values point to.
 *
 * HASH_MAP(NAME, KEY, VAL) keeps each key with its value; it is at most half full. Two functions must be defined before it:
 *
 *	static inline uint64_t NAME__hash(KEY key);		uses those of hash.h, which are seeded
 *	static inline bool NAME__same(KEY a, KEY b);
 *
 * HASH_SET(NAME, KEY, VAL) is for values that contain their key, or point to it; it keeps 32 bits of the hash with each
 * value. So a slot with another key is skipped quickly, and the table may be up to three quarters full. A KEY may be a
 * struct with all that the comparison needs. Two functions must be defined before it:
 *
 *	static inline uint64_t NAME__hash(KEY key);
 *	static inline bool NAME__is(VAL val, KEY key);		is @key the key of @val?
 *
 * VAL is a pointer or an unsigned number; zero is not allowed as a value, it marks a free slot. Both kinds define struct
 * NAME and
 *
 *	VAL NAME__find(const struct NAME *t, KEY key);		returns zero if it is not there
 *	VAL *NAME__place(struct NAME *t, KEY key);		returns where the value is. If it is zero, the key is
 *								new, and the caller sets the value at once. The
 *								pointer is valid until the next call.
 *	void NAME__clear(struct NAME *t);			removes all values, keeps the memory
 *	void NAME__exit(struct NAME *t);			frees the memory; the table is empty then
 *
 * If a table is declared in a header but only one .c file uses its functions, HASH_SET_TYPE(NAME, VAL) in the header
 * defines the struct, __clear and __exit, and HASH_SET_FUNCTIONS(NAME, KEY, VAL) in the .c file defines the rest.
 *
 * HASH_NUMBERS(NAME, KEY) is for millions of values that lie in a list of the caller's: it numbers them, from 1 on, in the order in
 * which they come up, and has four bytes in a slot, where the others have eight or more. As it keeps only a part of the hash, it asks
 * for hashes again when it grows. Three functions must be defined before it:
 *
 *	static inline uint64_t NAME__hash(KEY key);
 *	static inline bool NAME__is(uint32_t number, KEY key);		is @key that of the value with the @number?
 *	static inline uint64_t NAME__hash_of(uint32_t number, KEY any);	the hash of that value's key; @any: to find the list
 *
 * and it defines NAME__exit(), NAME__empty(), and
 *
 *	uint32_t NAME__number(struct NAME *t, KEY key, bool *ret_new);	returns the number; if it is new, the caller adds the
 *								value to its list at once
 *	uint32_t NAME__find(const struct NAME *t, KEY key);	returns the number; 0: it has none
 *
 * and both with the hash of @key, for those who have it already: NAME__number_at(t, key, hash, &is_new), NAME__find_at(t, key, hash);
 * with HASH_NUMBERS_TYPE(NAME) and HASH_NUMBERS_FUNCTIONS(NAME, KEY) as above.
 *
 * HASH_EACH(t, i) begins a loop in which t->slots[i].val is each value in turn, in no particular order.
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

/* @TAG: the member that is stored with each value. */
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

/*
 * Shared by both kinds, which define NAME__home(slot) (its hash), NAME__fits(slot, key, hash) and NAME__mark(slot, key,
 * hash).
 */
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

#define HASH_NUMBERS_TYPE(NAME)									\
struct NAME {											\
	uint32_t *slots;		/* a number, and in the bits above it some of the hash; zero: free */	\
	size_t nr, cap;			/* used, allocated (a power of two, larger than any number) */	\
};												\
												\
/* Nothing has a number then. There is room for as many as there were, or for a quarter of what there was room for. */	\
HASH_FN_ void NAME##__empty(struct NAME *t)							\
{												\
	if (8 * t->nr < t->cap)									\
		t->cap = t->cap > 64 ? t->cap / 4 : 0;						\
	if (t->cap)										\
		memset(t->slots, 0, t->cap * sizeof(*t->slots));				\
	t->nr = 0;										\
}												\
												\
HASH_FN_ void NAME##__exit(struct NAME *t)							\
{												\
	free(t->slots);										\
	*t = (struct NAME){ 0 };								\
}

#define HASH_NUMBERS_FUNCTIONS(NAME, KEY)							\
/* Where @key is, or the free slot where it belongs. */						\
HASH_FN_ uint32_t *NAME##__slot(const struct NAME *t, KEY key, uint64_t hash)			\
{												\
	const uint32_t mask = (uint32_t)(t->cap - 1), tag = (uint32_t)(hash >> 32) & ~mask;	\
	size_t i = hash & mask;									\
												\
	while (t->slots[i] && ((t->slots[i] & ~mask) != tag || !NAME##__is(t->slots[i] & mask, key)))	\
		i = (i + 1) & mask;								\
	return &t->slots[i];									\
}												\
												\
/* The old slots say nothing that the values do not say: they go before there are new ones. */	\
static __attribute__((noinline, unused)) void NAME##__grow(struct NAME *t, KEY any)		\
{												\
	uint32_t n, mask;									\
	uint64_t hash;										\
	size_t i;										\
												\
	free(t->slots);										\
	t->cap = t->cap ? 2 * t->cap : 16;							\
	t->slots = xcalloc(t->cap, sizeof(*t->slots));						\
	mask = (uint32_t)(t->cap - 1);								\
	for (n = 1; n <= t->nr; n++) {								\
		hash = NAME##__hash_of(n, any);							\
		for (i = hash & mask; t->slots[i];)						\
			i = (i + 1) & mask;							\
		t->slots[i] = ((uint32_t)(hash >> 32) & ~mask) | n;				\
	}											\
}												\
												\
HASH_FN_ uint32_t NAME##__number_at(struct NAME *t, KEY key, uint64_t hash, bool *ret_new)	\
{												\
	uint32_t mask, *slot;									\
												\
	if (HASH_NEARLY_FULL_(t->nr + 1, t->cap))						\
		NAME##__grow(t, key);								\
	mask = (uint32_t)(t->cap - 1);								\
	slot = NAME##__slot(t, key, hash);							\
	*ret_new = !*slot;									\
	if (*ret_new)										\
		*slot = ((uint32_t)(hash >> 32) & ~mask) | (uint32_t)++t->nr;			\
	return *slot & mask;									\
}												\
												\
HASH_FN_ uint32_t NAME##__number(struct NAME *t, KEY key, bool *ret_new)			\
{												\
	return NAME##__number_at(t, key, NAME##__hash(key), ret_new);				\
}												\
												\
HASH_FN_ uint32_t NAME##__find_at(const struct NAME *t, KEY key, uint64_t hash)		\
{												\
	return t->cap ? *NAME##__slot(t, key, hash) & (uint32_t)(t->cap - 1) : 0;		\
}												\
												\
HASH_FN_ uint32_t NAME##__find(const struct NAME *t, KEY key)					\
{												\
	return NAME##__find_at(t, key, NAME##__hash(key));					\
}

#define HASH_NUMBERS(NAME, KEY)									\
HASH_NUMBERS_TYPE(NAME)										\
HASH_NUMBERS_FUNCTIONS(NAME, KEY)

#endif /* PERF_BASE_HASH_TABLE_H */
