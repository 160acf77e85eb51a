// SPDX-License-Identifier: GPL-2.0-only
/* Stacks that tasks have left for signal handlers. */
#include <string.h>

#include "tests/test.h"
#include "util/live/left-stacks.h"

#define TID	7U
#define FEW	8U	/* so many a task keeps at least */

static struct left_regs regs(uint32_t tid, uint64_t n)
{
	return (struct left_regs){ .time = 100 + n, .ip = 0x401000 + n * 16, .sp = 0x7000 + n * 8, .fp = n, .tid = tid };
}

static void leave(struct left_stacks *l, uint32_t tid, uint64_t n, bool others_wait)
{
	const struct left_regs r = regs(tid, n);

	left_stacks__add(l, &r, &n, sizeof(n), others_wait);
}

/* Is stack @n of @tid known at @time, with its bytes? */
static bool knows(const struct left_stacks *l, uint32_t tid, uint64_t n, uint64_t time)
{
	struct left_regs r = regs(tid, n);
	const struct repair_piece *piece;

	r.time = time;
	piece = left_stacks__find(l, &r);
	return piece && piece->sp == r.sp && piece->size == sizeof(n) && !memcmp(piece->bytes, &n, sizeof(n));
}

static int test__found(void)
{
	struct left_stacks l = { .bytes = 0 };
	struct left_regs r;
	uint64_t n;

	TEST_ASSERT(!knows(&l, TID, 0, 1000));
	for (n = 0; n < 3; n++)
		leave(&l, TID, n, false);
	leave(&l, TID + 1, 9, false);
	for (n = 0; n < 3; n++) {
		TEST_ASSERT(knows(&l, TID, n, 1000));
		/* Left later than that. */
		TEST_ASSERT(!knows(&l, TID, n, 99 + n));
	}
	TEST_ASSERT(!knows(&l, TID, 9, 1000));
	TEST_ASSERT(knows(&l, TID + 1, 9, 1000));
	/* Each register counts; but a system call that begins again does so a few bytes earlier. */
	r = regs(TID, 1);
	r.sp++;
	TEST_ASSERT(!left_stacks__find(&l, &r));
	r = regs(TID, 1);
	r.fp++;
	TEST_ASSERT(!left_stacks__find(&l, &r));
	r = regs(TID, 1);
	r.ip -= 2;
	TEST_ASSERT(left_stacks__find(&l, &r));
	r.ip -= 1;
	TEST_ASSERT(!left_stacks__find(&l, &r));
	left_stacks__forget(&l);
	TEST_ASSERT(!knows(&l, TID, 1, 1000));
	TEST_ASSERT_EQ(l.bytes, 0);
	left_stacks__exit(&l);
	return TEST_OK;
}

/* The last few, and all while samples wait that may need them. */
static int test__kept(void)
{
	struct left_stacks l = { .bytes = 0 };
	uint64_t n;

	for (n = 0; n < 100; n++)
		leave(&l, TID, n, true);
	for (n = 0; n < 100; n++)
		TEST_ASSERT(knows(&l, TID, n, 1000));
	leave(&l, TID, 100, false);
	for (n = 0; n <= 100; n++)
		TEST_ASSERT(knows(&l, TID, n, 1000) == (n > 100 - FEW));
	TEST_ASSERT_EQ(l.bytes, FEW * sizeof(n));
	for (n = 0; n < 10000; n++)
		leave(&l, TID, n, true);
	TEST_ASSERT(!knows(&l, TID, 1000, 100000));
	TEST_ASSERT(knows(&l, TID, 9000, 100000));
	left_stacks__exit(&l);
	return TEST_OK;
}

DEFINE_SUITE("Stacks that signals' handlers leave alone", left_stacks,
	     { "found by their registers", test__found },
	     { "how many are kept", test__kept })
