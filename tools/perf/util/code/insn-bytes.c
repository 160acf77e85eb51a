// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/insn-bytes.h"

#include <string.h>

#define INSN_MAX	15	/* bytes; longer ones do not run */

/*
 * A letter for each opcode. '-': nothing follows; b, w, i, o: a number of 8, 16, 32 bits, or an odd one; m: ModRM; r, e: that, and it
 * writes the register, or the other operand; x: both; t, s, n: as m, r, e with 8 bits; l, k: as r, e with 32 bits; g, y, z: of a
 * group, with nothing, 8 bits, 32 bits; '.': none that is known here.
 */
static const char one_byte[] =
	"eerrbi..eerrbi..eerrbi..eerrbi..eerrbi..eerrbi..eerrbi..mmmmbi.."
	"................" "----------------" "...r....ilbs----" "bbbbbbbbbbbbbbbb"
	"yz.ymmxxeerrermg" "----------.-----" "oooo----bi------" "bbbbbbbboooooooo"
	"nnw-..nko-w--b.-" "eeee...-mmmmmmmm" "bbbbbbbbii.b----" ".-..--gg------gg";
static const char two_bytes[] =
	"mmrr.-----.-.m-." "mmmmmmmmmmmmmmmm" "mmmm....mmmmrrmm" "--------........"
	"rrrrrrrrrrrrrrrr" "rmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "ttttmmm-mm..mmem"
	"iiiiiiiiiiiiiiii" "eeeeeeeeeeeeeeee" "---mne..---enemr" "eererrrrrmyerrrr"
	"xxtmtste--------" "mmmmmmmrmmmmmmmm" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmm.";

#define REG	(INSN_MODRM | INSN_TO_REG)
#define RM	(INSN_MODRM | INSN_TO_RM)

static const uint16_t kinds[] = {
	['-'] = 0, ['b'] = INSN_IMM8, ['w'] = INSN_IMM16, ['i'] = INSN_IMM32, ['o'] = INSN_ODD, ['.'] = INSN_BAD,
	['m'] = INSN_MODRM, ['r'] = REG, ['e'] = RM, ['x'] = REG | RM,
	['t'] = INSN_MODRM | INSN_IMM8, ['s'] = REG | INSN_IMM8, ['n'] = RM | INSN_IMM8, ['l'] = REG | INSN_IMM32, ['k'] = RM | INSN_IMM32,
	['g'] = INSN_MODRM | INSN_GROUP, ['y'] = RM | INSN_GROUP | INSN_IMM8, ['z'] = RM | INSN_GROUP | INSN_IMM32,
};

static unsigned int kind_of(char letter)
{
	return kinds[(unsigned char)letter];
}

/* 0 behind the end, where it makes no difference: the size is checked at last. */
static uint8_t next(struct insn_bytes *i)
{
	uint8_t byte = i->at < i->size ? i->code[i->at] : 0;

	i->at++;
	return byte;
}

static void read_packed(struct insn_bytes *i, uint8_t first)
{
	uint8_t a = next(i), b = first == 0xc5 ? a : next(i);

	if (first == 0x62)
		i->at++;
	i->packed = true;
	i->scaled = first == 0x62;
	i->repeats = b & 2;
	i->map = first == 0xc5 ? 1 : a & (first == 0x62 ? 7 : 31);
	/* They are stored the other way round. */
	i->rex = INSN_REX | (a & 0x80 ? 0 : INSN_REX_R);
	if (first != 0xc5)
		i->rex |= (uint8_t)((a & 0x40 ? 0 : INSN_REX_X) | (a & 0x20 ? 0 : INSN_REX_B) | (b & 0x80 ? INSN_REX_W : 0));
	i->other = ~b >> 3 & 15;
	i->op = next(i);
}

/* Takes what stands in front of the opcode; returns the first byte that does not. */
static uint8_t skip_prefixes(struct insn_bytes *i)
{
	uint8_t byte;

	for (;;) {
		byte = next(i);
		switch (byte) {
		case 0x66:
			i->short_numbers = true;
			break;
		case 0x67:
			i->short_addresses = true;
			break;
		case 0xf2: case 0xf3:
			i->repeats = true;
			break;
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: case 0xf0:
			break;
		default:
			return byte;
		}
		if (i->at >= i->size)
			return 0;
	}
}

static void read_opcode(struct insn_bytes *i)
{
	uint8_t byte = skip_prefixes(i);

	if ((byte & 0xf0) == INSN_REX) {
		i->rex = byte;
		byte = next(i);
	} else if (byte == 0xc4 || byte == 0xc5 || byte == 0x62) {
		read_packed(i, byte);
		return;
	}
	i->op = byte;
	if (byte != 0x0f)
		return;
	i->map = 1;
	i->op = next(i);
	if (i->op == 0x38 || i->op == 0x3a) {
		i->map = i->op == 0x38 ? 2 : 3;
		i->op = next(i);
	}
}

