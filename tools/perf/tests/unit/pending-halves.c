// SPDX-License-Identifier: GPL-2.0-only
/* Which user halves are owed at the end of a recording, whatever the order in which rings are emptied. */
#include "tests/test.h"
#include "util/record/pending-halves.h"

static int test__order(void)
{
	struct pending_halves *p = pending_halves__new();

	/* The newest sample is in the ring that is emptied first. */
	pending_halves__sample(p, 7, 2000, 33);
	pending_halves__sample(p, 7, 1000, 11);
	pending_halves__came(p, 7, 11);
	TEST_ASSERT_EQ(pending_halves__of(p, 7), 33);
	/* Another stay in the kernel. */
	pending_halves__sample(p, 7, 3000, 55);
	pending_halves__came(p, 7, 33);
	TEST_ASSERT_EQ(pending_halves__of(p, 7), 55);
	pending_halves__came(p, 7, 55);
	TEST_ASSERT_EQ(pending_halves__of(p, 7), 0);
	TEST_ASSERT_EQ(pending_halves__of(p, 8), 0);
	pending_halves__came(p, 8, 55);
	TEST_ASSERT_EQ(pending_halves__of(p, 8), 0);
	pending_halves__delete(p);
	pending_halves__delete(NULL);
	return TEST_OK;
}

DEFINE_SUITE("perf record --sleepers: which user halves are owed", pending_halves,
	{ "the newest sample counts, in any order of the rings", test__order })
