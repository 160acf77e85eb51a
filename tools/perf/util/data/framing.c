// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/framing.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/alloc.h"

/* Bytes that the fixed part of a record takes at the least, header included. */
static const uint8_t min_size[PERF_RECORD_USER_MAX] = {
	[PERF_RECORD_MMAP] = 40,		[PERF_RECORD_LOST] = 24,
	[PERF_RECORD_COMM] = 16,		[PERF_RECORD_EXIT] = 32,
	[PERF_RECORD_THROTTLE] = 32,		[PERF_RECORD_UNTHROTTLE] = 32,
	[PERF_RECORD_FORK] = 32,		[PERF_RECORD_READ] = 24,
	[PERF_RECORD_SAMPLE] = 8,		[PERF_RECORD_MMAP2] = 72,
	[PERF_RECORD_AUX] = 32,			[PERF_RECORD_ITRACE_START] = 16,
	[PERF_RECORD_LOST_SAMPLES] = 16,	[PERF_RECORD_SWITCH] = 8,
	[PERF_RECORD_SWITCH_CPU_WIDE] = 16,	[PERF_RECORD_NAMESPACES] = 24,
	[PERF_RECORD_KSYMBOL] = 24,		[PERF_RECORD_BPF_EVENT] = 24,
	[PERF_RECORD_CGROUP] = 16,		[PERF_RECORD_TEXT_POKE] = 24,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = 16,	[PERF_RECORD_CALLCHAIN_DEFERRED] = 16,
	[PERF_RECORD_HEADER_ATTR] = 72,		[PERF_RECORD_HEADER_EVENT_TYPE] = 8,
	[PERF_RECORD_HEADER_TRACING_DATA] = 12,	[PERF_RECORD_HEADER_BUILD_ID] = 36,
	[PERF_RECORD_FINISHED_ROUND] = 8,	[PERF_RECORD_ID_INDEX] = 16,
	[PERF_RECORD_AUXTRACE_INFO] = 16,	[PERF_RECORD_AUXTRACE] = 48,
	[PERF_RECORD_AUXTRACE_ERROR] = 48,	[PERF_RECORD_THREAD_MAP] = 16,
	[PERF_RECORD_CPU_MAP] = 16,		[PERF_RECORD_STAT_CONFIG] = 16,
	[PERF_RECORD_STAT] = 40,		[PERF_RECORD_STAT_ROUND] = 24,
	[PERF_RECORD_EVENT_UPDATE] = 24,	[PERF_RECORD_TIME_CONV] = 32,
	[PERF_RECORD_HEADER_FEATURE] = 16,	[PERF_RECORD_COMPRESSED] = 8,
	[PERF_RECORD_FINISHED_INIT] = 8,	[PERF_RECORD_COMPRESSED2] = 16,
	[PERF_RECORD_BPF_METADATA] = 8,		[PERF_RECORD_SCHEDSTAT_CPU] = 8,
	[PERF_RECORD_SCHEDSTAT_DOMAIN] = 8,
};

/* Records that perf writes without padding them to 8 bytes. */
static bool may_be_unaligned(uint32_t type)
{
	return type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_HEADER_TRACING_DATA ||
	       type == PERF_RECORD_HEADER_FEATURE || type == PERF_RECORD_HEADER_BUILD_ID ||
	       type == PERF_RECORD_EVENT_UPDATE || type == PERF_RECORD_THREAD_MAP;
}

bool framing__header(const unsigned char *p, uint64_t left, bool swap, struct perf_event_header *ret,
		     uint64_t *ret_follow)
{
	struct cursor c = cursor__make(p, left, swap);
	struct perf_event_header h;
	uint64_t follow = 0;

	h.type = cursor__u32(&c, "type");
	h.misc = cursor__u16(&c, "misc");
	h.size = cursor__u16(&c, "size");
	if (c.bad || h.size < sizeof(h) || h.size > left)
		return false;
	if (h.size % 8 && !may_be_unaligned(h.type))
		return false;
	if (h.type < PERF_RECORD_USER_MAX && h.size < min_size[h.type])
		return false;
	if (h.type == PERF_RECORD_AUXTRACE)
		follow = cursor__u64(&c, "size");
	else if (h.type == PERF_RECORD_HEADER_TRACING_DATA)
		follow = cursor__u32(&c, "size");
	/* perf pads these, so that the next record is aligned. */
	if (follow % 8)
		return false;
	*ret = h;
	*ret_follow = follow;
	return true;
}

