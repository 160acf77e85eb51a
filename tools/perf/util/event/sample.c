// SPDX-License-Identifier: GPL-2.0-only
/* Samples taken apart: those that look as usual by their layout (sample-layout.h), the others field by field (sample-fields.c). */
#include "util/event/sample.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/sample-internal.h"

/* Bytes before the id in a SAMPLE of this type; negative: it has none. */
static int id_offset(uint64_t type)
{
	int off = 0;

	if (type & PERF_SAMPLE_IDENTIFIER)
		return 0;
	if (!(type & PERF_SAMPLE_ID))
		return -1;
	off += type & PERF_SAMPLE_IP ? 8 : 0;
	off += type & PERF_SAMPLE_TID ? 8 : 0;
	off += type & PERF_SAMPLE_TIME ? 8 : 0;
	off += type & PERF_SAMPLE_ADDR ? 8 : 0;
	return off;
}

struct evsel *sample_decoder__evsel(struct sample_decoder *d, const struct record *r, struct diag *diag)
{
	struct evsel *first = evlist__first(d->evlist);
	struct cursor c = record__payload(r);
	struct evlist_id *found;
	uint64_t id;
	int off;

	if (!first) {
		diag__set(diag, -EBADMSG, r->offset, "SAMPLE", NULL, "the recording describes no event");
		return NULL;
	}
	off = id_offset(first->attr.sample_type);
	if (off < 0)
		return first;
	cursor__skip(&c, (uint64_t)off, "id");
	id = cursor__u64(&c, "id");
	if (record__check(r, &c, diag))
		return NULL;
	/* Id 0 is how old kernels and single events without ids say "the only one". */
	if (d->evlist->nr == 1 && (!id || !first->nr_ids))
		return first;
	found = sample_decoder__find_id(d, id);
	if (!found)
		diag__set(diag, -EBADMSG, r->offset, "SAMPLE", "id", "no event has the id %llu",
			  (unsigned long long)id);
	return found ? found->evsel : NULL;
}

/* The event of a record that looks as usual; NULL: sample_decoder__evsel() has to tell. */
static struct evsel *quick_evsel(struct sample_decoder *d, const struct record *r)
{
	struct evsel *first = evlist__first(d->evlist);
	const struct sample_known_id *known;
	const struct sample_layout *l;
	uint64_t id;

	if (!first || r->swap)
		return NULL;
	l = sample_decoder__layout(d, first);
	if (!l->id)
		return first;
	if (r->header.size < l->end)
		return NULL;
	memcpy(&id, r->data + l->id, sizeof(id));
	if (d->evlist->nr == 1 && (!id || !first->nr_ids))
		return first;
	known = &d->known[id % ARRAY_SIZE(d->known)];
	return known->entry && known->id == id ? known->entry->evsel : NULL;
}

struct evsel *sample_decoder__sample(struct sample_decoder *d, const struct record *r, struct perf_sample *ret,
				     struct diag *diag)
{
	struct evsel *evsel = quick_evsel(d, r);

	if (!evsel || !sample_layout__sample(sample_decoder__layout(d, evsel), r, ret))
		return sample_decoder__by_fields(d, r, ret, diag);
	if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
		ret->period = evsel->attr.sample_period;
	return evsel;
}

struct evsel *sample_decoder__glance(struct sample_decoder *d, const struct record *r, struct sample_glance *ret,
				     struct diag *diag)
{
	struct evsel *evsel = quick_evsel(d, r);
	struct perf_sample sample;

	if (evsel && sample_layout__in_place(r) && sample_layout__glance(sample_decoder__layout(d, evsel), r->data, r->header.size, ret))
		return evsel;
	evsel = sample_decoder__by_fields(d, r, &sample, diag);
	if (evsel)
		*ret = (struct sample_glance){ .id = sample.id, .time = sample.time, .pid = sample.pid, .tid = sample.tid,
					       .nr_ips = sample.nr_ips, .ips = sample.ips };
	return evsel;
}
