// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The queue: two stages.
 *
 *	add*()  -> list, or heap: by time -> advance(): what lies before the promised time, in order
 *		-> samples and items into the line; records complete the waiting samples of their key
 *		-> from the front of the line: whole or not waiting: delivered; else the line stands
 *
 * In the second stage everything happens in order of time. So the record nearest to a sample is the last one before it or the first one
 * that comes by, and a key's waiting samples are in the same order as the line. A sample that has one before it need not wait longer than
 * until nothing nearer can come (perf_stitch__until()), and the first one behind it ends its wait. A key's last records, with a stack and
 * without one, are kept until max_wait after their times, for samples that are yet to come.
 */
#include <errno.h>
#include <stdlib.h>

#include "stitch-internal.h"
#include "stitch-table.h"

#define DEFAULT_MAX_WAIT	10000000000ULL
#define DEFAULT_MAX_BYTES	(256ULL << 20)
#define AFTER_SAMPLES		(1ULL << 63)	/* order of records among what has the same time */

enum node_kind { NODE_ITEM, NODE_WAITING, NODE_RECORD };

struct node {
	struct node *next, *prev;	/* in the list, in the line, or (both ways) among the records kept */
	struct node *next_waiting;	/* of the same key */
	struct node *record;		/* a sample's: the best that is known */
	struct key_entry *key;		/* where it waits for a better one, or where it is kept */
	struct perf_stitch_key id;
	uint64_t time, token, bytes;
	uint64_t order;			/* among what has the same time: heap_slot.order */
	uint64_t refs;			/* a record's: samples not delivered yet, and 1 if kept */
	uint32_t cpu;
	enum node_kind kind;
	enum perf_stitch_which which;
	bool empty, used;
};

struct key_entry {
	struct stitch_link link;
	struct perf_stitch_key id;
	struct node *first, *last;	/* waiting samples */
	struct node *fresh;		/* the first of them that no record without a stack came after; NULL: there is none */
	struct node *kept[2];		/* records: with a stack, and without one */
};

struct heap_slot {
	uint64_t time, order;
	struct node *node;
};

struct perf_stitch_queue {
	struct perf_stitch_queue_opts opts;
	struct perf_stitch_queue_ops ops;
	void *ctx;
	/* What was added in the order of time is a list; what came too late for its end is in a heap. */
	struct heap_slot first, last;	/* of the list; their nodes are NULL: it is empty */
	struct heap_slot *heap;
	size_t nr_heap, cap_heap;
	struct node *line, *line_end;
	struct node *kept, *kept_end;
	struct stitch_table keys;
	struct stitch_pool nodes, key_pool;
	struct perf_stitch_signs *signs;
	struct perf_stitch_seed seed;
	uint64_t order, promised, bytes;
	struct perf_stitch_queue_stats stats;
};

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
	q->nodes.size = sizeof(struct node);
	q->key_pool.size = sizeof(struct key_entry);
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
	free(q->heap);
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

/* --- first stage: by time -------------------------------------------------------------------- */

