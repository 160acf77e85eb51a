// SPDX-License-Identifier: GPL-2.0-only
/* Equal samples are of one kind, and others are not, however often they take each other's place among those that came last. */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/session/sample-kinds.h"

#define NR_CHAINS	5000

static uint64_t chains[NR_CHAINS][4];

static struct sample_part part_of(size_t i, uint64_t ip, uint64_t task, size_t nr_ips)
{
	return (struct sample_part){ .head = sample_part__head(3, 2, PERF_STITCH_ENDS_COOKIE, nr_ips), .ip = ip, .task = task, .ips = chains[i] };
}

static int test__parts(void)
{
	struct sample_part p = part_of(0, 10, 20, 4), q;
	struct sample_kinds k = { .nr = 0 };
	uint32_t first;

	chains[0][3] = chains[1][3] = 7;
	TEST_ASSERT_EQ(sample_part__event(&p), 3);
	TEST_ASSERT_EQ(sample_part__nr_ips(&p), 4);
	TEST_ASSERT_EQ(sample_part__ending(&p), PERF_STITCH_ENDS_COOKIE);
	first = sample_kinds__plain(&k, &p);
	TEST_ASSERT(first);
	/* The same entries at another place. */
	q = part_of(1, 10, 20, 4);
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &q), first);
	chains[1][3] = 8;
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 11, 20, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 21, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 20, 3);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 20, 4);
	q.head = sample_part__head(3, 2, PERF_STITCH_ENDS_PLAIN, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q.head = sample_part__head(4, 2, PERF_STITCH_ENDS_COOKIE, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q.head = sample_part__head(3, 1, PERF_STITCH_ENDS_COOKIE, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	/* Without entries nothing is read. */
	q = (struct sample_part){ .head = sample_part__head(3, 2, PERF_STITCH_ENDS_PLAIN, 0) };
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &q), sample_kinds__plain(&k, &q));
	TEST_ASSERT_EQ(k.nr_parts, 9);
	sample_kinds__exit(&k);
	return TEST_OK;
}

/* With the user half: what a number was asked for is what it says, also where there are more kinds than places for recent ones. */
static int test__with(void)
{
	uint32_t *plain = xcalloc(NR_CHAINS, sizeof(*plain)), number;
	struct sample_kinds k = { .nr = 0 };
	unsigned int round, user;
	struct sample_part p;
	size_t i, nr = 0;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < NR_CHAINS; i++) {
			chains[i][1] = i;
			p = part_of(i, 5, 6, 4);
			number = sample_kinds__plain(&k, &p);
			TEST_ASSERT(!round || number == plain[i]);
			plain[i] = number;
			TEST_ASSERT_EQ(k.parts[sample_kinds__get(&k, number).part - 1].ips[1], i);
			TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, 0);
			for (user = 1; user < 4; user++) {
				number = sample_kinds__with(&k, plain[i], user);
				TEST_ASSERT_EQ(sample_kinds__get(&k, number).part, sample_kinds__get(&k, plain[i]).part);
				TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, user);
			}
			/* From a kind that has a half already: another half of the same part. */
			TEST_ASSERT_EQ(sample_kinds__with(&k, number, 1), sample_kinds__with(&k, plain[i], 1));
		}
		TEST_ASSERT(!round || k.nr == nr);
		nr = k.nr;
	}
	TEST_ASSERT_EQ(nr, 4 * NR_CHAINS);
	/* Samples that are looked at for themselves have halves, too. */
	TEST_ASSERT_EQ(sample_kinds__get(&k, 0).part, 0);
	number = sample_kinds__with(&k, 0, 9);
	TEST_ASSERT(number);
	TEST_ASSERT_EQ(sample_kinds__get(&k, number).part, 0);
	TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, 9);
	sample_kinds__empty(&k);
	p = part_of(7, 5, 6, 4);
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &p), 1);
	sample_kinds__exit(&k);
	free(plain);
	return TEST_OK;
}

DEFINE_SUITE("Kinds of samples", sample_kinds,
	{ "parts", test__parts },
	{ "with user halves", test__with })
