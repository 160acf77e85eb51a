// SPDX-License-Identifier: GPL-2.0-only
/* Code that is known by what its bytes say: where coroutines begin, what leaves for the handler of an exception, calls of itself. */
#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/alloc.h"
#include "util/code/context-start.h"
#include "util/code/exception-end.h"
#include "util/code/pushed-return.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

/* What glibc has makecontext()'s functions return to, with and without a landing pad; and other code. */
static int test__context_start(void)
{
	static const unsigned char code[] = { 0xf3, 0x0f, 0x1e, 0xfa, 0x48, 0x89, 0xdc, 0x48, 0x8b, 0x3c, 0x24, 0x48, 0x85, 0xff, 0x74, 0x08 };
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	struct unwind_answer a;
	size_t from;

	for (from = 0; from <= 4; from += 4) {
		a = (struct unwind_answer){ .source = UNWIND_BY_CFI };
		TEST_ASSERT(context_start__row(machine, code + from, sizeof(code) - from, 0x1000, 0x1003, &a));
		TEST_ASSERT(a.row.base == UNWIND_OUTERMOST && a.start == 0x1000 && a.end == 0x1000 + sizeof(code) - from);
	}
	for (from = 1; from < 4; from++)
		TEST_ASSERT(!context_start__row(machine, code + from, sizeof(code) - from, 0x1000, 0x1003, &a));
	TEST_ASSERT(!context_start__row(machine, code, 13, 0x1000, 0x1003, &a));
	TEST_ASSERT(!context_start__row(machine, code, 3, 0x1000, 0x1001, &a));
	TEST_ASSERT(!context_start__row(machine, code, sizeof(code), 0x1000, 0xfff, &a));
	TEST_ASSERT(!context_start__row(unwind_machine__of(EM_AARCH64), code, sizeof(code), 0x1000, 0x1003, &a));
	return TEST_OK;
}

/* make_fcontext() of Boost.Context from its last instruction on, with landing pads and without: what begins a coroutine, and ends it. */
static int test__boost_context(void)
{
	static const unsigned char old[] = { 0xc3, 0x55, 0xff, 0xe3, 0x48, 0x31, 0xff, 0xe8, 1, 2, 3, 4, 0xf4, 0x90 },
				   pads[] = { 0xc3, 0x55, 0xff, 0xe3, 0xf3, 0x0f, 0x1e, 0xfa, 0x48, 0x31, 0xff, 0xe8, 1, 2, 3, 4, 0xf4, 0x90 };
	static const struct {
		const unsigned char *bytes;
		size_t size;
	} codes[] = { { old, sizeof(old) }, { pads, sizeof(pads) } };
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	unsigned char other[sizeof(pads)];
	struct unwind_answer a;
	size_t i, at, size;

	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		size = codes[i].size;
		for (at = 0; at <= size; at++) {
			bool within = at >= 1 && at < size - 1;

			a = (struct unwind_answer){ .source = UNWIND_BY_NOTHING };
			TEST_ASSERT(context_start__boost_row(machine, codes[i].bytes, size, 0x1000, 0x1000 + at, &a) == within);
			TEST_ASSERT(!within || (a.row.base == UNWIND_OUTERMOST && a.start == 0x1001 && a.end == 0x1000 + size - 1));
		}
		/* Each byte counts, but those of the call's distance; so does the last one. */
		TEST_ASSERT(!context_start__boost_row(machine, codes[i].bytes, size - 2, 0x1000, 0x1004, &a));
		for (at = 1; at < size - 1; at++) {
			memcpy(other, codes[i].bytes, size);
			other[at] ^= 1;
			TEST_ASSERT(context_start__boost_row(machine, other, size, 0x1000, 0x1001, &a) == (at >= size - 6 && at < size - 2));
		}
	}
	TEST_ASSERT(!context_start__boost_row(machine, old, sizeof(old), 0x1000, 0xfff, &a));
	TEST_ASSERT(!context_start__boost_row(unwind_machine__of(EM_AARCH64), old, sizeof(old), 0x1000, 0x1004, &a));
	return TEST_OK;
}

