// SPDX-License-Identifier: GPL-2.0-only
/* What is done with each sample, span off the CPU and record of a recording that is written in another format. */
#include <errno.h>

#include "builtin-export-samples.h"
#include "builtin-export.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"

/* Ends the reading: what we write arrives nowhere. */
#define STOPPED	1

static int lacks_cpus(const struct session *session, struct diag *diag)
{
	if (!session__lacks_cpus(session))
		return 0;
	return diag__msg(diag, -EINVAL, "'%s' does not tell on which CPUs samples were taken: -C is not possible",
			 session__input_name(session));
}

static int begin(void *ctx, struct session *session)
{
	struct export_run *r = ctx;
	struct diag diag = DIAG_INIT;

	r->export.ranges = &r->ranges;
	r->export.facts = &r->facts;
	/* Spans take the place of samples; or are shown beside them, where there are some. */
	if (!r->off_cpu.on && r->off_cpu.spans && !offcpu__lacks(r->off_cpu.spans, NULL))
		r->export.off_cpu = r->off_cpu.spans;
	if (lacks_cpus(session, &diag) || export__begin(&r->export, session, &diag)) {
		pr_error("perf: %s\n", diag.text);
		r->wrong = true;
		return -EINVAL;
	}
	/* Who looks on sees each sample. */
	session__set_needs(session, r->seen ? SESSION_NEEDS_ALL : export__needs(&r->export));
	session__tell_apart(session, r->ranges.nr ? &r->ranges : NULL);
	return 0;
}

/* The part of a span that lies within the stretches that were asked for. */
int export_run__on_span(void *ctx, const struct session_sample *span)
{
	struct export_run *r = ctx;
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;

	part.sample = &ps;
	ps.period = time_ranges__overlap(&r->ranges, span->off_cpu->from, span->off_cpu->to);
	if (ps.period)
		export__sample(&r->export, &part);
	return r->out->error ? STOPPED : 0;
}

/* What is within the stretches that were asked for, if only in part, is shown as a whole. */
int export_run__on_span_beside(void *ctx, const struct session_sample *span)
{
	struct export_run *r = ctx;

	if (!r->ranges.nr || time_ranges__overlap(&r->ranges, span->off_cpu->from, span->off_cpu->to))
		r->opts.format->span(&r->export, span);
	return r->out->error ? STOPPED : 0;
}

static int on_any_sample(void *ctx, const struct session_sample *sample)
{
	struct export_run *r = ctx;

	if (r->opts.format->any_sample)
		r->opts.format->any_sample(&r->export, sample);
	return 0;
}

static int on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct export_run *r = ctx;
	struct diag diag = DIAG_INIT;

	/* One that is damaged names nothing. */
	(void)task_facts__add(&r->facts, record, &diag);
	if (r->opts.format->event)
		r->opts.format->event(&r->export, record, id);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct export_run *r = ctx;

	if (r->ranges.nr && !time_ranges__contains(&r->ranges, sample->sample->time))
		return 0;
	export__sample(&r->export, sample);
	if (r->seen)
		r->seen(r->ctx, sample);
	return r->out->error ? STOPPED : 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct export_run *r = ctx;

	if (!r->ranges.nr || time_ranges__contains(&r->ranges, like->sample->time))
		export__more(&r->export, like, more);
	return 0;
}

/* A stream is written as it comes. */
static bool before_reading(void *ctx, int fd)
{
	const struct export_run *r = ctx;

	std_out__flush_before_wait(fd);
	return r->out->error;
}

static void on_flush(void *ctx)
{
	struct export_run *r = ctx;

	export__flush(&r->export);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct export_run *r = ctx;

	progress__end(&r->progress);
	read_errors__damaged(&r->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	progress__update(&((struct export_run *)ctx)->progress, what, done, total);
}

const struct session_ops export_run__ops = {
	.begin = begin, .sample = on_sample, .more = on_more, .any_sample = on_any_sample, .event = on_event, .damaged = on_damaged, .flush_chains = on_flush,
	.progress = on_progress, .wait = before_reading,
};