static bool slot__before(const struct heap_slot *a, const struct heap_slot *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static int heap__reserve(struct perf_stitch_queue *q)
{
	size_t cap = q->cap_heap ? q->cap_heap * 2 : 64;
	struct heap_slot *heap;

	if (q->nr_heap < q->cap_heap)
		return 0;
	heap = realloc(q->heap, cap * sizeof(*heap));
	if (!heap)
		return -ENOMEM;
	q->heap = heap;
	q->cap_heap = cap;
	return 0;
}

static void heap__push(struct perf_stitch_queue *q, struct heap_slot slot)
{
	size_t i = q->nr_heap++;

	for (; i && slot__before(&slot, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
		q->heap[i] = q->heap[(i - 1) / 2];
	q->heap[i] = slot;
}

static struct node *heap__pop(struct perf_stitch_queue *q)
{
	struct node *node = q->heap[0].node;
	struct heap_slot last = q->heap[--q->nr_heap];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < q->nr_heap) {
		if (child + 1 < q->nr_heap && slot__before(&q->heap[child + 1], &q->heap[child]))
			child++;
		if (!slot__before(&q->heap[child], &last))
			break;
		q->heap[i] = q->heap[child];
		i = child;
	}
	q->heap[i] = last;
	return node;
}

static void list__push(struct perf_stitch_queue *q, struct heap_slot slot)
{
	slot.node->next = NULL;
	if (q->last.node)
		q->last.node->next = slot.node;
	else
		q->first = slot;
	q->last = slot;
}

static struct node *list__pop(struct perf_stitch_queue *q)
{
	struct node *node = q->first.node, *next = node->next;

	if (next)
		q->first = (struct heap_slot){ .time = next->time, .order = next->order, .node = next };
	else
		q->first = q->last = (struct heap_slot){ .node = NULL };
	return node;
}

/* Is the oldest in the list? If not, it is in the heap, unless both are empty. */
static bool queue__is_first_in_list(const struct perf_stitch_queue *q)
{
	return q->first.node && (!q->nr_heap || slot__before(&q->first, &q->heap[0]));
}

/* Is there anything that is not younger than @time? */
static bool queue__has_older(const struct perf_stitch_queue *q, uint64_t time)
{
	return (q->first.node && q->first.time <= time) || (q->nr_heap && q->heap[0].time <= time);
}

/* --- second stage: keys, records kept, the line ---------------------------------------------- */

static struct key_entry *queue__find_key(const struct perf_stitch_queue *q, const struct perf_stitch_key *id,
					 uint64_t hash)
{
	struct stitch_link *link = stitch_table__slot(&q->keys, hash);

	for (; link; link = link->next)
		if (perf_stitch_key__equal(&((struct key_entry *)link)->id, id))
			return (struct key_entry *)link;
	return NULL;
}

/* Never NULL: the caller has reserved one. */
static struct key_entry *queue__get_key(struct perf_stitch_queue *q, const struct perf_stitch_key *id)
{
	uint64_t hash = perf_stitch_seed__hash(&q->seed, id);
	struct key_entry *entry = queue__find_key(q, id, hash);

	if (entry)
		return entry;
	if (stitch_table__crowded(&q->keys))
		stitch_table__grow(&q->keys);
	entry = stitch_pool__take(&q->key_pool);
	entry->id = *id;
	entry->link.hash = hash;
	stitch_table__insert(&q->keys, &entry->link);
	return entry;
}

static void queue__put_key(struct perf_stitch_queue *q, struct key_entry *entry)
{
	if (entry->first || entry->kept[false] || entry->kept[true])
		return;
	stitch_table__remove(&q->keys, &entry->link);
	stitch_pool__give(&q->key_pool, entry);
}

static void queue__unref_record(struct perf_stitch_queue *q, struct node *record)
{
	uint64_t token = record->token;

	if (--record->refs)
		return;
	if (!record->used)
		q->stats.unused_records++;
	q->bytes -= record->bytes;
	stitch_pool__give(&q->nodes, record);
	if (q->ops.release)
		q->ops.release(q->ctx, token);
}

static void queue__keep(struct perf_stitch_queue *q, struct node *record, struct key_entry *entry)
{
	record->key = entry;
	record->refs++;
	entry->kept[record->empty] = record;
	record->prev = q->kept_end;
	record->next = NULL;
	if (q->kept_end)
		q->kept_end->next = record;
	else
		q->kept = record;
	q->kept_end = record;
}

/* The key entry stays, even if nothing is in it any more. */
static void queue__unkeep(struct perf_stitch_queue *q, struct node *record)
{
	if (record->prev)
		record->prev->next = record->next;
	else
		q->kept = record->next;
	if (record->next)
		record->next->prev = record->prev;
	else
		q->kept_end = record->prev;
	record->key->kept[record->empty] = NULL;
	queue__unref_record(q, record);
}

static void queue__drop_oldest_record(struct perf_stitch_queue *q)
{
	struct key_entry *entry = q->kept->key;

	queue__unkeep(q, q->kept);
	queue__put_key(q, entry);
}

static struct perf_stitch_candidate candidate_of(const struct node *record)
{
	return (struct perf_stitch_candidate){ .time = record->time, .empty = record->empty };
}

/* @record may complete @sample: it does, as far as is known, unless another one is better. NULL is fine. */
static void queue__offer(struct perf_stitch_queue *q, struct node *sample, struct node *record)
{
	if (!record || (sample->which == PERF_STITCH_NEXT && record->time < sample->time))
		return;
	if (sample->record) {
		if (!perf_stitch__is_better(sample->time, candidate_of(record), candidate_of(sample->record)))
			return;
		queue__unref_record(q, sample->record);
	}
	sample->record = record;
	record->refs++;
}

/* The first of the samples that wait in @entry waits no longer. */
static struct node *entry__take_first(struct key_entry *entry)
{
	struct node *sample = entry->first;

	entry->first = sample->next_waiting;
	if (entry->fresh == sample)
		entry->fresh = sample->next_waiting;
	sample->key = NULL;
	return sample;
}

/* Does @record, which comes after @sample or is late, end its wait? Nothing better comes behind the first one with a stack. */
static bool ends_wait(const struct node *sample, const struct node *record)
{
	return sample->which == PERF_STITCH_NEXT ? sample->time <= record->time : !record->empty;
}

static void queue__process_record(struct perf_stitch_queue *q, struct node *record)
{
	struct key_entry *entry = queue__get_key(q, &record->id);
	struct node *kept = entry->kept[record->empty], *sample;

	/* Without memory for the sign a reason is less exact, which is no cause to stop. */
	(void)perf_stitch_signs__returned(q->signs, record->id.machine, record->id.tid, record->time);
	record->refs = 1;
	while (entry->first && ends_wait(entry->first, record))
		queue__offer(q, entry__take_first(entry), record);
	if (record->empty) {
		for (sample = entry->fresh; sample; sample = sample->next_waiting)
			queue__offer(q, sample, record);
		entry->fresh = NULL;
	}
	q->stats.duplicates += kept && record->id.cookie;
	/* The later one is better for what comes next. */
	if (kept && record->time >= kept->time)
		queue__unkeep(q, kept);
	if (!entry->kept[record->empty])
		queue__keep(q, record, entry);
	queue__unref_record(q, record);
}

static void queue__process_sample(struct perf_stitch_queue *q, struct node *sample)
{
	struct key_entry *entry;

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
	if (sample->id.cookie)
		(void)perf_stitch_signs__waited(q->signs, &sample->id, sample->time);
	entry = queue__get_key(q, &sample->id);
	queue__offer(q, sample, entry->kept[false]);
	queue__offer(q, sample, entry->kept[true]);
	/* It is late itself. */
	if (sample->record && sample->record->time >= sample->time && ends_wait(sample, sample->record))
		return;
	sample->key = entry;
	if (entry->first)
		entry->last->next_waiting = sample;
	else
		entry->first = sample;
	entry->last = sample;
	if (!entry->fresh)
		entry->fresh = sample;
}

/* Takes the oldest to the second stage. */
static int queue__process_one(struct perf_stitch_queue *q)
{
	struct node *node;

	if (stitch_pool__reserve(&q->key_pool))
		return -ENOMEM;
	node = queue__is_first_in_list(q) ? list__pop(q) : heap__pop(q);
	if (node->kind == NODE_RECORD)
		queue__process_record(q, node);
	else
		queue__process_sample(q, node);
	return 0;
}

/* --- delivery -------------------------------------------------------------------------------- */

/* Holds back what is younger: a better record may come than the one that is known, if any is. */
static bool queue__stands(const struct perf_stitch_queue *q, const struct node *sample)
{
	return sample->kind == NODE_WAITING && sample->key &&
	       (!sample->record || q->promised <= perf_stitch__until(sample->time, candidate_of(sample->record)));
}

static void queue__count(struct perf_stitch_queue *q, const struct perf_stitch_item *item, const struct node *record)
{
	if (item->reason)
		q->stats.orphans[item->reason]++;
	else if (!record)
		return;
	else if (record->time >= item->time)
		q->stats.by_later++;
	else
		q->stats.by_earlier++;
}

/* The first of the line, which is the first of its key too, goes out: whole or not. */
static int queue__deliver_first(struct perf_stitch_queue *q)
{
	struct node *sample = q->line, *record = sample->record;
	struct perf_stitch_item item = { .token = sample->token, .time = sample->time };
	struct key_entry *entry = sample->key;
	int rc;

	q->line = sample->next;
	if (!q->line)
		q->line_end = NULL;
	if (entry) {
		(void)entry__take_first(entry);
		queue__put_key(q, entry);
	}
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
		queue__unref_record(q, record);
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
		queue__drop_oldest_record(q);
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
			queue__drop_oldest_record(q);
		} else if (q->line) {
			rc = queue__give_up_first(q);
		} else if (!queue__has_older(q, UINT64_MAX) || stitch_pool__reserve(&q->key_pool)) {
			/* nothing left, or no memory to get at it: the next call tries again */
			break;
		} else {
			rc = queue__process_one(q);
		}
	}
	return rc;
}

