// SPDX-License-Identifier: GPL-2.0-only
/* The decoder of samples as a whole: which event an id is of, how its records are laid out, and what those that are no samples end with. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/sample-internal.h"

void sample_decoder__init(struct sample_decoder *d, struct evlist *evlist)
{
	*d = (struct sample_decoder){ .evlist = evlist };
}

void sample_decoder__exit(struct sample_decoder *d)
{
	zfree(&d->scratch);
	zfree(&d->read_values);
	zfree(&d->layouts);
	d->cap = d->cap_read = d->nr_layouts = 0;
}

const struct sample_layout *sample_decoder__make_layout(struct sample_decoder *d, const struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx, nr = idx + 1;

	if (nr > d->nr_layouts) {
		d->layouts = xreallocarray(d->layouts, nr, sizeof(*d->layouts));
		memset(d->layouts + d->nr_layouts, 0, (nr - d->nr_layouts) * sizeof(*d->layouts));
		d->nr_layouts = nr;
	}
	sample_layout__init(&d->layouts[idx], &evsel->attr);
	return &d->layouts[idx];
}

void sample_decoder__prepare(struct sample_decoder *d)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(d->evlist, i, evsel)
		(void)sample_decoder__layout(d, evsel);
}

struct evlist_id *sample_decoder__find_id(struct sample_decoder *d, uint64_t id)
{
	struct sample_known_id *known = &d->known[id % ARRAY_SIZE(d->known)];

	/* The event of an entry may have been removed. */
	if (known->entry && known->id == id && known->entry->evsel)
		return known->entry;
	*known = (struct sample_known_id){ id, evlist__find_id(d->evlist, id) };
	return known->entry;
}

/* Room for @n words of a record. Twice as large as the largest record, it never moves while a sample points into it. */
static unsigned int id_size(uint64_t type)
{
	return 8 * (unsigned int)__builtin_popcountll(type & (PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		ID_BITS | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU));
}

/*
 * All events of a recording agree on where the id is (IDENTIFIER: the last word); with it the event,
 * and so the layout of the rest, is known. Without IDENTIFIER all events have the same layout.
 */
static const struct evsel *id_evsel(struct sample_decoder *d, const struct record *r)
{
	const struct evsel *first = evlist__first(d->evlist);
	const struct sample_known_id *known;
	struct evlist_id *found;
	struct cursor c;
	uint64_t id;

	if (!first || d->evlist->nr == 1 || !(first->attr.sample_type & PERF_SAMPLE_IDENTIFIER) ||
	    r->header.size < 16)
		return first;
	c = cursor__make(r->data + r->header.size - 8, 8, r->swap);
	id = cursor__u64(&c, "id");
	known = &d->known[id % ARRAY_SIZE(d->known)];
	if (known->entry && known->id == id && known->entry->evsel)
		return known->entry->evsel;
	found = sample_decoder__find_id(d, id);
	return found ? found->evsel : first;
}

void sample_decoder__id(struct sample_decoder *d, const struct record *r, struct sample_id *ret)
{
	const struct evsel *evsel = id_evsel(d, r);
	struct cursor c;
	uint64_t type;

	*ret = (struct sample_id){ .pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1 };
	if (!evsel || !evsel->attr.sample_id_all || r->header.type >= PERF_RECORD_USER_TYPE_START)
		return;
	if (sample_layout__in_place(r) && sample_layout__id(sample_decoder__layout(d, evsel), r, ret))
		return;
	type = evsel->attr.sample_type;
	if (id_size(type) > r->header.size - sizeof(r->header))
		return;
	ret->size = id_size(type);
	c = cursor__make(r->data + r->header.size - ret->size, ret->size, r->swap);
	if (type & PERF_SAMPLE_TID) {
		ret->pid = cursor__u32(&c, "pid");
		ret->tid = cursor__u32(&c, "tid");
		ret->has_tid = true;
	}
	if (type & PERF_SAMPLE_TIME) {
		ret->time = cursor__u64(&c, "time");
		ret->has_time = true;
	}
	if (type & PERF_SAMPLE_ID)
		ret->id = cursor__u64(&c, "id");
	if (type & PERF_SAMPLE_STREAM_ID)
		ret->stream_id = cursor__u64(&c, "stream_id");
	if (type & PERF_SAMPLE_CPU) {
		ret->cpu = cursor__u32(&c, "cpu");
		cursor__skip(&c, 4, "cpu padding");
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		ret->id = cursor__u64(&c, "id");
}

int sample_decoder__deferred(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret, struct diag *diag)
{
	struct sample_state st = { .d = d, .r = r, .c = record__payload(r) };
	const struct evsel *evsel = id_evsel(d, r);
	struct record_deferred m = { 0 };
	int err;

	if (evsel && sample_layout__in_place(r) &&
	    sample_layout__deferred(sample_decoder__layout(d, evsel), r, protocol, ret))
		return 0;
	sample_decoder__id(d, r, &m.id);
	/* The ips end where the trailer begins: a count that reaches into it is damage. */
	st.c.end -= m.id.size;
	if (protocol == DEFERRED_PROTOCOL_C)
		m.cookie = cursor__u64(&st.c, "cookie");
	m.nr = cursor__count(&st.c, 8, "nr");
	m.ips = sample_state__words(&st, m.nr, "ips");
	err = record__check(r, &st.c, diag);
	if (err)
		return err;
	if (m.nr && m.ips[0] == PERF_CONTEXT_USER) {
		m.ips++;
		m.nr--;
	}
	*ret = m;
	return 0;
}

/* Do the entries, with @words words in front of their number, fill @c? */
static bool entries_fill(struct cursor c, unsigned int words)
{
	uint64_t nr;

	cursor__skip(&c, 8 * words, "cookie");
	nr = cursor__count(&c, 8, "nr");
	return !c.bad && nr * 8 == cursor__left(&c);
}

bool sample_decoder__deferred_protocol(struct sample_decoder *d, const struct record *r, enum deferred_protocol *ret)
{
	struct cursor c = record__payload(r);
	struct sample_id id;

	sample_decoder__id(d, r, &id);
	c.end -= id.size;
	if (entries_fill(c, 1))
		*ret = DEFERRED_PROTOCOL_C;
	else if (entries_fill(c, 0))
		*ret = DEFERRED_PROTOCOL_A;
	else
		return false;
	return true;
}

bool sample_decoder__deferred_fits(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol)
{
	const struct evsel *evsel = id_evsel(d, r);
	const unsigned int half_at = sample_layout__half_at(protocol);
	uint64_t nr;

	return evsel && sample_layout__in_place(r) &&
	       sample_layout__half(r->data, r->header.size, half_at, sample_layout__half_least(sample_decoder__layout(d, evsel), half_at),
				   &nr);
}
