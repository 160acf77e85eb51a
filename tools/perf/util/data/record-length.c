// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is a record what its type and its size say? Only these two link records to each other: a wrong one swallows what
 * is behind it, or makes something else of a record.
 *
 * Damage is certain where a record has less than its type needs; where samples (sample.c looks itself) and counters
 * that were read have more than the event's attributes name; where other records begin in what is left over; and where a
 * record of another type is a sample.
 * Anything else that is left over may be a field that a newer kernel has appended. Such records are taken, and counted
 * as odd, and so are others that hold what their type never has.
 */
#include "util/data/record-length.h"

#include <errno.h>
#include <inttypes.h>

#include "util/data/framing.h"
#include "util/event/record-type.h"

#define PID_LIMIT	(4U << 20)	/* of all kernels */
#define CPU_LIMIT	(1U << 16)
#define AUX_FLAGS	0xffff		/* those that are known, and what a PMU has for itself */

static bool is_odd_number(uint32_t pid)
{
	return pid > PID_LIMIT && pid != (uint32_t)-1;
}

static bool is_odd_task(const struct record *r)
{
	struct record_task t;

	return !record__decode_task(r, &t, NULL) &&
	       (is_odd_number(t.pid) || is_odd_number(t.ppid) || is_odd_number(t.tid) || is_odd_number(t.ptid));
}

/* THROTTLE and UNTHROTTLE name their event. */
static bool is_odd_throttle(const struct length_check *c, const struct record *r)
{
	const struct evlist *list = c->evlist;
	struct cursor at = record__payload(r);
	uint64_t id;

	cursor__skip(&at, 8, "time");
	id = cursor__u64(&at, "id");
	return id && list->nr && list->evsels[0]->nr_ids && !evlist__find_id(list, id);
}

static bool is_odd_aux(const struct record *r)
{
	struct record_aux aux;

	return !record__decode_aux(r, &aux, NULL) && aux.flags & ~(uint64_t)AUX_FLAGS;
}

static bool is_odd_cgroup(const struct record *r)
{
	struct cursor at = record__payload(r);

	cursor__skip(&at, 8, "id");
	return cursor__u8(&at, "path") != '/';
}

/* Of a file, or "[kernel.kallsyms]" and its like. */
static bool is_odd_build_id(const struct record *r)
{
	struct cursor at = record__payload(r);
	uint8_t first;

	cursor__skip(&at, 28, "build id");
	first = cursor__u8(&at, "filename");
	return first != '/' && first != '[';
}

/* Three ways to write a set of CPUs. */
static bool is_odd_cpu_map(const struct record *r)
{
	struct cursor at = record__payload(r);

	return cursor__u16(&at, "type") > 2;
}

static bool is_odd(const struct length_check *c, const struct record *r)
{
	switch (r->header.type) {
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return is_odd_task(r);
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		return is_odd_throttle(c, r);
	case PERF_RECORD_AUX:
		return is_odd_aux(r);
	case PERF_RECORD_CGROUP:
		return is_odd_cgroup(r);
	case PERF_RECORD_CPU_MAP:
		return is_odd_cpu_map(r);
	case PERF_RECORD_TIME_CONV:
		return r->header.size != 32 && r->header.size != 56;
	case PERF_RECORD_HEADER_BUILD_ID:
		return is_odd_build_id(r);
	case PERF_RECORD_SCHEDSTAT_CPU:
	case PERF_RECORD_SCHEDSTAT_DOMAIN:
		/* Of recordings that have nothing else. */
		return c->has_samples;
	default:
		return false;
	}
}

/* The trailer that each record of the kernel has, in recordings with trailers at all. */
static bool is_odd_trailer(const struct length_check *c, const struct sample_id *id)
{
	const struct evlist *list = c->evlist;

	return is_odd_number(id->pid) || is_odd_number(id->tid) || (id->cpu >= CPU_LIMIT && id->cpu != (uint32_t)-1) ||
	       (id->id && list->nr && list->evsels[0]->nr_ids && !evlist__find_id(list, id->id));
}

/*
 * Is it a sample under another type? One wrong bit makes a mapping of it, or something of a newer kernel, and it is gone without
 * a word. It reads as a sample to its end, and as nothing else: its trailer is none. Records of newer perfs have no
 * trailer, and may look like anything: of these, only types that are one bit away, all of which are far from those in use.
 */
