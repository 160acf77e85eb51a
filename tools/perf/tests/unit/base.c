// SPDX-License-Identifier: GPL-2.0-only
/* Text buffers, hash table, arena, diagnostics. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/base/pair-map.h"
#include "util/base/percent.h"
#include "util/base/strbuf.h"

static int test__strbuf(void)
{
	struct strbuf sb = STRBUF_INIT;
	char *text;
	int i;

	TEST_ASSERT_STR(strbuf__str(&sb), "");
	strbuf__add(&sb, "a\0b", 3);
	TEST_ASSERT_EQ(sb.len, 3);
	TEST_ASSERT(!memcmp(sb.buf, "a\0b", 4));
	strbuf__reset(&sb);
	strbuf__addf(&sb, "%d-%s", 7, "x");
	strbuf__addch(&sb, '!');
	strbuf__addstr(&sb, "");
	TEST_ASSERT_STR(sb.buf, "7-x!");
	strbuf__addtrimmed(&sb, "  ");
	strbuf__addtrimmed(&sb, "  a b ");
	TEST_ASSERT_STR(sb.buf, "7-x!a b");
	/* Formats longer than what is free, at every fill level. */
	strbuf__reset(&sb);
	for (i = 0; i < 300; i++)
		strbuf__addf(&sb, "%0*d", i % 97 + 1, i % 10);
	TEST_ASSERT_EQ(strlen(sb.buf), sb.len);
	text = strbuf__detach(&sb);
	TEST_ASSERT(strlen(text) > 10000 && !sb.buf && !sb.len);
	free(text);
	text = strbuf__detach(&sb);
	TEST_ASSERT_STR(text, "");
	free(text);
	strbuf__exit(&sb);
	strbuf__exit(&sb);
	return TEST_OK;
}

static int test__strbuf_numbers(void)
{
	static const uint64_t values[] = { 0, 1, 9, 10, 15, 16, 0xdeadbeef, UINT64_MAX };
	struct strbuf sb = STRBUF_INIT;
	char want[64];
	size_t i;
	int width;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		for (width = 0; width <= 24; width += 8) {
			strbuf__reset(&sb);
			strbuf__addhex(&sb, values[i], width);
			snprintf(want, sizeof(want), "%*" PRIx64, width, values[i]);
			TEST_ASSERT_STR(sb.buf, want);
		}
	strbuf__exit(&sb);
	return TEST_OK;
}

U64_MAP(int_map, int *)

static int test__u64_map(void)
{
	struct int_map m = { 0 };
	static int values[2000];
	size_t i, seen = 0;

	TEST_ASSERT(!int_map__find(&m, 0));
	for (i = 0; i < ARRAY_SIZE(values); i++)
		int_map__set(&m, (uint64_t)i << 32, &values[i]); /* keys with equal low halves; 0 is a key */
	TEST_ASSERT_EQ(m.nr, ARRAY_SIZE(values));
	for (i = 0; i < ARRAY_SIZE(values); i++)
		TEST_ASSERT(int_map__find(&m, (uint64_t)i << 32) == &values[i]);
	TEST_ASSERT(!int_map__find(&m, 1));
	int_map__set(&m, 0, &values[5]);
	TEST_ASSERT(int_map__find(&m, 0) == &values[5]);
	TEST_ASSERT_EQ(m.nr, ARRAY_SIZE(values));
	HASH_EACH(&m, i)
		seen++;
	TEST_ASSERT_EQ(seen, m.nr);
	int_map__exit(&m);
	TEST_ASSERT(!int_map__find(&m, 0));
	return TEST_OK;
}

/* Numbers of words in a list; the worst hash there is, so that only comparing tells them apart. */
struct word_key {
	const char (*list)[8];
	const char *word;
};

static inline uint64_t words_alike__hash(struct word_key key)
{
	return (unsigned char)key.word[0] & 1;
}

static inline bool words_alike__is(uint32_t nr, struct word_key key)
{
	return !strcmp(key.list[nr - 1], key.word);
}

HASH_SET(words_alike, struct word_key, uint32_t)

