// SPDX-License-Identifier: GPL-2.0-only
/* Samples taken apart: those that look as usual by their layout (sample-layout.h), the others field by field (sample-fields.c). */
#include "util/event/sample.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/sample-internal.h"

/*
 * Do the attributes name each field? A newer kernel's samples may have some that this code does not know, behind the
 * others or within them.
 */
static bool knows_all_fields(const struct perf_event_attr *attr, const struct perf_sample *s)
{
	return !(attr->sample_type & ~(uint64_t)(PERF_SAMPLE_MAX - 1)) &&
	       !(attr->read_format & ~(uint64_t)(PERF_FORMAT_MAX - 1)) &&
	       !(attr->branch_sample_type & ~(2ULL * PERF_SAMPLE_BRANCH_COUNTERS - 1)) &&
	       s->user_regs.abi <= PERF_SAMPLE_REGS_ABI_64 && s->intr_regs.abi <= PERF_SAMPLE_REGS_ABI_64;
}

/* What is left over belongs to other records, which a wrong size has swallowed, or a field is too short. */
static int check_end(const struct sample_state *st, struct diag *diag)
{
	if (!cursor__left(&st->c) || !knows_all_fields(&st->evsel->attr, st->s))
		return 0;
	return diag__set(diag, -EBADMSG, st->r->offset, "SAMPLE", "size", "%u bytes, of which its fields take %zu",
			 st->r->header.size, st->r->header.size - cursor__left(&st->c));
}

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

static struct evsel *decode(struct sample_decoder *d, const struct record *r, struct perf_sample *ret, struct diag *diag)
{
	struct evsel *evsel = sample_decoder__evsel(d, r, diag);
	struct sample_state st = { .d = d, .evsel = evsel, .r = r, .c = record__payload(r), .s = ret };

	if (!evsel)
		return NULL;
	if (sample_layout__sample(sample_decoder__layout(d, evsel), r, ret)) {
		if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
			ret->period = evsel->attr.sample_period;
		return evsel;
	}
	memset(ret, 0, sizeof(*ret));
	ret->pid = ret->tid = ret->cpu = (uint32_t)-1;
	ret->misc = r->header.misc;
	sample_state__decode(&st);
	return record__check(r, &st.c, diag) || check_end(&st, diag) ? NULL : evsel;
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
		return decode(d, r, ret, diag);
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
	evsel = decode(d, r, &sample, diag);
	if (evsel)
		*ret = (struct sample_glance){ .id = sample.id, .time = sample.time, .pid = sample.pid, .tid = sample.tid,
					       .nr_ips = sample.nr_ips, .ips = sample.ips };
	return evsel;
}
