// SPDX-License-Identifier: GPL-2.0-only
/* What perf report does with each sample, span off the CPU and record: it counts them. */
#include "builtin-report.h"
#include "util/auxtrace/aux-windows.h"
#include "util/output/missing.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

static void count_span(struct report *r, const struct session_sample *span)
{
	hists__add(r->hists, span);
	missing__add(r->missing, span);
}

/* Of @span only @ns lie in the times that were asked for. */
static void count_part(struct report *r, const struct session_sample *span, uint64_t ns)
{
	struct session_sample part = *span;
	struct perf_sample ps = *span->sample;
	struct offcpu_span part_of = *span->off_cpu;

	part.sample = &ps;
	part.off_cpu = &part_of;
	part_of.latency = (uint64_t)((double)part_of.latency * (double)ns / (double)ps.period);
	ps.period = ns;
	count_span(r, &part);
}

int report__on_span(void *ctx, const struct session_sample *span)
{
	struct report *r = ctx;
	uint64_t ns;

	if (!r->ranges.nr) {
		count_span(r, span);
		return 0;
	}
	ns = time_ranges__overlap(&r->ranges, span->off_cpu->from, span->off_cpu->to);
	if (!ns)
		return 0;
	if (ns == span->sample->period)
		count_span(r, span);
	else
		count_part(r, span, ns);
	return 0;
}

/* Like a span that was counted whole. */
int report__on_more_spans(void *ctx, const struct session_sample *like, uint64_t nr, uint64_t ns)
{
	struct report *r = ctx;

	hists__add_more(r->hists, like, &(struct session_more){ .nr = nr, .period = ns });
	missing__add_more(r->missing, like, nr);
	return 0;
}

bool report__takes(const struct report *r, struct event_switch *events, const struct session_sample *sample)
{
	return event_switch__passes(events, sample->evsel) &&
	       (!r->ranges.nr || time_ranges__contains(&r->ranges, sample->sample->time));
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (!report__takes(r, &r->event_switch, sample))
		return 0;
	hists__add(r->hists, sample);
	missing__add(r->missing, sample);
	report_code__add(r, sample, 1, sample->sample->period);
	report_ipc__add(r, sample);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct report *r = ctx;

	if (r->ranges.nr && !time_ranges__contains(&r->ranges, like->sample->time))
		return 0;
	hists__add_more(r->hists, like, more);
	report_code__add(r, like, more->nr, more->period);
	missing__add_more(r->missing, like, more->nr);
	return 0;
}

int report__on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct report *r = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged is counted by the session, which takes the same records apart. */
	if (r->hists_opts.parallelism)
		parallelism__event(&r->parallelism, record);
	(void)task_facts__add(&r->facts, record, &diag);
	if (r->threads)
		(void)thread_counts__add(&r->thread_counts, session__evlist(r->session), record, id, &diag);
	if (r->tasks)
		(void)task_list__add(&r->task_list, record, &diag);
	if (r->windows)
		aux_windows__event(r->windows, record, id);
	return 0;
}

/* Events that switch a trace, or tasks, have to be seen whatever the filters. */
int report__on_any_sample(void *ctx, const struct session_sample *sample)
{
	struct report *r = ctx;

	if (r->windows)
		aux_windows__sample(r->windows, sample);
	return 0;
}

static void on_flush(void *ctx)
{
	struct report *r = ctx;

	if (r->hists)
		hists__fold(r->hists);
}

void report__on_damaged(void *ctx, const struct diag *diag)
{
	struct report *r = ctx;

	progress__end(&r->progress);
	read_errors__damaged(&r->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct report *r = ctx;

	if (!report__screen_progress(r, what, done, total))
		progress__update(&r->progress, what, done, total);
}

const struct session_ops report__ops = {
	.begin = report__begin,
	.sample = on_sample,
	.more = on_more,
	.event = report__on_event,
	.damaged = report__on_damaged,
	.flush_chains = on_flush,
	.progress = on_progress,
};