/* --- what the client calls ------------------------------------------------------------------- */

static int queue__add_node(struct perf_stitch_queue *q, const struct node *filled)
{
	struct heap_slot slot = { .time = filled->time, .order = q->order | (filled->kind == NODE_RECORD ? AFTER_SAMPLES : 0) };
	bool in_order = !q->last.node || slot__before(&q->last, &slot);
	struct node *node;

	if (!in_order && heap__reserve(q))
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
	if (in_order)
		list__push(q, slot);
	else
		heap__push(q, slot);
	return queue__shrink(q);
}

int perf_stitch_queue__add(struct perf_stitch_queue *q, uint64_t time, uint64_t token, size_t bytes)
{
	const struct node node = { .kind = NODE_ITEM, .time = time, .token = token, .bytes = bytes };

	return queue__add_node(q, &node);
}

int perf_stitch_queue__add_waiting(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				   enum perf_stitch_which which, uint64_t time, uint32_t cpu,
				   uint64_t token, size_t bytes)
{
	const struct node node = { .kind = NODE_WAITING, .id = *key, .which = which, .time = time,
				   .cpu = cpu, .token = token, .bytes = bytes };

	return queue__add_node(q, &node);
}

int perf_stitch_queue__add_record(struct perf_stitch_queue *q, const struct perf_stitch_key *key,
				  uint64_t time, uint64_t token, size_t bytes, bool empty)
{
	const struct node node = { .kind = NODE_RECORD, .id = *key, .time = time, .token = token,
				   .bytes = bytes, .empty = empty };

	return queue__add_node(q, &node);
}

static int queue__process_until(struct perf_stitch_queue *q, uint64_t time)
{
	int rc = 0;

	while (!rc && queue__has_older(q, time))
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
		queue__drop_oldest_record(q);
	return rc;
}
