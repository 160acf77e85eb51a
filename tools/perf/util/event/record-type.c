// SPDX-License-Identifier: GPL-2.0-only
/*
 * The types of records: what is known of each without reading on. How long a record is by its contents comes first, then
 * the checks, and the table at the end.
 */
#include "util/event/record-type.h"

#include <errno.h>

#include "util/base/alloc.h"

static uint64_t padded(uint64_t size)
{
	return (size + 7) & ~7ULL;
}

/* What the cursor has passed of the record, header included; more than any record has if it came to no end. */
static uint64_t passed(const struct cursor *c)
{
	return c->bad ? UINT64_MAX - UINT16_MAX : padded(sizeof(struct perf_event_header) + cursor__offset(c));
}

static uint64_t string_end(const struct record *r, uint64_t at)
{
	struct cursor c = record__payload(r);

	cursor__skip(&c, at - sizeof(r->header), "fields");
	(void)cursor__str(&c, "string");
	return passed(&c);
}

/* A count, behind @before bytes, of elements of @elem bytes. */
static uint64_t array_end(const struct record *r, uint64_t before, uint64_t elem)
{
	struct cursor c = record__payload(r);

	cursor__skip(&c, before, "fields");
	cursor__skip(&c, cursor__count(&c, elem, "nr") * elem, "array");
	return passed(&c);
}

/* A list of CPUs, or a range; 0: bits in words of some size. */
static uint64_t cpu_map_end(const struct record *r, bool cookie)
{
	struct cursor c = record__payload(r);
	uint16_t type = cursor__u16(&c, "type");

	(void)cookie;
	if (type == 2)
		cursor__skip(&c, 6, "range");
	else if (!type)
		cursor__skip(&c, 2ULL * cursor__u16(&c, "nr"), "cpus");
	return type && type != 2 ? 0 : passed(&c);
}

static uint64_t text_poke_end(const struct record *r, bool cookie)
{
	struct cursor c = record__payload(r);
	uint32_t bytes;

	(void)cookie;
	cursor__skip(&c, 8, "addr");
	bytes = cursor__u16(&c, "old_len");
	bytes += cursor__u16(&c, "new_len");
	cursor__skip(&c, bytes, "bytes");
	return passed(&c);
}

static uint64_t namespaces_end(const struct record *r, bool cookie)
{
	(void)cookie;
	return array_end(r, 8, 16);
}

static uint64_t thread_map_end(const struct record *r, bool cookie)
{
	(void)cookie;
	return array_end(r, 0, 24);
}

static uint64_t compressed_end(const struct record *r, bool cookie)
{
	(void)cookie;
	return array_end(r, 0, 1);
}

static uint64_t deferred_end(const struct record *r, bool cookie)
{
	return array_end(r, cookie ? 8 : 0, 8);
}

static uint64_t event_type_end(const struct record *r, bool cookie)
{
	(void)r;
	(void)cookie;
	return 80;
}

/* --- the decoders, only to see whether all is there ------------------------------------------------- */

static int check_mmap(const struct record *r, struct diag *diag)
{
	struct record_mmap ignored;

	return record__decode_mmap(r, &ignored, diag);
}

static int check_comm(const struct record *r, struct diag *diag)
{
	struct record_comm ignored;

	return record__decode_comm(r, &ignored, diag);
}

static int check_task(const struct record *r, struct diag *diag)
{
	struct record_task ignored;

	return record__decode_task(r, &ignored, diag);
}

static int check_ksymbol(const struct record *r, struct diag *diag)
{
	struct record_ksymbol ignored;

	return record__decode_ksymbol(r, &ignored, diag);
}

static int check_lost(const struct record *r, struct diag *diag)
{
	struct record_lost ignored;

	return record__decode_lost(r, &ignored, diag);
}

static int check_aux(const struct record *r, struct diag *diag)
{
	struct record_aux aux;

	if (record__decode_aux(r, &aux, diag))
		return -EBADMSG;
	return aux.offset <= UINT64_MAX - aux.size ? 0 :
	       diag__set(diag, -EBADMSG, r->offset, "AUX", "aux_size", "goes beyond the end of all traces");
}

