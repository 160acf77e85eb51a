// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-effect-packed.h"

#include <string.h>

#include "util/code/insn-bytes.h"

#define VECTOR	64	/* bytes */
#define NO_INDEX	4

static bool is_one_of(uint8_t op, const char *ops)
{
	return op && strchr(ops, op);
}

/* Does it write to its operand in memory, if that is one? All others read there. */
static bool stores(const struct insn_bytes *i)
{
	uint8_t op = i->op;

	switch (i->map) {
	case 1: case 5:
		return is_one_of(op, "\x11\x13\x17\x29\x2b\x7e\x7f\xd6\xe7") || (op == 0x91 && i->map == 1);
	case 2:
		/* Narrower elements, with masks, scattered, of another format. */
		return (op >= 0x10 && op <= 0x35 && i->repeats && (op & 0xf) <= 5) ||
		       is_one_of(op, "\x2e\x2f\x63\x8a\x8b\x8e\xa0\xa1\xa2\xa3\xc6\xc7") || op == 0x4b || (op & 0xf0) == 0xe0;
	default:
		return (op >= 0x14 && op <= 0x17) || is_one_of(op, "\x19\x1b\x1d\x39\x3b");
	}
}

static void lose(struct stack_effect *ret, unsigned int reg)
{
	ret->lost |= (uint16_t)(1U << (reg & 15));
}

static void lose_written(const struct insn_bytes *i, struct stack_effect *ret)
{
	if (i->kind & INSN_TO_REG)
		lose(ret, (i->modrm >> 3 & 7U) + (i->rex & INSN_REX_R ? 8 : 0));
	if (i->kind & INSN_TO_RM && i->modrm >> 6 == 3)
		lose(ret, (i->modrm & 7U) + (i->rex & INSN_REX_B ? 8 : 0));
	/* bls*, mulx */
	if (i->map == 2 && (i->op == 0xf3 || i->op == 0xf6))
		lose(ret, i->other);
}

/* False: the distance is in units that depend on the instruction. */
static bool store_to_memory(const struct insn_bytes *i, struct stack_effect *ret)
{
	uint8_t mod = i->modrm >> 6, base = i->modrm & 7, sib = base == 4 ? i->code[i->operand + 1] : 0;
	size_t distance = i->operand + (base == 4 ? 2 : 1);
	int32_t at = 0;

	ret->store_base = STACK_ANYWHERE;
	ret->store_size = VECTOR;
	if (base == 4 && ((sib >> 3 & 7) != NO_INDEX || i->rex & INSN_REX_X))
		return true;
	base = base == 4 ? sib & 7 : base;
	/* By the instruction's place, or by a number alone. */
	if (!mod && base == 5)
		return true;
	if (mod == 1 && i->scaled)
		return false;
	if (mod == 1)
		at = (int8_t)i->code[distance];
	if (mod == 2)
		memcpy(&at, i->code + distance, sizeof(at));
	ret->store_base = (int8_t)(base + (i->rex & INSN_REX_B ? 8 : 0));
	ret->store_at = at;
	return true;
}

bool stack_effect__packed(const unsigned char *code, size_t size, struct stack_effect *ret)
{
	struct insn_bytes i;

	if (!insn_bytes__read(code, size, &i) || !i.packed)
		return false;
	ret->size = (uint8_t)i.at;
	ret->flow = STACK_ON;
	lose_written(&i, ret);
	return i.modrm >> 6 == 3 || !stores(&i) || store_to_memory(&i, ret);
}
