// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a screen: the code of a function, with the samples that the rows have. */
#include "builtin-header.h"
#include "builtin-report.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/tui/code.h"

#include <unistd.h>

/* Where no screen will be shown nobody asks for code, and nothing is counted. Spans are not samples of code that runs. */
void report_code__begin(struct report *r)
{
	struct report_code *c = &r->code;

	if (r->off_cpu.on || r->hists_opts.branches || r->hists_opts.history || !report__expects_screen(r))
		return;
	c->counts = annotate_counts__new(session__evlist(r->session)->nr);
	c->counter.calls = r->hists_opts.children;
	sample_counter__init(&c->counter, c->counts, r->session);
}

void report_code__add(struct report *r, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	if (r->code.counts)
		sample_counter__add(&r->code.counter, s, nr, period);
}

void report_code__finish(struct report *r)
{
	struct report_code *c = &r->code;

	if (!c->counts)
		return;
	annotate_counts__finish(c->counts);
	c->text = (struct annotate_text){ .counts = c->counts, .evlist = session__evlist(r->session), .wanted = c->counts->totals,
					  .calls = c->counter.calls };
}

void report_code__exit(struct report *r)
{
	if (r->code.open)
		code_source__exit(&r->code.source);
	source_view__exit(&r->code.text.source);
	annotate_counts__delete(r->code.counts);
}

bool report_code__show(void *report, struct dso *dso, const struct symbol *sym, size_t event)
{
	struct report *r = report;
	struct report_code *c = &r->code;
	struct code_walk walk = { .text = &c->text, .source = &c->source, .counts = c->counts, .with_source = true };
	const struct code_opts o = { .walk = &walk, .colors = color__wanted(STDOUT_FILENO), .mouse = r->mouse,
				     .info = recording_header__add, .ctx = r->session };
	bool goes_on = true;

	if (!c->open)
		code_source__init(&c->source, session__code(r->session), session__header(r->session)->arch, false);
	c->open = true;
	if (code_walk__init(&walk, r->hists_opts.group ? ANNOTATE_GROUPED : ANNOTATE_APART,
			    annotate_counts__func(c->counts, dso, sym), event))
		goes_on = code__run_inside(&o);
	code_walk__exit(&walk);
	return goes_on;
}
