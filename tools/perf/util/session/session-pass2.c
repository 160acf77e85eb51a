// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pass 2 over a recording that can be read twice: samples in the order of time. By now every deferred record and every map is known, so
 * nothing ever waits. What pass 1 has checked is read once more for what it holds, with nothing but its bounds checked again.
 */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/session/session-internal.h"

/* Unwinding takes much longer than counting: whoever waits wants to see it go on. */
#define PROGRESS_SAMPLES	1024
#define SAMPLES_GIVE_BACK	SESSION_STRETCH

static int visit_sample(struct session *s, const struct time_order_entry *o)
{
	const struct perf_sample *sample = &s->reader.usual;
	struct diag diag = DIAG_INIT;
	struct perf_sample any;
	struct user_half half;
	struct record r;
	struct evsel *evsel = scan__read_usual(&s->scan, o, &r);

	if (!evsel) {
		evsel = scan__read_sample(&s->scan, time_order__pos(&s->scan.samples, o), &r, &any);
		sample = &any;
	}
	if (!evsel) {
		/* Pass 1 has checked it. */
		diag__set(&diag, -EBADMSG, time_order__pos(&s->scan.samples, o), "SAMPLE", NULL, "the file changed while it was read");
		session__damaged(s, &diag);
		return 0;
	}
	return session__deliver_sample(s, &r, evsel, sample, !s->opts->raw && scan__user_half(&s->scan, o, sample->pid, &half) ? &half : NULL);
}

static int visit_event(struct session *s, size_t number)
{
	struct record r;

	if (!data_file__at(s->file, time_order__pos(&s->scan.events, &s->scan.events.entries[number]), s->reader.copy, &r))
		return 0;
	return session__deliver_event(s, &r);
}

/* @nr samples have been visited. */
static void passed(struct session *s, size_t nr)
{
	if (!(nr % PROGRESS_SAMPLES)) {
		s->between_samples = true;
		session__progress(s, "Processing samples", nr - 1, s->scan.samples.nr);
		s->between_samples = false;
	}
	if (nr % SAMPLES_GIVE_BACK)
		return;
	if (s->file->give_back)
		data_file__give_back(s->file, NULL);
}

/*
 * Takes the samples from number *@i on that need not be read to be told of (session-ways.c). Moves *@i behind them. Returns true if that one
 * is to be delivered the long way now; false: something else may have to be done before.
 */
static bool visit_many(struct session *s, size_t *i, size_t end, uint64_t next_event, int *ret_err)
{
	size_t stop = *i - *i % s->stretch + s->stretch;
	struct session_stretch st = { .at = *i, .end = stop < end ? stop : end, .before = next_event };

	if (!s->way)
		return true;
	s->way(s, &st);
	if (st.at == *i)
		return true;
	*i = st.at;
	passed(s, st.at);
	*ret_err = st.differs ? 0 : st.err;
	return st.differs;
}

int session__visit(struct session *s, struct session_place *at, size_t end)
{
	bool want_events = session__wants_events(s);
	size_t i = at->sample, e = at->event;
	int err = 0;

	while (!err && i < end) {
		const struct time_order_entry *o = &s->scan.samples.entries[i];

		while (!err && want_events && e < s->scan.events.nr && session__comes_first(s, &s->scan.events.entries[e], o))
			err = session__run_source(s, s->scan.events.entries[e].time) ?: visit_event(s, e), e++;
		if (!err)
			err = session__run_source(s, o->time);
		if (err)
			break;
		if ((!s->source || s->source_done) &&
		    !visit_many(s, &i, end, want_events && e < s->scan.events.nr ? s->scan.events.entries[e].time : UINT64_MAX, &err))
			continue;
		err = visit_sample(s, &s->scan.samples.entries[i]);
		passed(s, ++i);
	}
	at->sample = i;
	at->event = e;
	return err;
}

int session__pass_2(struct session *s, struct diag *diag)
{
	bool want_events = session__wants_events(s);
	struct session_place at = { 0 };
	int err = session__begin_source(s, diag);

	session__choose_way(s);
	err = err ?: session__visit_slices(s, &at, diag);
	err = err ?: session__visit(s, &at, s->scan.samples.nr);
	for (; !err && want_events && at.event < s->scan.events.nr; at.event++)
		err = session__run_source(s, s->scan.events.entries[at.event].time) ?: visit_event(s, at.event);
	err = err ?: session__run_source(s, UINT64_MAX);
	session__settle_alike(s);
	return err ?: session__tell_alike(s);
}

/* --- a sample once more ---------------------------------------------------------------------------- */

/* Whose consumer is told of a sample once more. */
struct again {
	const struct session_ops *ops;
	void *ctx;
	struct session_stage *stage;	/* that takes part, or NULL */
};

static void flush_again(void *ctx)
{
	struct again *again = ctx;

	if (again->stage)
		again->stage->flush_chains(again->stage);
	if (again->ops->flush_chains)
		again->ops->flush_chains(again->ctx);
}

/* The row of the sample at @pos, in the order of time. */
static const struct time_order_entry *row_at(struct session *s, uint64_t pos)
{
	struct perf_sample sample;
	struct record r;

	return scan__read_sample(&s->scan, pos, &r, &sample) ? time_order__find(&s->scan.samples, sample.time, pos) : NULL;
}

int session__sample_again(struct session *s, uint64_t pos,
			  int (*fn)(void *ctx, const struct session_sample *sample), void *ctx)
{
	static const struct session_ops ops = { .flush_chains = flush_again };
	struct again again = { .ops = s->ops, .ctx = s->ctx, .stage = session__stage(s) };
	const struct time_order_entry *row;
	struct session *saved;
	bool remembers;
	int err;

	if (!s->file)
		return 0;
	/* What is counted from here on is forgotten. */
	session__settle_alike(s);
	/* The sample that is being delivered still needs the buffers. */
	saved = xmemdup(s, sizeof(*s));
	remembers = session__alike_remembers(s, false);
	s->ops = &ops;
	s->ctx = &again;
	s->receiver = (struct sample_receiver){ .sample = fn, .ctx = ctx };
	s->stage = NULL;
	record_reader__init(&s->reader, s->header->evlist, true);
	s->own = s->stacks.own = (struct own_entries){ .cap = 0 };
	sample_decoder__prepare(&s->reader.dec);
	row = row_at(s, pos);
	err = row ? visit_sample(s, row) : 0;
	record_reader__exit(&s->reader);
	own_entries__exit(&s->own);
	own_entries__exit(&s->stacks.own);
	s->ops = saved->ops;
	s->ctx = saved->ctx;
	s->receiver = saved->receiver;
	s->stage = saved->stage;
	s->reader = saved->reader;
	s->own = saved->own;
	s->stacks.own = saved->stacks.own;
	s->stats = saved->stats;
	free(saved);
	(void)session__alike_remembers(s, remembers);
	return err;
}
