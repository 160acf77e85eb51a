// SPDX-License-Identifier: GPL-2.0-only
/* The records of a recording: all of them in file order, and single ones by their positions. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/data-file.h"
#include "util/data/framing.h"

#define RECORD_MAX	(64 * 1024)
#define GIVE_BACK_BYTES	(4 * 1024 * 1024)

static bool is_read_in_place(const struct perf_event_header *h, const unsigned char *p)
{
	return (h->type == PERF_RECORD_SAMPLE || h->type == PERF_RECORD_CALLCHAIN_DEFERRED) &&
	       !((uintptr_t)p & 7);
}

/* @copy NULL: the caller looks at it in place whatever it is. */
static void hand_out(struct record *ret, const struct perf_event_header *h, const unsigned char *p,
		     uint64_t pos, bool swap, unsigned char *copy)
{
	ret->header = *h;
	ret->offset = pos;
	ret->swap = swap;
	ret->data = p;
	if (copy && !is_read_in_place(h, p))
		ret->data = memcpy(copy, p, h->size);
}

void data_walk__init(struct data_walk *w, struct data_file *df)
{
	*w = (struct data_walk){ .df = df, .copy = xmalloc(RECORD_MAX) };
}

void data_walk__exit(struct data_walk *w)
{
	zfree(&w->copy);
}

/*
 * The last record of a recording that was not finished may be there in part: perf was killed while it wrote it. That
 * is no damage.
 */
static bool is_cut_tail(const struct data_walk *w, uint64_t begin, uint64_t size)
{
	return w->df->header->unfinished && size - begin < RECORD_MAX;
}

static int pass_over(struct data_walk *w, const struct data_segment *s, struct diag *diag)
{
	uint64_t begin = w->doubtful ? w->doubtful - 1 : w->off;
	uint64_t next = framing__resync(s->records, s->size, begin + 8, s->size, w->df->swap);
	uint64_t at = s->pos + begin;
	char why[96];

	if (next == s->size)
		diag__set(diag, -EBADMSG, at, "record", "size", "no record begins in the last %" PRIu64
			  " bytes: the file is cut off or damaged", s->size - begin);
	else
		diag__set(diag, -EBADMSG, at, "record", "size", "%s: passed over %" PRIu64 " bytes",
			  framing__why_not(s->records + begin, s->size - begin, w->df->swap, why, sizeof(why)),
			  next - begin);
	if (next == s->size)
		w->df->truncated = true;
	w->off = next;
	w->doubtful = 0;
	return -EBADMSG;
}

/* @r says that more follows than there is: either the file is cut off, or it says it wrongly. */
static int follow_missing(struct data_walk *w, const struct data_segment *s, const struct record *r,
			  uint64_t follow, struct diag *diag)
{
	w->off = framing__resync(s->records, s->size, w->off, s->size, w->df->swap);
	w->df->truncated |= w->off == s->size;
	return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "size",
			 "%" PRIu64 " bytes should follow, but the file ends", follow);
}

/* The head of the record at @p, if it is one of the two that nearly all are, and plain to see. */
static bool is_usual(const unsigned char *p, uint64_t left, bool swap, struct perf_event_header *ret)
{
	if (swap || left < sizeof(*ret))
		return false;
	memcpy(ret, p, sizeof(*ret));
	return is_read_in_place(ret, p) && ret->size <= left && ret->size >= 16 && !(ret->size % 8);
}

/* What lies behind the walk goes, if pages are to be given back. */
static void leave_behind(struct data_walk *w, const struct data_segment *s)
{
	if (!w->df->give_back || w->off < w->given + GIVE_BACK_BYTES)
		return;
	data_segment__give_back(s, w->given, w->off);
	w->given = w->off;
}

const unsigned char *data_walk__rest(const struct data_walk *w, uint64_t *ret_left, uint64_t *ret_pos)
{
	const struct data_segment *s = &w->df->segments[w->segment];

	if (w->df->swap || w->segment == w->df->nr_segments || w->off >= s->size)
		return NULL;
	*ret_left = s->size - w->off;
	*ret_pos = s->pos + w->off;
	return s->records + w->off;
}

void data_walk__pass(struct data_walk *w, uint64_t size)
{
	if (!size)
		return;
	w->doubtful = 0;
	w->off += size;
	leave_behind(w, &w->df->segments[w->segment]);
}

