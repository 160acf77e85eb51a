// SPDX-License-Identifier: GPL-2.0-only
/* The last branches of a decoded trace. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/auxtrace/branch-ring.h"
#include "util/auxtrace/itrace-opts.h"

static int test__ring(void)
{
	struct branch_ring r;
	struct branch_entry *b;
	size_t nr;
	uint64_t i;

	branch_ring__init(&r, 3);
	TEST_ASSERT(!branch_ring__copy(&r, &nr));
	TEST_ASSERT_EQ(nr, 0);
	branch_ring__add(&r, 1, 11, 4);
	branch_ring__add(&r, 2, 12, 0);
	b = branch_ring__copy(&r, &nr);
	TEST_ASSERT_EQ(nr, 2);
	TEST_ASSERT(b[0].from == 2 && b[0].to == 12 && b[1].from == 1 && b[1].flags == 4);
	free(b);
	for (i = 3; i < 9; i++)
		branch_ring__add(&r, i, 10 + i, 0);
	b = branch_ring__copy(&r, &nr);
	TEST_ASSERT_EQ(nr, 3);
	TEST_ASSERT(b[0].from == 8 && b[1].from == 7 && b[2].from == 6);
	free(b);
	branch_ring__exit(&r);
	branch_ring__init(&r, 1);
	branch_ring__add(&r, 1, 11, 0);
	branch_ring__add(&r, 2, 12, 0);
	b = branch_ring__copy(&r, &nr);
	TEST_ASSERT(nr == 1 && b[0].to == 12);
	free(b);
	branch_ring__exit(&r);
	branch_ring__exit(&r);
	return TEST_OK;
}

static int test__letter(void)
{
	struct itrace_opts o;
	char err[320];

	TEST_ASSERT(!itrace_opts__parse(&o, "il", false, err, sizeof(err)));
	TEST_ASSERT_EQ(o.last_branches, 64);
	TEST_ASSERT(!itrace_opts__parse(&o, "l16i5i", false, err, sizeof(err)));
	TEST_ASSERT_EQ(o.last_branches, 16);
	TEST_ASSERT_EQ(o.period, 5);
	TEST_ASSERT(!itrace_opts__parse(&o, "i", false, err, sizeof(err)));
	TEST_ASSERT_EQ(o.last_branches, 0);
	TEST_ASSERT(itrace_opts__parse(&o, "l0", false, err, sizeof(err)));
	TEST_ASSERT(itrace_opts__parse(&o, "l1025", false, err, sizeof(err)));
	return TEST_OK;
}

DEFINE_SUITE("Intel PT: stacks of branches", branch_ring,
	{ "the last ones", test__ring },
	{ "the letter and its number", test__letter })
