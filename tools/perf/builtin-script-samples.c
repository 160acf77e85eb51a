// SPDX-License-Identifier: GPL-2.0-only
/* perf script: what becomes of each sample. */
#include "builtin-script.h"

#include <inttypes.h>

#include "builtin-script-dlfilter.h"
#include "util/base/log.h"
#include "util/event/evlist.h"

/* Before any filter; a sample of several counters is asked about once. */
int script__any_sample(void *ctx, const struct session_sample *sample)
{
	struct script *s = ctx;
	int ret;

	ret = dlfilter__early(s->dlfilter, sample);
	s->filtered_early = ret;
	return ret < 0 ? ret : 0;
}

/* As a line, or to the script. */
static void show_sample(struct script *s, const struct session_sample *sample)
{
	if (s->python.on)
		python_stream__sample(&s->python.stream, sample);
	else
		(void)script_text__sample(&s->text, sample);
}

/* Only what lies in the stretches that were asked for counts. */
int script__span(void *ctx, const struct session_sample *span)
{
	struct script *s = ctx;
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;

	part.sample = &ps;
	ps.period = time_ranges__overlap(&s->ranges, span->off_cpu->from, span->off_cpu->to);
	if (ps.period && script_filter__passes(&s->filter, &part))
		show_sample(s, &part);
	return script__stopped(s);
}

/* Of a command line that chooses among samples, or does more with them than print them. */
int script__sample(void *ctx, const struct session_sample *sample)
{
	struct script *s = ctx;
	int ret;

	/* What is made of a trace comes nowhere else. */
	if (s->dlfilter && sample->trace) {
		ret = script__any_sample(s, sample);
		if (ret)
			return ret;
	}
	if (s->filtered_early)
		return script__stopped(s);
	if (!time_ranges__contains(&s->ranges, sample->sample->time))
		return script__stopped(s);
	if (s->debug && sample->sample->time < s->newest) {
		pr_error("Samples misordered, previous: %" PRIu64 " this: %" PRIu64 "\n", s->newest, sample->sample->time);
		return script__stopped(s);
	}
	s->newest = sample->sample->time;
	if (!script_filter__passes(&s->filter, sample))
		return script__stopped(s);
	if (s->on_screen)
		return script__list_sample(s, sample);
	if (s->dlfilter) {
		ret = dlfilter__sample(s->dlfilter, sample);
		if (ret)
			return ret < 0 ? ret : script__stopped(s);
	}
	if (s->per_event_dump)
		s->text.out = event_dump__sample(&s->event_dump, sample->evsel) ?: s->out;
	show_sample(s, sample);
	s->text.out = s->out;
	return script__stopped(s);
}

struct evsel *script__evsel_of(struct script *s, uint64_t id)
{
	struct evlist *evlist = session__evlist(s->session);
	const struct evlist_id *known = evlist__find_id(evlist, id);

	return known ? known->evsel : evlist__first(evlist);
}

int script__deferred(void *ctx, const struct record *r, const struct record_deferred *d, const char *comm,
		     const struct chain_half *half)
{
	struct script *s = ctx;
	struct evsel *evsel = script__evsel_of(s, d->id.id);

	(void)r;
	if (evsel && time_ranges__contains(&s->ranges, d->id.time))
		script_text__deferred(&s->text, evsel, d, comm, half);
	return script__stopped(s);
}
