// SPDX-License-Identifier: GPL-2.0-only
/* Calls told by their bytes alone, as libcapstone tells them. */
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "util/code/call-insn.h"
#include "util/code/disasm.h"

#define AT	0x401000ULL
#define BYTES	10

static int test__known(void)
{
	static const struct {
		enum call_machine machine;
		const char *code;
		size_t size;
		enum call_kind kind;
		uint64_t target;
	} cases[] = {
		{ CALL_MACHINE_X86_64, "\xe8\x12\x00\x00\x00", 5, CALL_DIRECT, AT + 0x12 },
		{ CALL_MACHINE_X86_64, "\xe8\xf0\xff\xff\xff", 5, CALL_DIRECT, AT - 16 },
		{ CALL_MACHINE_X86_64, "\x12\x00\x00\x00", 4, CALL_NONE, 0 },
		{ CALL_MACHINE_X86_64, "\x90\xff\xd0", 3, CALL_INDIRECT, 0 },		/* call *%rax */
		{ CALL_MACHINE_X86_64, "\x41\xff\xd4", 3, CALL_INDIRECT, 0 },		/* call *%r12 */
		{ CALL_MACHINE_X86_64, "\xff\x15\x00\x20\x00\x00", 6, CALL_INDIRECT, 0 },	/* call *0x2000(%rip) */
		{ CALL_MACHINE_X86_64, "\xff\x14\xc5\x00\x20\x00\x00", 7, CALL_INDIRECT, 0 },	/* call *0x2000(,%rax,8) */
		{ CALL_MACHINE_X86_64, "\xff\x54\x24\x08", 4, CALL_INDIRECT, 0 },		/* call *8(%rsp) */
		{ CALL_MACHINE_X86_64, "\xff\xe0", 2, CALL_NONE, 0 },			/* jmp *%rax */
		/* The end of a function: call, pop %rdx, ret. */
		{ CALL_MACHINE_X86_64, "\xe8\x3c\xf8\xff\xff\x5a\xc3", 7, CALL_NONE, 0 },
		{ CALL_MACHINE_I386, "\xff\x5a\xc3", 3, CALL_INDIRECT, 0 },			/* lcall *-0x3d(%edx) */
		{ CALL_MACHINE_X86_64, "\xff\x15", 2, CALL_NONE, 0 },
		{ CALL_MACHINE_X86_64, "\x0f\x05", 2, CALL_NONE, 0 },			/* syscall */
		{ CALL_MACHINE_X86_64, "", 0, CALL_UNKNOWN, 0 },
		{ CALL_MACHINE_X86_64, "\x9a\x00\x20\x00\x00\x33\x00", 7, CALL_NONE, 0 },
		{ CALL_MACHINE_I386, "\x9a\x00\x20\x00\x00\x33\x00", 7, CALL_INDIRECT, 0 },
		{ CALL_MACHINE_I386, "\x65\xff\x15\x10\x00\x00\x00", 7, CALL_INDIRECT, 0 },	/* call *%gs:0x10 */
		{ CALL_MACHINE_I386, "\xe8\x00\x00\x00\x80", 5, CALL_DIRECT, 0x80401000 },
		{ CALL_MACHINE_AARCH64, "\x02\x00\x00\x94", 4, CALL_DIRECT, AT + 4 },	/* bl */
		{ CALL_MACHINE_AARCH64, "\xff\xff\xff\x97", 4, CALL_DIRECT, AT - 8 },
		{ CALL_MACHINE_AARCH64, "\x60\x02\x3f\xd6", 4, CALL_INDIRECT, 0 },		/* blr x19 */
		{ CALL_MACHINE_AARCH64, "\x61\x0a\x3f\xd7", 4, CALL_INDIRECT, 0 },		/* blraa x19, x1 */
		{ CALL_MACHINE_AARCH64, "\x60\x02\x1f\xd6", 4, CALL_NONE, 0 },		/* br x19 */
		{ CALL_MACHINE_AARCH64, "\x02\x00\x00\x14", 4, CALL_NONE, 0 },		/* b */
		{ CALL_MACHINE_UNKNOWN, "\xe8\x12\x00\x00\x00", 5, CALL_UNKNOWN, 0 },
	};
	struct call_before call;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		call_insn__before(cases[i].machine, (const unsigned char *)cases[i].code, cases[i].size, AT, &call);
		if (call.kind != cases[i].kind || call.target != cases[i].target) {
			fprintf(stderr, "case %zu: kind %d, target %llx\n", i, call.kind, (unsigned long long)call.target);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}

/* What all lengths of instructions in front of the address tell, the direct call first. Programs of 64 bits call no other segment. */
static void ask_library(struct disasm *d, const unsigned char *code, bool bits32, struct call_before *ret)
{
	static const size_t lengths[] = { 5, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	struct disasm_insn insn;
	size_t i;

	*ret = (struct call_before){ .kind = CALL_NONE };
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		size_t n = lengths[i];

		if ((!i && code[BYTES - n] != 0xe8) || !disasm__decode(d, code + BYTES - n, n, AT - n, bits32, &insn) ||
		    insn.size != n || !insn.call || (!bits32 && *insn.mnemonic == 'l'))
			continue;
		ret->kind = insn.has_target ? CALL_DIRECT : CALL_INDIRECT;
		ret->target = insn.target;
		return;
	}
}

/*
 * Every byte behind an opcode of calls, prefixes in front, and noise. Not those of 16 bits: no program has such calls, and
 * processors do not agree about them.
 */
static void make_code(unsigned int i, unsigned char *code)
{
	static const unsigned char prefixes[] = { 0x40, 0x41, 0x48, 0x4f, 0x2e, 0x3e, 0x64, 0x65, 0xf2, 0xf3, 0x90, 0x00 };
	uint64_t noise = (i + 1) * 0x9e3779b97f4a7c15ULL;
	unsigned int at = BYTES - 2 - i % 6;

	noise ^= noise >> 29;
	memcpy(code, &noise, sizeof(noise));
	code[8] = (unsigned char)(noise >> 11);
	code[9] = (unsigned char)(noise >> 43);
	code[at] = i / 6 % 8 == 7 ? 0xe8 : i / 6 % 8 == 6 ? 0x9a : 0xff;
	code[at + 1] = (unsigned char)(i / 48);
	code[at - 1] = prefixes[i / 12288 % sizeof(prefixes)];
	for (at = 0; at < BYTES; at++)
		if (code[at] == 0x66 || code[at] == 0x67)
			code[at] = 0x90;
}

static int test__library(void)
{
	struct call_before is, should;
	unsigned char code[BYTES];
	struct disasm *d;
	unsigned int i, calls = 0;
	char err[512];
	int bits32;

	if (disasm__open("x86_64", &d, err, sizeof(err)))
		return test_skip(err);
	for (bits32 = 0; bits32 < 2; bits32++)
		for (i = 0; i < 12288 * 4; i++) {
			make_code(i, code);
			ask_library(d, code, bits32, &should);
			call_insn__before(bits32 ? CALL_MACHINE_I386 : CALL_MACHINE_X86_64, code + BYTES - CALL_INSN_MAX,
					  CALL_INSN_MAX, AT, &is);
			if (is.kind != should.kind || is.target != should.target) {
				fprintf(stderr, "%d bits, case %u: kind %d, target %llx; libcapstone: %d, %llx\n", bits32 ? 32 : 64, i,
					is.kind, (unsigned long long)is.target, should.kind, (unsigned long long)should.target);
				return TEST_FAIL;
			}
			calls += is.kind != CALL_NONE;
		}
	disasm__close(d);
	TEST_ASSERT(calls > 5000);
	return TEST_OK;
}

DEFINE_SUITE("calls, told by their bytes", call_insn,
	{ "calls and others of each machine", test__known },
	{ "as libcapstone tells them", test__library },
);
