// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The queue: two stages.
 *
 *	add*()  -> stitch-order.c: by time -> advance(): what lies before the promised time, in order
 *		-> samples and items into the line; records complete the waiting samples of their key (stitch-keys.c)
 *		-> from the front of the line: whole or not waiting: delivered; else the line stands
 *
 * In the second stage everything happens in order of time. So the record nearest to a sample is the last one before it or the first one
 * that comes by, and a key's waiting samples are in the same order as the line. A sample that has one before it need not wait longer than
 * until nothing nearer can come (perf_stitch__until()), and the first one behind it ends its wait. A key's last records, with a stack and
 * without one, are kept until max_wait after their times, for samples that are yet to come.
 */
#include <errno.h>
#include <stdlib.h>

#include "stitch-keys.h"

#define DEFAULT_MAX_WAIT	10000000000ULL
#define DEFAULT_MAX_BYTES	(256ULL << 20)
#define AFTER_SAMPLES		(1ULL << 63)	/* order of records among what has the same time: perf_stitch__is_behind() */

struct perf_stitch_queue *perf_stitch_queue__new(const struct perf_stitch_queue_opts *opts,
						 const struct perf_stitch_queue_ops *ops, void *ctx)
{
	struct perf_stitch_queue *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	if (opts)
		q->opts = *opts;
	if (!q->opts.max_wait)
		q->opts.max_wait = DEFAULT_MAX_WAIT;
	if (!q->opts.max_bytes)
		q->opts.max_bytes = DEFAULT_MAX_BYTES;
	q->ops = *ops;
	q->ctx = ctx;
	q->nodes.size = sizeof(struct stitch_node);
	q->key_pool.size = sizeof(struct stitch_key);
	perf_stitch_seed__init(&q->seed);
	q->signs = perf_stitch_signs__new(0);
	if (!q->signs || stitch_table__init(&q->keys)) {
		perf_stitch_queue__delete(q);
		return NULL;
	}
	return q;
}

void perf_stitch_queue__delete(struct perf_stitch_queue *q)
{
	if (!q)
		return;
	perf_stitch_signs__delete(q->signs);
	stitch_table__exit(&q->keys);
	stitch_pool__exit(&q->nodes);
	stitch_pool__exit(&q->key_pool);
	stitch_order__exit(&q->input);
	free(q);
}

void perf_stitch_queue__stats(const struct perf_stitch_queue *q, struct perf_stitch_queue_stats *ret_stats)
{
	*ret_stats = q->stats;
}

int perf_stitch_queue__lost(struct perf_stitch_queue *q, uint64_t time, uint32_t cpu)
{
	return perf_stitch_signs__lost(q->signs, time, cpu);
}

int perf_stitch_queue__returned(struct perf_stitch_queue *q, uint32_t machine, uint32_t tid, uint64_t time)
{
	return perf_stitch_signs__returned(q->signs, machine, tid, time);
}

/* --- from the first stage to the second -------------------------------------------------------- */

static void queue__process_sample(struct perf_stitch_queue *q, struct stitch_node *sample)
{
	sample->next = NULL;
	if (q->line_end)
		q->line_end->next = sample;
	else
		q->line = sample;
	q->line_end = sample;
	if (sample->kind != NODE_WAITING) {
		if (q->ops.reached)
			q->ops.reached(q->ctx, sample->token);
		return;
	}
	stitch_keys__sample(q, sample);
}

/* Takes the oldest to the second stage. */
static int queue__process_one(struct perf_stitch_queue *q)
{
	struct stitch_node *node;

	if (stitch_pool__reserve(&q->key_pool))
		return -ENOMEM;
	node = stitch_order__pop(&q->input);
	if (node->kind == NODE_RECORD)
		stitch_keys__record(q, node);
	else
		queue__process_sample(q, node);
	return 0;
}

/* --- delivery -------------------------------------------------------------------------------- */

/* Holds back what is younger: a better record may come than the one that is known, if any is. */
static bool queue__stands(const struct perf_stitch_queue *q, const struct stitch_node *sample)
{
	return sample->kind == NODE_WAITING && stitch_keys__waits(q, sample);
}

static void queue__count(struct perf_stitch_queue *q, const struct perf_stitch_item *item, const struct stitch_node *record)
{
	if (item->reason)
		q->stats.orphans[item->reason]++;
	else if (!record)
		return;
	else if (perf_stitch__is_behind(item->time, record->time))
		q->stats.by_later++;
	else
		q->stats.by_earlier++;
}

/* The first of the line, which is the first of its key too, goes out: whole or not. */
static int queue__deliver_first(struct perf_stitch_queue *q)
{
	struct stitch_node *sample = q->line, *record = sample->record;
	struct perf_stitch_item item = { .token = sample->token, .time = sample->time };
	int rc;

	q->line = sample->next;
	if (!q->line)
		q->line_end = NULL;
	stitch_keys__end_wait(q, sample);
	if (record) {
		item.has_record = record->used = true;
		item.record = record->token;
		item.reason = record->empty ? PERF_STITCH_EMPTY : PERF_STITCH_WHOLE;
	} else if (sample->kind == NODE_WAITING) {
		item.reason = perf_stitch_signs__reason(q->signs, &sample->id, sample->time, sample->cpu);
	}
	queue__count(q, &item, record);
	q->bytes -= sample->bytes;
	stitch_pool__give(&q->nodes, sample);
	rc = q->ops.deliver(q->ctx, &item);
	if (record)
		stitch_keys__unref(q, record);
	return rc;
}

