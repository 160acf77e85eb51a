// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/framing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/record-type.h"

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
	if (h.size < record__least_length(h.type))
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
	follow = 0;
	if (type == PERF_RECORD_AUXTRACE && !c.bad && bytes >= record__least_length(type))
		follow = cursor__u64(&c, "size");
	if (!c.bad && follow % 8)
		snprintf(buf, size, "%s (%u): the %" PRIu64 " bytes behind it are no multiple of 8",
			 record_type__name(type), type, follow);
	else if (c.bad || bytes >= record__least_length(type))
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
	return c.bad || (record__least_length(type) && size >= record__least_length(type) && size > left);
}

/* How many headers in a row must make sense before a position is believed. */
#define CONFIDENCE	4
#define FIRST_PIECE	4096	/* bytes; see framing__resync() */

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
		if (!record__least_length(h.type))
			return false;
		off += h.size;
		if (follow > left - off)
			return more;
		off += follow;
	}
	return true;
}

/* No type is 0. Behind eight bytes at @off that are: where the next four begin that are not all zero, or about @until. */
static uint64_t behind_zeros(const unsigned char *p, uint64_t left, uint64_t off, uint64_t until)
{
	uint64_t word = 0;

	while (!word && off < until && left - off >= sizeof(word)) {
		memcpy(&word, p + off, sizeof(word));
		off += word ? 0 : sizeof(word);
	}
	return off - 3;
}

/* The first offset in [@from, @until) where records seem to begin, in steps of @step; @until if there is none. */
static uint64_t search(const unsigned char *p, uint64_t left, uint64_t from, uint64_t until, bool swap, unsigned int step)
{
	uint64_t off, word;

	for (off = from; off < until && left - off >= sizeof(struct perf_event_header); off += step) {
		memcpy(&word, p + off, sizeof(word));
		if (!word)	/* a hole of a file may be long */
			off += (behind_zeros(p, left, off, until) - off) / step * step;
		else if (looks_like_records(p + off, left - off, swap, false))
			return off;
	}
	return until;
}

/*
 * Bytes that were inserted or taken away move all that follows: so places that are not aligned as @from is are looked
 * at, too, but behind those that are. The pieces in which this is done grow, so that it takes as long as what is passed
 * over is: with all that follows in one piece each damage could make it look up to the end.
 */
uint64_t framing__resync(const unsigned char *p, uint64_t left, uint64_t from, uint64_t until, bool swap)
{
	uint64_t piece, end, off;

	for (piece = FIRST_PIECE; from < until; from = end, piece *= 2) {
		end = until - from > piece ? from + piece : until;
		off = search(p, left, from, end, swap, 8);
		if (off >= end)
			off = search(p, left, from, end, swap, 1);
		if (off < end)
			return off;
	}
	return until;
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
