// SPDX-License-Identifier: GPL-2.0-only
/* Code that calls the next instruction to know where it is. */
#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/code/stack-effect.h"
#include "util/code/unwind-file.h"

/* How far the caller's frame is from the stack pointer @at bytes behind the beginning of @code; 0: nothing is known. */
static int depth_at(const char *code, uint64_t at)
{
	static struct made_elf m;
	struct unwind_file *f = made__open_two(&m, code, "c3");
	struct unwind_answer a = { .row.base = UNWIND_NO_ROW };

	if (f)
		unwind_file__row(f, MADE_CODE_ADDR + at, &a);
	unwind_file__delete(f);
	return a.row.base == UNWIND_FROM_SP ? a.row.cfa_offset : 0;
}

static int test__asks_where(void)
{
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);

	if (!effects)
		return test_skip("libcapstone is missing");
	stack_effects__delete(effects);
	/* push %rbx; call to the next; pop %rbx, or %r12; nop; pop %rbx; ret */
	TEST_ASSERT_EQ(depth_at("53 e8 00 00 00 00 5b 90 5b c3", 6), 24);
	TEST_ASSERT_EQ(depth_at("53 e8 00 00 00 00 5b 90 5b c3", 7), 16);
	TEST_ASSERT_EQ(depth_at("53 e8 00 00 00 00 5b 90 5b c3", 9), 8);
	TEST_ASSERT_EQ(depth_at("53 e8 00 00 00 00 41 5c 5b c3", 6), 24);
	TEST_ASSERT_EQ(depth_at("53 e8 00 00 00 00 41 5c 5b c3", 8), 16);
	/* Any other call has been returned from. */
	TEST_ASSERT_EQ(depth_at("53 e8 01 00 00 00 90 90 5b c3", 6), 16);
	return TEST_OK;
}

DEFINE_SUITE("Code that asks where it is", asks_where, { "its rows", test__asks_where })
