// SPDX-License-Identifier: GPL-2.0-only
/* Registers: names, numbers, masks; and what DWARF calls them. */
#include <elf.h>
#include <string.h>

#include "tests/test.h"
#include "util/callchain/unwind-regs.h"
#include "util/event/perf-regs.h"
#include "util/event/sample.h"

static int test__names(void)
{
	TEST_ASSERT_EQ(regs_arch__of("x86_64"), REGS_X86);
	TEST_ASSERT_EQ(regs_arch__of("i686"), REGS_X86);
	TEST_ASSERT_EQ(regs_arch__of("ia64"), REGS_NONE);
	TEST_ASSERT_EQ(regs_arch__of("aarch64"), REGS_ARM64);
	TEST_ASSERT_EQ(regs_arch__of("armv7l"), REGS_ARM);
	TEST_ASSERT_EQ(regs_arch__of("ppc64le"), REGS_POWERPC);
	TEST_ASSERT_EQ(regs_arch__of("s390x"), REGS_S390);
	TEST_ASSERT_STR(regs_arch__name(REGS_X86, 8), "IP");
	TEST_ASSERT_STR(regs_arch__name(REGS_X86, 23), "R15");
	TEST_ASSERT_STR(regs_arch__name(REGS_X86, 63), "XMM15");
	TEST_ASSERT(!regs_arch__name(REGS_X86, 24));
	TEST_ASSERT_STR(regs_arch__name(REGS_ARM64, 46), "vg");
	TEST_ASSERT_STR(regs_arch__name(REGS_MIPS, 26), "$28");
	TEST_ASSERT(!regs_arch__name(REGS_NONE, 0));
	/* What says where a program is, and where its stack is, has the name that one expects. */
	TEST_ASSERT_STR(regs_arch__name(REGS_ARM64, (unsigned int)regs_arch__ip(REGS_ARM64)), "pc");
	TEST_ASSERT_STR(regs_arch__name(REGS_ARM64, (unsigned int)regs_arch__sp(REGS_ARM64)), "sp");
	TEST_ASSERT_STR(regs_arch__name(REGS_POWERPC, (unsigned int)regs_arch__ip(REGS_POWERPC)), "nip");
	TEST_ASSERT_STR(regs_arch__name(REGS_S390, (unsigned int)regs_arch__ip(REGS_S390)), "PC");
	TEST_ASSERT_STR(regs_arch__name(REGS_MIPS, (unsigned int)regs_arch__sp(REGS_MIPS)), "$29");
	TEST_ASSERT_STR(regs_arch__name(REGS_RISCV, (unsigned int)regs_arch__sp(REGS_RISCV)), "sp");
	return TEST_OK;
}

static int test__values(void)
{
	static const uint64_t values[] = { 10, 20, 30 };
	const struct regs_dump regs = { .abi = 2, .mask = 1 | 1 << 7 | 1ULL << 63, .regs = values };
	const struct regs_dump none = { .abi = 0, .mask = 1 };
	uint64_t v;

	TEST_ASSERT(regs_dump__get(&regs, 0, &v) && v == 10);
	TEST_ASSERT(regs_dump__get(&regs, 7, &v) && v == 20);
	TEST_ASSERT(regs_dump__get(&regs, 63, &v) && v == 30);
	TEST_ASSERT(!regs_dump__get(&regs, 1, &v));
	TEST_ASSERT(!regs_dump__get(&regs, 64, &v));
	TEST_ASSERT(!regs_dump__get(&none, 0, &v));
	return TEST_OK;
}

