// SPDX-License-Identifier: GPL-2.0-only
/* Where records begin and end in a pipe's stream, also behind damage. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/framing.h"
#include "util/session/pipe-stream.h"

/*
 * Where records go on behind damage is looked for in so many bytes: a record, and what must make sense behind it. Less
 * only at the end of the stream. So it does not depend on the pieces in which a stream arrives.
 */
#define WINDOW		(5u * 64 * 1024)

/* Tracing data of all tracepoints of a kernel take some 10 MiB. */
#define FOLLOW_MAX	(256u * 1024 * 1024)

/* Are the bytes there that tell where records go on behind damage? No more than these are looked at. */
static bool is_enough(const struct pipe_stream *ps, size_t *left)
{
	if (*left > WINDOW)
		*left = WINDOW;
	return ps->eof || *left == WINDOW;
}

/* At a place where no record begins: 0 if more bytes are needed to tell where one does. */
static size_t pass_over(struct pipe_stream *ps, struct pipe_store *store, const unsigned char *p, size_t left)
{
	uint64_t to;
	struct diag diag = DIAG_INIT;
	char why[96];

	if (!is_enough(ps, &left))
		return 0;
	to = framing__resync(p, left, 8, left, ps->header->swap);
	/* A record may begin in the last bytes, which are not all there. */
	if (to == left && !ps->eof)
		to = (left - UINT16_MAX) & ~7u;
	if (to == left && ps->eof) {
		ps->s->stats.truncated = true;
		diag__set(&diag, -EBADMSG, store->stream_pos, "record", "size",
			  "no record begins in the last %zu bytes: the stream is cut off or damaged", left);
	} else {
		diag__set(&diag, -EBADMSG, store->stream_pos, "record", "size", "%s: passed over %llu bytes",
			  framing__why_not(p, left, ps->header->swap, why, sizeof(why)), (unsigned long long)to);
	}
	session__damaged(ps->s, &diag);
	return to;
}

/* A header is not yet all there, or the record is not. */
static bool is_incomplete(const struct pipe_stream *ps, const unsigned char *p, size_t left)
{
	struct cursor c = cursor__make(p, left, ps->header->swap);
	uint16_t size;

	cursor__skip(&c, 6, "type");
	size = cursor__u16(&c, "size");
	return !ps->eof && (c.bad || (size >= 8 && size > left));
}

/*
 * The record at the place of the store is damaged, which was said: its size may be wrong, too, and what begins in it is
 * not passed over. False if more bytes are needed.
 */
static bool leave_damage(struct pipe_stream *ps, struct pipe_store *store, const unsigned char *p, size_t left)
{
	size_t size = store->damaged;
	uint64_t inside;

	if (!is_enough(ps, &left))
		return false;
	inside = framing__within(p, left, size, ps->header->swap, !ps->eof);
	pipe_store__consume(store, inside ? inside : size);
	store->damaged = 0;
	return true;
}

/* A record that is not as long as its fields say: whether it is damaged may depend on what follows. */
static bool is_doubtful(struct pipe_stream *ps, const struct record *r, size_t left)
{
	return !is_enough(ps, &left) && session__check_length(ps->s, r, NULL);
}

/* The record at @p, of the @left bytes that are there, whole or at the end of all. False if more bytes are needed. */
static bool begin_record(struct pipe_stream *ps, const struct pipe_store *store, const unsigned char *p, size_t left,
			 struct record *r)
{
	struct session *s = ps->s;
	size_t seen = left;

	(void)is_enough(ps, &seen);
	s->here = (struct record_place){ .bytes = p, .offset = store->stream_pos, .left = seen, .more = !ps->eof || seen < left };
	r->data = p;
	r->offset = store->stream_pos;
	r->swap = ps->header->swap;
	return !is_doubtful(ps, r, left);
}

/* Bytes that follow a record: TRACING_DATA is kept, AUX data are passed over. */
static int read_follow(struct pipe_stream *ps, const struct record *r, uint64_t size, struct diag *diag)
{
	bool keep = r->header.type == PERF_RECORD_HEADER_TRACING_DATA;
	unsigned char *blob = NULL;
	uint64_t done = 0, cap = 0;
	int err = 0;

	if (keep && size > FOLLOW_MAX)
		return diag__set(diag, -EBADMSG, r->offset, "TRACING_DATA", "size", "%llu bytes are too many",
				 (unsigned long long)size);
	while (!err && done < size) {
		size_t there, n;
		const unsigned char *p = pipe_store__unparsed(&ps->raw, &there);

		if (!there) {
			size_t room;
			unsigned char *to = pipe_store__room(&ps->raw, &room);
			ssize_t got = pipe_stream__read(ps->fd, to, room);

			if (got <= 0) {
				ps->eof = true;
				break;
			}
			pipe_store__added(&ps->raw, (size_t)got);
			continue;
		}
		n = there < size - done ? there : (size_t)(size - done);
		if (keep) {
			if (done + n > cap) {
				cap = 2 * (done + n);
				blob = xrealloc(blob, cap);
			}
			memcpy(blob + done, p, n);
		}
		if (ps->s->ops->follow)
			err = ps->s->ops->follow(ps->s->ctx, p, n);
		pipe_store__consume(&ps->raw, n);
		done += n;
	}
	if (keep) {
		free(ps->header->tracing_data);
		ps->header->tracing_data = blob;
		ps->header->tracing_data_size = done;
	}
	if (err || done == size)
		return err;
	ps->s->stats.truncated = true;
	return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), "size",
			 "%" PRIu64 " bytes should follow, but the input ends", size);
}

int pipe_stream__parse(struct pipe_stream *ps, struct pipe_store *store)
{
	struct diag diag = DIAG_INIT;
	struct record r;
	uint64_t follow;
	size_t left, skip;
	int err = 0;

	for (;;) {
		const unsigned char *p = pipe_store__unparsed(store, &left);

		if (store->damaged) {
			if (!leave_damage(ps, store, p, left))
				return 0;
			continue;
		}
		if (!left || is_incomplete(ps, p, left))
			return 0;
		if (!framing__header(p, left, ps->header->swap, &r.header, &follow)) {
			skip = pass_over(ps, store, p, left);
			if (!skip)
				return 0;
			pipe_store__consume(store, skip);
			continue;
		}
		if (!begin_record(ps, store, p, left, &r))
			return 0;
		pipe_record__hold(p);
		pipe_store__consume(store, r.header.size);
		err = pipe_stream__see(ps, &r, &diag);
		if (!err && follow)
			err = store == &ps->raw ? read_follow(ps, &r, follow, &diag) : -EBADMSG;
		if (err == -EBADMSG && !follow) {
			pipe_store__give_back(store, r.header.size);
			store->damaged = r.header.size;
		}
		pipe_record__drop(p);
		if (err == -EBADMSG) {
			session__damaged(ps->s, &diag);
			err = 0;
		}
		if (err) {
			if (diag__is_set(&diag))
				ps->fatal = diag;
			return err;
		}
	}
}
