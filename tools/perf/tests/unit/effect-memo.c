// SPDX-License-Identifier: GPL-2.0-only
/* Instructions that are remembered by their bytes: whatever was decoded before, each does what a decoder says that has seen nothing yet. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/code/stack-effect.h"

#define BYTES	16
#define ADDR	0x7ffff000ULL

static bool equal(const struct stack_effect *a, const struct stack_effect *b)
{
	return a->size == b->size && a->flow == b->flow && a->has_target == b->has_target && a->pads == b->pads &&
	       (!a->has_target || a->target == b->target) && a->store_base == b->store_base && a->store_reg == b->store_reg &&
	       a->store_size == b->store_size && a->store_at == b->store_at && a->move_to == b->move_to && a->move_from == b->move_from &&
	       a->move_add == b->move_add && a->load_to == b->load_to && a->load_base == b->load_base && a->load_at == b->load_at &&
	       a->align_reg == b->align_reg && a->align_bits == b->align_bits && a->read_to == b->read_to && a->sp_add == b->sp_add && a->lost == b->lost;
}

/* Bytes that begin instructions, prefixes and what often follows, so that many are alike, and some are no instructions. */
static void make(unsigned int *seed, unsigned char *code)
{
	static const unsigned char first[] = { 0xe8, 0xe9, 0xeb, 0x74, 0x7f, 0x0f, 0x66, 0x67, 0xf3, 0x48, 0x41, 0x55, 0x5d, 0x50, 0xc3, 0xc9, 0x89, 0x8b,
					       0x83, 0x81, 0xff, 0xe3, 0xc7, 0xcc, 0x90, 0xc4, 0x62, 0x00 };
	static const unsigned char more[] = { 0x84, 0x8f, 0x1e, 0xfa, 0x89, 0x83, 0xe5, 0xec, 0xc4, 0x24, 0x25, 0x10, 0x05, 0x00, 0xff, 0x7f, 0x80, 0xe8 };
	int i;

	for (i = 0; i < BYTES; i++) {
		*seed = *seed * 1103515245 + 12345;
		code[i] = i < 2 && *seed >> 20 & 1 ? first[(*seed >> 21) % sizeof(first)] : more[(*seed >> 21) % sizeof(more)];
	}
	code[0] = *seed >> 9 & 3 ? first[(*seed >> 11) % sizeof(first)] : code[0];
}

/* Of code of all lengths: at its end an instruction may be cut off. */
static bool is_same(struct stack_effects *used, const unsigned char *code, size_t size, uint64_t addr)
{
	struct stack_effects *fresh = stack_effects__new(CALL_MACHINE_X86_64);
	struct stack_effect a, b;
	bool has_a = stack_effects__decode(used, code, size, addr, &a), has_b = stack_effects__decode(fresh, code, size, addr, &b);

	stack_effects__delete(fresh);
	return has_a == has_b && (!has_a || equal(&a, &b));
}

static int test__alike(void)
{
	struct stack_effects *used = stack_effects__new(CALL_MACHINE_X86_64);
	unsigned int seed = 1, i, wrong = 0;
	unsigned char code[BYTES];

	if (!used)
		return test_skip("libcapstone is missing");
	for (i = 0; i < test_inputs(4000); i++) {
		make(&seed, code);
		wrong += !is_same(used, code, seed >> 12 & 3 ? BYTES : seed >> 14 & 7, ADDR + (seed & 0xff));
	}
	stack_effects__delete(used);
	TEST_ASSERT_EQ(wrong, 0);
	return TEST_OK;
}

DEFINE_SUITE("Instructions that were decoded before", effect_memo,
	{ "the same bytes at other addresses, behind other ones, cut off", test__alike })