/* (FINISHED_INIT may cover anything, such as the feature table of the time when a recording was not finished.) */
const struct record_type record_types[PERF_RECORD_USER_MAX] = {
	[PERF_RECORD_MMAP] = { .name = "MMAP", .least = 40, .rest = REST_STRING, .check = check_mmap },
	[PERF_RECORD_LOST] = { .name = "LOST", .least = 24, .rest = REST_NONE, .check = check_lost },
	[PERF_RECORD_COMM] = { .name = "COMM", .least = 16, .rest = REST_STRING, .check = check_comm },
	[PERF_RECORD_EXIT] = { .name = "EXIT", .least = 32, .rest = REST_NONE, .check = check_task },
	[PERF_RECORD_THROTTLE] = { .name = "THROTTLE", .least = 32, .rest = REST_NONE },
	[PERF_RECORD_UNTHROTTLE] = { .name = "UNTHROTTLE", .least = 32, .rest = REST_NONE },
	[PERF_RECORD_FORK] = { .name = "FORK", .least = 32, .rest = REST_NONE, .check = check_task },
	[PERF_RECORD_READ] = { .name = "READ", .least = 24, .rest = REST_OTHER },
	[PERF_RECORD_SAMPLE] = { .name = "SAMPLE", .least = 8, .rest = REST_UNTIL_END },
	[PERF_RECORD_MMAP2] = { .name = "MMAP2", .least = 72, .rest = REST_STRING, .check = check_mmap },
	[PERF_RECORD_AUX] = { .name = "AUX", .least = 32, .rest = REST_NONE, .check = check_aux },
	[PERF_RECORD_ITRACE_START] = { .name = "ITRACE_START", .least = 16, .rest = REST_NONE },
	[PERF_RECORD_LOST_SAMPLES] = { .name = "LOST_SAMPLES", .least = 16, .rest = REST_NONE, .check = check_lost },
	[PERF_RECORD_SWITCH] = { .name = "SWITCH", .least = 8, .rest = REST_NONE },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { .name = "SWITCH_CPU_WIDE", .least = 16, .rest = REST_NONE },
	[PERF_RECORD_NAMESPACES] = { .name = "NAMESPACES", .least = 24, .rest = REST_OTHER, .end = namespaces_end },
	[PERF_RECORD_KSYMBOL] = { .name = "KSYMBOL", .least = 24, .rest = REST_STRING, .check = check_ksymbol },
	[PERF_RECORD_BPF_EVENT] = { .name = "BPF_EVENT", .least = 24, .rest = REST_NONE },
	[PERF_RECORD_CGROUP] = { .name = "CGROUP", .least = 16, .rest = REST_STRING },
	[PERF_RECORD_TEXT_POKE] = { .name = "TEXT_POKE", .least = 24, .rest = REST_OTHER, .end = text_poke_end },
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = { .name = "AUX_OUTPUT_HW_ID", .least = 16, .rest = REST_NONE },
	[PERF_RECORD_CALLCHAIN_DEFERRED] = { .name = "CALLCHAIN_DEFERRED", .least = 16, .rest = REST_OTHER, .end = deferred_end },
	[PERF_RECORD_HEADER_ATTR] = { .name = "ATTR", .least = 72, .rest = REST_UNTIL_END },
	[PERF_RECORD_HEADER_EVENT_TYPE] = { .name = "EVENT_TYPE", .least = 8, .rest = REST_OTHER, .end = event_type_end },
	[PERF_RECORD_HEADER_TRACING_DATA] = { .name = "TRACING_DATA", .least = 12, .rest = REST_UNTIL_END },
	[PERF_RECORD_HEADER_BUILD_ID] = { .name = "BUILD_ID", .least = 36, .rest = REST_UNTIL_END },
	[PERF_RECORD_FINISHED_ROUND] = { .name = "FINISHED_ROUND", .least = 8, .rest = REST_NONE },
	[PERF_RECORD_ID_INDEX] = { .name = "ID_INDEX", .least = 16, .rest = REST_UNTIL_END },
	[PERF_RECORD_AUXTRACE_INFO] = { .name = "AUXTRACE_INFO", .least = 16, .rest = REST_UNTIL_END },
	[PERF_RECORD_AUXTRACE] = { .name = "AUXTRACE", .least = 48, .rest = REST_NONE },
	[PERF_RECORD_AUXTRACE_ERROR] = { .name = "AUXTRACE_ERROR", .least = 48, .rest = REST_UNTIL_END },
	[PERF_RECORD_THREAD_MAP] = { .name = "THREAD_MAP", .least = 16, .rest = REST_OTHER, .end = thread_map_end },
	[PERF_RECORD_CPU_MAP] = { .name = "CPU_MAP", .least = 16, .rest = REST_OTHER, .end = cpu_map_end },
	[PERF_RECORD_STAT_CONFIG] = { .name = "STAT_CONFIG", .least = 16, .rest = REST_UNTIL_END },
	[PERF_RECORD_STAT] = { .name = "STAT", .least = 40, .rest = REST_UNTIL_END },
	[PERF_RECORD_STAT_ROUND] = { .name = "STAT_ROUND", .least = 24, .rest = REST_UNTIL_END },
	[PERF_RECORD_EVENT_UPDATE] = { .name = "EVENT_UPDATE", .least = 24, .rest = REST_UNTIL_END },
	[PERF_RECORD_TIME_CONV] = { .name = "TIME_CONV", .least = 32, .rest = REST_UNTIL_END },
	[PERF_RECORD_HEADER_FEATURE] = { .name = "FEATURE", .least = 16, .rest = REST_UNTIL_END },
	[PERF_RECORD_COMPRESSED] = { .name = "COMPRESSED", .least = 8, .rest = REST_UNTIL_END },
	[PERF_RECORD_FINISHED_INIT] = { .name = "FINISHED_INIT", .least = 8, .rest = REST_UNTIL_END },
	[PERF_RECORD_COMPRESSED2] = { .name = "COMPRESSED2", .least = 16, .rest = REST_OTHER, .end = compressed_end },
	[PERF_RECORD_BPF_METADATA] = { .name = "BPF_METADATA", .least = 8, .rest = REST_UNTIL_END },
	[PERF_RECORD_SCHEDSTAT_CPU] = { .name = "SCHEDSTAT_CPU", .least = 8, .rest = REST_UNTIL_END },
	[PERF_RECORD_SCHEDSTAT_DOMAIN] = { .name = "SCHEDSTAT_DOMAIN", .least = 8, .rest = REST_UNTIL_END },
};

