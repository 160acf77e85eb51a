// SPDX-License-Identifier: GPL-2.0-only
/* Unwind tables put together byte by byte: each kind of entry and instruction, in both byte orders, and damaged ones. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/alloc.h"
#include "util/code/cfi-program.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

#define CODE	MADE_CODE_ADDR

static int test__frame(void)
{
	struct unwind_answer a;
	struct unwind_file *f;
	struct made_elf m;
	size_t cie;

	made__begin(&m);
	cie = made__cie(&m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE, 0x20, MADE_FRAME);
	/* One without rows of its own, behind a hole. */
	made__fde(&m, cie, CODE + 0x30, 0x10, "");
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT(f);
	TEST_ASSERT_STR(made__row_at(f, CODE), "0-1 CFA = sp+8, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(made__row_at(f, CODE + 1), "1-4 CFA = sp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x13), "4-14 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x1f), "14-20 CFA = sp+8, ra at CFA-8, fp at CFA-16");
	/* Backwards, too. */
	TEST_ASSERT_STR(made__row_at(f, CODE + 3), "1-4 CFA = sp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x3f), "30-40 CFA = sp+8, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(made__row_at(f, CODE - 1), "nothing");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x40), "nothing");
	unwind_file__row(f, CODE + 5, &a);
	TEST_ASSERT(a.function == CODE && a.function_end == CODE + 0x20);
	/* What is not known is not known up to the next function. */
	unwind_file__row_by(f, UNWIND_BY_CFI, CODE + 0x21, &a);
	TEST_ASSERT(a.function == a.function_end && a.start == CODE + 0x21 && a.end == CODE + 0x30);
	TEST_ASSERT(!unwind_file__refused(f, false));
	unwind_file__delete(f);
	return TEST_OK;
}

/* Entries that overlap: a row holds only up to where the next one begins, since that counts from there on. */
static int test__overlap(void)
{
	struct unwind_file *f;
	struct made_elf m;
	size_t cie;

	made__begin(&m);
	cie = made__cie(&m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE, 0x40, MADE_FRAME);
	made__fde(&m, cie, CODE + 0x10, 0x10, "");
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT_STR(made__row_at(f, CODE + 4), "4-10 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x10), "10-20 CFA = sp+8, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x20), "nothing");
	unwind_file__delete(f);
	return TEST_OK;
}

