// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-offcpu.h"

#include <stddef.h>
#include <stdlib.h>

#include "builtin.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/offcpu/notes.h"

int off_cpu__parse_state(const struct option *opt, const char *arg, bool unset)
{
	static const struct off_cpu_view usual = OFF_CPU_VIEW_INIT;
	struct off_cpu_view *view = opt->value;
	const char *token;
	char *hint;
	int len;

	view->state_set = !unset;
	if (unset) {
		view->states = usual.states;
		return 0;
	}
	if (!offcpu_states__parse(&view->states, arg, &token, &len))
		return 0;
	hint = offcpu_states__similar(token, len);
	pr_error("perf: option '--state' takes blocked, runnable, preempted, throttled, unknown, running, idle, all, and the letters "
		 "S, D, T, t, X, Z, P, I of blocked threads, with commas between them, not '%.*s'%s\n", len, token, hint);
	free(hint);
	return -1;
}

void off_cpu_view__settle(struct off_cpu_view *view)
{
	if (view->wall) {
		view->on = true;
		if (!view->state_set)
			view->states.states = ((1U << OFFCPU_NR_STATES) - 1) & ~(1U << OFFCPU_IDLE);
	}
	off_cpu__check(view);
}

void off_cpu__check(const struct off_cpu_view *view)
{
	if (view->state_set && !view->on)
		usage_error("--state is about the spans of --off-cpu");
}

void off_cpu_view__choose(const struct off_cpu_view *view, struct session_opts *so)
{
	if (!view->on)
		return;
	/* Where a thread left its CPU is kept until it comes back; and losses are looked for before all else. */
	so->frames_go = so->member_samples = false;
	so->store_pipe = true;
}

void off_cpu_view__attach(struct off_cpu_view *view, struct session *s, const struct session_opts *opts, offcpu_span_fn span, void *ctx)
{
	const struct offcpu_opts how = {
		.span = span, .states = view->states, .extent = view->wall ? OFFCPU_WALL : OFFCPU_AWAY,
	};
	struct diag diag = DIAG_INIT;

	/* Filters that cannot be understood have ended session__new(). */
	view->spans = offcpu__new(s, opts, &how, ctx, &diag);
}

static void print_line(void *ctx, const char *text)
{
	(void)ctx;
	pr_notice("%s\n", text);
}

void off_cpu__print_closing(const struct off_cpu_view *view)
{
	if (view->on && view->spans)
		offcpu_notes__each(offcpu__stats(view->spans), print_line, NULL);
}
