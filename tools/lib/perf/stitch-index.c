// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The index: a sorted array of (hash of the key, token), and where each bucket of it begins.
 *
 *	entries	| bucket 0        | bucket 1 |  ...		bucket: equal top bits of the hash,
 *		  ^ starts[0]       ^ starts[1]			about 8 entries, sorted by hash
 *
 * Keys and times stay with the client, who reads them back: only for entries with equal hashes when
 * sorting, and for the one found in the end. Entries with equal hashes are sorted by (key, time,
 * token), so that however many there are, a lookup is a binary search.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stitch-internal.h"

#define BUCKET_LOAD	8
#define SMALL_SORT	24
#define PART_BITS	8
#define MAX_ENTRIES	((size_t)UINT32_MAX - 1)

struct entry {
	uint64_t hash;
	uint64_t token;
};

struct perf_stitch_index {
	const struct perf_stitch_index_ops *ops;
	void *ctx;
	struct entry *entries;
	size_t nr, cap;
	uint32_t *starts;		/* one more than buckets; NULL: not sealed */
	unsigned int bits;		/* log2 of the buckets */
	size_t nr_duplicates;
	uint64_t hash_mask;
	struct perf_stitch_seed seed;
};

/* A record as the client knows it. One that cannot be read is greater than all others. */
struct view {
	struct perf_stitch_key key;
	uint64_t time, token;
	bool readable;
};

struct perf_stitch_index *perf_stitch_index__new(const struct perf_stitch_index_ops *ops, void *ctx)
{
	struct perf_stitch_index *idx = calloc(1, sizeof(*idx));

	if (!idx)
		return NULL;
	idx->ops = ops;
	idx->ctx = ctx;
	idx->hash_mask = UINT64_MAX;
	perf_stitch_seed__init(&idx->seed);
	return idx;
}

void perf_stitch_index__delete(struct perf_stitch_index *idx)
{
	if (!idx)
		return;
	free(idx->entries);
	free(idx->starts);
	free(idx);
}

void perf_stitch_index__set_hash_mask(struct perf_stitch_index *idx, uint64_t mask)
{
	idx->hash_mask = mask;
}

static uint64_t index__hash(const struct perf_stitch_index *idx, const struct perf_stitch_key *key)
{
	return perf_stitch_seed__hash(&idx->seed, key) & idx->hash_mask;
}

int perf_stitch_index__add(struct perf_stitch_index *idx, const struct perf_stitch_key *key, uint64_t token)
{
	if (idx->starts)
		return -EINVAL;
	if (idx->nr == idx->cap) {
		/* A quarter more: at most 20 bytes a record; large blocks grow in place by moving pages. */
		size_t cap = idx->cap + idx->cap / 4 + 64;
		struct entry *entries;

		if (idx->nr >= MAX_ENTRIES)
			return -ENOMEM;
		entries = realloc(idx->entries, cap * sizeof(*entries));
		if (!entries)
			return -ENOMEM;
		idx->entries = entries;
		idx->cap = cap;
	}
	idx->entries[idx->nr].hash = index__hash(idx, key);
	idx->entries[idx->nr++].token = token;
	return 0;
}

size_t perf_stitch_index__nr(const struct perf_stitch_index *idx)
{
	return idx->nr;
}

size_t perf_stitch_index__nr_duplicates(const struct perf_stitch_index *idx)
{
	return idx->nr_duplicates;
}

size_t perf_stitch_index__memory(const struct perf_stitch_index *idx)
{
	size_t starts = idx->starts ? ((size_t)1 << idx->bits) + 1 : 0;

	return sizeof(*idx) + idx->cap * sizeof(*idx->entries) + starts * sizeof(*idx->starts);
}

/* --- sorting --------------------------------------------------------------------------------- */

/* The @bits of @hash behind its first @skip ones. */
static size_t hash_bits(uint64_t hash, unsigned int skip, unsigned int bits)
{
	return bits ? hash << skip >> (64 - bits) : 0;
}

static size_t bucket_of(const struct perf_stitch_index *idx, uint64_t hash)
{
	return hash_bits(hash, 0, idx->bits);
}

static bool entry__less(const struct entry *a, const struct entry *b)
{
	return a->hash != b->hash ? a->hash < b->hash : a->token < b->token;
}

static struct view index__view(const struct perf_stitch_index *idx, uint64_t token)
{
	struct view v = { .token = token };

	v.readable = idx->ops->read(idx->ctx, token, &v.key, &v.time);
	return v;
}

static int key__compare(const struct perf_stitch_key *a, const struct perf_stitch_key *b)
{
	if (a->machine != b->machine)
		return a->machine < b->machine ? -1 : 1;
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie ? -1 : 1;
	return 0;
}