/* One function, one row each 16 bytes: "50" goes on by 16. */
static int test__instructions(void)
{
	static const struct {
		const char *program, *row;	/* the row is that of byte 0x10 */
	} cases[] = {
		{ "50 0e 20", "CFA = sp+32, ra at CFA-8, fp in its register" },
		{ "0e 20 02 10 0d 06", "CFA = fp+32, ra at CFA-8, fp in its register" },
		{ "50 0c 06 30", "CFA = fp+48, ra at CFA-8, fp in its register" },
		{ "50 0c 0a 00", "CFA = r10+0, ra at CFA-8, fp in its register" },
		{ "50 12 06 7e", "CFA = fp+16, ra at CFA-8, fp in its register" },
		{ "50 13 7d", "CFA = sp+24, ra at CFA-8, fp in its register" },
		{ "50 0f 02 76 08", "CFA = fp+8, ra at CFA-8, fp in its register" },
		{ "50 0f 03 92 07 10", "CFA = sp+16, ra at CFA-8, fp in its register" },
		{ "50 0f 03 77 08 06", "CFA by an expression, ra at CFA-8, fp in its register" },
		{ "50 86 02", "CFA = sp+8, ra at CFA-8, fp at CFA-16" },
		{ "50 05 06 03", "CFA = sp+8, ra at CFA-8, fp at CFA-24" },
		{ "50 11 06 7e", "CFA = sp+8, ra at CFA-8, fp at CFA+16" },
		{ "50 2f 06 02", "CFA = sp+8, ra at CFA-8, fp at CFA+16" },
		{ "50 10 06 02 76 00", "CFA = sp+8, ra at CFA-8, fp by an expression" },
		{ "50 10 06 02 23 10", "CFA = sp+8, ra at CFA-8, fp at CFA+16" },
		{ "50 16 06 02 76 00", "CFA = sp+8, ra at CFA-8, fp lost" },
		{ "50 14 06 02", "CFA = sp+8, ra at CFA-8, fp lost" },
		{ "50 15 06 7e", "CFA = sp+8, ra at CFA-8, fp lost" },
		{ "50 09 06 00", "CFA = sp+8, ra at CFA-8, fp in r0" },
		{ "50 09 10 05", "CFA = sp+8, ra in r5, fp in its register" },
		{ "50 07 06", "CFA = sp+8, ra at CFA-8, fp lost" },
		{ "86 02 50 08 06", "CFA = sp+8, ra at CFA-8, fp in its register" },
		{ "86 02 50 c6", "CFA = sp+8, ra at CFA-8, fp in its register" },
		{ "86 02 50 06 06", "CFA = sp+8, ra at CFA-8, fp in its register" },
		{ "50 0a 0e 20", "CFA = sp+32, ra at CFA-8, fp in its register" },
		{ "0a 0e 40 86 05 50 0b", "CFA = sp+8, ra at CFA-8, fp in its register" },
		{ "86 02 0a 0e 40 0a 86 05 48 0b 0b 48", "CFA = sp+8, ra at CFA-8, fp at CFA-16" },
		{ "50 08 10", "CFA = sp+8, ra in its register, fp in its register" },
		{ "50 07 10", "no caller" },
		/* The caller's stack pointer is elsewhere; or not, after all. */
		{ "50 0c 01 00 87 6c", "CFA in an unknown way, ra at CFA-8, fp in its register" },
		{ "87 6c 50 c7", "CFA = sp+8, ra at CFA-8, fp in its register" },
		{ "50 2e 20 00 0e 28", "CFA = sp+40, ra at CFA-8, fp in its register" },
		{ "03 10 00 0e 18", "CFA = sp+24, ra at CFA-8, fp in its register" },
		{ "04 10 00 00 00 0e 18", "CFA = sp+24, ra at CFA-8, fp in its register" },
		{ "1d 10 00 00 00 00 00 00 00 0e 18", "CFA = sp+24, ra at CFA-8, fp in its register" },
		/* Registers that nobody asks for. */
		{ "50 83 03 8c 04 05 11 05 10 0d 02 76 00 09 0e 0f", "CFA = sp+8, ra at CFA-8, fp in its register" },
	};
	struct unwind_file *f;
	struct made_elf m;
	struct unwind_answer a;
	const char *got;
	size_t i, bad = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		made__begin(&m);
		f = made__one_function(&m, MADE_USUAL_CIE, cases[i].program);
		TEST_ASSERT(f);
		got = made__row_at(f, CODE + 0x10);
		if (!strchr(got, ' ') || strcmp(strchr(got, ' ') + 1, cases[i].row)) {
			fprintf(stderr, "  %s: %s\n", cases[i].program, got);
			bad++;
		}
		unwind_file__delete(f);
	}
	TEST_ASSERT_EQ(bad, 0);
	/* The caller's rbx, of which the text does not tell. */
	made__begin(&m);
	f = made__one_function(&m, MADE_USUAL_CIE, "44 83 03 44 0d 03 44 c3");
	TEST_ASSERT(f);
	unwind_file__row(f, CODE, &a);
	TEST_ASSERT(a.row.base_nr == 3 && a.row.base_reg.where == UNWIND_SAME);
	unwind_file__row(f, CODE + 4, &a);
	TEST_ASSERT(a.row.base_reg.where == UNWIND_SAVED && a.row.base_reg.offset == -24);
	unwind_file__row(f, CODE + 8, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_REG && a.row.cfa_reg == 3 && a.row.base_reg.where == UNWIND_SAVED);
	unwind_file__row(f, CODE + 12, &a);
	TEST_ASSERT(a.row.base_reg.where == UNWIND_SAME);
	unwind_file__delete(f);
	/* Restored is what the CIE says. */
	made__begin(&m);
	f = made__one_function(&m, MADE_USUAL_CIE " 86 02", "86 03 07 10 50 c6 06 10");
	TEST_ASSERT_STR(made__row_at(f, CODE), "0-10 no caller");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x10), "10-80 CFA = sp+8, ra at CFA-8, fp at CFA-16");
	unwind_file__delete(f);
	return TEST_OK;
}

