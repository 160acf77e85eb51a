/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Stitches input that is there as a whole. The array stands for a mapped file: a token is an event's
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

static void print_ips(const uint64_t *ips, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (ips[i] != KERNEL && ips[i] != USER)
			printf(" %" PRIx64, ips[i]);
}

/* Only of a chain that waits there is something behind its end. */
static int print_sample(void *ctx, const struct perf_stitch_item *item)
{
	const struct event *e = &events[item->token];
	uint64_t cookie;
	size_t nr;

	(void)ctx;
	(void)perf_stitch__ending(e->ips, e->nr, &nr, &cookie);
	printf("%" PRIu64 " tid %u:", e->time, e->tid);
	print_ips(e->ips, nr);
	if (item->has_record)
		print_ips(events[item->record].ips, events[item->record].nr);
	else if (item->reason)
		printf(" [user stack missing]");
	putchar('\n');
	return 0;
}

static int add(struct perf_stitch_queue *q, size_t token)
{
	const struct event *e = &events[token];
	struct perf_stitch_key key = { .tid = e->tid, .cookie = e->cookie };
	size_t nr;

	if (!e->is_sample)
		return perf_stitch_queue__add_record(q, &key, e->time, token, 0, !e->nr);
	if (perf_stitch__ending(e->ips, e->nr, &nr, &key.cookie) == PERF_STITCH_ENDS_PLAIN)
		return perf_stitch_queue__add(q, e->time, token, 0);
	return perf_stitch_queue__add_waiting(q, &(struct perf_stitch_waiting){
			.key = key, .which = PERF_STITCH_NEAREST, .time = e->time, .cpu = PERF_STITCH_ANY_CPU, .token = token });
}

int main(void)
{
	static const struct perf_stitch_queue_opts opts = { .max_wait = UINT64_MAX, .max_bytes = UINT64_MAX };
	static const struct perf_stitch_queue_ops ops = { .deliver = print_sample };
	struct perf_stitch_queue *q = perf_stitch_queue__new(&opts, &ops, NULL);
	int err = q ? 0 : -1;
	size_t i;

	for (i = 0; i < NR_EVENTS && !err; i++)
		err = add(q, i);
	if (!err)
		err = perf_stitch_queue__flush(q);
	perf_stitch_queue__delete(q);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