static int test__hash_set(void)
{
	static char list[300][8];
	struct words_alike set = { 0 };
	uint32_t i, sum = 0, *place;
	char word[8];
	size_t at;

	TEST_ASSERT(!words_alike__find(&set, (struct word_key){ list, "0" }));
	for (i = 0; i < ARRAY_SIZE(list); i++) {
		snprintf(list[i], sizeof(list[i]), "%u", i);
		place = words_alike__place(&set, (struct word_key){ list, list[i] });
		TEST_ASSERT_EQ(*place, 0);
		*place = i + 1;
	}
	TEST_ASSERT_EQ(set.nr, ARRAY_SIZE(list));
	TEST_ASSERT(4 * set.nr <= 3 * set.cap && set.cap <= 4 * set.nr);
	for (i = 0; i < ARRAY_SIZE(list); i++) {
		snprintf(word, sizeof(word), "%u", i);
		TEST_ASSERT_EQ(words_alike__find(&set, (struct word_key){ list, word }), i + 1);
		TEST_ASSERT_EQ(*words_alike__place(&set, (struct word_key){ list, word }), i + 1);
	}
	TEST_ASSERT(!words_alike__find(&set, (struct word_key){ list, "300" }));
	HASH_EACH(&set, at)
		sum += set.slots[at].val;
	TEST_ASSERT_EQ(sum, ARRAY_SIZE(list) * (ARRAY_SIZE(list) + 1) / 2);
	words_alike__clear(&set);
	TEST_ASSERT(!set.nr && !words_alike__find(&set, (struct word_key){ list, "7" }));
	TEST_ASSERT_EQ(*words_alike__place(&set, (struct word_key){ list, "7" }), 0);
	words_alike__exit(&set);
	TEST_ASSERT(!set.cap && !words_alike__find(&set, (struct word_key){ list, "7" }));
	return TEST_OK;
}

static inline uint64_t words_alike__hash_of(uint32_t nr, struct word_key any)
{
	return words_alike__hash((struct word_key){ any.list, any.list[nr - 1] });
}

/* The same names for another kind of table: one whose hashes tell nothing, and one whose hashes tell all. */
static inline uint64_t numbered_alike__hash(struct word_key key) { return words_alike__hash(key); }
static inline bool numbered_alike__is(uint32_t nr, struct word_key key) { return words_alike__is(nr, key); }
static inline uint64_t numbered_alike__hash_of(uint32_t nr, struct word_key any) { return words_alike__hash_of(nr, any); }
HASH_NUMBERS(numbered_alike, struct word_key)

static size_t nr_compared;

static inline uint64_t numbered__hash(struct word_key key) { return hash_str(key.word); }
static inline bool numbered__is(uint32_t nr, struct word_key key)
{
	nr_compared++;
	return words_alike__is(nr, key);
}
static inline uint64_t numbered__hash_of(uint32_t nr, struct word_key any) { return hash_str(any.list[nr - 1]); }
HASH_NUMBERS(numbered, struct word_key)

static int test__hash_numbers(void)
{
	static char list[20000][8];
	const uint32_t nr = ARRAY_SIZE(list), few = 300;
	struct numbered_alike alike = { 0 };
	struct numbered t = { 0 };
	char word[8];
	uint32_t i;
	bool is_new;

	for (i = 0; i < nr; i++) {
		snprintf(word, sizeof(word), "%u", i);
		TEST_ASSERT_EQ(numbered__number(&t, (struct word_key){ list, word }, &is_new), i + 1);
		TEST_ASSERT(is_new);
		if (i < few) {
			TEST_ASSERT_EQ(numbered_alike__number(&alike, (struct word_key){ list, word }, &is_new), i + 1);
			TEST_ASSERT(is_new);
		}
		memcpy(list[i], word, sizeof(word));
	}
	TEST_ASSERT(t.nr == nr && 4 * t.nr <= 3 * t.cap && alike.nr == few);
	nr_compared = 0;
	for (i = 0; i < nr; i++) {
		snprintf(word, sizeof(word), "%u", i);
		TEST_ASSERT_EQ(numbered__number(&t, (struct word_key){ list, word }, &is_new), i + 1);
		TEST_ASSERT(!is_new);
		if (i < few)
			TEST_ASSERT_EQ(numbered_alike__number(&alike, (struct word_key){ list, word }, &is_new), i + 1);
		TEST_ASSERT(!is_new);
	}
	TEST_ASSERT_EQ(t.nr, nr);
	/* The bits of the hash in a slot tell nearly all others apart. */
	TEST_ASSERT(nr_compared < nr + nr / 10);
	numbered__exit(&t);
	numbered_alike__exit(&alike);
	TEST_ASSERT(!t.cap && !t.nr);
	return TEST_OK;
}

