// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/insn-outline.h"

#include <string.h>

#include "util/code/insn-bytes.h"

#define WORD	8	/* bytes */

enum { SP = 4, FP = 5 };

/* Without a prefix numbers 4 and 5 are the upper bytes of rax and rcx where bytes are written. */
static bool is_of_bytes(const struct insn_bytes *i)
{
	uint8_t op = i->op;

	if (i->rex || i->packed)
		return false;
	if (i->map)
		return i->map == 1 && ((op & 0xf0) == 0x90 || op == 0xb0 || op == 0xc0);
	return !(op & 1) &&
	       (op < 0x40 || (op >= 0x80 && op <= 0x8a) || op == 0xc0 || op == 0xc6 || op == 0xd0 || op == 0xd2 || op == 0xf6 ||
		op == 0xfe);
}

/* A bit for each of the first eight registers that it writes as an operand. */
static unsigned int written(const struct insn_bytes *i)
{
	uint8_t op = i->op;
	unsigned int regs = 0;

	if (i->packed && i->map == 2 && (op == 0xf3 || op == 0xf6) && i->other < 8)
		regs |= 1U << i->other;
	if (i->kind & (INSN_TO_REG | INSN_TO_RM) && is_of_bytes(i))
		return 0;
	if (i->kind & INSN_TO_REG && !(i->rex & INSN_REX_R))
		regs |= 1U << (i->modrm >> 3 & 7);
	if (i->kind & INSN_TO_RM && i->modrm >> 6 == 3 && !(i->rex & INSN_REX_B))
		regs |= 1U << (i->modrm & 7);
	/* xchg with rax; mov of a number; bswap */
	if (i->kind & INSN_MODRM || i->rex & INSN_REX_B || i->packed)
		return regs;
	if (i->map ? op >= 0xc8 && op <= 0xcf : (op & 0xf8) == 0x90 || (op & 0xf8) == 0xb8 || (i->rex && (op & 0xf8) == 0xb0))
		regs |= 1U << (op & 7);
	return regs;
}

/* The number of 32 bits that begins with byte @at. */
static int32_t number_of(const struct insn_bytes *i, size_t at)
{
	int32_t n;

	memcpy(&n, i->code + at, sizeof(n));
	return n;
}

static void add_to_sp(int32_t n, struct insn_outline *ret)
{
	ret->moves_sp = ret->sp_known = true;
	ret->sp_add = n;
}

/* add, sub and lea of a number are known exactly. */
static void read_arithmetic(const struct insn_bytes *i, struct insn_outline *ret)
{
	uint8_t what = i->modrm >> 3 & 7, mod = i->modrm >> 6;
	bool wide = i->rex & INSN_REX_W;
	int32_t n;

	if (wide && (i->op == 0x81 || i->op == 0x83) && (!what || what == 5)) {
		n = i->op == 0x81 ? number_of(i, i->number) : (int8_t)i->code[i->number];
		if (n != INT32_MIN)
			add_to_sp(what ? -n : n, ret);
	}
	/* lea of the stack pointer + a distance, which are the last bytes */
	if (wide && i->op == 0x8d && (mod == 1 || mod == 2) && (i->modrm & 7) == 4 && !(i->rex & (INSN_REX_B | INSN_REX_X)) &&
	    i->code[i->at - (mod == 1 ? 2 : 5)] == 0x24)
		add_to_sp(mod == 1 ? (int8_t)i->code[i->at - 1] : number_of(i, i->at - 4), ret);
}

static void outline_of_two(const struct insn_bytes *i, struct insn_outline *ret)
{
	uint8_t op = i->op;

	ret->ends = op == 0x0b || op == 0xb9;
	if (op == 0xa0 || op == 0xa8)
		add_to_sp(-WORD, ret);
	if (op == 0xa1 || op == 0xa9)
		add_to_sp(WORD, ret);
}

static void outline_of_one(const struct insn_bytes *i, struct insn_outline *ret)
{
	uint8_t op = i->op, what = i->modrm >> 3 & 7;

	ret->calls = op == 0xe8 || (op == 0xff && what == 2);
	ret->returns = op == 0xc3 || op == 0xc2;
	/* returns, int3, jumps, hlt */
	ret->ends = ret->returns || op == 0xca || op == 0xcb || op == 0xcc || op == 0xcf || op == 0xe9 || op == 0xeb ||
		    op == 0xf4 || (op == 0xff && what == 4);
	if ((op >= 0x50 && op <= 0x57) || op == 0x68 || op == 0x6a || op == 0x9c || (op == 0xff && what == 6))
		add_to_sp(-WORD, ret);
	if ((op >= 0x58 && op <= 0x5f) || op == 0x8f || op == 0x9d)
		add_to_sp(WORD, ret);
	/* leave, enter */
	if (op == 0xc8 || op == 0xc9)
		ret->moves_sp = ret->writes_fp = true;
	if (op == 0x5d && !(i->rex & INSN_REX_B))
		ret->writes_fp = true;
	if (ret->sp_known && (i->short_numbers || (op == 0x5c && !(i->rex & INSN_REX_B)) || (op == 0x8f && written(i) & 1U << SP))) {
		ret->sp_known = false;
		ret->sp_add = 0;
	}
}

void insn_outline__of(const struct insn_bytes *i, struct insn_outline *ret)
{
	unsigned int regs = i->kind & INSN_MODRM && !(i->kind & (INSN_TO_REG | INSN_TO_RM)) && !i->packed ? 0 : written(i);

	*ret = (struct insn_outline){ .size = (uint8_t)i->at };
	if (!i->packed && i->map < 2)
		(i->map ? outline_of_two : outline_of_one)(i, ret);
	ret->writes_fp |= regs >> FP & 1;
	if (!ret->moves_sp && regs >> SP & 1) {
		ret->moves_sp = true;
		if (!i->map && !i->packed)
			read_arithmetic(i, ret);
	}
}

bool insn_outline__read(const unsigned char *code, size_t size, struct insn_outline *ret)
{
	struct insn_bytes i;

	*ret = (struct insn_outline){ .size = 0 };
	if (!insn_bytes__read(code, size, &i))
		return false;
	insn_outline__of(&i, ret);
	return true;
}
