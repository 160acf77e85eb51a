/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Stitches input that can be read twice. The array stands for a mapped file: a token is an event's
 * place in it. Build: cc stitch-file.c $(pkg-config --cflags --libs libperf)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <perf/stitch.h>

#define KERNEL		((uint64_t)-128)	/* PERF_CONTEXT_KERNEL */
#define USER		((uint64_t)-512)	/* PERF_CONTEXT_USER */
#define DEFERRED	((uint64_t)-640)	/* PERF_CONTEXT_USER_DEFERRED */

/* What a reader of perf.data makes of a PERF_RECORD_SAMPLE or PERF_RECORD_CALLCHAIN_DEFERRED. */
struct event {
	bool is_sample;
	uint32_t tid;
	uint64_t time, cookie;		/* cookie: of a record; a sample has it in its chain */
	uint64_t ips[8];
	size_t nr;
};

static const struct event events[] = {
	{ true,  7, 100, 0, { KERNEL, 0xffffffff81000010, 0xffffffff81000020, DEFERRED, 0x100000001 }, 5 },
	{ true,  8, 110, 0, { KERNEL, 0xffffffff81000030, DEFERRED, 0x200000001 }, 4 },
	{ false, 7, 150, 0x100000001, { 0x401000, 0x402000 }, 2 },
	{ true,  7, 160, 0, { DEFERRED, 0x100000001 }, 2 },	/* after its record, and none follows */
	{ true,  9, 170, 0, { KERNEL, 0xffffffff81000040, USER, 0x403000 }, 4 },
};
#define NR_EVENTS	(sizeof(events) / sizeof(events[0]))

static bool read_back(void *ctx, uint64_t token, struct perf_stitch_key *ret_key, uint64_t *ret_time)
{
	const struct event *e = (const struct event *)ctx + token;

	*ret_key = (struct perf_stitch_key){ .cookie = e->cookie, .tid = e->tid };
	*ret_time = e->time;
	return true;
}

static void print_ips(const uint64_t *ips, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (ips[i] != KERNEL && ips[i] != USER)
			printf(" %" PRIx64, ips[i]);
}

static void print_sample(const struct perf_stitch_index *idx, const struct event *e)
{
	struct perf_stitch_key key = { .tid = e->tid };
	uint64_t token;
	size_t nr;

	printf("%" PRIu64 " tid %u:", e->time, e->tid);
	if (perf_stitch__ending(e->ips, e->nr, &nr, &key.cookie) == PERF_STITCH_ENDS_PLAIN) {
		print_ips(e->ips, e->nr);
	} else {
		print_ips(e->ips, nr);
		if (perf_stitch_index__find(idx, &key, e->time, PERF_STITCH_NEAREST, &token))
			print_ips(events[token].ips, events[token].nr);
		else
			printf(" [user stack missing]");
	}
	putchar('\n');
}

int main(void)
{
	static const struct perf_stitch_index_ops ops = { .read = read_back };
	struct perf_stitch_index *idx = perf_stitch_index__new(&ops, (void *)events);
	size_t i;

	if (!idx)
		return EXIT_FAILURE;
	for (i = 0; i < NR_EVENTS; i++) {
		struct perf_stitch_key key = { .cookie = events[i].cookie, .tid = events[i].tid };

		if (!events[i].is_sample && perf_stitch_index__add(idx, &key, i))
			return EXIT_FAILURE;
	}
	if (perf_stitch_index__seal(idx))
		return EXIT_FAILURE;
	for (i = 0; i < NR_EVENTS; i++)
		if (events[i].is_sample)
			print_sample(idx, &events[i]);
	perf_stitch_index__delete(idx);
	return EXIT_SUCCESS;
}