const char *framing__why_not(const unsigned char *p, uint64_t left, bool swap, char *buf, size_t size)
{
	struct cursor c = cursor__make(p, left, swap);
	uint32_t type = cursor__u32(&c, "type");
	uint64_t follow;
	uint16_t bytes;

	(void)cursor__u16(&c, "misc");
	bytes = cursor__u16(&c, "size");
	follow = type == PERF_RECORD_AUXTRACE && !c.bad && bytes >= min_size[type] ? cursor__u64(&c, "size") :
										     0;
	if (!c.bad && follow % 8)
		snprintf(buf, size, "%s (%u): the %" PRIu64 " bytes behind it are no multiple of 8",
			 record_type__name(type), type, follow);
	else if (c.bad || type >= PERF_RECORD_USER_MAX || !min_size[type] || bytes >= min_size[type])
		snprintf(buf, size, "no record begins here");
	else
		snprintf(buf, size, "%s (%u) of %u bytes is too small", record_type__name(type), type, bytes);
	return buf;
}

/* A record that may go on behind these bytes. */
static bool is_cut_off(const unsigned char *p, uint64_t left, bool swap)
{
	struct cursor c = cursor__make(p, left, swap);
	uint32_t type = cursor__u32(&c, "type");
	uint16_t size;

	cursor__skip(&c, 2, "misc");
	size = cursor__u16(&c, "size");
	return c.bad || (type < PERF_RECORD_USER_MAX && min_size[type] && size >= min_size[type] && size > left);
}

/* How many headers in a row must make sense before a position is believed. */
#define CONFIDENCE	4

/*
 * Stricter than framing__header(): unknown types do not count as making sense. @more: bytes will come behind these,
 * so that the last record need not be whole if another one is.
 */
static bool looks_like_records(const unsigned char *p, uint64_t left, bool swap, bool more)
{
	uint64_t off = 0, follow;
	struct perf_event_header h;
	int i;

	for (i = 0; i < CONFIDENCE && off < left; i++) {
		if (more && i && is_cut_off(p + off, left - off, swap))
			return true;
		if (!framing__header(p + off, left - off, swap, &h, &follow))
			return false;
		if (h.type >= PERF_RECORD_USER_MAX || !min_size[h.type])
			return false;
		off += h.size;
		if (follow > left - off)
			return more;
		off += follow;
	}
	return true;
}

static uint64_t search(const unsigned char *p, uint64_t left, uint64_t from, bool swap, unsigned int step)
{
	uint64_t off;

	for (off = from; off + sizeof(struct perf_event_header) <= left; off += step)
		if (looks_like_records(p + off, left - off, swap, false))
			return off;
	return left;
}

uint64_t framing__resync(const unsigned char *p, uint64_t left, uint64_t from, bool swap)
{
	uint64_t off = search(p, left, from, swap, 8);

	/* Bytes that were inserted or taken away move all that follows. */
	return off < left ? off : search(p, left, from, swap, 1);
}

uint64_t framing__within(const unsigned char *p, uint64_t left, uint64_t size, bool swap, bool more)
{
	uint64_t off;

	for (off = sizeof(struct perf_event_header); off < size && off < left; off += 8)
		if (looks_like_records(p + off, left - off, swap, more))
			return off;
	return 0;
}

uint64_t framing__inside(const unsigned char *p, uint64_t left, uint64_t size, uint64_t end, bool swap, bool more)
{
	struct perf_event_header h;
	uint64_t off, follow;

	if (end)
		return end < left && looks_like_records(p + end, left - end, swap, more) ? end : 0;
	/* The first one must lie in it: a header that leads far away is soon found in any text. */
	for (off = 2 * sizeof(h); off < size && off < left; off += 8)
		if (framing__header(p + off, size - off, swap, &h, &follow) &&
		    looks_like_records(p + off, left - off, swap, more))
			return off;
	return 0;
}