#if defined(__x86_64__)
static int test__parsing(void)
{
	struct diag diag = DIAG_INIT;
	uint64_t mask;

	TEST_ASSERT_EQ(perf_regs__parse("ax,SP,r15", false, "--user-regs=", &mask, &diag), 0);
	TEST_ASSERT_EQ(mask, 1ULL | 1 << 7 | 1 << 23);
	TEST_ASSERT_EQ(perf_regs__parse(NULL, false, "--user-regs=", &mask, &diag), 0);
	TEST_ASSERT_EQ(mask, 0xff0fffULL);
	TEST_ASSERT(perf_regs__parse("ax,,r15", false, "-I", &mask, &diag) < 0 && perf_regs__parse("ax,", false, "-I", &mask, &diag) < 0);
	TEST_ASSERT(perf_regs__parse(",", false, "-I", &mask, &diag) < 0);
	TEST_ASSERT_STR(diag.text, "Unknown register \"\", check man page or run \"perf record -I?\"");
	diag__clear(&diag);
	TEST_ASSERT(perf_regs__parse("ax,foo", false, "-I", &mask, &diag) < 0);
	TEST_ASSERT_STR(diag.text, "Unknown register \"foo\", check man page or run \"perf record -I?\"");
	/* It has a name, but no 64-bit kernel records it. */
	diag__clear(&diag);
	TEST_ASSERT(perf_regs__parse("ds", true, "-I", &mask, &diag) < 0);
	return TEST_OK;
}
#else
static int test__parsing(void)
{
	return test_skip("what this machine has is tested on x86-64");
}
#endif

/* Which of perf's registers is @dwarf; -1: none. */
static int perf_of(const struct unwind_regs *regs, int dwarf)
{
	int i;

	for (i = 0; i < regs->nr_runs; i++)
		if (dwarf >= regs->runs[i].dwarf && dwarf < regs->runs[i].dwarf + regs->runs[i].nr)
			return regs->runs[i].perf + dwarf - regs->runs[i].dwarf;
	return -1;
}

static int test__dwarf_numbers(void)
{
	static const char *const intel_64[] = { "AX", "DX", "CX", "BX", "SI", "DI", "BP", "SP", "R8", "R9", "R10", "R11",
					     "R12", "R13", "R14", "R15", "IP" };
	static const char *const intel_32[] = { "AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "IP" };
	static const char *const s390[] = { "FP0", "FP2", "FP4", "FP6", "FP1", "FP3", "FP5", "FP7",
					    "FP8", "FP10", "FP12", "FP14", "FP9", "FP11", "FP13", "FP15" };
	const struct unwind_regs *regs = unwind_regs__of(REGS_X86, true);
	int i;

	TEST_ASSERT_EQ(regs->elf_machine, EM_X86_64);
	for (i = 0; i < 17; i++)
		TEST_ASSERT_STR(regs_arch__name(REGS_X86, (unsigned int)perf_of(regs, i)), intel_64[i]);
	regs = unwind_regs__of(REGS_X86, false);
	for (i = 0; i < 9; i++)
		TEST_ASSERT_STR(regs_arch__name(REGS_X86, (unsigned int)perf_of(regs, i)), intel_32[i]);
	regs = unwind_regs__of(REGS_S390, true);
	for (i = 0; i < 16; i++)
		TEST_ASSERT_STR(regs_arch__name(REGS_S390, (unsigned int)perf_of(regs, 16 + i)), s390[i]);
	regs = unwind_regs__of(REGS_ARM64, true);
	TEST_ASSERT_STR(regs_arch__name(REGS_ARM64, (unsigned int)perf_of(regs, 30)), "lr");
	TEST_ASSERT_STR(regs_arch__name(REGS_ARM64, (unsigned int)perf_of(regs, 31)), "sp");
	regs = unwind_regs__of(REGS_POWERPC, true);
	TEST_ASSERT_STR(regs_arch__name(REGS_POWERPC, (unsigned int)perf_of(regs, 65)), "link");
	regs = unwind_regs__of(REGS_RISCV, true);
	TEST_ASSERT_STR(regs_arch__name(REGS_RISCV, (unsigned int)perf_of(regs, 8)), "s0");
	TEST_ASSERT(!unwind_regs__of(REGS_MIPS, true));
	return TEST_OK;
}

DEFINE_SUITE("Registers of samples", perf_regs,
	{ "names", test__names },
	{ "values", test__values },
	{ "masks from names", test__parsing },
	{ "numbers in DWARF", test__dwarf_numbers })
