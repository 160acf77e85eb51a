// SPDX-License-Identifier: GPL-2.0-only
/* Places in the order of many numbers: exact, with and without a temporary file, in memory that does not grow. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/defer/exact-values.h"

/* Some runs, and a list that is not full. */
#define MANY	(5 * EXACT_VALUES_LIST + 12345)

static int by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int compare(struct exact_values *v, uint64_t *sorted, size_t nr)
{
	static const double percents[] = { 0, 1, 50, 90, 99, 99.9, 100 };
	size_t i, place, at_most;

	qsort(sorted, nr, sizeof(*sorted), by_size);
	TEST_ASSERT_EQ(exact_values__nr(v), nr);
	for (i = 0; i < ARRAY_SIZE(percents); i++) {
		place = (size_t)((double)nr * percents[i] / 100);
		TEST_ASSERT_EQ(exact_values__percentile(v, percents[i]), sorted[place < nr ? place : nr - 1]);
	}
	for (i = 0; i < nr; i += nr / 50 + 1) {
		for (at_most = i; at_most < nr && sorted[at_most] == sorted[i]; at_most++)
			;
		TEST_ASSERT_EQ(exact_values__at_most(v, sorted[i]), at_most);
	}
	return TEST_OK;
}

/* So many numbers with up to @bits digits of two; the same question is asked on the way. */
static int check(size_t nr, unsigned int bits)
{
	uint64_t *all = xcalloc(nr, sizeof(*all)), *sorted, state = nr + bits;
	struct exact_values v = { 0 };
	int ret = TEST_OK;
	size_t i, told = 0;

	for (i = 0; i < nr && ret == TEST_OK; i++) {
		/* As many short ones as long ones, as times are. */
		all[i] = random__next(&state);
		all[i] >>= 64 - 1 - random__next(&state) % bits;
		/* One by one, and some together. */
		if (i % 7 < 3 && i + 1 != nr / 3 && i + 1 != nr)
			continue;
		exact_values__add(&v, all + told, i + 1 - told);
		told = i + 1;
		if (i + 1 != nr / 3 && i + 1 != nr)
			continue;
		sorted = xmemdup(all, (i + 1) * sizeof(*all));
		ret = compare(&v, sorted, i + 1);
		free(sorted);
	}
	exact_values__exit(&v);
	free(all);
	return ret;
}

static int test__exact_few(void)
{
	struct exact_values none = { 0 };

	TEST_ASSERT_EQ(exact_values__percentile(&none, 50), 0);
	TEST_ASSERT_EQ(exact_values__nr(&none), 0);
	return check(1, 64) || check(2, 20) || check(1000, 64) || check(EXACT_VALUES_LIST, 64) ? TEST_FAIL : TEST_OK;
}

static int test__exact_many(void)
{
	return check(EXACT_VALUES_LIST + 1, 64) || check(MANY, 12) || check(MANY, 22) || check(MANY, 64) ? TEST_FAIL : TEST_OK;
}

static int test__exact_bounded(void)
{
	struct exact_values v = { 0 };
	uint64_t i;

	for (i = 0; i < MANY; i++)
		exact_values__add(&v, &(uint64_t){ i % 2 ? i : i << 40 }, 1);
	TEST_ASSERT(v.cap_list <= EXACT_VALUES_LIST);
	TEST_ASSERT(v.nr_runs > 0);
	exact_values__exit(&v);
	return TEST_OK;
}

static int test__exact_no_file(void)
{
	char *before = getenv("TMPDIR") ? xstrdup(getenv("TMPDIR")) : NULL;
	int ret;

	setenv("TMPDIR", "/nonexistent/folder", 1);
	ret = check(MANY, 64);
	if (before)
		setenv("TMPDIR", before, 1);
	else
		unsetenv("TMPDIR");
	free(before);
	return ret;
}

DEFINE_SUITE("percentiles: exact for any number of values", exact_values,
	{ "few", test__exact_few },
	{ "many, with runs in a temporary file", test__exact_many },
	{ "memory does not grow", test__exact_bounded },
	{ "no room for a temporary file", test__exact_no_file })
