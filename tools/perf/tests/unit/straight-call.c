// SPDX-License-Identifier: GPL-2.0-only
/* Forms in which programs write what their signals' handlers return to. */
#include <elf.h>
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/signal-return.h"
#include "util/code/straight-call.h"

#define BYTES(...)	.bytes = { __VA_ARGS__ }, .size = sizeof((unsigned char[]){ __VA_ARGS__ })
#define SYSCALL		0x0f, 0x05

static const struct form {
	const char *text;
	unsigned char bytes[24];
	size_t size;
	bool returns;
} forms[] = {
	{ "mov $15,%rax", BYTES(0x48, 0xc7, 0xc0, 15, 0, 0, 0, SYSCALL), true },
	{ "mov $15,%eax", BYTES(0xb8, 15, 0, 0, 0, SYSCALL), true },
	{ "endbr64; mov $15,%eax", BYTES(0xf3, 0x0f, 0x1e, 0xfa, 0xb8, 15, 0, 0, 0, SYSCALL), true },
	{ "push $15; pop %rax", BYTES(0x6a, 15, 0x58, SYSCALL), true },
	{ "xor %eax,%eax; mov $15,%al", BYTES(0x31, 0xc0, 0xb0, 15, SYSCALL), true },
	{ "xor %rax,%rax; add $16,%rax; add $-1,%eax", BYTES(0x48, 0x33, 0xc0, 0x48, 0x83, 0xc0, 16, 0x83, 0xc0, 0xff, SYSCALL), true },
	{ "sub %eax,%eax; add $15,%al; nop", BYTES(0x29, 0xc0, 0x04, 15, 0x90, SYSCALL), true },
	{ "push %rax; pop %rax; mov $15,%eax; nopl", BYTES(0x50, 0x58, 0xb8, 15, 0, 0, 0, 0x0f, 0x1f, 0x44, 0, 0, SYSCALL), true },
	{ "mov $3,%eax; or $12,%al; push %rbx; pop %rcx", BYTES(0xb8, 3, 0, 0, 0, 0x0c, 12, 0x53, 0x59, SYSCALL), true },
	{ "mov $15,%eax; push %rax; xor %eax,%eax; pop %rax", BYTES(0xb8, 15, 0, 0, 0, 0x50, 0x31, 0xc0, 0x58, SYSCALL), true },
	{ "a gap in front of it: nop", BYTES(0x90, 0xb8, 15, 0, 0, 0, SYSCALL), false },
	{ "a gap in front of it: nopl", BYTES(0x0f, 0x1f, 0x40, 0, 0x48, 0xc7, 0xc0, 15, 0, 0, 0, SYSCALL), false },
	{ "mov $8,%eax", BYTES(0xb8, 8, 0, 0, 0, SYSCALL), false },
	{ "mov $0x10f,%eax", BYTES(0xb8, 15, 1, 0, 0, SYSCALL), false },
	{ "of any number: mov $15,%al", BYTES(0xb0, 15, SYSCALL), false },
	{ "what was there: pop %rax", BYTES(0xb8, 15, 0, 0, 0, 0x58, SYSCALL), false },
	{ "another stack pointer: push $15", BYTES(0xb8, 15, 0, 0, 0, 0x6a, 15, SYSCALL), false },
	{ "push %rbx; pop %rax", BYTES(0xb8, 15, 0, 0, 0, 0x53, 0x58, SYSCALL), false },
	{ "push $15; pop %rsp", BYTES(0xb8, 15, 0, 0, 0, 0x6a, 15, 0x5c, SYSCALL), false },
	{ "a jump", BYTES(0xb8, 15, 0, 0, 0, 0xeb, 0, SYSCALL), false },
	{ "mov $15,%edi", BYTES(0xbf, 15, 0, 0, 0, SYSCALL), false },
	{ "five words pushed", BYTES(0x50, 0x50, 0x50, 0x50, 0x50, 0x58, 0x58, 0x58, 0x58, 0x58, 0xb8, 15, 0, 0, 0, SYSCALL), false },
};

/* Read out of bytes that end with the form, so that nothing is read behind it. */
static bool comes_to(const struct form *f, size_t size)
{
	unsigned char *code = xmemdup(f->bytes, size);
	bool ret = straight_call__comes_to(code, size, SIGNAL_RETURN_NR);

	free(code);
	return ret;
}

static int test__forms(void)
{
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		TEST_ASSERT_STR(comes_to(&forms[i], forms[i].size) == forms[i].returns ? forms[i].text : "", forms[i].text);
		for (n = 1; n < forms[i].size; n++)
			TEST_ASSERT_STR(comes_to(&forms[i], n) ? "" : forms[i].text, forms[i].text);
	}
	return TEST_OK;
}

/* The row is that of the address alone, if the form is none that many programs have. */
static int test__row(void)
{
	static const unsigned char code[] = { 0xcc, 0x6a, 15, 0x58, 0x0f, 0x05 };
	const struct unwind_machine *machine = unwind_machine__of(EM_X86_64);
	struct unwind_answer a = { .start = 0 };

	TEST_ASSERT(!signal_return__row(machine, code, sizeof(code), 0x1000, 0x1000, &a));
	TEST_ASSERT(signal_return__row(machine, code, sizeof(code), 0x1000, 0x1001, &a) && a.row.signal);
	TEST_ASSERT_EQ(a.start, 0x1001);
	TEST_ASSERT_EQ(a.end, 0x1002);
	/* There is a word on the stack that has been pushed. */
	TEST_ASSERT(!signal_return__row(machine, code, sizeof(code), 0x1000, 0x1003, &a));
	return TEST_OK;
}

DEFINE_SUITE("Returns from signals, as programs write them", straight_call,
	{ "in which forms", test__forms },
	{ "a row of the unwinding", test__row })
