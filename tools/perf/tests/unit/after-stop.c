// SPDX-License-Identifier: GPL-2.0-only
/* Functions that begin behind one whose last instruction is a breakpoint. */
#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/code/unwind-file.h"

/* Only its first byte is behind the breakpoint, and only if that is an instruction there. */
static int test__after_stop(void)
{
	static struct made_elf m;
	struct unwind_file *f = made__open_two(&m, "90 cc", "90 90 c3");
	struct unwind_answer a;

	TEST_ASSERT(f);
	unwind_file__row(f, MADE_CODE_ADDR + 2, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_SP && a.row.after_stop);
	TEST_ASSERT(a.start == MADE_CODE_ADDR + 2 && a.end == MADE_CODE_ADDR + 3);
	unwind_file__row(f, MADE_CODE_ADDR + 3, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_SP && !a.row.after_stop);
	TEST_ASSERT(a.start == MADE_CODE_ADDR + 3 && a.end == MADE_CODE_ADDR + 5);
	unwind_file__row(f, MADE_CODE_ADDR + 1, &a);
	TEST_ASSERT(!a.row.after_stop && a.start == MADE_CODE_ADDR);
	unwind_file__delete(f);
	f = made__open_two(&m, "90 c3", "90 90 c3");
	TEST_ASSERT(f);
	unwind_file__row(f, MADE_CODE_ADDR + 2, &a);
	TEST_ASSERT(!a.row.after_stop && a.start == MADE_CODE_ADDR + 2 && a.end == MADE_CODE_ADDR + 5);
	unwind_file__delete(f);
	return TEST_OK;
}

DEFINE_SUITE("Functions that begin behind a breakpoint", after_stop, { "their rows", test__after_stop })