/*
 * A stripped program of Free Pascal: its first instructions hand main() to libc, which takes its return address off the stack, puts it back
 * with another word, and calls what never returns. Nothing but those instructions tells where it begins.
 */
static int test__main(void)
{
	static const unsigned char entry[] = { 0x31, 0xed, 0x50, 0x54, 0x48, 0xbf, 0x10, 0x12, 0x40, 0, 0, 0, 0, 0, 0xe8 },
				   others[][10] = { { 0x48, 0xc7, 0xc7, 0x10, 0x12, 0x40, 0, 0x90, 0x90, 0x90 },
						    { 0x90, 0x90, 0x90, 0x48, 0x8d, 0x3d, 0x02, 0, 0, 0 },
						    { 0x90, 0x90, 0x90, 0x90, 0x90, 0xbf, 0x10, 0x12, 0x40, 0 },
						    { 0x48, 0xbe, 0x10, 0x12, 0x40, 0, 0, 0, 0, 0 } },
				   code[] = { 0x58, 0x50, 0x50, 0x31, 0xed, 0xe8, 0, 1, 0, 0, 0xf4, 0xc3 };
	const uint64_t main_addr = MADE_CODE_ADDR + 0x10, start = MADE_CODE_ADDR + 0x40;
	struct made_elf m;
	struct unwind_answer a;
	struct unwind_file *f;
	struct stack_depth *depth = stack_depth__new(CALL_MACHINE_X86_64);
	size_t i;

	if (!depth)
		return test_skip("libcapstone is missing");
	stack_depth__delete(depth);
	for (i = 0; i <= ARRAY_SIZE(others); i++) {
		made__begin(&m);
		made__finish(&m);
		memset(m.bytes + MADE_CODE, 0xcc, MADE_CODE_SIZE);
		memcpy(m.bytes + MADE_CODE + 0x10, code, sizeof(code));
		memcpy(m.bytes + MADE_CODE + 0x40, entry, sizeof(entry));
		if (i)
			memcpy(m.bytes + MADE_CODE + 0x44, others[i - 1], sizeof(others[i - 1]));
		/* lea: from where the next instruction is. */
		if (i == 2)
			memcpy(m.bytes + MADE_CODE + 0x4a, &(int32_t){ 0x10 - 0x4e }, sizeof(int32_t));
		memcpy(m.bytes + offsetof(Elf64_Ehdr, e_entry), &start, sizeof(start));
		f = made__open(&m);
		TEST_ASSERT(f);
		unwind_file__caller_row(f, main_addr + 10, &a);
		if (i < ARRAY_SIZE(others))
			TEST_ASSERT(a.row.base == UNWIND_FROM_SP && a.row.cfa_offset == 16 && a.row.fp.where == UNWIND_LOST);
		else
			TEST_ASSERT(a.row.base == UNWIND_NO_ROW);
		/* Behind its first call nobody knows whether it is still the same function. */
		unwind_file__row(f, main_addr + 11, &a);
		TEST_ASSERT(a.row.base != UNWIND_FROM_SP || a.row.cfa_offset == 8);
		unwind_file__delete(f);
	}
	return TEST_OK;
}

/*
 * The end of a function that leaves for the handler of an exception: three calls, then the stack pointer is moved. What the first of the
 * last two has written lies where the table says that the caller's registers are.
 */