static int test__expressions(void)
{
	static const uint8_t plt[] = { 0x77, 0x80, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22 };
	struct unwind_answer a, b;
	struct unwind_file *f;
	struct made_elf m;
	size_t i;

	/* As linkers describe linkage tables; and constants of each size. */
	made__begin(&m);
	f = made__one_function(&m, MADE_USUAL_CIE, "0f 0b 77 08 80 00 3f 1a 3b 2a 33 24 22 "
			 "48 0f 1c 08 ff 09 ff 0a ff ff 0b ff ff 0c ff ff ff ff 0d fe ff ff ff 10 80 01 11 7f 23 88 01");
	TEST_ASSERT(f);
	unwind_file__row(f, CODE, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_EXPR && a.row.cfa_expr->nr == ARRAY_SIZE(plt));
	for (i = 0; i < ARRAY_SIZE(plt); i++)
		TEST_ASSERT_EQ(a.row.cfa_expr->steps[i].atom, plt[i]);
	TEST_ASSERT_EQ(a.row.cfa_expr->steps[0].a, 8);
	TEST_ASSERT_EQ(a.row.cfa_expr->steps[1].a, 0);
	unwind_file__row(f, CODE + 8, &b);
	TEST_ASSERT(b.row.base == UNWIND_FROM_EXPR && b.row.cfa_expr->nr == 9);
	TEST_ASSERT_EQ(b.row.cfa_expr->steps[0].a, 0xff);
	TEST_ASSERT_EQ((int64_t)b.row.cfa_expr->steps[1].a, -1);
	TEST_ASSERT_EQ(b.row.cfa_expr->steps[2].a, 0xffff);
	TEST_ASSERT_EQ((int64_t)b.row.cfa_expr->steps[3].a, -1);
	TEST_ASSERT_EQ(b.row.cfa_expr->steps[4].a, 0xffffffff);
	TEST_ASSERT_EQ((int64_t)b.row.cfa_expr->steps[5].a, -2);
	TEST_ASSERT_EQ(b.row.cfa_expr->steps[6].a, 128);
	TEST_ASSERT_EQ((int64_t)b.row.cfa_expr->steps[7].a, -1);
	TEST_ASSERT_EQ(b.row.cfa_expr->steps[8].a, 136);
	/* The same expression is kept once. */
	unwind_file__row(f, CODE + 1, &b);
	TEST_ASSERT(a.row.cfa_expr == b.row.cfa_expr);
	unwind_file__delete(f);
	return TEST_OK;
}

static int test__augmentations(void)
{
	struct unwind_file *f;
	struct made_elf m;
	size_t cie;

	/* A personality of 4 and of 8 bytes, and language data, before the encoding or behind it; a signal's frame. */
	made__begin(&m);
	cie = made__cie(&m, "zPLR", "9b 01 02 03 04 1b 1b", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE, 0x10, MADE_FRAME);
	cie = made__cie(&m, "zRSP", "1b 00 01 02 03 04 05 06 07 08", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE + 0x10, 0x10, MADE_FRAME);
	/* With a letter that is not known behind it. */
	cie = made__cie(&m, "zRB?", "1b 55", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE + 0x20, 0x10, MADE_FRAME);
	/* Without 'z' there is no telling where the instructions begin. */
	cie = made__cie(&m, "R", "", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE + 0x30, 0x10, MADE_FRAME);
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT(f);
	TEST_ASSERT_STR(made__row_at(f, CODE + 4), "4-10 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x14), "14-20 signal, CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x24), "24-30 CFA = fp+16, ra at CFA-8, fp at CFA-16");
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x34), "nothing");
	unwind_file__delete(f);
	return TEST_OK;
}