/* Neighbours in both words: a hash of an XOR of them would give many pairs the same place. */
PAIR_MAP(int_pair_map, int *)

static int test__pair_map(void)
{
	static int values[64][64];
	struct int_pair_map m = { 0 };
	size_t i, seen = 0;
	uint64_t a, b;

	TEST_ASSERT(!int_pair_map__find(&m, pair_of(0, 0)));
	for (a = 0; a < 64; a++)
		for (b = 0; b < 64; b++)
			*int_pair_map__place(&m, pair_of(a, b << 32 | b)) = &values[a][b];
	TEST_ASSERT_EQ(m.nr, 64 * 64);
	for (a = 0; a < 64; a++)
		for (b = 0; b < 64; b++)
			TEST_ASSERT(int_pair_map__find(&m, pair_of(a, b << 32 | b)) == &values[a][b]);
	TEST_ASSERT(!int_pair_map__find(&m, pair_of(1, 2)));
	TEST_ASSERT(!int_pair_map__find(&m, pair_of(64, 0)));
	*int_pair_map__place(&m, pair_of(5, 0)) = &values[0][0];
	TEST_ASSERT(int_pair_map__find(&m, pair_of(5, 0)) == &values[0][0]);
	TEST_ASSERT_EQ(m.nr, 64 * 64);
	HASH_EACH(&m, i)
		seen++;
	TEST_ASSERT_EQ(seen, m.nr);
	int_pair_map__exit(&m);
	TEST_ASSERT(!int_pair_map__find(&m, pair_of(5, 0)));
	return TEST_OK;
}

static int test__hashes(void)
{
	uint64_t words[5] = { 1, 2, 3, 4, 5 }, h;
	size_t i, n;

	/* Every word, its place and the length count. */
	for (n = 0; n < 5; n++)
		TEST_ASSERT(hash_words(words, n, 0) != hash_words(words, n + 1, 0));
	for (i = 0; i < 5; i++) {
		h = hash_words(words, 5, 0);
		words[i] ^= 1ULL << 63;
		TEST_ASSERT(hash_words(words, 5, 0) != h);
		words[i] ^= 1ULL << 63;
		TEST_ASSERT(hash_words(words, 5, 0) == h);
	}
	TEST_ASSERT(hash_words(words, 5, 1) != hash_words(words, 5, 2));
	for (n = 0; n < 39; n++)
		TEST_ASSERT(hash_bytes(words, n, 0) != hash_bytes(words, n + 1, 0));
	TEST_ASSERT(hash_str("ab") != hash_str("ba"));
	TEST_ASSERT(hash_str("ab") == hash_bytes("ab", 2, 0));
	TEST_ASSERT(hash_combine(1, 2) != hash_combine(2, 1));
	return TEST_OK;
}

static int test__arena(void)
{
	struct arena a = { 0 };
	char *small[1000], *large;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(small); i++) {
		small[i] = arena__alloc(&a, i % 200 + 1);
		TEST_ASSERT_EQ((uintptr_t)small[i] % 8, 0);
		memset(small[i], (int)(i & 0x7f), i % 200 + 1);
	}
	large = arena__zalloc(&a, 1 << 20);
	for (i = 0; i < 1 << 20; i++)
		TEST_ASSERT(!large[i]);
	memset(large, 0xff, 1 << 20);
	for (i = 0; i < ARRAY_SIZE(small); i++) {
		TEST_ASSERT_EQ(small[i][0], i & 0x7f);
		TEST_ASSERT_EQ(small[i][i % 200], i & 0x7f);
	}
	TEST_ASSERT_STR(arena__strdup(&a, "text"), "text");
	TEST_ASSERT_STR(arena__strndup(&a, "text", 2), "te");
	TEST_ASSERT(!memcmp(arena__memdup(&a, "a\0b", 3), "a\0b", 3));
	arena__exit(&a);
	TEST_ASSERT_EQ(a.total, 0);
	arena__exit(&a);
	return TEST_OK;
}

