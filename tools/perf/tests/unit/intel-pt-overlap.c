// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of a ring of Intel PT that overlap: what of the second one is new. */
#include <string.h>

#include "tests/test.h"
#include "util/auxtrace/intel-pt-psb.h"
#include "util/auxtrace/intel-pt-trace.h"

#define RING	400

static unsigned char ring[RING];

/* Bytes that are no packet, and a PSB with a TSC packet every hundred of them. */
static void fill(void)
{
	unsigned int i, at;

	for (i = 0; i < RING; i++)
		ring[i] = (unsigned char)(1 + i % 251);
	for (at = 50; at < RING; at += 100) {
		for (i = 0; i < INTEL_PT_PSB_SIZE; i++)
			ring[at + i] = i % 2 ? 0x82 : 0x02;
		ring[at + i] = 0x19;
		memset(ring + at + i + 1, (int)at, 7);
	}
}

static int test__same(void)
{
	fill();
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 300, ring, 300), 300);
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 300, ring + 80, 300), 220);
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 300, ring + 130, 270), 170);
	return TEST_OK;
}

static int test__apart(void)
{
	unsigned char first[200];

	fill();
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 200, ring + 220, 180), 0);
	/* The same PSB, but not the same bytes behind it. */
	memcpy(first, ring, sizeof(first));
	first[190] ^= 0x10;
	TEST_ASSERT_EQ(intel_pt__overlap(first, sizeof(first), ring, 300), 0);
	/* No PSB to know it by. */
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 300, ring + 80, 60), 0);
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 300, ring + 80, 0), 0);
	TEST_ASSERT_EQ(intel_pt__overlap(ring, 0, ring, 300), 0);
	return TEST_OK;
}

/* A sample's piece ends in up to eight zeroes that nobody wrote. */
static int test__filled(void)
{
	unsigned char first[216];
	unsigned int n;

	fill();
	for (n = 1; n <= 9; n++) {
		memcpy(first, ring, sizeof(first));
		memset(first + sizeof(first) - n, 0, n);
		TEST_ASSERT_EQ(intel_pt__overlap(first, sizeof(first), ring + 20, 300),
			       n <= 8 ? sizeof(first) - n - 20 : 0);
	}
	return TEST_OK;
}

static int test__psb(void)
{
	fill();
	TEST_ASSERT(intel_pt__find_psb(ring, ring + RING) == ring + 50);
	TEST_ASSERT(intel_pt__find_psb(ring + 51, ring + RING) == ring + 150);
	TEST_ASSERT(intel_pt__find_psb(ring + 50, ring + 66) == ring + 50);
	TEST_ASSERT(!intel_pt__find_psb(ring + 50, ring + 65));
	TEST_ASSERT(!intel_pt__find_psb(ring + 50, ring + 50));
	TEST_ASSERT(!intel_pt__find_psb(ring + 50, ring + 40));
	return TEST_OK;
}

DEFINE_SUITE("Intel PT: overlapping pictures of a ring", intel_pt_overlap,
	{ "the same bytes", test__same },
	{ "other bytes", test__apart },
	{ "zeroes at the end", test__filled },
	{ "where a PSB is", test__psb })