static bool view__less(const struct view *a, const struct view *b)
{
	int order;

	if (!a->readable || !b->readable)
		return a->readable != b->readable ? a->readable : a->token < b->token;
	order = key__compare(&a->key, &b->key);
	if (order)
		return order < 0;
	return a->time != b->time ? a->time < b->time : a->token < b->token;
}

/* Compares by what the client knows if @idx is given, by the entries themselves if it is NULL. */
static bool less(const struct perf_stitch_index *idx, const struct entry *a, const struct entry *b)
{
	struct view va, vb;

	if (!idx)
		return entry__less(a, b);
	va = index__view(idx, a->token);
	vb = index__view(idx, b->token);
	return view__less(&va, &vb);
}

static void sift_down(const struct perf_stitch_index *idx, struct entry *e, size_t top, size_t n)
{
	struct entry moving = e[top];
	size_t child;

	while ((child = 2 * top + 1) < n) {
		if (child + 1 < n && less(idx, &e[child], &e[child + 1]))
			child++;
		if (!less(idx, &moving, &e[child]))
			break;
		e[top] = e[child];
		top = child;
	}
	e[top] = moving;
}

/* In place and O(n log n) whatever the input: the file decides what it is. */
static void heap_sort(const struct perf_stitch_index *idx, struct entry *e, size_t n)
{
	size_t i;

	for (i = n / 2; i-- > 0;)
		sift_down(idx, e, i, n);
	for (i = n; i-- > 1;) {
		struct entry last = e[i];

		e[i] = e[0];
		e[0] = last;
		sift_down(idx, e, 0, i);
	}
}

static void sort(const struct perf_stitch_index *idx, struct entry *e, size_t n)
{
	size_t i, k;

	for (i = 1; i < n && !less(idx, &e[i], &e[i - 1]); i++)
		;
	if (i >= n)
		return;
	if (n > SMALL_SORT) {
		heap_sort(idx, e, n);
		return;
	}
	for (; i < n; i++) {
		struct entry moving = e[i];

		for (k = i; k > 0 && less(idx, &moving, &e[k - 1]); k--)
			e[k] = e[k - 1];
		e[k] = moving;
	}
}

/*
 * Orders @n entries whose hashes are equal, nearly always because their keys are. While they are
 * sorted their times lie in the place of the hash, so that each record is read only once. Returns
 * how many have a key that another had already.
 */
static size_t sort_equal_hashes(const struct perf_stitch_index *idx, struct entry *e, size_t n)
{
	struct view first = index__view(idx, e[0].token), prev;
	size_t i, nr_duplicates = 0;
	uint64_t hash = e[0].hash;
	bool one_key = first.readable;

	e[0].hash = first.time;
	for (i = 1; i < n && one_key; i++) {
		struct view v = index__view(idx, e[i].token);

		one_key = v.readable && perf_stitch_key__equal(&v.key, &first.key);
		e[i].hash = v.time;
	}
	if (one_key)
		sort(NULL, e, n);
	for (i = 0; i < n; i++)
		e[i].hash = hash;
	if (one_key)
		return n - 1;

	/* A true collision, or a record that cannot be read any more: rare, and allowed to be slow. */
	sort(idx, e, n);
	prev = index__view(idx, e[0].token);
	for (i = 1; i < n && prev.readable; i++) {
		struct view v = index__view(idx, e[i].token);

		nr_duplicates += v.readable && perf_stitch_key__equal(&v.key, &prev.key);
		prev = v;
	}
	return nr_duplicates;
}

static void sort_bucket(struct perf_stitch_index *idx, struct entry *e, size_t n)
{
	size_t begin, end;

	sort(NULL, e, n);
	for (begin = 0; begin < n; begin = end) {
		for (end = begin + 1; end < n && e[end].hash == e[begin].hash; end++)
			;
		if (end - begin > 1)
			idx->nr_duplicates += sort_equal_hashes(idx, e + begin, end - begin);
	}
}

/*
 * Moves the entries into the buckets 2^@bits that the top bits of their hashes behind the first
 * @skip bits say, in place: follows each cycle of the permutation once. @starts gets their begins
 * and the end, counted from @base, @next is for scratch.
 */
static void distribute(struct entry *e, size_t n, unsigned int skip, unsigned int bits, uint32_t base,
		       uint32_t *starts, uint32_t *next)
{
	size_t nr_buckets = (size_t)1 << bits, b, i;

	memset(next, 0, nr_buckets * sizeof(*next));
	for (i = 0; i < n; i++)
		next[hash_bits(e[i].hash, skip, bits)]++;
	for (b = 0, i = 0; b < nr_buckets; b++) {
		starts[b] = base + (uint32_t)i;
		i += next[b];
		next[b] = starts[b] - base;
	}
	starts[nr_buckets] = base + (uint32_t)n;
	for (b = 0; b < nr_buckets; b++) {
		while (next[b] < starts[b + 1] - base) {
			struct entry moving = e[next[b]];
			size_t home;

			while ((home = hash_bits(moving.hash, skip, bits)) != b) {
				struct entry displaced = e[next[home]];

				e[next[home]++] = moving;
				moving = displaced;
			}
			e[next[b]++] = moving;
		}
	}
}

