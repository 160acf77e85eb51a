// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/call-insn.h"

#include <stdbool.h>
#include <string.h>
#include <sys/utsname.h>

enum call_machine call_machine__of(const char *arch)
{
	struct utsname uts;

	if (!arch)
		arch = uname(&uts) ? "" : uts.machine;
	if (!strcmp(arch, "x86_64") || !strcmp(arch, "amd64"))
		return CALL_MACHINE_X86_64;
	if (strlen(arch) == 4 && arch[0] == 'i' && !strcmp(arch + 2, "86"))
		return CALL_MACHINE_I386;
	return !strcmp(arch, "aarch64") || !strcmp(arch, "arm64") ? CALL_MACHINE_AARCH64 : CALL_MACHINE_UNKNOWN;
}

static uint32_t word_of(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/*
 * Are the @size bytes at @code opcode 0xff, and behind it what says that it is a call, and of what? Prefixes in front of it change
 * neither. A call to another segment, which is always told in memory, is one of 32 bits: no compiler makes any for 64, but functions often
 * end in bytes that look like one (a call back in the file, pop, return), and the next one begins behind them.
 */
static bool is_indirect(const unsigned char *code, size_t size, bool bits32)
{
	unsigned int mod = code[1] >> 6, op = code[1] >> 3 & 7, rm = code[1] & 7;
	size_t need = 2;

	if (code[0] != 0xff || (op != 2 && (op != 3 || mod == 3 || !bits32)))
		return false;
	if (mod == 0 && rm == 5)
		need += 4;
	if (mod == 1)
		need += 1;
	if (mod == 2)
		need += 4;
	if (mod != 3 && rm == 4) {
		/* Base and index have a byte of their own; without a base an address follows. */
		need++;
		if (size > 2 && mod == 0 && (code[2] & 7) == 5)
			need += 4;
	}
	return need == size;
}

static void x86_before(const unsigned char *code, size_t size, uint64_t end, bool bits32, struct call_before *ret)
{
	size_t n;

	if (size >= 5 && code[size - 5] == 0xe8) {
		ret->kind = CALL_DIRECT;
		ret->target = end + (uint64_t)(int64_t)(int32_t)word_of(code + size - 4);
		if (bits32)
			ret->target = (uint32_t)ret->target;
		return;
	}
	for (n = 2; n <= size && n <= CALL_INSN_MAX; n++)
		/* Programs of 32 bits may also name the other segment. */
		if (is_indirect(code + size - n, n, bits32) || (bits32 && n == 7 && code[size - n] == 0x9a)) {
			ret->kind = CALL_INDIRECT;
			return;
		}
}

/* BL, BLR, and BLR of signed pointers. */
static void aarch64_before(const unsigned char *code, size_t size, uint64_t end, struct call_before *ret)
{
	uint32_t word = size < 4 ? 0 : word_of(code + size - 4);

	if ((word & 0xfc000000) == 0x94000000) {
		ret->kind = CALL_DIRECT;
		ret->target = end - 4 + (uint64_t)((int64_t)((uint64_t)word << 38) >> 36);
	} else if ((word & 0xfefff000) == 0xd63f0000) {
		ret->kind = CALL_INDIRECT;
	}
}

void call_insn__before(enum call_machine machine, const unsigned char *code, size_t size, uint64_t end, struct call_before *ret)
{
	*ret = (struct call_before){ .kind = machine == CALL_MACHINE_UNKNOWN || !size ? CALL_UNKNOWN : CALL_NONE };
	if (ret->kind == CALL_UNKNOWN)
		return;
	if (machine == CALL_MACHINE_AARCH64)
		aarch64_before(code, size, end, ret);
	else
		x86_before(code, size, end, machine == CALL_MACHINE_I386, ret);
}