static bool was_sample(const struct length_check *c, const struct record *r)
{
	const struct evsel *first = evlist__first(c->evlist);
	uint32_t differ = r->header.type ^ PERF_RECORD_SAMPLE;
	struct record as = *r;
	struct perf_sample sample;
	struct sample_id id;

	if (!first || !(first->attr.sample_type & PERF_SAMPLE_TID))
		return false;
	if (r->header.type >= PERF_RECORD_USER_TYPE_START) {
		if (record_type__is_known(r->header.type) || differ & (differ - 1))
			return false;
	} else {
		sample_decoder__id(c->dec, r, &id);
		if (!id.has_tid || !is_odd_trailer(c, &id))
			return false;
	}
	as.header.type = PERF_RECORD_SAMPLE;
	return sample_decoder__sample(c->dec, &as, &sample, NULL) && !is_odd_number(sample.pid) && !is_odd_number(sample.tid);
}

/*
 * What a READ record of @size bytes without its sample_id holds: of the event that it names, else of any whose format
 * fits, or of the first one.
 */
static uint64_t read_length(const struct length_check *c, const struct record *r, uint64_t id, uint64_t size)
{
	const struct evlist *list = c->evlist;
	const struct evlist_id *known = id ? evlist__find_id(list, id) : NULL;
	const struct evsel *evsel;
	uint64_t length = 0, first = 0;
	size_t i;

	if (known)
		return record__read_length(r, known->evsel->attr.read_format);
	evlist__for_each(list, i, evsel) {
		length = record__read_length(r, evsel->attr.read_format);
		if (length == size || !length)
			return length;
		first = i ? first : length;
	}
	return length ? first : 0;
}

/* Bytes that the record's content tells of, with what ends it; 0: it does not tell. @cookies: deferred records have some. */
static uint64_t length_as(const struct length_check *c, const struct record *r, bool cookies)
{
	uint64_t length = record__length(r, cookies);
	bool read = r->header.type == PERF_RECORD_READ;
	struct sample_id id;

	/* All others of the kernel end in a sample_id. */
	if (!read && (!length || length > r->header.size || r->header.type >= PERF_RECORD_USER_TYPE_START))
		return length;
	sample_decoder__id(c->dec, r, &id);
	if (read)
		length = read_length(c, r, id.id, r->header.size - id.size);
	return length ? length + id.size : 0;
}

/* The same. A deferred record may be of either protocol, as long as none is known. */
static uint64_t told_length(const struct length_check *c, const struct record *r)
{
	bool cookies = c->protocol == DEFERRED_PROTOCOL_C;
	uint64_t length = length_as(c, r, cookies);

	if (length == r->header.size || c->protocol_known || r->header.type != PERF_RECORD_CALLCHAIN_DEFERRED)
		return length;
	return length_as(c, r, !cookies) == r->header.size ? r->header.size : length;
}

static int too_short(const struct record *r, struct diag *diag)
{
	/* A decoder names the field. */
	return record__check_fields(r, diag) ?: diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "size",
						    "%u bytes are too few for its fields", r->header.size);
}

int record_length__check(const struct length_check *c, const struct record *r, struct diag *diag)
{
	uint64_t length, inside;

	/* Samples are taken apart field by field; compressed data have a check of their own; features hold anything. */
	if (r->header.type == PERF_RECORD_SAMPLE || r->header.type == PERF_RECORD_COMPRESSED ||
	    r->header.type == PERF_RECORD_HEADER_FEATURE)
		return 0;
	if (r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED && sample_decoder__deferred_fits(c->dec, r, c->protocol))
		return 0;
	if (was_sample(c, r))
		return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "type",
				 "%u, but the record is a sample (type %u)", r->header.type, PERF_RECORD_SAMPLE);
	length = told_length(c, r);
	/* Deferred chains are taken apart when it is known which kind they are of. */
	if (length > r->header.size)
		return r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED ? 0 : too_short(r, diag);
	if (length == r->header.size)
		return is_odd(c, r);
	inside = r->offset != c->place.offset ? 0 :
		 framing__inside(c->place.bytes, c->place.left, r->header.size, length, r->swap, c->place.more);
	if (inside)
		return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "size",
				 "%u bytes, but other records begin behind the first %" PRIu64, r->header.size, inside);
	if (!length)
		return is_odd(c, r);
	if (r->header.type == PERF_RECORD_READ)
		return diag__set(diag, -EBADMSG, r->offset, "READ", "size", "%u bytes, of which its fields take %" PRIu64,
				 r->header.size, length);
	return 1;
}
