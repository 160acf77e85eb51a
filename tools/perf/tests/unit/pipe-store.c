// SPDX-License-Identifier: GPL-2.0-only
/* The bytes of a pipe live as long as a record in them is held, and no longer than the stream (which sanitizers see). */
#include <string.h>

#include "tests/test.h"
#include "util/data/pipe-store.h"

#define RECORD	4096
#define RECORDS	1000	/* in four chunks */

/* Each record has its number. Holds one of a hundred, and tells where they are. */
static void fill(struct pipe_store *ps, const unsigned char **held)
{
	size_t room, left;
	unsigned int i;

	for (i = 0; i < RECORDS; i++) {
		unsigned char *to = pipe_store__room(ps, &room);
		const unsigned char *p;

		memset(to, 0, RECORD);
		memcpy(to, &i, sizeof(i));
		pipe_store__added(ps, RECORD);
		p = pipe_store__unparsed(ps, &left);
		if (!(i % 100)) {
			pipe_record__hold(p);
			held[i / 100] = p;
		}
		pipe_store__consume(ps, RECORD);
	}
}

static int test__held(void)
{
	const unsigned char *held[RECORDS / 100];
	struct pipe_store ps = { 0 };
	unsigned int i, nr;
	bool good = true;

	fill(&ps, held);
	/* Not in their order: chunks go from the middle, the beginning and the end. */
	for (i = 0; i < RECORDS / 100; i++) {
		const unsigned char *p = held[(i * 3 + 5) % (RECORDS / 100)];

		memcpy(&nr, p, sizeof(nr));
		good &= nr == (i * 3 + 5) % (RECORDS / 100) * 100 && pipe_record__offset(p) == (uint64_t)nr * RECORD;
		pipe_record__drop(p);
	}
	pipe_store__exit(&ps);
	TEST_ASSERT(good);
	return TEST_OK;
}

/* A client that stops takes no more of what it has waited for. */
static int test__stopped(void)
{
	const unsigned char *held[RECORDS / 100];
	struct pipe_store ps = { 0 };

	fill(&ps, held);
	pipe_record__drop(held[5]);
	pipe_store__exit(&ps);
	TEST_ASSERT(!ps.cur && !ps.all);
	return TEST_OK;
}

DEFINE_SUITE("Bytes of a pipe are kept as long as they are needed", pipe_store,
	{ "records that are held", test__held },
	{ "held to the end, where reading stops early", test__stopped });