static int test__exception_end(void)
{
	static const unsigned char code[] = { 0x90, 0xe8, 1, 0, 0, 0, 0x90, 0xe8, 2, 0, 0, 0, 0xe8, 3, 0, 0, 0, 0x4c, 0x8b, 0x6d, 0xe8,
					      0x4c, 0x8b, 0x75, 0xf0, 0x48, 0x89, 0xcc, 0x59 };
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	struct exception_end_exprs exprs;
	struct unwind_answer a;
	size_t at;

	for (at = 0; at < 25; at++) {
		a = (struct unwind_answer){ .row.base = UNWIND_FROM_FP, .function = 0x1000,
					    .start = 0x1000, .end = 0x1019, .source = UNWIND_BY_CFI };
		TEST_ASSERT(exception_end__row(machine, code, sizeof(code), 0x1000 + at, &exprs, &a) == (at >= 8));
		TEST_ASSERT(a.row.base == (at >= 8 ? UNWIND_FROM_OTHER : UNWIND_FROM_FP));
		TEST_ASSERT(a.start <= 0x1000 + at && a.end > 0x1000 + at);
		/* What holds in front of it does not hold in it. */
		TEST_ASSERT(at >= 8 || a.end == 0x1008);
	}
	a = (struct unwind_answer){ .row.base = UNWIND_FROM_FP, .function = 0x1000,
				    .start = 0x1000, .end = 0x1019, .source = UNWIND_BY_CFI };
	/* Where the code is cut off, or the row ends elsewhere, or the CFA is counted otherwise, it is as the table says. */
	TEST_ASSERT(!exception_end__row(machine, code, 27, 0x1011, &exprs, &a));
	TEST_ASSERT(!exception_end__row(machine, code, sizeof(code), 0x101d, &exprs, &a));
	TEST_ASSERT(!exception_end__row(unwind_machine__of(EM_AARCH64), code, sizeof(code), 0x1011, &exprs, &a));
	a.end = 0x1018;
	TEST_ASSERT(!exception_end__row(machine, code, sizeof(code), 0x1010, &exprs, &a));
	a.end = UINT64_MAX;
	TEST_ASSERT(!exception_end__row(machine, code, sizeof(code), 0x1010, &exprs, &a));
	a = (struct unwind_answer){ .row.base = UNWIND_FROM_SP, .function = 0x1000, .start = 0x1000, .end = 0x1019 };
	TEST_ASSERT(!exception_end__row(machine, code, sizeof(code), 0x1011, &exprs, &a));
	return TEST_OK;
}

/*
 * Between the last two calls it is read where the context of the handler's function is: its stack pointer 0x90 bytes into that. With four
 * bytes of distance (as libgcc has it) and with one; until what stands in front of the handler's stack is written over.
 */
static int test__exception_handler(void)
{
	static const unsigned char far[] = { 0x90, 0xe8, 2, 0, 0, 0, 0x48, 0x8b, 0xb5, 0xe8, 0xfd, 0xff, 0xff, 0x48, 0x8b, 0xbd, 0xe0, 0xfd,
					     0xff, 0xff, 0xe8, 3, 0, 0, 0, 0x90, 0x48, 0x89, 0x74, 0x15, 8, 0x90, 0x48, 0x89, 0xcc };
	static const unsigned char near[] = { 0x90, 0xe8, 2, 0, 0, 0, 0x48, 0x8b, 0x75, 0xe8, 0x48, 0x8b, 0x7d, 0xe0,
					      0xe8, 3, 0, 0, 0, 0x90, 0x48, 0x89, 0x7c, 0x05, 8, 0x90, 0x48, 0x89, 0xcc };
	static const struct { const unsigned char *code; size_t size, written; int64_t sp; } cases[] = {
		{ far, sizeof(far), 26, -0x220 }, { near, sizeof(near), 20, -0x20 },
	};
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	struct exception_end_exprs exprs;
	unsigned char twice[sizeof(far)];
	struct unwind_answer a;
	size_t i, at;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		for (at = 0; at < cases[i].size - 3; at++) {
			a = (struct unwind_answer){ .row.base = UNWIND_FROM_FP, .function = 0x1000,
						    .start = 0x1000, .end = 0x1000 + cases[i].size - 3 };
			TEST_ASSERT(exception_end__row(machine, cases[i].code, cases[i].size, 0x1000 + at, &exprs, &a) == (at > 1));
			if (at > cases[i].written) {
				TEST_ASSERT(a.row.base == UNWIND_FROM_OTHER && a.row.ra.where == UNWIND_LOST);
			} else if (at > 1) {
				TEST_ASSERT(a.row.base == UNWIND_FROM_EXPR && a.row.ra.offset == -8 && a.start == 0x1000 + at);
				TEST_ASSERT(exprs.cfa.nr == 2 && exprs.cfa.steps[0].a == (uint64_t)cases[i].sp);
				TEST_ASSERT(exprs.fp.steps[0].a == (uint64_t)(cases[i].sp - 0x90 + 6 * 8));
				TEST_ASSERT(exprs.base.steps[0].a == (uint64_t)(cases[i].sp - 0x90 + 3 * 8));
			}
		}
	/* Two that may be it are none. */
	memcpy(twice, far, sizeof(far));
	twice[8] = 0xbd;
	a = (struct unwind_answer){ .row.base = UNWIND_FROM_FP, .function = 0x1000,
				    .start = 0x1000, .end = 0x1000 + sizeof(far) - 3 };
	TEST_ASSERT(exception_end__row(machine, twice, sizeof(twice), 0x1008, &exprs, &a) && a.row.base == UNWIND_FROM_OTHER);
	return TEST_OK;
}

