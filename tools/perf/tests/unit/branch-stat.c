// SPDX-License-Identifier: GPL-2.0-only
/* The kinds of branches of a report: what is counted, what is printed. */
#include "tests/test.h"
#include "util/event/branch-flags.h"
#include "util/hardware/branch-stat.h"

#define TYPE(n)		((uint64_t)(n) << 20)
#define NEW_TYPE(n)	(TYPE(BRANCH_TYPE_IS_NEW) | (uint64_t)(n) << 26)

static int test__flags(void)
{
	const uint64_t f = 1 << 1 | 1 << 3 | 0xabcdULL << 4 | TYPE(9) | 2ULL << 24 | 5ULL << 26 | 1ULL << 33;

	TEST_ASSERT(!branch_flags__mispredicted(f) && branch_flags__predicted(f));
	TEST_ASSERT(!branch_flags__in_tx(f) && branch_flags__aborted(f));
	TEST_ASSERT_EQ(branch_flags__cycles(f), 0xabcd);
	TEST_ASSERT_STR(branch_type__name(branch_flags__type(f)), "COND_CALL");
	TEST_ASSERT_EQ(branch_flags__speculation(f), 2);
	TEST_ASSERT_STR(branch_new_type__name(branch_flags__new_type(f)), "ARCH_3");
	TEST_ASSERT(branch_flags__not_taken(f));
	TEST_ASSERT_STR(branch_type__name(BRANCH_TYPE_IS_NEW), "");
	TEST_ASSERT_STR(branch_new_type__name(15), "");
	return TEST_OK;
}

static int test__print(void)
{
	struct branch_stat st = { 0 };
	struct text_out out;

	text_out__init(&out, -1);
	branch_stat__add(&st, 0x1000, 0x2000, TYPE(0));		/* of no known kind */
	branch_stat__add(&st, 0, 0x2000, TYPE(4));		/* from nowhere */
	branch_stat__print(&st, &out);
	TEST_ASSERT_EQ(out.len, 0);
	branch_stat__add(&st, 0x1000, 0x1010, TYPE(1));
	branch_stat__add(&st, 0x1010, 0x1010, TYPE(1));
	branch_stat__add(&st, 0x1fff, 0x2000, TYPE(4));
	branch_stat__add(&st, 0x1ffff8, 0x200000, TYPE(6));
	branch_stat__add(&st, 0x200000, 0xffffffff81000000, TYPE(7));
	branch_stat__add(&st, 0x10, 0x20, NEW_TYPE(1));
	branch_stat__add(&st, 0x10, 0x20, NEW_TYPE(14));	/* has no name */
	branch_stat__add(&st, 0x10, 0x20, TYPE(4));
	branch_stat__print(&st, &out);
	text_out__addch(&out, 0);
	TEST_ASSERT_STR(out.buf, "\n#\n# Branch Statistics:\n#\n"
			"COND_FWD:  12.5%\n"
			"COND_BWD:  12.5%\n"
			"CROSS_4K:  12.5%\n"
			"CROSS_2M:  25.0%\n"
			"    COND:  25.0%\n"
			"    CALL:  25.0%\n"
			"     RET:  12.5%\n"
			" SYSCALL:  12.5%\n"
			"FAULT_DATA:  12.5%\n");
	text_out__exit(&out);
	return TEST_OK;
}

DEFINE_SUITE("Report: kinds of branches", branch_stat,
	{ "flags", test__flags },
	{ "shares", test__print })
