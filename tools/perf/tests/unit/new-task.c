// SPDX-License-Identifier: GPL-2.0-only
/* Code by which programs make tasks: which system call it is. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/new-task.h"

#define BYTES(...)	.bytes = { __VA_ARGS__ }, .size = sizeof((unsigned char[]){ __VA_ARGS__ })
#define SYSCALL		0x0f, 0x05
#define CLONE		0xb8, 56, 0, 0, 0

static const struct form {
	const char *text;
	unsigned char bytes[40];
	size_t size;
	bool clones;
} forms[] = {
	{ "mov $56,%eax", BYTES(CLONE, SYSCALL), true },
	{ "mov $56,%rax", BYTES(0x48, 0xc7, 0xc0, 56, 0, 0, 0, SYSCALL), true },
	{ "xor %eax,%eax; mov $56,%al", BYTES(0x31, 0xc0, 0xb0, 56, SYSCALL), true },
	{ "push $56; pop %rax", BYTES(0x6a, 56, 0x58, SYSCALL), true },
	{ "behind something else", BYTES(0xe8, 1, 2, 3, 4, CLONE, SYSCALL), true },
	{ "mov %rcx,%r10; push %rbx; pop %rdx; nop", BYTES(CLONE, 0x49, 0x89, 0xca, 0x53, 0x5a, 0x90, SYSCALL), true },
	{ "mov $3,%r8d; xor %edx,%edx; lea 8(%rsp),%rdi", BYTES(CLONE, 0x41, 0xb8, 3, 0, 0, 0, 0x31, 0xd2, 0x48, 0x8d, 0x7c, 0x24, 8, SYSCALL), true },
	{ "mov %rax,(%rdi); and $-16,%rsi; cmp %rax,%rdi", BYTES(CLONE, 0x48, 0x89, 0x07, 0x48, 0x83, 0xe6, 0xf0, 0x48, 0x39, 0xc7, SYSCALL), true },
	{ "movzbl %al,%ecx; nopl; endbr64", BYTES(CLONE, 0x0f, 0xb6, 0xc8, 0x0f, 0x1f, 0x44, 0, 0, 0xf3, 0x0f, 0x1e, 0xfa, SYSCALL), true },
	{ "mov $57,%eax", BYTES(0xb8, 57, 0, 0, 0, SYSCALL), false },
	{ "mov $56,%al", BYTES(0xb0, 56, SYSCALL), false },
	{ "no system call", BYTES(CLONE, 0x90, 0x90), false },
	{ "mov %rdi,%rax", BYTES(CLONE, 0x48, 0x89, 0xf8, SYSCALL), false },
	{ "mov (%rdi),%eax", BYTES(CLONE, 0x8b, 0x07, SYSCALL), false },
	{ "add $1,%eax", BYTES(CLONE, 0x83, 0xc0, 1, SYSCALL), false },
	{ "add $1,%al", BYTES(CLONE, 0x04, 1, SYSCALL), false },
	{ "mov $1,%ah", BYTES(CLONE, 0xb4, 1, SYSCALL), false },
	{ "add %cl,%ah", BYTES(CLONE, 0x00, 0xcc, SYSCALL), false },
	{ "pop %rax", BYTES(CLONE, 0x58, SYSCALL), false },
	{ "xchg %rax,%r8", BYTES(CLONE, 0x49, 0x90, SYSCALL), false },
	{ "xchg %rcx,%rax", BYTES(CLONE, 0x48, 0x87, 0xc8, SYSCALL), false },
	{ "cmovne %rcx,%rax", BYTES(CLONE, 0x48, 0x0f, 0x45, 0xc1, SYSCALL), false },
	{ "cmpxchg %rcx,(%rdi)", BYTES(CLONE, 0x48, 0x0f, 0xb1, 0x0f, SYSCALL), false },
	{ "mul %rcx", BYTES(CLONE, 0x48, 0xf7, 0xe1, SYSCALL), false },
	{ "a call", BYTES(CLONE, 0xe8, 0, 0, 0, 0, SYSCALL), false },
	{ "call *%rdi", BYTES(CLONE, 0xff, 0xd7, SYSCALL), false },
	{ "a jump", BYTES(CLONE, 0xeb, 0, SYSCALL), false },
	{ "a branch", BYTES(CLONE, 0x75, 0, SYSCALL), false },
	{ "another system call", BYTES(CLONE, SYSCALL, SYSCALL), false },
	{ "within a number", BYTES(0x48, 0xb9, CLONE, 0, 0, 0, SYSCALL), false },
};

/* Read out of bytes of just this size, so that nothing is read beside them. */
static bool clones(const unsigned char *bytes, size_t size)
{
	unsigned char *code = xmemdup(bytes, size);
	bool ret = new_task__is_behind_clone(code, size);

	free(code);
	return ret;
}

static int test__forms(void)
{
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		const struct form *f = &forms[i];

		TEST_ASSERT_STR(clones(f->bytes, f->size) == f->clones ? f->text : "", f->text);
		for (n = 1; n < f->size; n++)
			TEST_ASSERT(!clones(f->bytes, n) || (f->bytes[n - 2] == 0x0f && f->bytes[n - 1] == 0x05));
	}
	return TEST_OK;
}

DEFINE_SUITE("Code that makes tasks", new_task, { "its forms", test__forms })