/* call over pause, lfence and the jump back; and the two ways on. */
#define OVER "e8 07 00 00 00 f3 90 0f ae e8 eb f9 "
#define DROP "48 8d 64 24 08 c3 "
#define WRITE "48 89 04 24 c3 "

static bool mended;		/* what was found last is not what the table says */

static const char *row_with(const char *code, const char *program, uint64_t at)
{
	static char text[64 + UNWIND_ROW_TEXT];
	struct unwind_answer a;
	struct unwind_file *f;
	struct made_elf m;
	size_t cie;

	made__begin(&m);
	m.at = MADE_CODE;
	made__hex(&m, code);
	m.at = MADE_EH;
	cie = made__cie(&m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(&m, cie, MADE_CODE_ADDR, 0x60, program);
	made__put(&m, 0, 4);
	made__finish(&m);
	f = made__open(&m);
	snprintf(text, sizeof(text), "%s", f ? made__row_at(f, MADE_CODE_ADDR + at) : "refused");
	if (f)
		unwind_file__row(f, MADE_CODE_ADDR + at, &a);
	mended = f && a.mended;
	unwind_file__delete(f);
	return text;
}

/* gcc says 16 where such a call leads to, and nothing behind it. */
static int test__inline_thunk(void)
{
	/* push %rbp; sub $0x20,%rsp; call *%rax, at 5; add $0x20,%rsp; pop %rbp; ret, at 0x22 */
	static const char code[] = "55 48 83 ec 20 eb 11 " OVER WRITE "e8 ea ff ff ff 48 83 c4 20 5d " OVER DROP "90 90";
	static const char program[] = "41 0e 10 86 02 44 0e 30 4e 0e 10 4e 0e 10 41 0e 08 4c 0e 10";
	static const struct {
		uint64_t at;
		const char *row;
	} cases[] = {
		{ 0x5, "5-7 CFA = sp+48, ra at CFA-8, fp at CFA-16" },
		{ 0x7, "7-8 CFA = sp+56, ra at CFA-8, fp at CFA-16" },
		{ 0x13, "13-14 CFA = sp+64, ra at CFA-8, fp at CFA-16" },
		{ 0x17, "17-18 CFA = sp+64, ra at CFA-8, fp at CFA-16" },
		{ 0x18, "18-21 CFA = sp+48, ra at CFA-8, fp at CFA-16" },
		{ 0x1c, "18-21 CFA = sp+48, ra at CFA-8, fp at CFA-16" },
		{ 0x21, "21-22 CFA = sp+16, ra at CFA-8, fp at CFA-16" },
		{ 0x22, "22-23 CFA = sp+8, ra at CFA-8, fp in its register" },
		{ 0x2e, "2e-2f CFA = sp+16, ra at CFA-8, fp in its register" },
		{ 0x33, "33-34 CFA = sp+8, ra at CFA-8, fp in its register" },
		{ 0x34, "34-60 CFA = sp+8, ra at CFA-8, fp at CFA-16" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		TEST_ASSERT_STR(row_with(code, program, cases[i].at), cases[i].row);
		/* In front of the first one the table is right, from where the stack is popped, and where the return's call leads to. */
		TEST_ASSERT_EQ(mended, (cases[i].at >= 7 && cases[i].at < 0x21) || cases[i].at >= 0x33);
	}
	return TEST_OK;
}

/* It pushes a word of memory, to which it goes: called, or at the end of a function. What does not look so is as the table says. */
static int test__inline_thunk_push(void)
{
	static const char at_end[] = "48 83 ec 08 48 83 c4 08 ff 74 24 d8 " OVER DROP;
	static const char called[] = "48 83 ec 18 eb 19 ff 34 c5 00 10 40 00 " OVER DROP "e8 e2 ff ff ff 48 83 c4 18 c3";
	static const char other[] = "48 83 ec 18 e8 07 00 00 00 f3 90 0f ae e8 eb f9 48 89 05 24 c3 90 90 90";

	TEST_ASSERT_STR(row_with(at_end, "44 0e 10 44 0e 08 50 0e 10", 8), "8-9 CFA = sp+8, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(at_end, "44 0e 10 44 0e 08 50 0e 10", 0xc), "c-d CFA = sp+16, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(at_end, "44 0e 10 44 0e 08 50 0e 10", 0x18), "18-19 CFA = sp+24, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(at_end, "44 0e 10 44 0e 08 50 0e 10", 0x1d), "1d-1e CFA = sp+16, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 10", 6), "6-7 CFA = sp+40, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 10", 0xd), "d-e CFA = sp+48, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 10", 0x19), "19-1a CFA = sp+56, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 10", 0x1e), "1e-1f CFA = sp+48, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 10", 0x24), "1f-60 CFA = sp+32, ra at CFA-8, fp in its register");
	TEST_ASSERT_STR(row_with(other, "44 0e 20 4c 0e 10", 0x12), "10-60 CFA = sp+16, ra at CFA-8, fp in its register");
	/* Another number than gcc's is somebody's who knows better. */
	TEST_ASSERT_STR(row_with(called, "44 0e 20 55 0e 28", 0x24), "1f-60 CFA = sp+40, ra at CFA-8, fp in its register");
	return TEST_OK;
}

/* Code pushes where it shall go on: the address must stand in front of it, as an operand. */
static int test__pushed_return(void)
{
	/* lea 0x10(%rip),%rax; push %rax; ten bytes of something else; and pushes and moves of the address itself */
	static const unsigned char lea[] = { 0x48, 0x8d, 0x05, 11, 0, 0, 0, 0x50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	static const unsigned char push[] = { 0x68, 0x12, 0x20, 0x40, 0, 0xc3 }, mov[] = { 0xbb, 0x12, 0x20, 0x40, 0, 0x53, 0xc3 };
	static const unsigned char store[] = { 0xc7, 4, 0x24, 0x12, 0x20, 0x40, 0, 0xc3 };

	TEST_ASSERT(pushed_return__is_named(CALL_MACHINE_X86_64, lea, sizeof(lea), 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, lea, sizeof(lea) - 1, 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, lea + 1, sizeof(lea) - 1, 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_AARCH64, lea, sizeof(lea), 0x402012));
	TEST_ASSERT(pushed_return__is_named(CALL_MACHINE_X86_64, push, sizeof(push), 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, push, sizeof(push), 0x402013));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, push + 1, sizeof(push) - 1, 0x402012));
	TEST_ASSERT(pushed_return__is_named(CALL_MACHINE_X86_64, mov, sizeof(mov), 0x402012));
	TEST_ASSERT(pushed_return__is_named(CALL_MACHINE_X86_64, store, sizeof(store), 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, store, 3, 0x402012));
	TEST_ASSERT(!pushed_return__is_named(CALL_MACHINE_X86_64, store, 0, 0x402012));
	return TEST_OK;
}

DEFINE_SUITE("Unwind rows of code that is known", known_code,
	     { "addresses that code pushes", test__pushed_return },
	     { "calls of itself over a loop, as gcc describes them", test__inline_thunk },
	     { "those that push where they lead to", test__inline_thunk_push },
	     { "where coroutines begin", test__context_start },
	     { "where those of Boost begin", test__boost_context },
	     { "main() of a stripped program", test__main },
	     { "where exceptions are about to be caught", test__exception_end },
	     { "the function with the handler of an exception", test__exception_handler })
