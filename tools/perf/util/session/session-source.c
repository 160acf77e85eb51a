// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are made from traces, among the recorded ones. */
#include "util/session/session-internal.h"

int session__begin_source(struct session *s, struct diag *diag)
{
	int err = s->source ? s->source->begin(s->source_ctx, s) : 0;

	if (!err && s->stage)
		err = s->stage->prepare(s->stage, s);
	return err ?: session__tell_begin(s, diag);
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

int session__for_each(struct session *s,
		      int (*fn)(void *ctx, const struct record *r, const struct sample_id *id,
				struct evsel *evsel, const struct perf_sample *sample),
		      void *ctx)
{
	const struct time_order *samples = &s->scan.samples, *events = &s->scan.events;
	struct perf_sample sample;
	size_t i = 0, e = 0;
	struct sample_id id;
	struct evsel *evsel;
	struct record r;
	int err = 0;

	while (!err && (i < samples->nr || e < events->nr)) {
		if (e < events->nr && (i >= samples->nr || events->entries[e].time <= samples->entries[i].time)) {
			if (!data_file__at(s->file, time_order__pos(events, &events->entries[e++]), s->reader.copy, &r))
				continue;
			sample_decoder__id(&s->reader.dec, &r, &id);
			err = fn(ctx, &r, &id, NULL, NULL);
		} else {
			evsel = scan__read_sample(&s->scan, time_order__pos(samples, &samples->entries[i++]), &r, &sample);
			if (!evsel)
				continue;
			id = (struct sample_id){ .pid = sample.pid, .tid = sample.tid, .cpu = sample.cpu, .time = sample.time, .id = sample.id };
			err = fn(ctx, &r, &id, evsel, &sample);
		}
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
