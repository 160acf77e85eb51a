/* SPDX-License-Identifier: GPL-2.0-only */
/* --off-cpu and --state of perf report and perf script. */
#ifndef PERF_BUILTIN_OFFCPU_H
#define PERF_BUILTIN_OFFCPU_H

#include <stdbool.h>

#include "util/offcpu/offcpu.h"

struct option;

struct off_cpu_view {
	bool on, state_set;
	bool wall;			/* what runs, too (perf report) */
	struct offcpu_states states;	/* by default, all but preempted */
	struct offcpu *spans;		/* while a recording is read; NULL without --off-cpu */
};

#define OFF_CPU_VIEW_INIT \
	{ .states = { .states = 1U << OFFCPU_BLOCKED | 1U << OFFCPU_RUNNABLE | 1U << OFFCPU_THROTTLED | 1U << OFFCPU_UNKNOWN } }

#define OFF_CPU_OPTIONS(view)										\
	OPT_BOOL(0, "off-cpu", &(view)->on, "the time in which threads did not run, by the stacks that they left with"), \
	OPT_CALLBACK(0, "state", view, "STATE,...", "with --off-cpu: only spans that were blocked, runnable, preempted,\n" \
		     "                              throttled, unknown; S, D, ...: blocked in this state; all",		\
		     off_cpu__parse_state)

/* A callback of options; the value is a struct off_cpu_view. */
int off_cpu__parse_state(const struct option *opt, const char *arg, bool unset);
/* --wall is --off-cpu of all states, unless some were asked for. Then as off_cpu__check(). */
void off_cpu_view__settle(struct off_cpu_view *view);
/*
 * Makes of @so, which says how the session is to be without spans, what they need. To be called before session__new().
 */
void off_cpu_view__choose(const struct off_cpu_view *view, struct session_opts *so);
/* Exits where the options do not fit together. */
void off_cpu__check(const struct off_cpu_view *view);
/*
 * Makes view->spans for what @s reads: @span gets them, and ops->sample nothing. The consumer deletes them. @opts: what @s was opened with;
 * @ctx: of @span.
 */
void off_cpu_view__attach(struct off_cpu_view *view, struct session *s, const struct session_opts *opts, offcpu_span_fn span, void *ctx);
/* What is left out and what is not known, on standard error. */
void off_cpu__print_closing(const struct off_cpu_view *view);

#endif /* PERF_BUILTIN_OFFCPU_H */