/* In two steps: 256 parts, each small enough for a cache, then each part's buckets. */
static void fill_buckets(struct perf_stitch_index *idx, uint32_t *next)
{
	unsigned int first = idx->bits < PART_BITS ? idx->bits : PART_BITS;
	uint32_t parts[(1 << PART_BITS) + 1];
	size_t p, i, per_part = (size_t)1 << (idx->bits - first);

	distribute(idx->entries, idx->nr, 0, first, 0, parts, next);
	for (p = 0; p < (size_t)1 << first; p++) {
		uint32_t *starts = idx->starts + p * per_part;

		distribute(idx->entries + parts[p], parts[p + 1] - parts[p], first, idx->bits - first,
			   parts[p], starts, next);
		for (i = 0; i < per_part; i++)
			sort_bucket(idx, idx->entries + starts[i], starts[i + 1] - starts[i]);
	}
}

int perf_stitch_index__seal(struct perf_stitch_index *idx)
{
	size_t nr_buckets = 1;
	uint32_t *next;

	if (idx->starts)
		return 0;
	for (idx->bits = 0; nr_buckets * BUCKET_LOAD < idx->nr; idx->bits++)
		nr_buckets *= 2;
	next = malloc((nr_buckets < 1 << PART_BITS ? 1 << PART_BITS : nr_buckets) * sizeof(*next));
	idx->starts = calloc(nr_buckets + 1, sizeof(*idx->starts));
	if (!next || !idx->starts) {
		free(next);
		free(idx->starts);
		idx->starts = NULL;
		return -ENOMEM;
	}
	if (idx->nr)
		fill_buckets(idx, next);
	free(next);
	if (idx->cap > idx->nr && idx->nr) {
		struct entry *entries = realloc(idx->entries, idx->nr * sizeof(*entries));

		if (entries) {
			idx->entries = entries;
			idx->cap = idx->nr;
		}
	}
	return 0;
}

/* --- looking up ------------------------------------------------------------------------------ */

/* First of the entries [@begin, @end), sorted by hash, whose hash is not less than @hash. */
static size_t first_hash(const struct entry *e, size_t begin, size_t end, uint64_t hash)
{
	while (end - begin > BUCKET_LOAD) {
		size_t mid = begin + (end - begin) / 2;

		if (e[mid].hash < hash)
			begin = mid + 1;
		else
			end = mid;
	}
	while (begin < end && e[begin].hash < hash)
		begin++;
	return begin;
}

bool perf_stitch_index__find(const struct perf_stitch_index *idx, const struct perf_stitch_key *key,
			     uint64_t time, enum perf_stitch_which which, uint64_t *ret_token)
{
	struct view before = { .readable = false }, after = { .readable = false };
	uint64_t hash = index__hash(idx, key);
	size_t begin, end;

	if (!idx->starts)
		return false;
	begin = idx->starts[bucket_of(idx, hash)];
	end = idx->starts[bucket_of(idx, hash) + 1];
	begin = first_hash(idx->entries, begin, end, hash);
	if (begin == end || idx->entries[begin].hash != hash)
		return false;
	/* Nearly always one record has this hash, and the key. */
	if (begin + 1 == end || idx->entries[begin + 1].hash != hash) {
		uint64_t token = idx->entries[begin].token;

		if (!idx->ops->read(idx->ctx, token, &after.key, &after.time) || !perf_stitch_key__equal(&after.key, key) ||
		    (which == PERF_STITCH_NEXT && after.time < time))
			return false;
		*ret_token = token;
		return true;
	}
	if (hash != UINT64_MAX)
		end = first_hash(idx->entries, begin, end, hash + 1);

	/* @before and @after end up as the neighbours of (key, time), each record read at most once. */
	while (begin < end) {
		size_t mid = begin + (end - begin) / 2;
		struct view v = index__view(idx, idx->entries[mid].token);
		int order = v.readable ? key__compare(&v.key, key) : 1;

		if (order < 0 || (!order && v.time < time)) {
			before = v;
			begin = mid + 1;
		} else {
			after = v;
			end = mid;
		}
	}
	if (after.readable && perf_stitch_key__equal(&after.key, key))
		*ret_token = after.token;
	else if (which == PERF_STITCH_NEAREST && before.readable && perf_stitch_key__equal(&before.key, key))
		*ret_token = before.token;
	else
		return false;
	return true;
}
