// SPDX-License-Identifier: GPL-2.0-only
/*
 * A pipe, which cannot be read twice: records go through a queue that gives samples back in time
 * order, whole where their deferred record comes within the bounds.
 *
 * As in perf, what is older than the newest record before the last FINISHED_ROUND but one cannot come
 * any more: at each such mark the queue may deliver up to there.
 */
#include <errno.h>
#include <string.h>

#include "util/data/decompress.h"
#include "util/data/zstd-stream.h"
#include "util/session/pipe-stream.h"

static uint64_t token_of(const struct record *r)
{
	pipe_record__hold(r->data);
	return (uint64_t)(uintptr_t)r->data;
}

static void see_time(struct pipe_stream *ps, uint64_t time)
{
	if (time > ps->newest)
		ps->newest = time;
	if (time < ps->delivered && time)
		ps->s->stats.out_of_order++;
}

static int add_sample(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	struct session *s = ps->s;
	struct perf_stitch_key key = { 0 };
	enum perf_stitch_ending ending;
	struct perf_sample sample;
	struct evsel *evsel = sample_decoder__sample(&s->reader.dec, r, &sample, diag);
	bool waits;
	size_t nr;

	if (!evsel)
		return -EBADMSG;
	s->stats.samples++;
	see_time(ps, sample.time);
	ending = perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &key.cookie);
	/* As long as no record has told the protocol, any of them may. */
	waits = ending != PERF_STITCH_ENDS_PLAIN &&
		!perf_stitch__is_unterminated(ending, s->scan.protocol_known && s->scan.protocol == DEFERRED_PROTOCOL_C);
	key.tid = sample.tid;
	key.machine = sample_decoder__machine_pid(&s->reader.dec, sample.id);
	if (sample__cpumode(&sample) == PERF_RECORD_MISC_USER && sample.tid != (uint32_t)-1)
		(void)perf_stitch_queue__returned(ps->queue, key.machine, key.tid, sample.time);
	if (!waits || s->opts->raw || !scan__may_wait_yet(&s->scan, evsel))
		return perf_stitch_queue__add(ps->queue, sample.time, token_of(r), r->header.size);
	return perf_stitch_queue__add_waiting(ps->queue, &(struct perf_stitch_waiting){
			.key = key, .which = perf_stitch__which(ending), .time = sample.time, .cpu = sample.cpu,
			.token = token_of(r), .bytes = r->header.size });
}

static int add_deferred(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	struct session *s = ps->s;
	struct perf_stitch_key key;
	struct record_deferred d;

	if (sample_decoder__deferred(&s->reader.user_dec, r, s->scan.protocol, &d, diag))
		return -EBADMSG;
	s->stats.deferred_records++;
	see_time(ps, d.id.time);
	if (s->opts->raw)
		return perf_stitch_queue__add(ps->queue, d.id.time, token_of(r), r->header.size);
	if (!d.id.has_tid) {
		s->stats.records_without_tid++;
		return 0;
	}
	key = (struct perf_stitch_key){ .cookie = d.cookie, .tid = d.id.tid,
					.machine = sample_decoder__machine_pid(&s->reader.dec, d.id.id) };
	return perf_stitch_queue__add_record(ps->queue, &key, d.id.time, token_of(r), r->header.size,
					     perf_stitch__is_empty(d.nr, s->scan.protocol == DEFERRED_PROTOCOL_C));
}

static int add_event(struct pipe_stream *ps, const struct record *r)
{
	struct sample_id id;

	sample_decoder__id(&ps->s->reader.dec, r, &id);
	see_time(ps, id.time);
	if (r->header.type == PERF_RECORD_LOST)
		(void)perf_stitch_queue__lost(ps->queue, id.time, id.cpu);
	return perf_stitch_queue__add(ps->queue, id.time, token_of(r), r->header.size);
}

static int finished_round(struct pipe_stream *ps, const struct record *r)
{
	int err = 0;

	if (ps->s->opts->rounds && !ps->s->opts->no_order)
		err = perf_stitch_queue__add(ps->queue, ps->newest + 1, token_of(r), r->header.size);
	if (!err && ps->round_limit) {
		err = perf_stitch_queue__advance(ps->queue, ps->round_limit);
		ps->delivered = ps->round_limit;
	}
	ps->round_limit = ps->newest;
	return err;
}

/* A record of perf itself that is neither of the above. */
static int see_own_record(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	const struct session_opts *o = ps->s->opts;
	int err = session__read_head_record(ps->s, r, diag);

	if (!err && o->counts && !o->no_order && record__is_count(r->header.type))
		err = perf_stitch_queue__add(ps->queue, ps->newest + 1, token_of(r), r->header.size);
	return err;
}

