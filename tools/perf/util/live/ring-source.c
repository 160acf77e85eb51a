// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/ring-source.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/ring-copy.h"
#include "util/event/sample.h"
#include "util/event/sample-layout.h"

static const unsigned char *in_one_piece(struct ring_source *s, size_t pos, size_t size)
{
	if (pos + size <= s->iov[0].iov_len)
		return (const unsigned char *)s->iov[0].iov_base + pos;
	if (pos >= s->iov[0].iov_len)
		return (const unsigned char *)s->iov[1].iov_base + (pos - s->iov[0].iov_len);
	if (!s->copy)
		s->copy = xmalloc((size_t)64 << 10);
	ring_copy(s->iov, pos, s->copy, size);
	return (const unsigned char *)s->copy;
}

static uint64_t time_of(struct sample_decoder *decoder, const struct record *r)
{
	struct diag ignored = DIAG_INIT;
	struct sample_id id;

	if (r->header.type == PERF_RECORD_SAMPLE) {
		const struct evsel *evsel = sample_decoder__evsel(decoder, r, &ignored);
		unsigned int at = evsel ? decoder->layouts[evsel->idx].time : 0;

		return at && at + 8U <= r->header.size ? sample_layout__word(r->data + at) : 0;
	}
	sample_decoder__id(decoder, r, &id);
	return id.has_time ? id.time : 0;
}

/* Records that change what is known of address spaces. */
static bool changes_maps(uint32_t type)
{
	return type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 || type == PERF_RECORD_COMM || type == PERF_RECORD_FORK ||
	       type == PERF_RECORD_EXIT;
}

void ring_source__load(struct ring_source *s, struct sample_decoder *decoder)
{
	uint64_t before = s->at.time;
	struct perf_event_header h;

	for (;;) {
		bool ahead = s->pos >= s->first;

		s->ended = s->pos >= s->second;
		if (s->ended)
			return;
		ring_copy(s->iov, s->pos, &h, sizeof(h));
		/* Behind the first look nothing was checked. */
		if (ahead && (h.size < sizeof(h) || h.size % 8 || h.size > s->second - s->pos)) {
			s->ended = true;
			return;
		}
		if (ahead && (!changes_maps(h.type) || s->base + s->pos < s->heeded_to)) {
			s->pos += h.size;
			continue;
		}
		s->at.r = (struct record){ .header = h, .data = in_one_piece(s, s->pos, h.size) };
		s->at.time = time_of(decoder, &s->at.r);
		/* A record without a time, or of a clock that went back, stays where it is. */
		if (s->at.time < before)
			s->at.time = before;
		s->at.only_heed = ahead;
		s->at.stays = s->stays && s->at.r.data != (const unsigned char *)s->copy;
		s->at.heeded = !ahead && s->base + s->pos < s->heeded_to && changes_maps(h.type);
		return;
	}
}

/* Nothing there was checked, as in ring_source__load(). */
void ring_source__look_ahead(struct ring_source *s, void (*see)(void *ctx, const struct record *r), void *ctx)
{
	struct ring_source now = { .copy = NULL };
	struct perf_event_header h;
	size_t size = perf_mmap__unread(s->ring, now.iov);

	/* Its first byte is the first one that was not given back. */
	for (now.pos = s->pos > s->given ? s->pos - s->given : 0; now.pos + sizeof(h) <= size; now.pos += h.size) {
		struct record r;

		ring_copy(now.iov, now.pos, &h, sizeof(h));
		if (h.size < sizeof(h) || h.size % 8 || h.size > size - now.pos)
			break;
		if (!changes_maps(h.type))
			continue;
		r = (struct record){ .header = h, .data = in_one_piece(&now, now.pos, h.size) };
		see(ctx, &r);
	}
	free(now.copy);
}
