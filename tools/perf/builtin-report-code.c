// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf report on a screen: the code of a function, with the samples that the rows have. Rows do not know addresses, so these are counted
 * by reading the recording once more when somebody asks for code. A pipe cannot be read again: of it they are counted with the rows.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "builtin-header.h"
#include "builtin-report.h"
#include "util/annotate/callers.h"
#include "util/annotate/twin.h"
#include "util/base/jobs.h"
#include "util/code/data-type.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/tui/code.h"

/* Spans are not samples of code that runs, and branches are places that were jumped to. */
const char *report_code__none(const struct report *r)
{
	if (r->off_cpu.on)
		return "perf annotate --off-cpu shows it";
	/* Which threads ran beside a sample is known while all records are read. */
	if (r->hists_opts.parallelism_levels)
		return "--parallelism chooses samples by what ran beside them";
	return r->hists_opts.branches || r->hists_opts.history ? "rows are no samples" : NULL;
}

static void start(struct report *r, struct session *session)
{
	struct report_code *c = &r->code;

	c->session = session;
	c->counts = annotate_counts__new(session__evlist(session)->nr);
	if (r->chains)
		c->counts->callers = callers__new();
	c->counter.calls = r->hists_opts.children;
	sample_counter__init(&c->counter, c->counts, session);
}

void report_code__begin(struct report *r)
{
	if (session__is_stream(r->session) && !report_code__none(r) && report__expects_screen(r))
		start(r, r->session);
}

void report_code__add(struct report *r, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	/* What no row has is not in its code either. */
	if (r->code.counts && !hists__filter(r->hists, s, s->ip))
		sample_counter__add(&r->code.counter, s, nr, period);
}

void report_code__finish(struct report *r)
{
	struct report_code *c = &r->code;

	if (!c->counts)
		return;
	annotate_counts__finish(c->counts);
	c->text = (struct annotate_text){ .counts = c->counts, .evlist = session__evlist(c->session), .wanted = c->counts->totals,
					  .calls = c->counter.calls, .metrics = r->metrics };
	code_look__apply(&r->look, &c->text);
	c->text.line_numbers = r->look.line_numbers;
}

void report_code__exit(struct report *r)
{
	struct report_code *c = &r->code;

	if (c->open)
		code_source__exit(&c->source);
	source_view__exit(&c->text.source);
	data_types__delete(c->text.types);
	annotate_counts__delete(c->counts);
	second_reading__exit(&c->reading);
	*c = (struct report_code){ 0 };
}

/* --- reading again -------------------------------------------------------------------------------- */

struct code_reading {
	struct report *r;
	struct event_switch events;	/* of the other session */
};

static int begin(void *ctx, struct session *session)
{
	struct code_reading *reading = ctx;
	struct report *r = reading->r;
	struct diag diag = DIAG_INIT;

	if (event_switch__begin(&reading->events, session__evlist(session), &diag) < 0)
		return -EINVAL;
	start(r, session);
	session__set_needs(session, reading->events.on || reading->events.off ? SESSION_NEEDS_ALL :
			   sample_counter__needs(&r->code.counter) | (r->hists->filters ? hists__needs(r->hists) : 0));
	session__tell_apart(session, r->ranges.nr ? &r->ranges : NULL);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct code_reading *reading = ctx;
	struct report *r = reading->r;

	if (r->code.reading.stopped)
		return 1;
	if (report__takes(r, &reading->events, s))
		report_code__add(r, s, 1, s->sample->period);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct report *r = ((struct code_reading *)ctx)->r;

	if (!r->ranges.nr || time_ranges__contains(&r->ranges, like->sample->time))
		report_code__add(r, like, more->nr, more->period);
	return r->code.reading.stopped;
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct code_reading *reading = ctx;

	(void)what;
	second_reading__progress(&reading->r->code.reading, done, total);
}

/* Samples that were not in the file when the rows were made are not theirs. */
static bool is_same(const struct report *r, char *message, size_t size)
{
	return second_reading__is_same(session__stats(r->code.session)->delivered, session__stats(r->session)->delivered, message, size);
}

static bool count_again(struct report *r, char *message, size_t size)
{
	static const struct session_ops ops = { .begin = begin, .sample = on_sample, .more = on_more, .progress = on_progress };
	struct code_reading reading = { .r = r, .events = r->event_switch };

	r->code.reading = (struct second_reading){ .first = r->session, .itrace = &r->itrace, .opts = &r->session_opts, .what = "Counting addresses" };
	if (second_reading__run(&r->code.reading, &ops, &reading, message, size) && r->code.counts && is_same(r, message, size)) {
		report_code__finish(r);
		return true;
	}
	report_code__exit(r);
	return false;
}

/* --- showing -------------------------------------------------------------------------------------- */

/* The same function in the world of the other reading. */
static struct annotate_func *find_twin(const struct report *r, struct dso *dso, const struct symbol *sym)
{
	const struct report_code *c = &r->code;

	if (c->session != r->session) {
		dso = twin__dso(session__dsos(c->session), dso);
		sym = dso ? twin__symbol(dso, sym) : NULL;
	}
	return sym ? annotate_counts__func(c->counts, dso, sym) : NULL;
}

bool report_code__show(void *report, struct dso *dso, const struct symbol *sym, size_t event, char *message, size_t size)
{
	struct report *r = report;
	struct report_code *c = &r->code;
	struct code_walk walk = { .text = &c->text, .source = &c->source, .with_source = !r->look.no_source };
	const struct code_opts o = { .walk = &walk, .colors = color__wanted(STDOUT_FILENO), .mouse = r->mouse,
				     .info = recording_header__add, .ctx = r->session };
	const struct annotate_func *func;
	bool goes_on = true;

	if (!c->counts && !count_again(r, message, size))
		return true;
	func = find_twin(r, dso, sym);
	if (!func) {
		snprintf(message, size, "The recording is another one since it was read: it has no such function");
		return true;
	}
	walk.counts = c->counts;
	if (!c->open)
		code_source__init(&c->source, session__code(c->session), session__header(c->session)->arch, r->look.intel,
				  session__workers(c->session));
	c->open = true;
	if (code_walk__init(&walk, annotate_groups__for(c->text.evlist, r->hists_opts.group, r->metrics.nr), func, event))
		goes_on = code__run_inside(&o);
	code_walk__exit(&walk);
	return goes_on;
}
