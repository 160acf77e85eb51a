// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate: where samples count. */
#include "builtin.h"
#include "builtin-annotate.h"
#include "util/annotate/callers.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"

static int begin(void *ctx, struct session *session)
{
	struct annotate *a = ctx;

	if (session__lacks_cpus(session)) {
		pr_error("perf: '%s' does not tell on which CPUs its samples were taken, which -C is about\n",
			 session__input_name(session));
		return EXIT_USAGE;
	}
	a->counts = annotate_counts__new(session__evlist(session)->nr);
	if (annotate__counts_callers(a, session))
		a->counts->callers = callers__new();
	a->counter.calls = a->children;
	a->counter.spans = a->off_cpu.spans;
	sample_counter__init(&a->counter, a->counts, session);
	a->has_branches = !a->off_cpu.spans && evlist__has_sample_type(session__evlist(session), PERF_SAMPLE_BRANCH_STACK);
	if (!a->off_cpu.spans)
		session__set_needs(session, a->has_branches ? SESSION_NEEDS_ALL : sample_counter__needs(&a->counter));
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct annotate *a = ctx;

	sample_counter__add(&a->counter, s, 1, s->sample->period);
	if (a->has_branches && s->machine == session__host(a->session))
		branch_cycles__add(&a->cycles, a->counts, a->session, s);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct annotate *a = ctx;

	sample_counter__add(&a->counter, like, more->nr, more->period);
	return 0;
}

/* --- reading -------------------------------------------------------------------------------------- */

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct annotate *a = ctx;

	progress__end(&a->progress);
	read_errors__damaged(&a->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct annotate *a = ctx;

	if (!annotate__screen_progress(a, what, done, total))
		progress__update(&a->progress, what, done, total);
}

static const struct session_ops ops = {
	.begin = begin, .sample = on_sample, .more = on_more, .damaged = on_damaged, .progress = on_progress,
};

struct session *annotate__open(struct annotate *a, struct diag *diag)
{
	struct session_opts *so = &a->session_opts;

	so->frames_go = so->member_samples = true;
	so->gaps = a->children || a->text.callers;
	so->no_stitch = !a->children && !a->text.callers && !a->off_cpu.on;
	so->store_pipe = a->itrace.set;
	off_cpu_view__choose(&a->off_cpu, so);
	a->session = session__new(so, &ops, a, diag);
	if (a->session && a->off_cpu.on)
		off_cpu_view__attach(&a->off_cpu, a->session, so, on_sample, a);
	return a->session;
}
