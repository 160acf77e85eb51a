// SPDX-License-Identifier: GPL-2.0-only
/* Reads the records that describe events and features: the head of a pipe, and what a file has of them among its data. */
#include "util/data/header-read.h"

#include <errno.h>
#include <inttypes.h>

#include "util/base/shown.h"
#include "util/data/attr-read.h"
#include "util/data/feature-read.h"

static int read_attr_record(struct perf_header *h, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r), ac;
	struct perf_event_attr attr;
	struct evsel *evsel;
	uint32_t size;

	ac = c;
	cursor__skip(&ac, 4, "attr type");
	size = cursor__u32(&ac, "attr size");
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	ac = cursor__sub(&c, size, "attr size");
	if (c.bad || !attr__read(&ac, &attr))
		return diag__set(diag, -EBADMSG, r->offset, "ATTR", "attr", "the event's description is damaged");
	evsel = evsel__new(&attr);
	evlist__add(h->evlist, evsel);
	while (cursor__left(&c) >= 8)
		evlist__map_id(h->evlist, cursor__u64(&c, "id"), evsel);
	return 1;
}

static int read_update_record(struct perf_header *h, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t what = cursor__u64(&c, "type"), id = cursor__u64(&c, "id");
	struct evlist_id *found;
	const char *name;

	if (what == 2) {	/* NAME; the others are units, scales and CPUs, which are for counting */
		name = cursor__str(&c, "name");
		found = evlist__find_id(h->evlist, id);
		if (name && found)
			evsel__set_name(found->evsel, shown(name));
	}
	return record__check(r, &c, diag) ?: 1;
}

static int read_feature_record(struct perf_header *h, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r), body;
	uint64_t f = cursor__u64(&c, "feature id");

	if (record__check(r, &c, diag))
		return -EBADMSG;
	if (f >= HEADER_FEAT_BITS)
		return diag__set(diag, -EBADMSG, r->offset, "FEATURE", "feature id", "%" PRIu64
				 " is not a feature", f);
	if (perf_feature__is_end(f, cursor__left(&c)))
		return 1;
	h->features[f / 64] |= 1ULL << (f % 64);
	body = cursor__sub(&c, cursor__left(&c), "feature");
	feature__read(h, (int)f, &body, r->offset + 16);
	return 1;
}

/* u64 nr; nr * { u64 id, idx, cpu, tid }; newer ones then nr * { u64 machine_pid, vcpu }. */
static int read_id_index(struct perf_header *h, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r), more;
	uint64_t nr = cursor__count(&c, 32, "nr"), i;

	if (record__check(r, &c, diag))
		return -EBADMSG;
	more = c;
	cursor__skip(&more, nr * 32, "entries");
	for (i = 0; i < nr; i++) {
		struct evlist_id *e = evlist__find_id(h->evlist, cursor__u64(&c, "id"));
		uint64_t idx = cursor__u64(&c, "idx"), cpu = cursor__u64(&c, "cpu"), tid = cursor__u64(&c, "tid");
		uint64_t machine_pid = cursor__left(&more) >= 16 ? cursor__u64(&more, "machine_pid") : 0;
		uint64_t vcpu = cursor__left(&more) >= 8 ? cursor__u64(&more, "vcpu") : 0;

		if (!e)
			continue;
		e->idx = idx;
		e->cpu = (int64_t)cpu;
		e->tid = (int64_t)tid;
		e->machine_pid = (uint32_t)machine_pid;
		h->evlist->has_guests |= e->machine_pid;
		e->vcpu = (uint32_t)vcpu;
	}
	return 1;
}

int perf_header__read_record(struct perf_header *h, const struct record *r, struct diag *diag)
{
	struct cursor c;

	switch (r->header.type) {
	case PERF_RECORD_HEADER_ATTR:
		return read_attr_record(h, r, diag);
	case PERF_RECORD_EVENT_UPDATE:
		return read_update_record(h, r, diag);
	case PERF_RECORD_HEADER_FEATURE:
		return read_feature_record(h, r, diag);
	case PERF_RECORD_HEADER_BUILD_ID:
		c = record__payload(r);
		feature__add_build_id(h, r->header.misc, &c);
		return record__check(r, &c, diag) ?: 1;
	case PERF_RECORD_ID_INDEX:
		return read_id_index(h, r, diag);
	default:
		return 0;
	}
}