/* Of vectors only some write a register of the sixteen. */
static unsigned int packed_kind(const struct insn_bytes *i)
{
	uint8_t op = i->op;
	bool to_reg, to_rm, imm8;

	if (i->map < 1 || i->map > 6 || i->map == 4)
		return INSN_BAD;
	if (i->map == 1 && op == 0x77)
		return 0;
	to_reg = (i->map == 1 && (op == 0x50 || op == 0x93 || op == 0xc5 || op == 0xd7)) ||
		 ((i->map == 1 || i->map == 5) && i->repeats && (op == 0x2c || op == 0x2d || op == 0x78 || op == 0x79)) ||
		 (i->map == 2 && ((op & 0xf0) == 0xe0 || (op >= 0xf2 && op <= 0xf7))) || (i->map == 3 && op == 0xf0);
	to_rm = ((i->map == 1 || i->map == 5) && op == 0x7e && !i->repeats) || (i->map == 3 && op >= 0x14 && op <= 0x17);
	imm8 = i->map == 3 || (i->map == 1 && kind_of(two_bytes[op]) & INSN_IMM8);
	return INSN_MODRM | (imm8 ? INSN_IMM8 : 0) | (to_reg ? INSN_TO_REG : 0) | (to_rm ? INSN_TO_RM : 0);
}

static unsigned int find_kind(const struct insn_bytes *i)
{
	uint8_t op = i->op;

	if (i->packed)
		return packed_kind(i);
	switch (i->map) {
	case 0:
		return kind_of(one_byte[op]);
	case 1:
		/* movq between registers of vectors */
		return op == 0x7e && i->repeats ? INSN_MODRM : kind_of(two_bytes[op]);
	case 2:
		return INSN_MODRM | (op == 0xf0 || op == 0xf1 || op == 0xf6 ? INSN_TO_REG : 0);
	default:
		return INSN_MODRM | INSN_IMM8 | (op >= 0x14 && op <= 0x17 ? INSN_TO_RM : 0);
	}
}

static void read_operand(struct insn_bytes *i)
{
	uint8_t mod, rm, base;

	i->operand = i->at;
	i->modrm = next(i);
	mod = i->modrm >> 6;
	rm = base = i->modrm & 7;
	if (mod == 3)
		return;
	if (rm == 4)
		base = next(i) & 7;
	if (mod == 1)
		i->at++;
	else if (mod == 2 || base == 5)
		i->at += 4;
}

/* Which of a group it is: arithmetic with a number, single operands, tests of bits. */
static void read_group(struct insn_bytes *i)
{
	uint8_t op = i->op, what = i->modrm >> 3 & 7;

	if ((i->map && what == 4) || (!i->map && op <= 0x83 && what == 7))
		i->kind &= ~(unsigned int)INSN_TO_RM;
	if (i->map || op <= 0x83)
		return;
	if (op == 0x8f)
		i->kind |= what ? INSN_BAD : INSN_TO_RM;
	else if (op < 0xfe && what < 2)
		i->kind |= op == 0xf6 ? INSN_IMM8 : INSN_IMM32;
	else if (what < 2 || (op < 0xfe && what < 4))
		i->kind |= INSN_TO_RM;
	else if (op == 0xff && (what == 3 || what == 5 || what == 7))
		i->kind |= INSN_BAD;
}

static void read_numbers(struct insn_bytes *i)
{
	bool is_distance = i->map ? (i->op & 0xf0) == 0x80 : i->op == 0xe8 || i->op == 0xe9;
	size_t size = i->short_numbers && !(i->rex & INSN_REX_W) && !is_distance ? 2 : 4;

	i->number = i->at;
	i->at += (i->kind & INSN_IMM8 ? 1 : 0) + (i->kind & INSN_IMM16 ? 2 : 0) + (i->kind & INSN_IMM32 ? size : 0);
	if (!(i->kind & INSN_ODD))
		return;
	/* enter; an address; a number that may be one of 64 bits */
	if (i->op == 0xc8)
		i->at += 3;
	else if (i->op <= 0xa3)
		i->at += i->short_addresses ? 4 : 8;
	else
		i->at += i->rex & INSN_REX_W ? 8 : size;
}

bool insn_bytes__read(const unsigned char *code, size_t size, struct insn_bytes *ret)
{
	*ret = (struct insn_bytes){ .code = code, .size = size };
	read_opcode(ret);
	if (ret->at > size)
		return false;
	ret->kind = find_kind(ret);
	if (ret->kind & INSN_MODRM)
		read_operand(ret);
	if (ret->kind & INSN_GROUP && !ret->packed)
		read_group(ret);
	if (ret->kind & (INSN_IMM8 | INSN_IMM16 | INSN_IMM32 | INSN_ODD))
		read_numbers(ret);
	return !(ret->kind & INSN_BAD) && ret->at <= size && ret->at <= INSN_MAX;
}

bool insn_bytes__jump(const struct insn_bytes *i, int64_t *ret)
{
	uint8_t op = i->op;
	int32_t distance;

	if (i->packed || i->map > 1)
		return false;
	if (i->map ? (op & 0xf0) != 0x80 : op != 0xe9 && op != 0xeb && (op & 0xf0) != 0x70 && (op & 0xfc) != 0xe0)
		return false;
	if (!i->map && op != 0xe9) {
		*ret = (int8_t)i->code[i->number];
		return true;
	}
	memcpy(&distance, i->code + i->number, sizeof(distance));
	*ret = distance;
	return true;
}
