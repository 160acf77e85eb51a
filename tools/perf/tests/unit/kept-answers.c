// SPDX-License-Identifier: GPL-2.0-only
/* What was said of code in memory, and which of it stays when bytes change. */
#include <string.h>

#include "tests/test.h"
#include "util/live/kept-answers.h"

#define SIZE	(40 * SEEN_LINE + 8)

static void keep(struct kept_answers *k, uint64_t offset, uint64_t start, uint64_t end)
{
	unsigned char text[] = "answer 0";
	struct kept_answer a = { .offset = offset, .size = sizeof(text), .bytes = text };

	text[7] = (unsigned char)('0' + offset % 10);
	seen_code__add(&a.seen, start, end);
	kept_answers__add(k, &a);
}

static bool has(const struct kept_answers *k, uint64_t offset)
{
	const struct kept_answer *a = kept_answers__find(k, offset);
	const char last = (char)('0' + offset % 10);

	return a && a->offset == offset && a->size == 9 && !memcmp(a->bytes, "answer ", 7) && a->bytes[7] == last;
}

static int test__change(void)
{
	unsigned char old[SIZE] = { 0 }, now[SIZE] = { 0 };
	struct kept_answers k = { .nr = 0 };

	keep(&k, 1, 0, 1);
	keep(&k, 2, 60, 70);
	keep(&k, 3, 64, 128);
	keep(&k, 4, 38 * SEEN_LINE, 39 * SEEN_LINE);
	keep(&k, 5, 39 * SEEN_LINE, SIZE);
	keep(&k, 6, SEEN_BYTES - 1, SEEN_BYTES + 1);
	kept_answers__renew(&k, old, now, SIZE);
	TEST_ASSERT(has(&k, 1) && has(&k, 2) && has(&k, 3) && has(&k, 4) && has(&k, 5) && has(&k, 6) && !has(&k, 7));
	now[64] = 1;
	kept_answers__renew(&k, old, now, SIZE);
	TEST_ASSERT(has(&k, 1) && !has(&k, 2) && !has(&k, 3) && has(&k, 4) && has(&k, 5));
	old[64] = 1;
	now[SIZE - 1] = 1;
	kept_answers__renew(&k, old, now, SIZE);
	TEST_ASSERT(has(&k, 1) && has(&k, 4) && !has(&k, 5) && has(&k, 6));
	TEST_ASSERT_EQ(k.nr, 3);
	kept_answers__exit(&k);
	TEST_ASSERT(!has(&k, 1));
	return TEST_OK;
}

/* Of what lies behind the lines nothing is known: it counts as changed where there is such code. */
static int test__elsewhere(void)
{
	static unsigned char bytes[SEEN_BYTES + 1];
	struct kept_answers k = { .nr = 0 };

	keep(&k, 1, 0, 1);
	keep(&k, 2, SEEN_BYTES, SEEN_BYTES + 1);
	keep(&k, 3, UINT64_MAX - 1, UINT64_MAX);
	kept_answers__renew(&k, bytes, bytes, SEEN_BYTES);
	TEST_ASSERT(has(&k, 1) && has(&k, 2) && has(&k, 3));
	kept_answers__renew(&k, bytes, bytes, sizeof(bytes));
	TEST_ASSERT(has(&k, 1) && !has(&k, 2) && !has(&k, 3));
	kept_answers__exit(&k);
	return TEST_OK;
}

/* No more than some hundred are kept, and what comes last is among them. */
static int test__many(void)
{
	struct kept_answers k = { .nr = 0 };
	uint64_t i;

	for (i = 0; i < 10000; i++) {
		keep(&k, i, i, i + 1);
		TEST_ASSERT(has(&k, i));
		TEST_ASSERT(k.nr <= 256);
	}
	kept_answers__exit(&k);
	return TEST_OK;
}

DEFINE_SUITE("Answers about code in memory that are kept", kept_answers,
	     { "bytes that change", test__change },
	     { "code behind what is noted", test__elsewhere },
	     { "too many", test__many })
