// SPDX-License-Identifier: GPL-2.0-only
/*
 * The samples of a row of the screen. Rows are counts, and which samples were counted is not kept. So the recording is read once more, and
 * counted again in the same way, one sample after the other; those that came to the row are what was asked for.
 */
#include <stdio.h>
#include <stdlib.h>

#include "builtin-report-match.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/output/missing.h"
#include "util/tui/browser.h"

struct finding {
	struct report again;		/* with a session, columns and rows of its own */
	const struct report_again *what;
	struct row_match match;		/* with what->row; without it all samples are asked for */
	uint64_t nr;			/* samples that came to the row */
	struct second_reading reading;
};

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct finding *f = ctx;

	if (f->reading.stopped)
		return 1;
	if (!report__takes(&f->again, &f->again.event_switch, s) || (f->what->row && !row_match__count(&f->match, f->again.hists, s)))
		return 0;
	f->nr++;
	if (f->what->missing)
		missing__add(f->again.missing, s);
	else
		f->what->sample(f->what->ctx, s);
	return 0;
}

static int begin(void *ctx, struct session *session)
{
	struct finding *f = ctx;
	int err;

	f->again.session = session;
	err = report__begin(&f->again, session);
	if (err)
		return err;
	/* Equal samples are to be told apart. */
	f->again.hists->may_recall = false;
	session__set_needs(session, SESSION_NEEDS_ALL);
	return 0;
}

static int on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct finding *f = ctx;

	return report__on_event(&f->again, record, id);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct finding *f = ctx;

	(void)what;
	second_reading__progress(&f->reading, done, total);
}

static const struct session_ops ops = { .begin = begin, .sample = on_sample, .event = on_event, .progress = on_progress };

/* What the options say, and nothing of what was read. */
static void begin_again(struct finding *f, const struct report *r)
{
	struct report *again = &f->again;

	*again = *r;
	again->session = NULL;
	again->opening = (struct screen_opening){ 0 };
	again->hists = NULL;
	again->columns = NULL;
	again->missing = NULL;
	again->sort_words = NULL;
	again->source = NULL;
	again->facts = (struct task_facts){ 0 };
	again->code = (struct report_code){ 0 };
	again->ipc = (struct report_ipc){ 0 };
	again->parallelism = (struct parallelism){ 0 };
	again->hists_opts.parallelism = NULL;
	again->show_missing = f->what->missing;
	if (again->show_missing) {
		again->session_opts.comms = r->comms;
		again->session_opts.pids = r->pids;
		again->session_opts.tids = r->tids;
	}
}

static void end_again(struct finding *f)
{
	struct report *again = &f->again;

	report__forget_symbols(again);
	report_code__exit(again);
	report_ipc__exit(again);
	hists__delete(again->hists);
	missing__delete(again->missing);
	columns__delete(again->columns);
	free(again->sort_words);
	task_facts__exit(&again->facts);
	second_reading__exit(&f->reading);
}

static bool read_again(struct finding *f, const struct report *r, char *message, size_t size)
{
	bool good;

	begin_again(f, r);
	f->reading = (struct second_reading){ .first = r->session, .itrace = &r->itrace, .opts = &f->again.session_opts, .what = "Counting the recording again" };
	good = second_reading__run(&f->reading, &ops, f, message, size);
	/* Samples that were not in the file when it was read first, or not in that order, are not what was asked for. */
	good = good && (!f->what->row || second_reading__is_same(f->nr, f->what->row->nr, message, size));
	if (good && f->what->missing)
		missing__print(f->again.missing, false, f->what->out);
	end_again(f);
	return good;
}

const char *report__not_again(const struct report *r)
{
	if (session__is_stream(r->session))
		return "a pipe is read only once; store it in a file";
	if (r->off_cpu.on)
		return "rows of --off-cpu and --wall are made of spans between samples";
	if (perf_header__has(session__header(r->session), HEADER_AUXTRACE) && !r->itrace.off)
		return "samples that are made of a trace are not in the file";
	return NULL;
}

bool report__again(const struct report *r, const struct report_again *what, char *message, size_t size)
{
	const char *why = report__not_again(r);
	struct finding *f;
	bool good;

	if (why) {
		snprintf(message, size, "Not here: %s", why);
		return false;
	}
	f = xzalloc(sizeof(*f));
	f->what = what;
	if (what->row)
		row_match__init(&f->match, what->row, r->columns);
	good = read_again(f, r, message, size);
	row_match__exit(&f->match);
	free(f);
	return good;
}
