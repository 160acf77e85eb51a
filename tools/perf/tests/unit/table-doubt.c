// SPDX-License-Identifier: GPL-2.0-only
/* Unwind tables that contradict the code of their functions: what holds there instead. */
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/code/frame-state.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"

/* push %rbx; sub $16,%rsp; call; add $16,%rsp; pop %rbx; ret */
#define PUSHES	"53 48 83 ec 10 e8 10 00 00 00 48 83 c4 10 5b c3"
enum { AT_SUB = 1, AT_CALL = 5, IN_CALL = 9, AT_ADD = 10, AT_POP = 14, AT_RET = 15 };

static struct made_elf made;

/* A file with the function @code and its table, @program. */
static struct unwind_file *open_with(const char *code, const char *program)
{
	struct made_elf *m = &made;
	size_t cie, size;

	made__begin(m);
	m->at = MADE_CODE;
	made__hex(m, code);
	size = m->at - MADE_CODE;
	m->at = MADE_EH;
	cie = made__cie(m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(m, cie, MADE_CODE_ADDR, (uint32_t)size, program);
	made__put(m, 0, 4);
	made__finish(m);
	return made__open(m);
}

static struct unwind_answer at(struct unwind_file *f, uint64_t offset)
{
	struct unwind_answer a;

	unwind_file__row(f, MADE_CODE_ADDR + offset, &a);
	return a;
}

/* Does the row at @offset count @base + @cfa, and is what the table says another one? */
static bool is(struct unwind_file *f, uint64_t offset, enum unwind_base base, int32_t cfa, bool mended)
{
	struct unwind_answer a = at(f, offset);

	return a.row.base == base && (base == UNWIND_NO_ROW || a.row.cfa_offset == cfa) && a.mended == mended &&
	       a.start <= MADE_CODE_ADDR + offset && a.end > MADE_CODE_ADDR + offset;
}

static bool has_decoder(void)
{
	struct stack_depth *d = stack_depth__new(CALL_MACHINE_X86_64);

	stack_depth__delete(d);
	return d;
}

/* Compilers write no directives for functions that are naked. */
static int test__naked(void)
{
	struct unwind_file *f;
	struct unwind_answer a;

	if (!has_decoder())
		return test_skip("libcapstone is missing");
	f = open_with(PUSHES, "00");
	TEST_ASSERT(is(f, 0, UNWIND_FROM_SP, 8, false));
	TEST_ASSERT(is(f, AT_SUB, UNWIND_FROM_SP, 16, true));
	TEST_ASSERT(is(f, AT_CALL, UNWIND_FROM_SP, 32, true));
	TEST_ASSERT(is(f, IN_CALL, UNWIND_FROM_SP, 32, true));
	TEST_ASSERT(is(f, AT_ADD, UNWIND_FROM_SP, 32, true));
	TEST_ASSERT(is(f, AT_POP, UNWIND_FROM_SP, 16, true));
	TEST_ASSERT(is(f, AT_RET, UNWIND_FROM_SP, 8, false));
	unwind_file__caller_row(f, MADE_CODE_ADDR + AT_ADD, &a);
	TEST_ASSERT(a.row.cfa_offset == 32 && a.row.ra.where == UNWIND_SAVED && a.row.ra.offset == -8 && a.row.fp.where == UNWIND_SAME);
	/* Where the register has gone to that was pushed, the table does not know. */
	TEST_ASSERT_EQ(a.row.base_reg.where, UNWIND_LOST);
	/* What the table itself says can be asked for. */
	unwind_file__row_by(f, UNWIND_BY_CFI, MADE_CODE_ADDR + AT_CALL, &a);
	TEST_ASSERT(a.row.cfa_offset == 8 && !a.mended);
	unwind_file__delete(f);
	return TEST_OK;
}

/* push %rbp; mov %rsp,%rbp; call; pop %rbp; ret */
static int test__naked_frame(void)
{
	struct unwind_file *f;
	struct unwind_answer a;

	if (!has_decoder())
		return test_skip("libcapstone is missing");
	f = open_with("55 48 89 e5 e8 10 00 00 00 5d c3", "00");
	a = at(f, 4);
	TEST_ASSERT(is(f, 4, UNWIND_FROM_FP, 16, true));
	TEST_ASSERT(a.row.fp.where == UNWIND_SAVED && a.row.fp.offset == -16);
	TEST_ASSERT(is(f, 10, UNWIND_FROM_SP, 8, false));
	unwind_file__delete(f);
	/* Tables that are right at calls only: the frame is said to be there when the register was taken back. */
	f = open_with("55 48 89 e5 e8 10 00 00 00 5d c3", "41 0e 10 86 02 43 0d 06");
	TEST_ASSERT(is(f, 4, UNWIND_FROM_FP, 16, false));
	TEST_ASSERT(is(f, 10, UNWIND_FROM_SP, 8, true));
	unwind_file__delete(f);
	return TEST_OK;
}

/* The same code with all its directives. */
static int test__right(void)
{
	struct unwind_file *f = open_with(PUSHES, "41 0e 10 83 02 44 0e 20 49 0e 10 41 0e 08");
	uint64_t i;

	TEST_ASSERT(is(f, 0, UNWIND_FROM_SP, 8, false));
	TEST_ASSERT(is(f, IN_CALL, UNWIND_FROM_SP, 32, false));
	TEST_ASSERT(is(f, AT_RET, UNWIND_FROM_SP, 8, false));
	for (i = 0; i <= AT_RET; i++)
		TEST_ASSERT_EQ(at(f, i).source, UNWIND_BY_CFI);
	TEST_ASSERT_EQ(at(f, IN_CALL).row.base_reg.where, UNWIND_SAVED);
	unwind_file__delete(f);
	return TEST_OK;
}

/* mov 160(%rdx),%rsp; mov %rax,%rcx; push %rcx; ret: another stack, of which nothing is known. */
static int test__other_stack(void)
{
	struct unwind_file *f = open_with("48 89 c3 48 8b a2 a0 00 00 00 48 89 c1 51 c3", "00");

	TEST_ASSERT(is(f, 3, UNWIND_FROM_SP, 8, false));
	TEST_ASSERT(is(f, 10, UNWIND_NO_ROW, 0, true));
	TEST_ASSERT(is(f, 13, UNWIND_NO_ROW, 0, true));
	TEST_ASSERT(is(f, 14, UNWIND_NO_ROW, 0, true));
	unwind_file__delete(f);
	return TEST_OK;
}

/*
 * A part of a function that has an entry of its own, and does not begin as functions do: add $8,%rsp; test %al,%al; je over it; and from
 * there on the table is right again. A branch leads over what a child does with its stack: jne; pop %rax; call *%rax; nop.
 */
static int test__part(void)
{
	struct unwind_file *f = open_with("48 83 c4 08 84 c0 74 00 5b c3", "0e 30 48 0e 28 41 0e 08");

	TEST_ASSERT(is(f, 0, UNWIND_FROM_SP, 48, false));
	TEST_ASSERT(is(f, 4, UNWIND_NO_ROW, 0, true));
	TEST_ASSERT(is(f, 7, UNWIND_NO_ROW, 0, true));
	TEST_ASSERT(is(f, 8, UNWIND_FROM_SP, 40, false));
	unwind_file__delete(f);
	f = open_with("75 03 58 ff d0 90 c3", "0e 30 46 0e 08");
	TEST_ASSERT(is(f, 2, UNWIND_FROM_SP, 48, false));
	TEST_ASSERT(is(f, 4, UNWIND_NO_ROW, 0, true));
	TEST_ASSERT(is(f, 5, UNWIND_FROM_SP, 48, false));
	unwind_file__delete(f);
	return TEST_OK;
}

/*
 * A table that agrees with each instruction, but is 16 bytes off from the first one to the last: the return tells. Not if what it returns to was
 * pushed; and of a part of a function that does so nothing is left.
 */
static int test__shifted(void)
{
	struct unwind_file *f;
	uint64_t i;

	if (!has_decoder())
		return test_skip("libcapstone is missing");
	f = open_with(PUSHES, "0e 18 41 0e 20 44 0e 30 49 0e 20 41 0e 18");
	TEST_ASSERT(is(f, 0, UNWIND_FROM_SP, 8, true));
	TEST_ASSERT(is(f, IN_CALL, UNWIND_FROM_SP, 32, true));
	TEST_ASSERT(is(f, AT_RET, UNWIND_FROM_SP, 8, true));
	unwind_file__delete(f);
	/* push %rbx; push %rax; ret */
	f = open_with("53 50 c3", "0e 18 41 0e 20 41 0e 28");
	for (i = 0; i < 3; i++)
		TEST_ASSERT(is(f, i, UNWIND_FROM_SP, (int32_t)(24 + 8 * i), false));
	unwind_file__delete(f);
	/* pop %rbx; ret, with a table that is right; and one that is wrong by as much as follows from no beginning */
	f = open_with("5b c3", "0e 10 41 0e 08");
	TEST_ASSERT(is(f, 0, UNWIND_FROM_SP, 16, false) && is(f, 1, UNWIND_FROM_SP, 8, false));
	unwind_file__delete(f);
	f = open_with("5b c3", "0e 18 41 0e 10");
	TEST_ASSERT(is(f, 0, UNWIND_NO_ROW, 0, true) && is(f, 1, UNWIND_NO_ROW, 0, true));
	unwind_file__delete(f);
	return TEST_OK;
}

DEFINE_SUITE("Unwind tables that are wrong", table_doubt, { "a function that is naked", test__naked },
	     { "with a frame", test__naked_frame }, { "a table that is right", test__right }, { "another stack", test__other_stack }, { "a part of a function", test__part },
	     { "a table that is wrong everywhere", test__shifted })
