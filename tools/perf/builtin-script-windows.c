// SPDX-License-Identifier: GPL-2.0-only
/* perf script --aux-segments: when events let AUX traces run. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "builtin-script.h"
#include "builtin.h"
#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows-print.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/filter/filter.h"
#include "util/filter/time-range.h"
#include "util/output/pager.h"
#include "util/output/progress.h"
#include "util/output/read-errors.h"
#include "util/session/session.h"

struct script_windows {
	struct session *session;
	struct aux_windows *windows;
	struct aux_queues *queues;
	struct filter filter;
	struct time_ranges ranges;
	struct read_errors errors;
	struct progress progress;
	bool json, damaged_buffers;
};

static int begin(void *ctx, struct session *session)
{
	struct script_windows *s = ctx;

	s->windows = aux_windows__new(session);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *sample)
{
	struct script_windows *s = ctx;

	aux_windows__sample(s->windows, sample);
	return 0;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct script_windows *s = ctx;

	aux_windows__event(s->windows, r, id);
	return 0;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct script_windows *s = ctx;

	progress__end(&s->progress);
	read_errors__damaged(&s->errors, diag);
}

/* What only shows when the records are put together. */
static void on_damaged_buffer(void *ctx, struct diag *diag)
{
	struct script_windows *s = ctx;

	s->damaged_buffers = true;
	diag->file = session__input_name(s->session);
	read_errors__damaged(&s->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct script_windows *s = ctx;

	progress__update(&s->progress, what, done, total);
}

static bool wanted(void *ctx, const struct aux_window *w)
{
	const struct script_windows *s = ctx;
	bool in_time = !s->ranges.nr;
	size_t i;

	for (i = 0; i < s->ranges.nr; i++)
		in_time |= w->begin <= s->ranges.ranges[i].to && w->end >= s->ranges.ranges[i].from;
	return in_time && filter__passes(&s->filter, w->pid, w->tid, w->cpu, w->comm ? w->comm : "");
}

static int prepare_filters(struct script_windows *s, const struct session_opts *so, const char *time)
{
	struct diag diag = DIAG_INIT;
	char err[512];

	if (filter__init(&s->filter, so->comms, so->pids, so->tids, so->cpus, &diag)) {
		read_errors__fatal(&diag);
		return -EINVAL;
	}
	if (time && time_ranges__parse(&s->ranges, time, session__header(s->session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	return 0;
}

static void print(struct script_windows *s, bool no_pager)
{
	struct pager pager;

	pager__start(&pager, no_pager);
	if (s->json)
		aux_windows__print_json(s->windows, wanted, s, std_out());
	else
		aux_windows__print(s->windows, wanted, s, std_out());
	pager__end(&pager);
}

static int run(struct script_windows *s, bool no_pager)
{
	struct diag diag = DIAG_INIT;
	int ret = session__process(s->session, &diag);

	progress__end(&s->progress);
	if (ret < 0 || !s->windows) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	s->queues = aux_queues__new(session__aux_data(s->session), on_damaged_buffer, s);
	aux_windows__finish(s->windows, s->queues);
	print(s, no_pager);
	return read_errors__close(&s->errors, session__stats(s->session)) || s->damaged_buffers ?
		EXIT_PARTIAL : EXIT_OK;
}

int script_aux_windows(const struct session_opts *so, const char *time, bool json, bool no_pager)
{
	static const struct session_ops ops = {
		.begin = begin, .any_sample = on_sample, .event = on_event, .damaged = on_damaged,
		.progress = on_progress,
	};
	/*
	 * Triggers have to be seen whoever they are of, so nothing is filtered before the windows are known.
	 */
	const struct session_opts opts = {
		.input = so->input, .force = so->force, .no_resolve = true, .store_pipe = true,
	};
	struct script_windows s = { .json = json };
	struct diag diag = DIAG_INIT;
	int status = EXIT_FAILED;

	progress__init(&s.progress, isatty(STDOUT_FILENO));
	s.session = session__new(&opts, &ops, &s, &diag);
	if (!s.session)
		read_errors__fatal(&diag);
	else if (!prepare_filters(&s, so, time))
		status = run(&s, no_pager);
	aux_windows__delete(s.windows);
	aux_queues__delete(s.queues);
	filter__exit(&s.filter);
	session__delete(s.session);
	return status;
}
