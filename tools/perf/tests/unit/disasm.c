// SPDX-License-Identifier: GPL-2.0-only
/* Instructions from bytes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/symbol/disasm.h"

#define AT	0x401000

struct insn_case {
	const char *code;		/* bytes in hexadecimal */
	const char *text;		/* mnemonic, blank, operands; NULL: no instruction */
	bool leaves;
	uint64_t target;		/* 0: none */
};

static size_t bytes_of(const char *hex, unsigned char *ret)
{
	size_t n = 0;
	unsigned int byte;

	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
		ret[n++] = (unsigned char)byte;
	return n;
}

static bool is_call(const char *text)
{
	return !strncmp(text, "call", 4) || !strncmp(text, "lcall", 5) || !strncmp(text, "bl ", 3) ||
	       !strncmp(text, "blr", 3);
}

static int check(const char *arch, bool bits32, const struct insn_case *cases, size_t nr)
{
	struct disasm *d;
	char err[128];
	size_t i;

	TEST_ASSERT_EQ(disasm__open(arch, &d, err, sizeof(err)), 0);
	for (i = 0; i < nr; i++) {
		const struct insn_case *c = &cases[i];
		unsigned char code[DISASM_MAX_INSN + 1];
		size_t n = bytes_of(c->code, code);
		struct strbuf text = STRBUF_INIT;
		struct disasm_insn insn;

		if (disasm__decode(d, code, n, AT, bits32, &insn) != !!c->text) {
			fprintf(stderr, "%s\n", c->code);
			return TEST_FAIL;
		}
		TEST_ASSERT_EQ(insn.size, c->text ? n : 0);
		if (!c->text)
			continue;
		strbuf__addf(&text, "%s%s%s", insn.mnemonic, *insn.operands ? " " : "", insn.operands);
		TEST_ASSERT_STR(strbuf__str(&text), c->text);
		strbuf__exit(&text);
		TEST_ASSERT_EQ(insn.leaves, c->leaves);
		TEST_ASSERT_EQ(insn.call, is_call(c->text));
		TEST_ASSERT_EQ(insn.has_target, !!c->target);
		TEST_ASSERT_EQ(insn.target, c->target);
		/* The target's text is the rest of the operands. */
		if (insn.has_target)
			TEST_ASSERT_EQ(strtoull(insn.operands + insn.target_at + (insn.operands[insn.target_at] == '#'), NULL, 0),
				       c->target);
		/* One byte less is none. */
		TEST_ASSERT(!disasm__decode(d, code, n - 1, AT, bits32, &insn) && !insn.size);
	}
	disasm__close(d);
	return TEST_OK;
}

static int skip(void)
{
	return test_skip("built without libcapstone");
}

static bool missing(void)
{
	struct disasm *d;
	char err[128];

	if (!disasm__open("x86_64", &d, err, sizeof(err))) {
		disasm__close(d);
		return false;
	}
	return true;
}

static int test__x86(void)
{
	static const struct insn_case cases[] = {
		{ "4889f8", "movq %rdi, %rax", false, 0 },
		{ "e812000000", "callq 0x401017", true, AT + 0x17 },
		{ "eb1f", "jmp 0x401021", true, AT + 0x21 },
		{ "e9fbefffff", "jmp 0x400000", true, 0x400000 },
		{ "75f9", "jne 0x400ffb", false, AT - 5 },
		{ "0f8400010000", "je 0x401106", false, AT + 0x106 },
		{ "e2fe", "loop 0x401000", false, AT },
		{ "e300", "jrcxz 0x401002", false, AT + 2 },
		{ "ffe0", "jmpq *%rax", true, 0 },
		{ "ff1500000000", "callq *(%rip)", true, 0 },
		{ "c3", "retq", true, 0 },
		{ "c20800", "retq $8", true, 0 },
		{ "48cf", "iretq", true, 0 },
		{ "0f05", "syscall", true, 0 },
		{ "0f34", "sysenter", true, 0 },
		{ "cc", "int3", true, 0 },
		{ "cd80", "int $0x80", true, 0 },
		{ "f4", "hlt", false, 0 },
		{ "0f0b", "ud2", false, 0 },
		{ "6800104000", "pushq $0x401000", false, 0 },
		{ "f30f1efa", "endbr64", false, 0 },
		{ "06", NULL, false, 0 },
	};

	return missing() ? skip() : check("x86_64", false, cases, ARRAY_SIZE(cases));
}

static int test__x86_32(void)
{
	static const struct insn_case cases[] = {
		{ "06", "pushl %es", false, 0 },
		{ "40", "incl %eax", false, 0 },
		{ "e800000000", "calll 0x401005", true, AT + 5 },
	};

	if (missing())
		return skip();
	if (check("x86_64", true, cases, ARRAY_SIZE(cases)))
		return TEST_FAIL;
	return check("i686", false, cases, ARRAY_SIZE(cases));
}

static int test__arm64(void)
{
	static const struct insn_case cases[] = {
		{ "e00301aa", "mov x0, x1", false, 0 },
		{ "04000094", "bl #0x401010", true, AT + 0x10 },
		{ "04000014", "b #0x401010", true, AT + 0x10 },
		{ "40000054", "b.eq #0x401008", false, AT + 8 },
		{ "400000b4", "cbz x0, #0x401008", false, AT + 8 },
		{ "40000836", "tbz w0, #1, #0x401008", false, AT + 8 },
		{ "c0035fd6", "ret", true, 0 },
		{ "00021fd6", "br x16", true, 0 },
		{ "00023fd6", "blr x16", true, 0 },
		{ "010000d4", "svc #0", true, 0 },
	};
	struct disasm_insn insn;
	struct disasm *d;
	char err[128];

	if (missing())
		return skip();
	if (check("aarch64", false, cases, ARRAY_SIZE(cases)))
		return TEST_FAIL;
	/* What is none has the size of one. */
	TEST_ASSERT_EQ(disasm__open("aarch64", &d, err, sizeof(err)), 0);
	TEST_ASSERT(disasm__decode(d, (const unsigned char *)"\0\0\0\0", 4, AT, false, &insn));
	TEST_ASSERT_EQ(insn.size, 4);
	TEST_ASSERT(!insn.mnemonic && !insn.leaves && !insn.has_target);
	disasm__close(d);
	return TEST_OK;
}

static int test__unknown(void)
{
	struct disasm *d;
	char err[128];

	disasm__close(NULL);
	if (missing())
		return skip();
	TEST_ASSERT_EQ(disasm__open("s390x", &d, err, sizeof(err)), -ENOTSUP);
	TEST_ASSERT_STR(err, "instructions of 's390x' are not known, only those of x86 and aarch64");
	TEST_ASSERT(!d);
	return TEST_OK;
}

DEFINE_SUITE("Instructions", disasm,
	{ "x86-64", test__x86 },
	{ "32-bit x86", test__x86_32 },
	{ "aarch64", test__arm64 },
	{ "other architectures", test__unknown })