static const struct record_type *known(uint32_t type)
{
	return type < PERF_RECORD_USER_MAX && record_types[type].name ? &record_types[type] : NULL;
}

const char *record_type__name(uint32_t type)
{
	const struct record_type *t = known(type);

	return t ? t->name : "UNKNOWN";
}

bool record_type__is_known(uint32_t type)
{
	return known(type);
}

int record__check_fields(const struct record *r, struct diag *diag)
{
	const struct record_type *t = known(r->header.type);

	return t && t->check ? t->check(r, diag) : 0;
}

uint64_t record__length(const struct record *r, bool cookie)
{
	const struct record_type *t = known(r->header.type);

	if (!t)
		return 0;
	if (t->end)
		return t->end(r, cookie);
	return t->rest == REST_NONE ? t->least : t->rest == REST_STRING ? string_end(r, t->least) : 0;
}

uint64_t record__read_length(const struct record *r, uint64_t read_format)
{
	struct cursor c = record__payload(r);
	uint64_t nr = 1, elem = 1 + !!(read_format & PERF_FORMAT_ID) + !!(read_format & PERF_FORMAT_LOST);
	uint64_t times = !!(read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
			 !!(read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);

	if (read_format & ~(uint64_t)(PERF_FORMAT_MAX - 1))
		return 0;
	cursor__skip(&c, 8, "pid, tid");
	if (read_format & PERF_FORMAT_GROUP)
		nr = cursor__u64(&c, "nr");
	cursor__skip(&c, 8 * times, "times");
	if (nr > cursor__left(&c) / (8 * elem))
		cursor__fail(&c, "nr");
	cursor__skip(&c, 8 * elem * nr, "values");
	return passed(&c);
}
