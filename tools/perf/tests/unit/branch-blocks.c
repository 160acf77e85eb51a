// SPDX-License-Identifier: GPL-2.0-only
/* Code between branches: which blocks there are, what they take, their order. */
#include "tests/test.h"
#include "util/callchain/chain.h"
#include "util/hardware/branch-blocks.h"

static struct dso prog = { .short_name = "prog", .long_name = "/bin/prog" };
static struct symbol syms[] = { { .name = "abel", .start = 0x100, .end = 0x200 }, { .name = "kain", .start = 0x200, .end = 0x300 } };
static struct map map = { .start = 0x1000, .end = 0x2000, .dso = &prog };

/* An address of the program; @sym NULL: in no function. */
static struct frame at(const struct symbol *sym, uint64_t offset)
{
	return (struct frame){ .ip = map.start + (sym ? sym->start : 0) + offset, .map = &map, .sym = sym };
}

static void add(struct branch_blocks *b, const struct frame *start, struct frame end, uint64_t cycles)
{
	branch_blocks__add(b, start, &end, cycles);
}

static int test__blocks(void)
{
	struct branch_blocks b = { 0 };
	struct frame begin = at(&syms[0], 0), middle = at(&syms[0], 0x10), behind = at(&syms[0], 0x30),
		     other = at(&syms[1], 0), nowhere = { .ip = 0x10 };

	add(&b, NULL, at(&syms[0], 0x20), 5);
	TEST_ASSERT_EQ(b.nr, 1);
	TEST_ASSERT(!b.blocks[0]->has_start && b.blocks[0]->end == 0x20);
	add(&b, &middle, at(&syms[0], 0x20), 7);
	TEST_ASSERT_EQ(b.blocks[0]->start, 0x10);
	add(&b, &begin, at(&syms[0], 0x20), 9);		/* the longest counts */
	TEST_ASSERT(b.blocks[0]->has_start && b.blocks[0]->start == 0);
	add(&b, &middle, at(&syms[0], 0x20), 1);
	add(&b, &behind, at(&syms[0], 0x20), 1);	/* none that lies behind its end */
	add(&b, &other, at(&syms[0], 0x20), 1);		/* nor in another function */
	add(&b, &middle, at(&syms[0], 0x20), 0);	/* not known how long */
	TEST_ASSERT_EQ(b.nr, 1);
	TEST_ASSERT(b.blocks[0]->start == 0 && b.blocks[0]->cycles == 24 && b.blocks[0]->nr == 6);
	/* What lies in no function is part of the whole only. */
	add(&b, NULL, nowhere, 50);
	add(&b, NULL, at(NULL, 0x400), 60);
	TEST_ASSERT_EQ(b.nr, 1);
	TEST_ASSERT_EQ(b.cycles, 134);
	branch_blocks__exit(&b);
	return TEST_OK;
}

static int test__order(void)
{
	struct branch_blocks b = { 0 };

	branch_blocks__sort(&b);
	TEST_ASSERT_EQ(b.averages, 0);
	add(&b, NULL, at(&syms[0], 1), 10);
	add(&b, NULL, at(&syms[0], 9), 10);
	add(&b, NULL, at(&syms[1], 1), 10);
	add(&b, NULL, at(&syms[0], 5), 10);
	add(&b, NULL, at(&syms[0], 5), 20);
	branch_blocks__sort(&b);
	TEST_ASSERT_EQ(b.nr, 4);
	TEST_ASSERT(b.blocks[0]->end == 5 && branch_block__average(b.blocks[0]) == 15);
	TEST_ASSERT(b.blocks[1]->sym == &syms[1]);
	TEST_ASSERT(b.blocks[2]->end == 1 && b.blocks[3]->end == 9);
	TEST_ASSERT_EQ(b.averages, 45);
	branch_blocks__exit(&b);
	return TEST_OK;
}

DEFINE_SUITE("Report: code between branches", branch_blocks,
	{ "blocks", test__blocks },
	{ "order", test__order })
