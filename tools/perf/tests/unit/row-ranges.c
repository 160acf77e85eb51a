// SPDX-License-Identifier: GPL-2.0-only
/* Where rows hold, as far as anybody has said: compared with an array that has each byte. */
#include <string.h>

#include "tests/test.h"
#include "util/live/row-ranges.h"

#define PAGE	(1U << ROW_RANGES_PAGE)
/* The second page of some file. */
#define BASE	(5ULL << 44 | PAGE)

static int test__pieces(void)
{
	struct row_ranges r = { 0 };

	TEST_ASSERT_EQ(row_ranges__find(&r, BASE), 0);
	row_ranges__add(&r, BASE + 100, 10, 20, 1);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 89), 0);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 90), 1);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 120), 1);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 121), 0);
	/* The same place of another page, and of another file. */
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + PAGE + 100), 0);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + (1ULL << 44) + 100), 0);
	/* What is known stays; all is cut to what is new of one page. */
	row_ranges__add(&r, BASE + 100, 50, 50, 2);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 89), 0);
	row_ranges__add(&r, BASE, UINT32_MAX, UINT32_MAX, 3);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 89), 3);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 90), 1);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 121), 0);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE - 1), 0);
	row_ranges__add(&r, BASE + PAGE - 1, UINT32_MAX, UINT32_MAX, 4);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 121), 4);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + PAGE - 1), 4);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + PAGE), 0);
	row_ranges__exit(&r);
	TEST_ASSERT_EQ(row_ranges__find(&r, BASE + 100), 0);
	return TEST_OK;
}

/* Like row_ranges__add(), byte by byte. */
static void add(uint32_t *model, uint32_t at, uint32_t below, uint32_t above, uint32_t row)
{
	uint32_t i;

	if (model[at])
		return;
	for (i = at; i < PAGE && i <= at + above && !model[i]; i++)
		model[i] = row;
	for (i = at; i-- > 0 && i + below >= at && !model[i];)
		model[i] = row;
}

static int test__any(void)
{
	static uint32_t model[PAGE];
	struct row_ranges r = { 0 };
	uint64_t seed = 1;
	uint32_t i, row;

	for (row = 1; row < 400; row++) {
		uint32_t at, below, above;

		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		at = seed >> 40 & (PAGE - 1);
		below = seed >> 20 & 31;
		above = seed >> 30 & 31;
		row_ranges__add(&r, BASE + at, below, above, row);
		add(model, at, below, above, row);
	}
	for (i = 0; i < PAGE; i++)
		TEST_ASSERT_EQ(row_ranges__find(&r, BASE + i), model[i]);
	row_ranges__exit(&r);
	return TEST_OK;
}

DEFINE_SUITE("Where a row of a table holds", row_ranges, { "pieces of a page", test__pieces }, { "any pieces", test__any })