static int test__machines(void)
{
	struct unwind_file *f;
	struct made_elf m;
	int big;

	for (big = 0; big < 2; big++) {
		/* arm64: the return address is signed (2d), and saved with the frame pointer. */
		made__begin(&m);
		m.big = big;
		m.machine = EM_AARCH64;
		f = made__one_function(&m, "0c 1f 00", big ? "44 2d 03 00 04 0e 20 9d 04 9e 03" : "44 2d 03 04 00 0e 20 9d 04 9e 03");
		TEST_ASSERT(f);
		TEST_ASSERT_STR(made__row_at(f, CODE + 4), "4-8 CFA = sp+0, ra in its register, fp in its register");
		TEST_ASSERT_STR(made__row_at(f, CODE + 8), "8-80 CFA = sp+32, ra at CFA-24, fp at CFA-32");
		unwind_file__delete(f);
		/* 32 bits. */
		made__begin(&m);
		m.big = big;
		m.is_64 = false;
		m.machine = EM_386;
		f = made__one_function(&m, "0c 04 04", "41 0e 08 85 01");
		TEST_ASSERT(f);
		TEST_ASSERT_STR(made__row_at(f, CODE + 1), "1-80 CFA = sp+8, ra in its register, fp at CFA-8");
		unwind_file__delete(f);
	}
	made__begin(&m);
	m.machine = EM_S390;
	m.big = true;
	f = made__one_function(&m, "0c 0f a0 01", "41 8b 09 42 0d 0b");
	TEST_ASSERT(f);
	TEST_ASSERT_STR(made__row_at(f, CODE + 3), "3-80 CFA = fp+160, ra in its register, fp at CFA-72");
	unwind_file__delete(f);
	made__begin(&m);
	m.machine = 9999;
	TEST_ASSERT(!made__one_function(&m, "", ""));
	return TEST_OK;
}


/* --- code ------------------------------------------------------------------------------------------------ */

static int test__code(void)
{
	static const unsigned char call[] = { 0x90, 0xe8, 1, 2, 3, 0, 0x90, 0xff, 0xd0, 0x90 };
	struct unwind_file *f;
	struct made_elf m;
	size_t size;
	uint64_t addr;

	made__begin(&m);
	memcpy(m.bytes + MADE_CODE, call, sizeof(call));
	/* At its very end there is one, too. */
	memcpy(m.bytes + MADE_CODE + MADE_CODE_SIZE - 2, call + 7, 2);
	f = made__one_function(&m, MADE_USUAL_CIE, "");
	TEST_ASSERT(f);
	TEST_ASSERT(unwind_file__is_return(f, CODE + 6) && unwind_file__is_return(f, CODE + 9));
	TEST_ASSERT(!unwind_file__is_return(f, CODE) && !unwind_file__is_return(f, CODE + 5) && !unwind_file__is_return(f, CODE + 10));
	TEST_ASSERT(unwind_file__is_return(f, CODE + MADE_CODE_SIZE) && !unwind_file__is_return(f, CODE + MADE_CODE_SIZE + 1));
	TEST_ASSERT(!unwind_file__is_return(f, 0) && !unwind_file__is_return(f, UINT64_MAX) && !unwind_file__is_return(f, MADE_EH_ADDR + 8));
	TEST_ASSERT(unwind_file__code(f, CODE + 1, &size) == m.bytes + MADE_CODE + 1 && size == MADE_CODE_SIZE - 1);
	TEST_ASSERT(!unwind_file__code(f, CODE + MADE_CODE_SIZE, &size) && !unwind_file__code(f, CODE - 1, &size));
	TEST_ASSERT(!unwind_file__code(f, MADE_EH_ADDR, &size));
	TEST_ASSERT(unwind_file__from_offset(f, MADE_CODE + 3, &addr) && addr == CODE + 3);
	TEST_ASSERT(unwind_file__from_offset(f, MADE_EH + 3, &addr) && addr == MADE_EH_ADDR + 3);
	TEST_ASSERT(!unwind_file__from_offset(f, 0, &addr) && !unwind_file__from_offset(f, MADE_SIZE, &addr));
	unwind_file__delete(f);
	return TEST_OK;
}

