// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are made from traces, among the recorded ones. */
#include "util/session/session-internal.h"

int session__begin_source(struct session *s)
{
	int err = s->source ? s->source->begin(s->source_ctx, s) : 0;

	if (!err && s->stage)
		err = s->stage->prepare(s->stage, s);
	return err ?: session__tell_begin(s);
}

int session__ask_source(struct session *s, uint64_t time)
{
	uint64_t next;
	int err = 0;

	while (!err) {
		s->source_done = !s->source->peek(s->source_ctx, &next);
		if (s->source_done || next > time)
			break;
		err = s->source->deliver(s->source_ctx);
	}
	return err;
}

static int tell_sample(struct session *s, uint64_t pos,
		       int (*fn)(void *ctx, const struct record *r, const struct sample_id *id,
				 struct evsel *evsel, const struct perf_sample *sample),
		       void *ctx)
{
	struct sample_id id = { .cpu = (uint32_t)-1 };
	struct perf_sample sample;
	struct evsel *evsel;
	struct record r;

	if (!data_file__at(s->file, pos, s->record_copy, &r))
		return 0;
	evsel = sample_decoder__sample(&s->dec, &r, &sample, NULL);
	if (!evsel)
		return 0;
	id.pid = sample.pid;
	id.tid = sample.tid;
	id.cpu = sample.cpu;
	id.time = sample.time;
	id.id = sample.id;
	return fn(ctx, &r, &id, evsel, &sample);
}

static int tell_event(struct session *s, uint64_t pos,
		      int (*fn)(void *ctx, const struct record *r, const struct sample_id *id,
				struct evsel *evsel, const struct perf_sample *sample),
		      void *ctx)
{
	struct sample_id id;
	struct record r;

	if (!data_file__at(s->file, pos, s->record_copy, &r))
		return 0;
	sample_decoder__id(&s->dec, &r, &id);
	return fn(ctx, &r, &id, NULL, NULL);
}

int session__for_each(struct session *s,
		      int (*fn)(void *ctx, const struct record *r, const struct sample_id *id,
				struct evsel *evsel, const struct perf_sample *sample),
		      void *ctx)
{
	size_t i = 0, e = 0;
	int err = 0;

	while (!err && (i < s->samples.nr || e < s->events.nr)) {
		if (e < s->events.nr &&
		    (i >= s->samples.nr || s->events.entries[e].time <= s->samples.entries[i].time))
			err = tell_event(s, time_order__pos(&s->events, &s->events.entries[e++]), fn, ctx);
		else
			err = tell_sample(s, time_order__pos(&s->samples, &s->samples.entries[i++]), fn, ctx);
	}
	return err;
}

int session__deliver_error(struct session *s, const struct trace_error *error)
{
	if (!filter__passes(&s->filter, error->pid, error->tid, error->cpu, ""))
		return 0;
	s->stats.trace_errors++;
	return s->ops->trace_error && !error->quiet ? s->ops->trace_error(s->ctx, error) : 0;
}
