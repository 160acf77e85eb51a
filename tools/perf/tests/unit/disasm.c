// SPDX-License-Identifier: GPL-2.0-only
/* Instructions from bytes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/code/disasm.h"

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

struct flow_case {
	const char *code;
	enum disasm_flow flow;
	uint64_t slot, address;		/* 0: none */
	bool writes_fp, fp_from_sp, fp_from_record;
	int64_t fp_offset;
};

static int check_flow(const char *arch, const struct flow_case *cases, size_t nr)
{
	struct disasm *d;
	char err[128];
	size_t i;

	TEST_ASSERT_EQ(disasm__open(arch, &d, err, sizeof(err)), 0);
	for (i = 0; i < nr; i++) {
		const struct flow_case *c = &cases[i];
		unsigned char code[DISASM_MAX_INSN + 1];
		struct disasm_insn insn;

		TEST_ASSERT(disasm__decode(d, code, bytes_of(c->code, code), AT, false, &insn));
		if (insn.flow != c->flow || insn.has_slot != !!c->slot || insn.slot != c->slot ||
		    insn.has_address != !!c->address || insn.address != c->address || insn.writes_fp != c->writes_fp ||
		    insn.fp_from_record != c->fp_from_record ||
		    insn.fp_from_sp != c->fp_from_sp || insn.fp_offset != c->fp_offset) {
			fprintf(stderr, "%s: %s %s\n", c->code, insn.mnemonic, insn.operands);
			return TEST_FAIL;
		}
	}
	disasm__close(d);
	return TEST_OK;
}

/* What follows an instruction, and what it does to the frame pointer. */
static int test__flow(void)
{
	static const struct flow_case x86[] = {
		{ .code = "e812000000", .flow = DISASM_CALL },
		{ .code = "ffd0", .flow = DISASM_CALL },
		{ .code = "ff1500010000", .flow = DISASM_CALL, .slot = AT + 0x106 },
		{ .code = "ff2500010000", .flow = DISASM_JUMP, .slot = AT + 0x106 },
		{ .code = "ff5010", .flow = DISASM_CALL },
		{ .code = "ff24c500104000", .flow = DISASM_JUMP },
		{ .code = "eb1f", .flow = DISASM_JUMP },
		{ .code = "75f9", .flow = DISASM_BRANCH },
		{ .code = "e2fe", .flow = DISASM_BRANCH },
		{ .code = "c3", .flow = DISASM_STOP },
		{ .code = "0f0b", .flow = DISASM_STOP },
		{ .code = "f4", .flow = DISASM_STOP },
		{ .code = "0f05", .flow = DISASM_ON },
		{ .code = "cc", .flow = DISASM_ON },
		{ .code = "488d0500010000", .flow = DISASM_ON, .address = AT + 0x107 },
		{ .code = "55", .flow = DISASM_ON },
		{ .code = "4889e5", .flow = DISASM_ON, .writes_fp = true, .fp_from_sp = true },
		{ .code = "488d6c2410", .flow = DISASM_ON, .writes_fp = true, .fp_from_sp = true, .fp_offset = 16 },
		{ .code = "488b6d00", .flow = DISASM_ON, .writes_fp = true, .fp_from_record = true },
		{ .code = "488b6d08", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "488b6c2410", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "4889fd", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "31ed", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "5d", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "c9", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "4889ec", .flow = DISASM_ON },
		{ .code = "480faf6d08", .flow = DISASM_ON, .writes_fp = true },
	};
	static const struct flow_case arm64[] = {
		{ .code = "04000094", .flow = DISASM_CALL },
		{ .code = "00023fd6", .flow = DISASM_CALL },
		{ .code = "04000014", .flow = DISASM_JUMP },
		{ .code = "20021fd6", .flow = DISASM_JUMP },
		{ .code = "40000054", .flow = DISASM_BRANCH },
		{ .code = "400000b4", .flow = DISASM_BRANCH },
		{ .code = "c0035fd6", .flow = DISASM_STOP },
		{ .code = "010000d4", .flow = DISASM_ON },
		{ .code = "fd7bbea9", .flow = DISASM_ON },
		{ .code = "fd030091", .flow = DISASM_ON, .writes_fp = true, .fp_from_sp = true },
		{ .code = "fd430091", .flow = DISASM_ON, .writes_fp = true, .fp_from_sp = true, .fp_offset = 16 },
		{ .code = "fd7bc2a8", .flow = DISASM_ON, .writes_fp = true },
		{ .code = "fd0300aa", .flow = DISASM_ON, .writes_fp = true },
	};

	if (missing())
		return skip();
	return check_flow("x86_64", x86, ARRAY_SIZE(x86)) == TEST_OK ? check_flow("aarch64", arm64, ARRAY_SIZE(arm64)) : TEST_FAIL;
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
	{ "what follows, and the frame pointer", test__flow },
	{ "other architectures", test__unknown })
