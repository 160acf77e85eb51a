// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that are read when one of them is sampled (`{a,b}:S`): each counter's value stands in the
 * sample, and what it counted since the last one is the period of a sample of its own.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/session/session-internal.h"

/* With inherit an id stands for the counters of many tasks, each with a count of its own. */
static bool counts_by_thread(const struct perf_event_attr *attr)
{
	return attr->inherit && attr->sample_type & PERF_SAMPLE_TID;
}

/* What was read of a counter. */
struct counter {
	uint64_t last;		/* the highest value since it began */
	uint64_t earlier;	/* the one before that */
};

static struct counter *counter_of(struct session *s, uint64_t number, uint64_t thread)
{
	struct counter *c = counter_map__find(&s->counters, pair_of(number, thread));

	if (!c) {
		c = xzalloc(sizeof(*c));
		*counter_map__place(&s->counters, pair_of(number, thread)) = c;
	}
	return c;
}

/*
 * What counter @id has counted since it was read last; remembers @value. A sample has its time before it reads the counters,
 * so that an event which interrupts it in between comes later in time and has the smaller values. What such a sample has
 * counted is part of what the one before it has: it adds nothing, and the next one adds what came after both. A value that is
 * even below the one before is that of a counter which has begun anew.
 */
static uint64_t advance(struct session *s, const struct evlist_id *id, uint64_t number, uint32_t tid, uint64_t value)
{
	struct counter *c = counter_of(s, number, counts_by_thread(&id->evsel->attr) ? tid + 1ULL : 0);
	uint64_t before = c->last;

	if (value < before && value >= c->earlier)
		return 0;
	c->earlier = value < before ? 0 : before;
	c->last = value;
	return value > before ? value - before : 0;
}

bool session__has_members(const struct session *s, const struct perf_sample *sample)
{
	return s->opts->member_samples && sample->read.nr;
}

static int deliver(struct session *s, const struct session_sample *sample)
{
	s->stats.delivered++;
	return session__tell_sample(s, sample);
}

/* Reads all counters of @sample, so that what is not wanted is not counted later. Returns how many are known. */
static size_t read_members(struct session *s, const struct perf_sample *sample)
{
	size_t nr = 0;
	uint64_t i;

	for (i = 0; i < sample->read.nr; i++) {
		const struct sample_read_value *v = &sample->read.values[i];
		const struct evlist_id *id = evlist__find_id(s->header->evlist, v->id);

		if (!id)
			continue;
		GROW(s->members, nr, s->cap_members);
		s->members[nr++] = (struct session_member){
			.evsel = id->evsel, .id = v->id, .counted = advance(s, id, v->id, sample->tid, v->value),
		};
	}
	return nr;
}

int session__deliver_members(struct session *s, const struct session_sample *of, bool wanted)
{
	struct perf_sample sample = *of->sample;
	struct session_sample out = *of;
	size_t nr = read_members(s, of->sample), i, last = 0;
	int err = 0;

	if (!wanted)
		return 0;
	/* Values that do not say whose they are cannot be compared with older ones. */
	if (!nr)
		return deliver(s, of);
	for (i = 0; i < nr; i++)
		last = s->members[i].counted ? i : last;
	out.sample = &sample;
	out.members = s->members;
	out.nr_members = nr;
	for (i = 0; i < nr && !err; i++) {
		const struct session_member *m = &s->members[i];

		if (!m->counted)
			continue;
		sample.id = m->id;
		sample.period = m->counted;
		out.evsel = m->evsel;
		out.last_member = i == last;
		out.usual = session_sample__is_usual(&out);
		err = deliver(s, &out);
	}
	return err;
}

void session__exit_members(struct session *s)
{
	size_t i;

	HASH_EACH(&s->counters, i)
		free(s->counters.slots[i].val);
	counter_map__exit(&s->counters);
	zfree(&s->members);
	s->cap_members = 0;
}
