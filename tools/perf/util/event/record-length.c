// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/record-length.h"

#include "util/base/alloc.h"

/* (FINISHED_INIT may cover anything, such as the feature table of the time when a recording was not finished.) */
const struct record_type_length record_type_lengths[PERF_RECORD_USER_MAX] = {
	[PERF_RECORD_MMAP] = { 40, REST_STRING },
	[PERF_RECORD_LOST] = { 24, REST_NONE },
	[PERF_RECORD_COMM] = { 16, REST_STRING },
	[PERF_RECORD_EXIT] = { 32, REST_NONE },
	[PERF_RECORD_THROTTLE] = { 32, REST_NONE },
	[PERF_RECORD_UNTHROTTLE] = { 32, REST_NONE },
	[PERF_RECORD_FORK] = { 32, REST_NONE },
	[PERF_RECORD_READ] = { 24, REST_OTHER },
	[PERF_RECORD_SAMPLE] = { 8, REST_UNTIL_END },
	[PERF_RECORD_MMAP2] = { 72, REST_STRING },
	[PERF_RECORD_AUX] = { 32, REST_NONE },
	[PERF_RECORD_ITRACE_START] = { 16, REST_NONE },
	[PERF_RECORD_LOST_SAMPLES] = { 16, REST_NONE },
	[PERF_RECORD_SWITCH] = { 8, REST_NONE },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { 16, REST_NONE },
	[PERF_RECORD_NAMESPACES] = { 24, REST_OTHER },
	[PERF_RECORD_KSYMBOL] = { 24, REST_STRING },
	[PERF_RECORD_BPF_EVENT] = { 24, REST_NONE },
	[PERF_RECORD_CGROUP] = { 16, REST_STRING },
	[PERF_RECORD_TEXT_POKE] = { 24, REST_OTHER },
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = { 16, REST_NONE },
	[PERF_RECORD_CALLCHAIN_DEFERRED] = { 16, REST_OTHER },
	[PERF_RECORD_HEADER_ATTR] = { 72, REST_UNTIL_END },
	[PERF_RECORD_HEADER_EVENT_TYPE] = { 8, REST_OTHER },
	[PERF_RECORD_HEADER_TRACING_DATA] = { 12, REST_UNTIL_END },
	[PERF_RECORD_HEADER_BUILD_ID] = { 36, REST_UNTIL_END },
	[PERF_RECORD_FINISHED_ROUND] = { 8, REST_NONE },
	[PERF_RECORD_ID_INDEX] = { 16, REST_UNTIL_END },
	[PERF_RECORD_AUXTRACE_INFO] = { 16, REST_UNTIL_END },
	[PERF_RECORD_AUXTRACE] = { 48, REST_NONE },
	[PERF_RECORD_AUXTRACE_ERROR] = { 48, REST_UNTIL_END },
	[PERF_RECORD_THREAD_MAP] = { 16, REST_OTHER },
	[PERF_RECORD_CPU_MAP] = { 16, REST_OTHER },
	[PERF_RECORD_STAT_CONFIG] = { 16, REST_UNTIL_END },
	[PERF_RECORD_STAT] = { 40, REST_UNTIL_END },
	[PERF_RECORD_STAT_ROUND] = { 24, REST_UNTIL_END },
	[PERF_RECORD_EVENT_UPDATE] = { 24, REST_UNTIL_END },
	[PERF_RECORD_TIME_CONV] = { 32, REST_UNTIL_END },
	[PERF_RECORD_HEADER_FEATURE] = { 16, REST_UNTIL_END },
	[PERF_RECORD_COMPRESSED] = { 8, REST_UNTIL_END },
	[PERF_RECORD_FINISHED_INIT] = { 8, REST_UNTIL_END },
	[PERF_RECORD_COMPRESSED2] = { 16, REST_OTHER },
	[PERF_RECORD_BPF_METADATA] = { 8, REST_UNTIL_END },
	[PERF_RECORD_SCHEDSTAT_CPU] = { 8, REST_UNTIL_END },
	[PERF_RECORD_SCHEDSTAT_DOMAIN] = { 8, REST_UNTIL_END },
};

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
static uint64_t cpu_map_end(const struct record *r)
{
	struct cursor c = record__payload(r);
	uint16_t type = cursor__u16(&c, "type");

	if (type == 2)
		cursor__skip(&c, 6, "range");
	else if (!type)
		cursor__skip(&c, 2ULL * cursor__u16(&c, "nr"), "cpus");
	return type && type != 2 ? 0 : passed(&c);
}

static uint64_t text_poke_end(const struct record *r)
{
	struct cursor c = record__payload(r);
	uint32_t bytes;

	cursor__skip(&c, 8, "addr");
	bytes = cursor__u16(&c, "old_len");
	bytes += cursor__u16(&c, "new_len");
	cursor__skip(&c, bytes, "bytes");
	return passed(&c);
}

uint64_t record__length(const struct record *r, bool cookie)
{
	uint32_t type = r->header.type;

	if (type >= PERF_RECORD_USER_MAX)
		return 0;
	if (record_type_lengths[type].rest == REST_NONE)
		return record_type_lengths[type].least;
	if (record_type_lengths[type].rest == REST_STRING)
		return string_end(r, record_type_lengths[type].least);
	switch (type) {
	case PERF_RECORD_HEADER_EVENT_TYPE:
		return 80;
	case PERF_RECORD_NAMESPACES:
		return array_end(r, 8, 16);
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return array_end(r, cookie ? 8 : 0, 8);
	case PERF_RECORD_COMPRESSED2:
		return array_end(r, 0, 1);
	case PERF_RECORD_THREAD_MAP:
		return array_end(r, 0, 24);
	case PERF_RECORD_CPU_MAP:
		return cpu_map_end(r);
	case PERF_RECORD_TEXT_POKE:
		return text_poke_end(r);
	default:
		return 0;
	}
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