static int check_percent(unsigned int width, double v)
{
	char ours[64], theirs[64];

	snprintf(theirs, sizeof(theirs), "%*.2f%%", (int)width, v);
	TEST_ASSERT_EQ(percent__print(ours, sizeof(ours), width, v), strlen(theirs));
	TEST_ASSERT_STR(ours, theirs);
	return TEST_OK;
}

/* The last digit goes by the exact value, and to the even one where that lies between two. */
static int test__percent(void)
{
	static const double some[] = { 0, 0.005, 0.015, 0.125, 0.375, 0.625, 0.875, 1.005, 2.675, 99.995, 100, 12345.675, 1e-9,
				       1e-300, 5e-324, 0.004999999999999999, 1099511627775.125, 1e15, 1e22, -0.0, -1.5,
				       0.5, 4.999, 0.994999, 0.995, 0.99999 };
	uint64_t a = 1, b;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(some); i++)
		TEST_ASSERT_EQ(check_percent(i % 12, some[i]), TEST_OK);
	for (i = 0; i < 20000; i++) {
		a = hash_u64(a);
		b = hash_u64(a) >> a % 60;
		TEST_ASSERT_EQ(check_percent(i % 9, 100.0 * (double)(a >> 20 & b) / (double)(b + 1)), TEST_OK);
		TEST_ASSERT_EQ(check_percent(i % 9, (double)(b % 100000) / 1000), TEST_OK);
		TEST_ASSERT_EQ(check_percent(i % 9, (double)(b % 100000) / 1024), TEST_OK);
	}
	return TEST_OK;
}

static int test__diag(void)
{
	struct diag d = DIAG_INIT;
	char text[400];

	TEST_ASSERT(!diag__is_set(&d));
	TEST_ASSERT_EQ(diag__set(&d, -74, 0x1f8, "SAMPLE", "callchain nr", "%d entries", 9), -74);
	TEST_ASSERT_EQ(diag__msg(&d, -22, "a later one"), -22);		/* the first cause stays */
	d.file = "perf.data";
	TEST_ASSERT_STR(diag__format(&d, text, sizeof(text)),
			"perf.data: at offset 0x1f8: SAMPLE: callchain nr: 9 entries");
	diag__clear(&d);
	TEST_ASSERT(!diag__is_set(&d));
	diag__msg(&d, -22, "no place");
	TEST_ASSERT_STR(diag__format(&d, text, sizeof(text)), "perf.data: no place");
	TEST_ASSERT_EQ(diag__set(NULL, -5, 0, NULL, NULL, "nobody listens"), -5);
	return TEST_OK;
}

static int test__numbers(void)
{
	struct u64num n = { 0 };
	struct pair_num p = { 0 };
	uint64_t i;

	TEST_ASSERT_EQ(u64num__find(&n, 0), 0);
	for (i = 0; i < 100; i++) {
		u64num__set(&n, (uint64_t)i << 32, UINT64_MAX - i);	/* all 64 bits are kept */
		*pair_num__place(&p, pair_of(i, 1)) = UINT64_MAX - i;
	}
	for (i = 0; i < 100; i++) {
		TEST_ASSERT_EQ(u64num__find(&n, (uint64_t)i << 32), UINT64_MAX - i);
		TEST_ASSERT_EQ(pair_num__find(&p, pair_of(i, 1)), UINT64_MAX - i);
		TEST_ASSERT_EQ(pair_num__find(&p, pair_of(1, i)), i == 1 ? UINT64_MAX - 1 : 0);
	}
	u64num__set(&n, 0, 7);
	TEST_ASSERT_EQ(u64num__find(&n, 0), 7);
	u64num__exit(&n);
	pair_num__exit(&p);
	return TEST_OK;
}

DEFINE_SUITE("Utilities: buffers, tables and memory", base,
	{ "text buffer", test__strbuf },
	{ "text buffer: numbers", test__strbuf_numbers },
	{ "table of u64 keys", test__u64_map },
	{ "tables of numbers", test__numbers },
	{ "table of keys of two words", test__pair_map },
	{ "table of what is in the values", test__hash_set },
	{ "table that numbers what is in a list", test__hash_numbers },
	{ "hash functions", test__hashes },
	{ "arena", test__arena },
	{ "percent", test__percent },
	{ "diagnostics", test__diag })
