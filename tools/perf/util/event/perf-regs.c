// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/perf-regs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>

#include "util/base/alloc.h"
#include "util/event/sample.h"

/* x86: each XMM register takes two numbers; perf gives both the one name. */
#define X86_XMM0	32

static const char *const x86_names[] = {
	"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP", "IP", "FLAGS", "CS", "SS", "DS", "ES", "FS", "GS",
	"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	"XMM0", "XMM0", "XMM1", "XMM1", "XMM2", "XMM2", "XMM3", "XMM3", "XMM4", "XMM4", "XMM5", "XMM5",
	"XMM6", "XMM6", "XMM7", "XMM7", "XMM8", "XMM8", "XMM9", "XMM9", "XMM10", "XMM10", "XMM11", "XMM11",
	"XMM12", "XMM12", "XMM13", "XMM13", "XMM14", "XMM14", "XMM15", "XMM15",
};

static const char *const arm_names[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp", "lr", "pc",
};

static const char *const arm64_names[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
	"x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
	"lr", "sp", "pc", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
	"vg",
};

static const char *const powerpc_names[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
	"r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29",
	"r30", "r31", "nip", "msr", "orig_r3", "ctr", "link", "xer", "ccr", "softe", "trap", "dar", "dsisr",
	"sier", "mmcra", "mmcr0", "mmcr1", "mmcr2", "mmcr3", "sier2", "sier3", "pmc1", "pmc2", "pmc3", "pmc4",
	"pmc5", "pmc6", "sdar", "siar",
};

static const char *const riscv_names[] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
	"a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static const char *const s390_names[] = {
	"R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15",
	"FP0", "FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7", "FP8", "FP9", "FP10", "FP11", "FP12", "FP13",
	"FP14", "FP15", "MASK", "PC",
};

/* $26 and $27 are the kernel's own, and have no number here. */
static const char *const mips_names[] = {
	"PC", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15",
	"$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$28", "$29", "$30", "$31",
};

static const char *const loongarch_names[] = {
	"PC", "%r1", "%r2", "%r3", "%r4", "%r5", "%r6", "%r7", "%r8", "%r9", "%r10", "%r11", "%r12", "%r13",
	"%r14", "%r15", "%r16", "%r17", "%r18", "%r19", "%r20", "%r21", "%r22", "%r23", "%r24", "%r25", "%r26",
	"%r27", "%r28", "%r29", "%r30", "%r31",
};

static const struct {
	const char *const *names;
	unsigned int nr;
	int ip, sp;
	int fp;			/* -1: no frame pointer that the kernel walks by, or not known */
	uint64_t entry_regs;	/* what tells how the kernel was entered; and the link register */
} archs[] = {
	[REGS_NONE]	= { NULL, 0, -1, -1, -1, 0 },
	[REGS_X86]	= { x86_names, ARRAY_SIZE(x86_names), 8, 7, 6, 1ULL << 2 },
	[REGS_ARM]	= { arm_names, ARRAY_SIZE(arm_names), 15, 13, -1, 0 },
	[REGS_ARM64]	= { arm64_names, ARRAY_SIZE(arm64_names), 32, 31, 29, 1ULL << 30 | 1ULL << 8 },
	[REGS_POWERPC]	= { powerpc_names, ARRAY_SIZE(powerpc_names), 32, 1, -1, 0 },
	[REGS_RISCV]	= { riscv_names, ARRAY_SIZE(riscv_names), 0, 2, -1, 0 },
	[REGS_S390]	= { s390_names, ARRAY_SIZE(s390_names), 33, 15, -1, 0 },
	[REGS_MIPS]	= { mips_names, ARRAY_SIZE(mips_names), 0, 27, -1, 0 },
	[REGS_LOONGARCH] = { loongarch_names, ARRAY_SIZE(loongarch_names), 0, 3, -1, 0 },
};

enum regs_arch regs_arch__of(const char *machine)
{
	static const struct {
		const char *prefix;
		enum regs_arch arch;
	} known[] = {
		{ "x86_64", REGS_X86 }, { "aarch64", REGS_ARM64 }, { "arm64", REGS_ARM64 }, { "arm", REGS_ARM },
		{ "ppc", REGS_POWERPC }, { "powerpc", REGS_POWERPC }, { "riscv", REGS_RISCV },
		{ "s390", REGS_S390 }, { "mips", REGS_MIPS }, { "loongarch", REGS_LOONGARCH },
	};
	struct utsname uts;
	size_t i;

