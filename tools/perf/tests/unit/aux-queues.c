// SPDX-License-Identifier: GPL-2.0-only
#include <linux/perf_event.h>
#include <stdlib.h>

#include "tests/test.h"
#include "util/auxtrace/aux-queues.h"

#define NONE	((uint32_t)-1)

static unsigned char bytes[4096];	/* each its own position in the stream, modulo 256 */

static struct aux_chunk chunk(uint32_t idx, uint64_t offset, uint64_t size, uint64_t pos)
{
	return (struct aux_chunk){ .idx = idx, .cpu = idx, .tid = NONE, .offset = offset, .size = size,
				   .pos = pos, .data = bytes + offset % 2048 };
}

static void fill(void)
{
	size_t i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i % 251);
}

static unsigned int told;

static void count(void *ctx, struct diag *diag)
{
	(void)ctx;
	told += diag__is_set(diag);
}

static struct aux_queues *queues(struct aux_chunk *chunks, size_t nr, struct aux_event *events,
				 size_t nr_events)
{
	struct aux_data d = { .chunks = chunks, .nr_chunks = nr, .events = events, .nr_events = nr_events };

	fill();
	told = 0;
	return aux_queues__new(&d, count, NULL);
}

static int test__order(void)
{
	struct aux_chunk c[] = { chunk(1, 64, 64, 100), chunk(0, 0, 32, 200), chunk(1, 0, 64, 300),
				 chunk(0, 32, 0, 400), chunk(0, 32, 32, 500) };
	struct aux_queues *q = queues(c, 5, NULL, 0);

	TEST_ASSERT_EQ(q->nr, 2);
	TEST_ASSERT_EQ(q->buffers[0].idx, 0);
	TEST_ASSERT_EQ(q->buffers[0].nr, 2);
	TEST_ASSERT_EQ(q->buffers[0].bytes, 64);
	TEST_ASSERT_EQ(q->buffers[1].pieces[0].offset, 0);
	TEST_ASSERT_EQ(q->buffers[1].pieces[1].offset, 64);
	TEST_ASSERT_EQ(q->buffers[1].pieces[1].data[0], 64);
	TEST_ASSERT_EQ(q->gaps + q->repeated_bytes + q->contradicting + told, 0);
	TEST_ASSERT(aux_queues__buffer_of(q, 1, 7) == &q->buffers[1]);
	TEST_ASSERT(!aux_queues__buffer_of(q, 2, 7));
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__threads(void)
{
	struct aux_chunk c[] = { chunk(0, 0, 32, 100), chunk(1, 0, 32, 200) };
	struct aux_queues *q;

	c[0].cpu = c[1].cpu = NONE;
	c[0].tid = 10;
	c[1].tid = 11;
	q = queues(c, 2, NULL, 0);
	TEST_ASSERT(aux_queues__buffer_of(q, 0, 11) == &q->buffers[1]);
	TEST_ASSERT(!aux_queues__buffer_of(q, 0, NONE));
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__overlaps(void)
{
	/* 0..64, 32..96, twice 40..72 (all known), 200..232 */
	struct aux_chunk c[] = { chunk(0, 0, 64, 100), chunk(0, 32, 64, 200), chunk(0, 40, 32, 300),
				 chunk(0, 40, 32, 400), chunk(0, 200, 32, 500) };
	struct aux_queues *q = queues(c, 5, NULL, 0);
	const struct aux_buffer *b = q->buffers;

	TEST_ASSERT_EQ(b->nr, 3);
	TEST_ASSERT_EQ(b->pieces[1].offset, 64);
	TEST_ASSERT_EQ(b->pieces[1].size, 32);
	TEST_ASSERT_EQ(b->pieces[1].data[0], 64);
	TEST_ASSERT_EQ(q->repeated_bytes, 32 + 32 + 32);
	TEST_ASSERT_EQ(q->repeated_chunks, 2);
	TEST_ASSERT_EQ(b->pieces[2].gap, 200 - 96);
	TEST_ASSERT_EQ(q->gaps, 1);
	TEST_ASSERT_EQ(q->gap_bytes, 200 - 96);
	TEST_ASSERT_EQ(told, 2);
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__padding(void)
{
	/* 13 bytes of trace and 3 of padding; the stream goes on at 13. */
	struct aux_chunk c[] = { chunk(0, 0, 16, 100), chunk(0, 13, 16, 200) };
	struct aux_queues *q = queues(c, 2, NULL, 0);

	TEST_ASSERT_EQ(q->buffers->pieces[0].size, 13);
	TEST_ASSERT_EQ(q->buffers->pieces[1].offset, 13);
	TEST_ASSERT_EQ(q->buffers->pieces[1].size, 16);
	TEST_ASSERT_EQ(q->repeated_bytes + told, 0);
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__snapshots(void)
{
	struct aux_event e = { .flags = PERF_AUX_FLAG_OVERWRITE, .cpu = 0, .size = 64 };
	struct aux_chunk c[] = { chunk(0, 512, 64, 100), chunk(0, 0, 64, 200), chunk(0, 512, 64, 300) };
	struct aux_queues *q = queues(c, 3, &e, 1);

	TEST_ASSERT(q->snapshot);
	TEST_ASSERT_EQ(q->buffers->nr, 3);
	TEST_ASSERT(!q->buffers->pieces[0].may_repeat);
	TEST_ASSERT_EQ(q->buffers->pieces[1].offset, 0);
	TEST_ASSERT(q->buffers->pieces[1].may_repeat);
	TEST_ASSERT(q->buffers->pieces[2].may_repeat);
	TEST_ASSERT_EQ(q->gaps + q->repeated_bytes + q->unannounced_bytes + told, 0);
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__contradictions(void)
{
	/* Buffer 0 of CPU 0, and the same idx said to be of CPU 5. */
	struct aux_chunk c[] = { chunk(0, 0, 64, 100), chunk(0, 0, 32, 200), chunk(0, 64, 64, 300) };
	struct aux_queues *q;

	c[1].cpu = 5;
	q = queues(c, 3, NULL, 0);
	TEST_ASSERT_EQ(q->nr, 2);
	TEST_ASSERT_EQ(q->contradicting, 1);
	TEST_ASSERT_EQ(q->buffers[0].cpu, 0);
	TEST_ASSERT_EQ(q->buffers[0].bytes, 128);
	TEST_ASSERT_EQ(told, 1);
	aux_queues__delete(q);
	return TEST_OK;
}

static int test__unannounced(void)
{
	struct aux_event e = { .cpu = 0, .offset = 0, .size = 61 };
	struct aux_chunk c[] = { chunk(0, 0, 64, 100), chunk(0, 64, 32, 200), chunk(1, 0, 64, 300) };
	struct aux_queues *q = queues(c, 1, &e, 1);

	/* What is padding needs no record. */
	TEST_ASSERT_EQ(q->unannounced_bytes, 0);
	aux_queues__delete(q);
	q = queues(c, 3, &e, 1);
	TEST_ASSERT_EQ(q->unannounced_bytes, 32 + 64);
	aux_queues__delete(q);
	return TEST_OK;
}

/* Whatever the offsets: pieces ascend, do not overlap, and nothing comes from outside a chunk. */
static int check_invariants(const struct aux_queues *q)
{
	size_t b, i;

	for (b = 0; b < q->nr; b++) {
		uint64_t end = 0, sum = 0;

		TEST_ASSERT(q->buffers[b].nr);
		for (i = 0; i < q->buffers[b].nr; i++) {
			const struct aux_piece *p = &q->buffers[b].pieces[i];
			uint64_t skipped = (uint64_t)(p->data - p->chunk->data);

			TEST_ASSERT(p->size);
			TEST_ASSERT(i ? p->offset - end == p->gap : !p->gap);
			TEST_ASSERT(p->offset == p->chunk->offset + skipped);
			TEST_ASSERT(skipped + p->size <= p->chunk->size);
			end = p->offset + p->size;
			sum += p->size;
		}
		TEST_ASSERT_EQ(sum, q->buffers[b].bytes);
	}
	return TEST_OK;
}

static int test__random(void)
{
	unsigned int seed = 7, round;

	for (round = 0; round < 500; round++) {
		struct aux_chunk c[40];
		struct aux_queues *q;
		uint64_t total = 0, kept = 0;
		size_t i, nr = (size_t)rand_r(&seed) % 40;
		int ret;

		for (i = 0; i < nr; i++) {
			uint64_t base = rand_r(&seed) % 4 ? 0 : UINT64_MAX - 4096;

			c[i] = chunk((uint32_t)rand_r(&seed) % 3 * 0x7fffffff,
				     base + (uint64_t)rand_r(&seed) % 2048, (uint64_t)rand_r(&seed) % 300,
				     i * 64);
			c[i].cpu = (uint32_t)rand_r(&seed) % 2 ? NONE : 3;
			c[i].tid = (uint32_t)rand_r(&seed) % 2;
			total += c[i].size;
		}
		q = queues(c, nr, NULL, 0);
		ret = check_invariants(q);
		for (i = 0; i < q->nr; i++)
			kept += q->buffers[i].bytes;
		/* All is accounted for, but for bytes of padding. */
		TEST_ASSERT(kept + q->repeated_bytes <= total &&
			    total - kept - q->repeated_bytes < 8 * nr + 1);
		aux_queues__delete(q);
		if (ret)
			return ret;
	}
	return TEST_OK;
}

DEFINE_SUITE("AUX buffers", aux_queues,
	     { "pieces come in the order of their offsets", test__order },
	     { "buffers of threads", test__threads },
	     { "overlaps are trimmed, gaps marked", test__overlaps },
	     { "padding is not trace", test__padding },
	     { "snapshots stay as they were taken", test__snapshots },
	     { "an idx that belongs to two CPUs", test__contradictions },
	     { "bytes that no AUX record tells of", test__unannounced },
	     { "any offsets and sizes", test__random });
