// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stitcher has no globals: clients in threads of their own do not disturb each other, and several may ask the same
 * signs at a time. What makes this worth its while is a build with ThreadSanitizer (tests/race-tests.sh).
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <perf/stitch.h>

#include "tests/test.h"
#include "util/base/alloc.h"

#define NR_CLIENTS	4
#define NR_RECORDS	3000
#define NR_TASKS	7

/* Record i is that of task i % NR_TASKS, with a cookie of its own, at time 10 i + 5: after the sample that it completes. */
static struct perf_stitch_key key_of(uint64_t i)
{
	return (struct perf_stitch_key){ .cookie = i << 32 | 1, .tid = (uint32_t)(100 + i % NR_TASKS) };
}

struct client {
	pthread_t thread;
	unsigned int number;
	const struct perf_stitch_signs *signs;
	uint64_t nr_delivered, wrong;
};

/* Sample i waits for record i; tokens of records are above those of samples. */
static int count(void *ctx, const struct perf_stitch_item *item)
{
	struct client *c = ctx;

	c->wrong += !item->has_record || item->record != item->token + NR_RECORDS || item->token != c->nr_delivered;
	c->nr_delivered++;
	return 0;
}

static void use_queue(struct client *c)
{
	const struct perf_stitch_queue_ops ops = { .deliver = count };
	struct perf_stitch_queue *q = perf_stitch_queue__new(NULL, &ops, c);
	uint64_t i;

	for (i = 0; i < NR_RECORDS; i++) {
		struct perf_stitch_key key = key_of(i);
		struct perf_stitch_waiting sample = { .key = key, .which = PERF_STITCH_NEAREST, .time = 10 * i, .cpu = c->number, .token = i,
						      .bytes = 64 };

		c->wrong += perf_stitch_queue__add_waiting(q, &sample) != 0;
		c->wrong += perf_stitch_queue__add_record(q, &key, 10 * i + 5, NR_RECORDS + i, 64, false) != 0;
		if (i % 64 == 0)
			c->wrong += perf_stitch_queue__advance(q, 10 * i) != 0;
	}
	c->wrong += perf_stitch_queue__flush(q) != 0;
	perf_stitch_queue__delete(q);
	c->wrong += c->nr_delivered != NR_RECORDS;
}

static void ask_reasons(struct client *c)
{
	uint64_t i;

	for (i = c->number; i < NR_RECORDS; i += 3) {
		struct perf_stitch_key key = key_of(i);

		c->wrong += perf_stitch_signs__reason(c->signs, &key, 10 * i, 0) != PERF_STITCH_LOST;
	}
}

static void *be_client(void *arg)
{
	struct client *c = arg;

	ask_reasons(c);
	use_queue(c);
	return NULL;
}

static int test__clients(void)
{
	struct perf_stitch_signs *signs = perf_stitch_signs__new(0);
	struct client clients[NR_CLIENTS] = { 0 };
	uint64_t wrong = 0;
	unsigned int i;

	TEST_ASSERT(signs);
	/* Every task has returned, and its record is one of those that were lost. */
	for (i = 0; i < NR_TASKS; i++)
		TEST_ASSERT_EQ(perf_stitch_signs__returned(signs, 0, 100 + i, 10ULL * NR_RECORDS + 1), 0);
	TEST_ASSERT_EQ(perf_stitch_signs__lost(signs, 10ULL * NR_RECORDS, PERF_STITCH_ANY_CPU), 0);
	for (i = 0; i < NR_CLIENTS; i++) {
		clients[i] = (struct client){ .number = i, .signs = signs };
		TEST_ASSERT_EQ(pthread_create(&clients[i].thread, NULL, be_client, &clients[i]), 0);
	}
	for (i = 0; i < NR_CLIENTS; i++) {
		pthread_join(clients[i].thread, NULL);
		wrong += clients[i].wrong;
	}
	perf_stitch_signs__delete(signs);
	TEST_ASSERT_EQ(wrong, 0);
	return TEST_OK;
}

DEFINE_SUITE("libperf's stitcher: clients in several threads", stitch_clients, { "clients", test__clients });