/* Behind a call the code tells; its last byte may look like an instruction that swallows the next ones. */
static int test__caller_row(void)
{
	static const unsigned char code[] = {
		0xe8, 0x2e, 0xec, 0x00, 0x00,	/* call; 00 5a 59 would be an addition */
		0x5a, 0x59,			/* pop %rdx; pop %rcx */
		0x48, 0x83, 0xc4, 0x08,		/* add $8,%rsp */
		0x5b, 0x41, 0x5c, 0xc3,		/* pop %rbx; pop %r12; ret */
	};
	struct stack_depth *depth;
	char text[UNWIND_ROW_TEXT];
	struct unwind_answer a;
	struct unwind_file *f;
	struct made_elf m;
	size_t cie;

	depth = stack_depth__new(CALL_MACHINE_X86_64);
	if (!depth)
		return test_skip("libcapstone is missing");
	stack_depth__delete(depth);
	made__begin(&m);
	/* Nothing leads there from the entry. */
	m.bytes[MADE_CODE] = 0xc3;
	memcpy(m.bytes + MADE_CODE + 0x10, code, sizeof(code));
	cie = made__cie(&m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, CODE + 0x60, 0x10, "");
	made__finish(&m);
	f = made__open(&m);
	TEST_ASSERT(f);
	unwind_file__caller_row(f, CODE + 0x15, &a);
	unwind_row__text(&a.row, text);
	TEST_ASSERT_STR(text, "CFA = sp+48, ra at CFA-8, fp in its register");
	/* Whoever asks for the byte itself may mean that instruction. */
	unwind_file__row(f, CODE + 0x14, &a);
	TEST_ASSERT_EQ(a.row.base, UNWIND_NO_ROW);
	/* Of no address it is known that an instruction begins there: one may not speak for the others of what is taken for one. */
	unwind_file__row(f, CODE + 0x17, &a);
	unwind_row__text(&a.row, text);
	TEST_ASSERT_STR(text, "CFA = sp+32, ra at CFA-8, fp in its register");
	TEST_ASSERT(a.start == CODE + 0x17 && a.end == CODE + 0x18);
	/* What would have to be followed is not known at once, what a table has is. */
	TEST_ASSERT(!unwind_file__quick_caller_row(f, CODE + 0x15, &a));
	TEST_ASSERT(unwind_file__quick_caller_row(f, CODE + 0x65, &a));
	TEST_ASSERT(a.source == UNWIND_BY_CFI && a.start == CODE + 0x60);
	unwind_file__delete(f);
	return TEST_OK;
}

/* An entry of a linkage table, as programs have them that are linked statically; and a call before what looks like one. */
static int test__linkage(void)
{
	static const unsigned char jump[] = { 0xff, 0x25, 0xe2, 0xff, 0x0b, 0x00, 0x66, 0x90 }, call[] = { 0xe8, 1, 2, 3, 0xff, 0x25, 1, 2, 3, 4 };
	struct unwind_answer a;
	struct unwind_file *f;
	struct made_elf m;

	made__begin(&m);
	/* So the program does not begin by falling into it. */
	memset(m.bytes + MADE_CODE, 0xcc, MADE_CODE_SIZE);
	memcpy(m.bytes + MADE_CODE + 0x100, jump, sizeof(jump));
	memcpy(m.bytes + MADE_CODE + 0x140, call, sizeof(call));
	memcpy(m.bytes + MADE_CODE + MADE_CODE_SIZE - 2, jump, 2);
	f = made__one_function(&m, MADE_USUAL_CIE, "");
	TEST_ASSERT(f);
	unwind_file__row_by(f, UNWIND_BY_CODE, CODE + 0x100, &a);
	TEST_ASSERT(a.source == UNWIND_BY_CODE && a.row.base == UNWIND_FROM_SP && a.row.cfa_offset == 8);
	TEST_ASSERT(a.row.ra.where == UNWIND_SAVED && a.row.ra.offset == -8 && a.row.fp.where == UNWIND_SAME);
	TEST_ASSERT(a.start == CODE + 0x100 && a.end == CODE + 0x101);
	unwind_file__row_by(f, UNWIND_BY_CODE, CODE + 0x144, &a);
	TEST_ASSERT(a.row.base == UNWIND_NO_ROW);
	unwind_file__row_by(f, UNWIND_BY_CODE, CODE + MADE_CODE_SIZE - 2, &a);
	TEST_ASSERT(a.row.base == UNWIND_NO_ROW);
	unwind_file__delete(f);
	return TEST_OK;
}

/* --- what is wrong ------------------------------------------------------------------------------------------ */

