// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stitch-keys.h"

static struct stitch_key *find_key(const struct perf_stitch_queue *q, const struct perf_stitch_key *id,
					 uint64_t hash)
{
	struct stitch_link *link = stitch_table__slot(&q->keys, hash);

	for (; link; link = link->next)
		if (perf_stitch_key__equal(&((struct stitch_key *)link)->id, id))
			return (struct stitch_key *)link;
	return NULL;
}

/* Never NULL: the caller has reserved one. */
static struct stitch_key *get_key(struct perf_stitch_queue *q, const struct perf_stitch_key *id)
{
	uint64_t hash = perf_stitch_seed__hash(&q->seed, id);
	struct stitch_key *entry = find_key(q, id, hash);

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

static void put_key(struct perf_stitch_queue *q, struct stitch_key *entry)
{
	if (entry->first || entry->kept[false] || entry->kept[true])
		return;
	stitch_table__remove(&q->keys, &entry->link);
	stitch_pool__give(&q->key_pool, entry);
}

void stitch_keys__unref(struct perf_stitch_queue *q, struct stitch_node *record)
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

static void keep(struct perf_stitch_queue *q, struct stitch_node *record, struct stitch_key *entry)
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
static void unkeep(struct perf_stitch_queue *q, struct stitch_node *record)
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
	stitch_keys__unref(q, record);
}

void stitch_keys__drop_oldest(struct perf_stitch_queue *q)
{
	struct stitch_key *entry = q->kept->key;

	unkeep(q, q->kept);
	put_key(q, entry);
}

static struct perf_stitch_candidate candidate_of(const struct stitch_node *record)
{
	return (struct perf_stitch_candidate){ .time = record->time, .empty = record->empty };
}

/* @record may complete @sample: it does, as far as is known, unless another one is better. NULL is fine. */
static void offer(struct perf_stitch_queue *q, struct stitch_node *sample, struct stitch_node *record)
{
	struct perf_stitch_candidate known;

	if (sample->record)
		known = candidate_of(sample->record);
	if (!record || !perf_stitch__takes(sample->which, sample->time, candidate_of(record), sample->record ? &known : NULL))
		return;
	if (sample->record)
		stitch_keys__unref(q, sample->record);
	sample->record = record;
	record->refs++;
}

/* The first of the samples that wait in @entry waits no longer. */
static struct stitch_node *take_first(struct stitch_key *entry)
{
	struct stitch_node *sample = entry->first;

	entry->first = sample->next_waiting;
	if (entry->fresh == sample)
		entry->fresh = sample->next_waiting;
	sample->key = NULL;
	return sample;
}

/* Does @record, which comes after @sample or is late, end its wait? */
static bool ends_wait(const struct stitch_node *sample, const struct stitch_node *record)
{
	return perf_stitch__ends_wait(sample->which, sample->time, candidate_of(record));
}

void stitch_keys__record(struct perf_stitch_queue *q, struct stitch_node *record)
{
	struct stitch_key *entry = get_key(q, &record->id);
	struct stitch_node *kept = entry->kept[record->empty], *sample;

	/* Without memory for the sign a reason is less exact, which is no cause to stop. */
	(void)perf_stitch_signs__returned(q->signs, record->id.machine, record->id.tid, record->time);
	record->refs = 1;
	while (entry->first && ends_wait(entry->first, record))
		offer(q, take_first(entry), record);
	if (record->empty) {
		for (sample = entry->fresh; sample; sample = sample->next_waiting)
			offer(q, sample, record);
		entry->fresh = NULL;
	}
	q->stats.duplicates += kept && perf_stitch__is_repeated(record->id.cookie, record->empty, kept->empty);
	/* The later one is better for what comes next. */
	if (kept && record->time >= kept->time)
		unkeep(q, kept);
	if (!entry->kept[record->empty])
		keep(q, record, entry);
	stitch_keys__unref(q, record);
}

void stitch_keys__sample(struct perf_stitch_queue *q, struct stitch_node *sample)
{
	struct stitch_key *entry;

	(void)perf_stitch_signs__waited(q->signs, &sample->id, sample->time);
	entry = get_key(q, &sample->id);
	offer(q, sample, entry->kept[false]);
	offer(q, sample, entry->kept[true]);
	/* It is late itself. */
	if (sample->record && perf_stitch__is_behind(sample->time, sample->record->time) && ends_wait(sample, sample->record))
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

bool stitch_keys__waits(const struct perf_stitch_queue *q, const struct stitch_node *sample)
{
	return sample->key && (!sample->record || q->promised <= perf_stitch__until(sample->time, candidate_of(sample->record)));
}

void stitch_keys__end_wait(struct perf_stitch_queue *q, struct stitch_node *sample)
{
	struct stitch_key *entry = sample->key;

	if (!entry)
		return;
	(void)take_first(entry);
	put_key(q, entry);
}
