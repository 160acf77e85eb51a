/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Stitches a stream: one line of standard input is one event, as it arrives; "round" is the promise
 * that nothing older than its time follows. A token is the address of the line's copy.
 *
 *	wait TIME TID COOKIE TEXT	a sample that waits for its user half
 *	plain TIME TID TEXT		one that does not
 *	record TIME TID COOKIE TEXT	a deferred record
 *	round TIME
 *
 * Build: cc stitch-stream.c $(pkg-config --cflags --libs libperf)
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/stitch.h>

static const char *text_of(uint64_t token)
{
	return (const char *)(uintptr_t)token;
}

static void release(void *ctx, uint64_t token)
{
	(void)ctx;
	free((void *)(uintptr_t)token);
}

static int deliver(void *ctx, const struct perf_stitch_item *item)
{
	printf("%" PRIu64 " %s", item->time, text_of(item->token));
	if (item->reason)
		printf(" [user stack missing: %s]", perf_stitch_reason__name(item->reason));
	else if (item->has_record)
		printf(" %s", text_of(item->record));
	putchar('\n');
	release(ctx, item->token);
	return 0;
}

static int handle(struct perf_stitch_queue *q, char *line)
{
	struct perf_stitch_key key = { 0 };
	char what[8];
	uint64_t time, token;
	size_t bytes;
	int at = 0;

	line[strcspn(line, "\n")] = 0;
	if (sscanf(line, "round %" SCNu64, &time) == 1)
		return perf_stitch_queue__advance(q, time);
	if (sscanf(line, "plain %" SCNu64 " %" SCNu32 " %n", &time, &key.tid, &at) >= 2 && at)
		snprintf(what, sizeof(what), "plain");
	else if (sscanf(line, "%7s %" SCNu64 " %" SCNu32 " %" SCNx64 " %n", what, &time, &key.tid,
			&key.cookie, &at) < 4 || !at)
		return -1;
	bytes = strlen(line + at) + 1;
	token = (uintptr_t)strdup(line + at);
	if (!strcmp(what, "plain"))
		return perf_stitch_queue__add(q, time, token, bytes);
	if (!strcmp(what, "wait"))
		return perf_stitch_queue__add_waiting(q, &(struct perf_stitch_waiting){
				.key = key, .which = PERF_STITCH_NEAREST, .time = time, .cpu = PERF_STITCH_ANY_CPU, .token = token,
				.bytes = bytes });
	return perf_stitch_queue__add_record(q, &key, time, token, bytes, bytes == 1);
}

int main(void)
{
	const struct perf_stitch_queue_ops ops = { .deliver = deliver, .release = release };
	struct perf_stitch_queue *q = perf_stitch_queue__new(NULL, &ops, NULL);
	char line[256];
	int rc = q ? 0 : -1;

	while (!rc && fgets(line, sizeof(line), stdin))
		rc = handle(q, line);
	if (!rc)
		rc = perf_stitch_queue__flush(q);
	perf_stitch_queue__delete(q);
	if (rc)
		fprintf(stderr, "stitch-stream: stopped (%d)\n", rc);
	return rc ? EXIT_FAILURE : EXIT_SUCCESS;
}