static int test__limits(void)
{
	static const struct {
		const char *program, *row;	/* of byte 0x10; that of byte 0 is sound */
	} cases[] = {
		/* What was not remembered, an instruction that is not known, an operand that is missing, one that is too long. */
		{ "50 0b", "nothing" },
		{ "50 3f", "nothing" },
		{ "50 0f 7f", "nothing" },
		{ "50 0e 80 80 80 80 80 80 80 80 80 80 01", "nothing" },
		/* An offset without a register. */
		{ "50 0f 03 77 08 06 0e 10", "nothing" },
		/* Backwards. */
		{ "50 01 00 e0 ff ff 0e 10", "nothing" },
		/* Offsets that do not fit, and an expression that is not known. */
		{ "50 0e ff ff ff ff 7f", "10-80 CFA in an unknown way, ra at CFA-8, fp in its register" },
		{ "50 0f 01 ff", "10-80 CFA in an unknown way, ra at CFA-8, fp in its register" },
		{ "50 10 06 02 a0 00", "10-80 CFA = sp+8, ra at CFA-8, fp lost" },
		/* 25 steps. */
		{ "50 0f 1a 77 00 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06 06",
		  "10-80 CFA in an unknown way, ra at CFA-8, fp in its register" },
		/* The end of the function is the end. */
		{ "50 0e 10 04 00 00 00 10 0e 20", "10-80 CFA = sp+16, ra at CFA-8, fp in its register" },
	};
	struct unwind_file *f;
	char nested[3 * 40 + 4] = "50";
	struct made_elf m;
	size_t i, bad = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		made__begin(&m);
		f = made__one_function(&m, MADE_USUAL_CIE, cases[i].program);
		TEST_ASSERT(f);
		TEST_ASSERT_STR(made__row_at(f, CODE), "0-10 CFA = sp+8, ra at CFA-8, fp in its register");
		if (strcmp(made__row_at(f, CODE + 0x10), cases[i].row)) {
			fprintf(stderr, "  %s: %s\n", cases[i].program, made__row_at(f, CODE + 0x10));
			bad++;
		}
		/* It does not matter what was asked before. */
		TEST_ASSERT_STR(made__row_at(f, CODE), "0-10 CFA = sp+8, ra at CFA-8, fp in its register");
		unwind_file__delete(f);
	}
	TEST_ASSERT_EQ(bad, 0);
	for (i = 0; i <= CFI_MAX_STATES; i++)
		strcat(nested, " 0a");
	made__begin(&m);
	f = made__one_function(&m, MADE_USUAL_CIE, nested);
	TEST_ASSERT_STR(made__row_at(f, CODE + 0x10), "nothing");
	unwind_file__delete(f);
	return TEST_OK;
}

/* An FDE of as many instructions as fit into a megabyte. */
static int test__many_instructions(void)
{
	size_t size = MADE_SIZE + ((size_t)1 << 20);
	unsigned char *bytes = xzalloc(size);
	struct cfi_section s = { .bytes = bytes, .size = size, .is_64 = true };
	struct cfi_fde fde = { .cie = { .code_align = 1, .ra = 16 }, .start = 1, .end = UINT64_MAX, .program_end = size };
	static struct cfi_run run;
	uint64_t rows = 0;

	memset(bytes, 0x41, size);
	cfi_run__begin(&run, &s, &fde, unwind_machine__of(EM_X86_64));
	while (cfi_run__next(&run))
		rows++;
	TEST_ASSERT(run.bad && rows == CFI_MAX_INSTRUCTIONS);
	/* A CIE's are run anew for each of its FDEs. */
	memset(bytes, 0, size);
	fde.program_end = 8;
	fde.cie.program_end = CFI_MAX_CIE_INSTRUCTIONS;
	cfi_run__begin(&run, &s, &fde, unwind_machine__of(EM_X86_64));
	TEST_ASSERT(cfi_run__next(&run));
	fde.cie.program_end++;
	cfi_run__begin(&run, &s, &fde, unwind_machine__of(EM_X86_64));
	TEST_ASSERT(!cfi_run__next(&run) && run.bad);
	free(bytes);
	return TEST_OK;
}

DEFINE_SUITE("Unwind tables of a file", unwind_file,
	     { "a function with a frame", test__frame },
	     { "entries that overlap", test__overlap },
	     { "each instruction", test__instructions },
	     { "expressions", test__expressions },
	     { "augmentations", test__augmentations },
	     { "machines, byte orders, sizes of addresses", test__machines },
	     { "code and return addresses", test__code },
	     { "behind a call", test__caller_row },
	     { "linkage tables without a table", test__linkage },
	     { "instructions that cannot be", test__limits },
	     { "more instructions than are run", test__many_instructions })
