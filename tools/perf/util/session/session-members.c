// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that are read when one of them is sampled (`{a,b}:S`): each counter's value stands in the
 * sample, and what it counted since the last one is the period of a sample of its own.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/session/session-internal.h"

/* With inherit an id stands for the counters of many tasks, each with a count of its own. */
static bool counts_by_thread(const struct perf_event_attr *attr)
{
	return attr->inherit && attr->sample_type & PERF_SAMPLE_TID;
}

/* What counter @id has counted since it was read last; remembers @value. */
static uint64_t advance(struct session *s, const struct evlist_id *id, uint64_t number, uint32_t tid, uint64_t value)
{
	bool by_thread = counts_by_thread(&id->evsel->attr);
	uint64_t key = hash_combine(number, by_thread ? tid + 1ULL : 0), *last = u64map__find(&s->counters, key);
	uint64_t before;

	if (!last) {
		last = xzalloc(sizeof(*last));
		u64map__set(&s->counters, key, last);
	}
	before = *last;
	*last = value;
	return value > before ? value - before : 0;
}

bool session__has_members(const struct session *s, const struct perf_sample *sample)
{
	return s->opts->member_samples && sample->read.nr;
}

int session__deliver_members(struct session *s, const struct session_sample *of, bool wanted)
{
	struct perf_sample sample = *of->sample;
	struct session_sample out = *of;
	uint64_t i;
	int err = 0;

	out.sample = &sample;
	for (i = 0; i < sample.read.nr && !err; i++) {
		const struct sample_read_value *v = &of->sample->read.values[i];
		const struct evlist_id *id = evlist__find_id(s->header->evlist, v->id);

		if (id) {
			sample.id = v->id;
			sample.period = advance(s, id, v->id, sample.tid, v->value);
			out.evsel = id->evsel;
		}
		/* A single value without an id is the sampled counter's own: nothing tells whose count it was. */
		if ((!id && of->evsel->attr.read_format & PERF_FORMAT_GROUP) || !sample.period || !wanted)
			continue;
		s->stats.delivered++;
		err = s->ops->sample ? s->ops->sample(s->ctx, &out) : 0;
	}
	return err;
}

void session__exit_members(struct session *s)
{
	size_t i;

	u64map__for_each(&s->counters, i)
		free(s->counters.slots[i].val);
	u64map__exit(&s->counters);
}
