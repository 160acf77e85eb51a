/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of an instruction of x86-64, by its bytes alone. Private to util/code. */
#ifndef PERF_CODE_INSN_BYTES_H
#define PERF_CODE_INSN_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What follows an opcode, and what it writes: the register of its ModRM byte, or the other operand of that byte. INSN_ODD: how long the
 * number is depends on more. INSN_GROUP: the middle of the ModRM byte tells more.
 */
enum { INSN_MODRM = 1, INSN_IMM8 = 2, INSN_IMM32 = 4, INSN_IMM16 = 8, INSN_TO_REG = 16, INSN_TO_RM = 32,
       INSN_ODD = 64, INSN_GROUP = 128, INSN_BAD = 256 };

/* Bits of insn_bytes.rex. */
enum { INSN_REX_B = 1, INSN_REX_X = 2, INSN_REX_R = 4, INSN_REX_W = 8, INSN_REX = 0x40 };

struct insn_bytes {
	const unsigned char *code;
	size_t size, at;		/* how many bytes there are, and were read */
	bool short_numbers, short_addresses, repeats;	/* prefixes 66, 67, f2 or f3 */
	uint8_t rex;			/* or what stands for it in other prefixes; 0: none */
	bool packed;			/* of vectors, by VEX or EVEX; @repeats then means what such a prefix would */
	bool scaled;			/* EVEX: a distance of 8 bits is in units that depend on the instruction */
	uint8_t other;			/* the third register of those */
	uint8_t map, op;		/* map 0: of one byte, 1: behind 0f, 2: behind 0f 38, 3: behind 0f 3a */
	unsigned int kind;
	uint8_t modrm;
	size_t operand;			/* where that byte stands */
	size_t number;			/* where the number behind it begins */
};

/*
 * Sets *@ret to the parts of the instruction with which the @size bytes at @code, which are borrowed, begin; at is its size then. False:
 * there are not so many, or it is none that compilers write.
 */
bool insn_bytes__read(const unsigned char *code, size_t size, struct insn_bytes *ret);
/*
 * Is it a jump or a branch by a distance that stands in it? Sets *@ret, bytes from its end on. With the prefix 66 (short_numbers) processors
 * do not agree on how many bits that has; here they are 32.
 */
bool insn_bytes__jump(const struct insn_bytes *i, int64_t *ret);

#endif /* PERF_CODE_INSN_BYTES_H */