int data_walk__next(struct data_walk *w, struct record *ret, struct diag *diag)
{
	const struct data_segment *s;
	struct perf_event_header h;
	uint64_t follow;

	for (;; w->segment++, w->off = w->given = 0) {
		if (w->segment == w->df->nr_segments)
			return 0;
		s = &w->df->segments[w->segment];
		if (w->off < s->size)
			break;
		w->doubtful = 0;
	}
	leave_behind(w, s);
	if (is_usual(s->records + w->off, s->size - w->off, w->df->swap, &h)) {
		hand_out(ret, &h, s->records + w->off, s->pos + w->off, false, NULL);
		w->doubtful = 0;
		w->off += h.size;
		return 1;
	}
	if (!framing__header(s->records + w->off, s->size - w->off, w->df->swap, &h, &follow)) {
		if (!is_cut_tail(w, w->off, s->size) ||
		    framing__resync(s->records, s->size, w->off + 8, s->size, w->df->swap) < s->size)
			return pass_over(w, s, diag);
		w->off = s->size;
		return data_walk__next(w, ret, diag);
	}
	hand_out(ret, &h, s->records + w->off, s->pos + w->off, w->df->swap, w->copy);
	/* Nothing can be checked of a record of unknown type but that another record follows it. */
	w->doubtful = record_type__is_known(h.type) ? 0 : w->off + 1;
	w->off += h.size;
	if (follow > s->size - w->off) {
		if (!w->df->header->unfinished || h.type != PERF_RECORD_AUXTRACE)
			return follow_missing(w, s, ret, follow, diag);
		w->off = s->size;
		return data_walk__next(w, ret, diag);
	}
	w->off += follow;
	return 1;
}

void data_walk__distrust(struct data_walk *w, const struct record *r)
{
	const struct data_segment *s = &w->df->segments[w->segment];

	w->off = framing__resync(s->records, s->size, r->offset - s->pos + 8, w->off, w->df->swap);
}

const unsigned char *data_walk__here(const struct data_walk *w, const struct record *r, uint64_t *ret_left)
{
	const struct data_segment *s = &w->df->segments[w->segment];

	*ret_left = s->size - (r->offset - s->pos);
	return s->records + (r->offset - s->pos);
}

const void *data_walk__follow(const struct data_walk *w, const struct record *r, uint64_t *ret_size)
{
	const struct data_segment *s = &w->df->segments[w->segment];
	uint64_t begin = r->offset - s->pos + r->header.size;

	*ret_size = w->off > begin ? w->off - begin : 0;
	return *ret_size ? s->records + begin : NULL;
}

static const struct data_segment *segment_of(const struct data_file *df, uint64_t pos)
{
	const struct data_segment *s = df->segments, *end = s + df->nr_segments;

	while (s < end && (pos < s->pos || pos - s->pos >= s->size))
		s++;
	return s < end ? s : NULL;
}

const unsigned char *data_file__bytes(const struct data_file *df, uint64_t pos, uint64_t *ret_left)
{
	const struct data_segment *s = segment_of(df, pos);

	*ret_left = s ? s->size - (pos - s->pos) : 0;
	return s ? s->records + (pos - s->pos) : NULL;
}

bool data_file__at(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret)
{
	const struct data_segment *s = segment_of(df, pos);
	struct perf_event_header h;
	uint64_t follow;

	if (!s ||
	    !framing__header(s->records + (pos - s->pos), s->size - (pos - s->pos), df->swap, &h, &follow))
		return false;
	hand_out(ret, &h, s->records + (pos - s->pos), pos, df->swap, copy);
	return true;
}

bool data_file__again(const struct data_file *df, uint64_t pos, unsigned char *copy, struct record *ret)
{
	const struct data_segment *s = segment_of(df, pos);
	uint64_t left = s ? s->size - (pos - s->pos) : 0;
	const unsigned char *p;
	struct perf_event_header h;

	if (left < sizeof(h))
		return false;
	p = s->records + (pos - s->pos);
	memcpy(&h, p, sizeof(h));
	if (df->swap || !is_read_in_place(&h, p))
		return data_file__at(df, pos, copy, ret);
	if (h.size < sizeof(h) || h.size > left)
		return false;
	hand_out(ret, &h, p, pos, false, NULL);
	return true;
}
