// SPDX-License-Identifier: GPL-2.0-only
/* The parts of a data source: what a report's rows are told apart by is what their cells show. */
#include "tests/test.h"
#include "util/event/mem-data-src.h"

#define NR_WORDS	20000

/* With few bits set, as hardware does it, and with many. */
static uint64_t next_word(uint64_t *seed, unsigned int i)
{
	uint64_t word = ~UINT64_C(0);
	unsigned int k;

	for (k = 0; k < 1 + i % 4; k++) {
		*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		word &= *seed >> 13 | *seed << 51;
	}
	return word & ((UINT64_C(1) << 46) - 1);
}

static int test__part_is_text(void)
{
	uint64_t seed = 1;
	unsigned int i;
	int part;

	for (i = 0; i < NR_WORDS; i++) {
		uint64_t word = next_word(&seed, i);

		for (part = MEM_LEVEL; part <= MEM_BLOCKED; part++) {
			struct strbuf whole = STRBUF_INIT, reduced = STRBUF_INIT;
			uint64_t bits = mem_data_src__part(word, (enum mem_part)part);

			mem_data_src__part_text(word, (enum mem_part)part, &whole);
			mem_data_src__part_text(bits, (enum mem_part)part, &reduced);
			TEST_ASSERT_STR(strbuf__str(&whole), strbuf__str(&reduced));
			TEST_ASSERT_EQ(mem_data_src__part(bits, (enum mem_part)part), bits);
			strbuf__exit(&whole);
			strbuf__exit(&reduced);
		}
	}
	return TEST_OK;
}

/* Nothing and "not available" are the same cell. */
static int test__not_available(void)
{
	TEST_ASSERT_EQ(mem_data_src__part(UINT64_C(1) << 26, MEM_TLB), 0);
	TEST_ASSERT_EQ(mem_data_src__part(UINT64_C(1) << 19, MEM_SNOOP), 0);
	TEST_ASSERT_EQ(mem_data_src__part(UINT64_C(7) << 40, MEM_BLOCKED), 0);
	TEST_ASSERT_EQ(mem_data_src__part(UINT64_C(3) << 5, MEM_LEVEL), 0);
	TEST_ASSERT_EQ(mem_data_src__part(UINT64_C(3) << 24, MEM_LOCK), UINT64_C(1) << 24);
	return TEST_OK;
}

DEFINE_SUITE("Memory accesses", mem_data_src,
	{ "equal bits, equal text", test__part_is_text },
	{ "not available", test__not_available })
