// SPDX-License-Identifier: GPL-2.0-only
/* What the markers of a chain say of its entries, in chains that were made by hand. */
#include <linux/perf_event.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/callchain/chain-proof.h"

#define U	PERF_CONTEXT_USER

static bool says(const uint64_t *ips, size_t nr, size_t certain, enum chain_end end)
{
	struct chain_proof p = chain_proof__read(ips, nr);

	return p.certain == certain && p.end == end;
}

#define SAYS(certain, end, ...) \
	says((const uint64_t[]){ __VA_ARGS__ }, ARRAY_SIZE(((const uint64_t[]){ __VA_ARGS__ })), certain, end)

static int test__read(void)
{
	/* The kernel's own chains. */
	TEST_ASSERT(says(NULL, 0, 0, CHAIN_END_NOT_SAID));
	TEST_ASSERT(SAYS(0, CHAIN_END_NOT_SAID, U));
	TEST_ASSERT(SAYS(0, CHAIN_END_NOT_SAID, U, 1, 2, 3));
	/* All of it, and each reason. */
	TEST_ASSERT(SAYS(3, CHAIN_END_ROOT, U, 1, 2, 3, U));
	TEST_ASSERT(SAYS(3, CHAIN_END_STACK, U, 1, 2, 3, U, U));
	TEST_ASSERT(SAYS(2, CHAIN_END_NO_TABLE, U, 1, 2, U, U, U));
	TEST_ASSERT(SAYS(1, CHAIN_END_NO_REGISTER, U, 1, U, U, U, U));
	TEST_ASSERT(SAYS(1, CHAIN_END_CONFLICT, U, 1, U, U, U, U, U));
	TEST_ASSERT(SAYS(1, CHAIN_END_CONFLICT, U, 1, U, U, U, U, U, U, U));
	/* A part of it, and then a walk. */
	TEST_ASSERT(SAYS(2, CHAIN_END_NOT_SAID, U, 1, 2, U, 3, 4));
	TEST_ASSERT(SAYS(3, CHAIN_END_NOT_SAID, U, 1, 2, U, 3, U, 4));
	/* Nothing is proven where no entry lies between them. */
	TEST_ASSERT(SAYS(0, CHAIN_END_NOT_SAID, U, U));
	TEST_ASSERT(SAYS(0, CHAIN_END_NOT_SAID, U, U, 1, 2));
	return TEST_OK;
}

static bool comes_back(size_t certain, enum chain_end end)
{
	static const uint64_t ips[] = { 0x401000, 0x402000, 0x403000 };
	const struct chain_proof said = { .certain = certain, .end = end };
	uint64_t to[ARRAY_SIZE(ips) + CHAIN_NR_ENDS], back[ARRAY_SIZE(ips)];
	size_t nr = chain_proof__write(&said, ips, ARRAY_SIZE(ips), to), n = 0, i;

	for (i = 0; i < nr && i < ARRAY_SIZE(to); i++)
		if (to[i] < PERF_CONTEXT_MAX && n < ARRAY_SIZE(back))
			back[n++] = to[i];
	return nr <= ARRAY_SIZE(to) && n == ARRAY_SIZE(ips) && !memcmp(back, ips, sizeof(ips)) &&
	       says(to, nr, certain, certain == ARRAY_SIZE(ips) ? end : CHAIN_END_NOT_SAID);
}

static int test__write(void)
{
	uint64_t to[1 + CHAIN_NR_ENDS], gap[6];
	int end;

	for (end = CHAIN_END_ROOT; end < CHAIN_NR_ENDS; end++)
		TEST_ASSERT(comes_back(3, (enum chain_end)end));
	TEST_ASSERT(comes_back(2, CHAIN_END_NOT_SAID));
	TEST_ASSERT(comes_back(2, CHAIN_END_CONFLICT));
	TEST_ASSERT(comes_back(0, CHAIN_END_NOT_SAID));
	/* What the memory of a program held is no marker. */
	/* A walk behind a function that no table describes. */
	TEST_ASSERT_EQ(chain_proof__write(&(struct chain_proof){ .certain = 1, .gap = true }, (const uint64_t[]){ 1, 2 }, 2, gap), 6);
	TEST_ASSERT(!memcmp(gap, (const uint64_t[]){ U, 1, U, U, U, 2 }, sizeof(gap)));
	TEST_ASSERT(chain_proof__read(gap, ARRAY_SIZE(gap)).gap);
	TEST_ASSERT(SAYS(1, CHAIN_END_NOT_SAID, U, 1, U, U, U, 2));
	TEST_ASSERT(!chain_proof__read((const uint64_t[]){ U, 1, U, U, 2 }, 5).gap);
	TEST_ASSERT(!chain_proof__read((const uint64_t[]){ U, 1, U, 2 }, 4).gap);
	TEST_ASSERT(!chain_proof__read((const uint64_t[]){ U, U, U, 2 }, 4).gap);
	TEST_ASSERT_EQ(chain_proof__write(&(struct chain_proof){ .certain = 1, .end = CHAIN_END_ROOT }, (const uint64_t[]){ U }, 1, to), 3);
	TEST_ASSERT_EQ(to[1], 0);
	return TEST_OK;
}

DEFINE_SUITE("What chains say of themselves", chain_proof,
	{ "read", test__read },
	{ "written", test__write },
);