	if (!machine)
		machine = uname(&uts) ? "" : uts.machine;
	/* "i386" to "i686". */
	if (machine[0] == 'i' && !strcmp(machine + 1 + !!machine[1], "86"))
		return REGS_X86;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strncmp(machine, known[i].prefix, strlen(known[i].prefix)))
			return known[i].arch;
	return REGS_NONE;
}

const char *regs_arch__name(enum regs_arch arch, unsigned int reg)
{
	return reg < archs[arch].nr ? archs[arch].names[reg] : NULL;
}

int regs_arch__ip(enum regs_arch arch)
{
	return archs[arch].ip;
}

int regs_arch__sp(enum regs_arch arch)
{
	return archs[arch].sp;
}

int regs_arch__fp(enum regs_arch arch)
{
	return archs[arch].fp;
}

uint64_t regs_arch__repair_mask(enum regs_arch arch)
{
	if (archs[arch].fp < 0)
		return 0;
	return 1ULL << archs[arch].fp | 1ULL << archs[arch].sp | archs[arch].entry_regs;
}

bool regs_dump__get(const struct regs_dump *regs, unsigned int reg, uint64_t *ret)
{
	if (!regs->regs || reg > 63 || !(regs->mask >> reg & 1))
		return false;
	*ret = regs->regs[__builtin_popcountll(regs->mask & ((1ULL << reg) - 1))];
	return true;
}

/* --- what can be recorded here --------------------------------------------------------------- */

static bool core_pmu_has_vectors(void)
{
	/* Set where the PMU can record extended registers with precise events. */
	FILE *f = fopen("/sys/bus/event_source/devices/cpu/caps/pebs_xmm", "r");

	if (f)
		fclose(f);
	return f;
}

uint64_t perf_regs__available(bool intr)
{
	enum regs_arch arch = regs_arch__of(NULL);

	switch (arch) {
	case REGS_X86:
		/* All but DS, ES, FS and GS, which 64-bit kernels do not record. */
		return 0xff0fffULL | (intr && core_pmu_has_vectors() ? ~0ULL << X86_XMM0 : 0);
	case REGS_ARM64:
		return 0x1ffffffffULL;
	case REGS_POWERPC:
		return 0x1fffffffffffULL;
	case REGS_NONE:
		return 0;
	default:
		return (archs[arch].nr < 64 ? 1ULL << archs[arch].nr : 0) - 1;
	}
}

static uint64_t bits_of(enum regs_arch arch, const char *name, size_t len)
{
	uint64_t bits = 0;
	unsigned int i;

	for (i = 0; i < archs[arch].nr; i++)
		if (archs[arch].names[i] && strlen(archs[arch].names[i]) == len &&
		    !strncasecmp(archs[arch].names[i], name, len))
			bits |= 1ULL << i;
	return bits;
}

int perf_regs__parse(const char *list, bool intr, const char *option, uint64_t *ret_mask, struct diag *diag)
{
	enum regs_arch arch = regs_arch__of(NULL);
	uint64_t available = perf_regs__available(intr), mask = 0, bits;
	const char *p;
	size_t len;

	if (!available)
		return diag__msg(diag, -EOPNOTSUPP,
				 "%s: registers cannot be recorded on this kind of machine", option);
	/* Behind a comma there is another one, be it empty. */
	for (p = list ? list : ""; *p || (p != list && list && p[-1] == ','); p += len + (p[len] == ',')) {
		len = strcspn(p, ",");
		bits = len ? bits_of(arch, p, len) & available : 0;
		if (!bits)
			return diag__msg(diag, -EINVAL, "Unknown register \"%.*s\", check man page or run "
					 "\"perf record %s?\"", (int)(len > 32 ? 32 : len), p, option);
		mask |= bits;
	}
	*ret_mask = mask ? mask : arch == REGS_X86 ? available & ~(~0ULL << X86_XMM0) : available;
	return 0;
}

void perf_regs__list(bool intr, struct strbuf *out)
{
	enum regs_arch arch = regs_arch__of(NULL);
	uint64_t available = perf_regs__available(intr);
	const char *name, *last = NULL;
	unsigned int i;

	strbuf__addstr(out, "available registers: ");
	for (i = 0; i < 64; i++) {
		name = available >> i & 1 ? regs_arch__name(arch, i) : NULL;
		if (name && (!last || strcmp(last, name)))
			strbuf__addf(out, "%s ", name);
		last = name ? name : last;
	}
}