/* The same for one that stands. With the record of its stay nobody misses anything, even if there is a nearer one. */
static int queue__give_up_first(struct perf_stitch_queue *q)
{
	q->stats.timed_out += !q->line->record;
	return queue__deliver_first(q);
}

static bool queue__waited_too_long(const struct perf_stitch_queue *q, uint64_t time)
{
	return q->promised > time && q->promised - time > q->opts.max_wait;
}

static int queue__deliver_due(struct perf_stitch_queue *q)
{
	int rc = 0;

	while (!rc && q->line) {
		if (!queue__stands(q, q->line))
			rc = queue__deliver_first(q);
		else if (queue__waited_too_long(q, q->line->time))
			rc = queue__give_up_first(q);
		else
			break;
	}
	while (q->kept && queue__waited_too_long(q, q->kept->time))
		stitch_keys__drop_oldest(q);
	return rc;
}

/*
 * Back within max_bytes. What is oldest goes first: a record kept for samples that may yet come, or
 * the sample that holds back the line; and if all lies in the future still, it is its turn early.
 */
static int queue__shrink(struct perf_stitch_queue *q)
{
	int rc = 0;

	while (!rc && q->bytes > q->opts.max_bytes) {
		if (q->line && !queue__stands(q, q->line)) {
			rc = queue__deliver_first(q);
		} else if (q->kept && (!q->line || q->kept->time <= q->line->time)) {
			stitch_keys__drop_oldest(q);
		} else if (q->line) {
			rc = queue__give_up_first(q);
		} else if (!stitch_order__has_older(&q->input, UINT64_MAX) || stitch_pool__reserve(&q->key_pool)) {
			/* nothing left, or no memory to get at it: the next call tries again */
			break;
		} else {
			rc = queue__process_one(q);
		}
	}
	return rc;
}

/* --- what the client calls ------------------------------------------------------------------- */

static int queue__add_node(struct perf_stitch_queue *q, const struct stitch_node *filled)
{
	struct order_slot slot = { .time = filled->time, .order = q->order | (filled->kind == NODE_RECORD ? AFTER_SAMPLES : 0) };
	struct stitch_node *node;

	if (stitch_order__reserve(&q->input, &slot))
		return -ENOMEM;
	node = stitch_pool__take(&q->nodes);
	if (!node)
		return -ENOMEM;
	*node = *filled;
	node->order = slot.order;
	slot.node = node;
	q->order++;
	q->bytes += node->bytes;
	q->stats.samples += node->kind != NODE_RECORD;
	q->stats.waiting += node->kind == NODE_WAITING;
	q->stats.records += node->kind == NODE_RECORD;
	stitch_order__push(&q->input, &slot);
	return queue__shrink(q);
}

int perf_stitch_queue__add(struct perf_stitch_queue *q, uint64_t time, uint64_t token, size_t bytes)
{
	const struct stitch_node node = { .kind = NODE_ITEM, .time = time, .token = token, .bytes = bytes };

	return queue__add_node(q, &node);
}

int perf_stitch_queue__add_waiting(struct perf_stitch_queue *q, const struct perf_stitch_waiting *sample)
{
	const struct stitch_node node = { .kind = NODE_WAITING, .id = sample->key, .which = sample->which, .time = sample->time,
					  .cpu = sample->cpu, .token = sample->token, .bytes = sample->bytes };

	return queue__add_node(q, &node);
}

int perf_stitch_queue__add_record(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				  uint64_t time, uint64_t token, size_t bytes, bool empty)
{
	const struct stitch_node node = { .kind = NODE_RECORD, .id = *key, .time = time, .token = token,
				   .bytes = bytes, .empty = empty };

	return queue__add_node(q, &node);
}

static int queue__process_until(struct perf_stitch_queue *q, uint64_t time)
{
	int rc = 0;

	while (!rc && stitch_order__has_older(&q->input, time))
		rc = queue__process_one(q);
	return rc;
}

int perf_stitch_queue__advance(struct perf_stitch_queue *q, uint64_t time)
{
	int rc;

	if (time > q->promised)
		q->promised = time;
	rc = queue__process_until(q, q->promised);
	if (!rc)
		rc = queue__deliver_due(q);
	perf_stitch_signs__forget(q->signs, q->line ? q->line->time : q->promised);
	return rc;
}

int perf_stitch_queue__flush(struct perf_stitch_queue *q)
{
	int rc = queue__process_until(q, UINT64_MAX);

	while (!rc && q->line)
		rc = queue__deliver_first(q);
	while (!rc && q->kept)
		stitch_keys__drop_oldest(q);
	return rc;
}
