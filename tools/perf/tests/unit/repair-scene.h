/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frame pointer chains that are repaired: programs of a few functions, each with one row of an unwind table, and stacks made by hand. What the
 * chain must become is known from how the stack was made.
 */
#ifndef PERF_TESTS_UNIT_REPAIR_SCENE_H
#define PERF_TESTS_UNIT_REPAIR_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/repair.h"

#define SP		0x7ffc0000ULL
#define WORDS		600

/* Functions are 0x100 bytes long; calls return to 0x50 in them. What the table says is the same all over each. */
#define IN(f)		((uint64_t)(f) * 0x100 + 0x50)

enum function {
	MAIN = 1, OWNER, LEAF, BIG_LEAF, USES_RBP, EPILOGUE, TRAMPOLINE, START, UNKNOWN, DATA, BY_RBX, ALIGNED, LINK_LEAF,
	ODD, COUNTS_FROM_RBX, COUNTS_FROM_RAX, SAVES_RBX, RA_IN_RDI, LEAVES_ALIGNED, CATCHING, TO_HANDLER, SAVES_FIRST,
	ENDLESS, AFTER_STOP, NR_FUNCTIONS
};

/* Registers, by DWARF's numbers. */
#define RAX	0
#define RBX	3
#define RDI	5

/* A stack, a chain and what became of it. */
struct scene {
	uint64_t stack[WORDS];
	uint64_t ips[16];
	struct repair_input in;
	struct repair repair;
};

/* The address of word @i of the stack. */
static inline uint64_t at(size_t i)
{
	return SP + i * 8;
}

/* The row of the function that @ip lies in, as repair_input.row; NULL: it is none of these. */
const struct unwind_row *scene__row(void *ctx, uint64_t ip);
/* A scene with the frame pointer @fp, so many words of its stack, all 0, and a chain of @nr words, which are copied. The caller deletes it. */
struct scene *scene__new(uint64_t fp, size_t nr_stack, const uint64_t *words, size_t nr);
void scene__delete(struct scene *s);
/* Runs @s; is the chain then @want? Deletes @s; its result, without entries, goes to @ret. */
bool scene__becomes(struct scene *s, struct repair *ret, const uint64_t *want, size_t nr);
/* main -> owner -> leaf: the leaf has no frame, and the kernel skips the owner. */
struct scene *scene__leaf(size_t nr_stack);

#define SCENE(fp, nr_stack, ...) \
	scene__new(fp, nr_stack, (const uint64_t[]){ __VA_ARGS__ }, \
		   sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))
#define BECOMES(s, ret, ...) \
	scene__becomes(s, ret, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

#endif /* PERF_TESTS_UNIT_REPAIR_SCENE_H */