static int unpacked(void *ctx, const void *data, size_t size)
{
	struct pipe_stream *ps = ctx;
	int err = unpack_room__take(&ps->room, size);

	while (size && !err) {
		size_t room, n;
		unsigned char *to = pipe_store__room(&ps->unpacked, &room);

		n = size < room ? size : room;
		memcpy(to, data, n);
		pipe_store__added(&ps->unpacked, n);
		data = (const char *)data + n;
		size -= n;
		err = pipe_stream__parse(ps, &ps->unpacked);
	}
	return err;
}

static int add_compressed(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	const void *data;
	size_t size;
	int err;

	if (!decompress__payload(r, &data, &size, diag))
		return -EBADMSG;
	if (!ps->zstd) {
		ps->zstd = zstd_reader__new(diag);
		unpack_room__init(&ps->room, UNPACK_RATIO_STREAM);
	}
	if (!ps->zstd)
		return -ENOTSUP;
	unpack_room__add_packed(&ps->room, size);
	err = zstd_reader__feed(ps->zstd, data, size, unpacked, ps, diag);
	if (err == -EFBIG)
		(void)decompress__refuse(&ps->room, diag);
	return err;
}

static int see_kernel_record(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	bool no_order = ps->s->opts->no_order;
	int err = session__begin(ps->s, diag);

	if (err)
		return err;
	scan__ask_head(&ps->s->scan);
	switch (r->header.type) {
	case PERF_RECORD_SAMPLE:
		return no_order ? scan__sample(&ps->s->scan, r, diag) : add_sample(ps, r, diag);
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return no_order ? scan__deferred(&ps->s->scan, r, diag) : add_deferred(ps, r, diag);
	default:
		return no_order ? 0 : add_event(ps, r);
	}
}

int pipe_stream__see(struct pipe_stream *ps, const struct record *r, struct diag *diag)
{
	struct session *s = ps->s;
	int err;

	session__count_record(s, r);
	if (s->ops->record) {
		err = s->ops->record(s->ctx, s, r);
		if (err)
			return err;
	}
	err = session__see_length(s, r, diag);
	if (err)
		return err;
	if (r->header.type < PERF_RECORD_USER_TYPE_START)
		return see_kernel_record(ps, r, diag);
	switch (r->header.type) {
	case PERF_RECORD_FINISHED_ROUND:
		return finished_round(ps, r);
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2:
		return add_compressed(ps, r, diag);
	default:
		return see_own_record(ps, r, diag);
	}
}

static void take_stats(struct session *s, const struct perf_stitch_queue *q)
{
	struct perf_stitch_queue_stats st;

	perf_stitch_queue__stats(q, &st);
	s->stats.duplicate_records = st.duplicates;
	s->stats.unused_records = st.unused_records;
	s->stats.timed_out = st.timed_out;
}

static int read_all(struct pipe_stream *ps, struct diag *diag)
{
	size_t room;
	ssize_t got;
	int err;

	do {
		unsigned char *to = pipe_store__room(&ps->raw, &room);

		ps->eof |= ps->s->ops->wait && ps->s->ops->wait(ps->s->ctx, ps->fd);
		got = ps->eof ? 0 : pipe_stream__read(ps->fd, to, room);
		if (got < 0)
			return diag__msg(diag, -errno, "cannot read the pipe: %s", strerror(errno));
		ps->eof = !got;
		pipe_store__added(&ps->raw, (size_t)got);
		err = pipe_stream__parse(ps, &ps->raw);
		if (ps->s->ops->progress) {
			ps->s->between_samples = true;
			ps->s->ops->progress(ps->s->ctx, "Reading", ps->raw.stream_pos, 0);
			ps->s->between_samples = false;
		}
	} while (!err && !ps->eof);
	return err;
}

int session__process_pipe(struct session *s, struct diag *diag)
{
	struct perf_stitch_queue_opts opts = { .max_wait = s->opts->pipe_max_wait,
					       .max_bytes = s->opts->pipe_max_bytes };
	struct pipe_stream *ps = s->pipe;
	struct diag cut = DIAG_INIT;
	int err;

	ps->queue = perf_stitch_queue__new(&opts, &pipe_stream__queue_ops, ps);
	err = ps->queue ? read_all(ps, diag) : -ENOMEM;
	/* What is left of it is no whole record. */
	err = err ?: pipe_stream__parse(ps, &ps->unpacked);
	if (!err && ps->zstd && zstd_reader__end(ps->zstd, &cut))
		session__damaged(s, &cut);
	/* Events that come without any sample are still told. */
	err = err ?: session__begin(s, diag);
	err = err ?: perf_stitch_queue__flush(ps->queue);
	if (ps->queue)
		take_stats(s, ps->queue);
	if (err == -ENOMEM)
		diag__msg(diag, err, "out of memory");
	if (err < 0 && diag && !diag__is_set(diag) && diag__is_set(&ps->fatal))
		*diag = ps->fatal;
	return err;
}
