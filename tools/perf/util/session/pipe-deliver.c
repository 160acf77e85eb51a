// SPDX-License-Identifier: GPL-2.0-only
/* What comes out of the queue of a pipe: samples and other records in the order of time, delivered, and the world in front of them. */
#include "util/data/framing.h"
#include "util/session/pipe-stream.h"

/* A record that is held in a store, by its address. */
static bool record_at(const struct pipe_stream *ps, uint64_t token, struct record *ret)
{
	const unsigned char *p = (const unsigned char *)(uintptr_t)token;
	uint64_t follow;

	ret->data = p;
	ret->offset = pipe_record__offset(p);
	ret->swap = ps->header->swap;
	return framing__header(p, UINT16_MAX, ret->swap, &ret->header, &follow);
}

static int deliver_sample(struct pipe_stream *ps, const struct record *r, const struct perf_stitch_item *item)
{
	struct session *s = ps->s;
	struct user_half half = { .reason = item->reason };
	enum perf_stitch_ending ending;
	struct perf_sample sample;
	struct evsel *evsel = sample_decoder__sample(&s->reader.dec, r, &sample, NULL);
	struct record user;
	uint64_t cookie;
	size_t nr;

	if (!evsel)
		return 0;
	ending = session__ending(s, evsel, &sample, &nr, &cookie);
	/* That may have become known while it waited. */
	if (perf_stitch__is_unterminated(ending, s->scan.protocol == DEFERRED_PROTOCOL_C))
		half.reason = PERF_STITCH_UNTERMINATED;
	else if (item->has_record && record_at(ps, item->record, &user))
		scan__read_half(&s->scan, &user, &half);
	return session__deliver_sample(s, r, evsel, &sample, ending == PERF_STITCH_ENDS_PLAIN || s->opts->raw ? NULL : &half);
}

static int deliver(void *ctx, const struct perf_stitch_item *item)
{
	struct pipe_stream *ps = ctx;
	struct record r;
	int err = 0;

	if (record_at(ps, item->token, &r))
		err = r.header.type == PERF_RECORD_SAMPLE ? deliver_sample(ps, &r, item) : session__deliver_event(ps->s, &r);
	pipe_record__drop(r.data);
	return err;
}

static void release(void *ctx, uint64_t token)
{
	(void)ctx;
	pipe_record__drop((const void *)(uintptr_t)token);
}

/*
 * The world goes ahead of the samples that wait: what happened up to a record's time must be known when
 * the record completes an older sample.
 */
static void reached(void *ctx, uint64_t token)
{
	struct pipe_stream *ps = ctx;
	struct record r;

	if (record_at(ps, token, &r) && r.header.type != PERF_RECORD_SAMPLE &&
	    r.header.type != PERF_RECORD_CALLCHAIN_DEFERRED)
		session__add_event(ps->s, &r);
}

const struct perf_stitch_queue_ops pipe_stream__queue_ops = {
	.deliver = deliver,
	.release = release,
	.reached = reached,
};
