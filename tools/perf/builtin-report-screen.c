// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a terminal: the screen in place of text. */
#include "builtin-header.h"
#include "builtin-report.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/tui/browser.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

#include <unistd.h>

/* What is no table of rows with chains below them has no screen. Returns why, or NULL. */
static const char *no_table(const struct report *r)
{
	const struct { bool on; const char *why; } others[] = {
		{ r->tasks, "--tasks and --mmaps are text" }, { r->show_missing, "--missing is text" }, { r->json, "--json is text" },
		{ r->stats, "--stats is text" }, { r->hists_opts.blocks, "--total-cycles is text" }, { r->threads, "-T is text" },
		{ r->header, "--header is text" }, { r->hists_opts.field_sep, "-t is for text" },
		{ verbose <= LOG_QUIET, "-q is for text" }, { r->color >= 0, "--stdio-color is for text" },
	};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].on)
			return others[i].why;
	return NULL;
}

/* Without being asked for, it is for a terminal and a table, and nothing is said where there are none. */
static bool is_text(const struct report *r, const char *why)
{
	return r->screen == REPORT_TEXT || (r->screen == REPORT_AS_CONFIGURED && (!r->screen_configured || why));
}

void report__begin_screen(struct report *r)
{
	const struct screen_opening_opts o = {
		.input = session__input_name(r->session), .keys = r->hists_opts.hierarchy ? tree_keys : tui_keys, .inside = r->outer,
	};
	const char *why = no_table(r);

	if (r->outer || (!is_text(r, why) && !why && screen__is_possible(&why)))
		screen_opening__start(&r->opening, &o);
}

bool report__screen_progress(struct report *r, const char *what, uint64_t done, uint64_t total)
{
	if (!screen_opening__progress(&r->opening, what, done, total))
		return false;
	screen_opening__show_counted(&r->opening, r->session, r->hists);
	return true;
}

void report__leave_screen(struct report *r)
{
	screen_opening__leave(&r->opening);
}

bool report__expects_screen(const struct report *r)
{
	const char *why = no_table(r);

	if (is_text(r, why) || why)
		return false;
	/* The terminal may be in the hands of the thread that draws, and was asked before that began. */
	return r->opening.thread || r->outer || screen__is_possible(&why);
}

static bool show_rows(struct report *r, struct browser_opts *o, const char **ret_why)
{
	char **args = report_other__arguments(r);
	bool shown = true;

	o->commands = report_other__commands(&o->nr_commands);
	o->arguments = *args ? args : NULL;
	o->other = r->outer ? NULL : &r->other;
	if (r->outer)
		r->left = browser__run_stretch(o) == BROWSER_LEFT;
	else
		shown = browser__run(o, ret_why);
	report_other__free_arguments(args);
	return shown;
}

bool report__show_screen(struct report *r)
{
	struct browser_opts o = {
		.hists = r->hists, .percent_limit = r->percent_limit, .colors = color__wanted(STDOUT_FILENO), .mouse = r->mouse,
		.headers = r->headers, .time_text = r->time, .sort_words = r->sort_words,
		.input = session__input_name(r->session), .info = recording_header__add, .ctx = r->session,
		.samples = report__show_samples, .missing = report__add_missing, .samples_ctx = r,
		.code = report_code__show, .ctx_of_code = r, .no_code = report_code__none(r),
		.times = r->outer ? NULL : report__read_times, .stretch = report__show_stretch, .report = r, .is_stretch = r->outer,
	};
	const char *why = no_table(r);
	bool shown = false;

	o.is_open = screen_opening__end(&r->opening);
	if (r->outer) {
		r->shown = report__any_samples(r);
		if (r->shown)
			(void)show_rows(r, &o, &why);
		return true;
	}
	if (is_text(r, why)) {
		report__leave_screen(r);
		return false;
	}
	if (!why && !report__any_samples(r))
		why = "there are no samples";
	screen_opening__hold(&r->opening);
	if (!why)
		shown = r->hists_opts.hierarchy ? report_tree__show(r, &why) : show_rows(r, &o, &why);
	r->opening.open &= !shown;
	report__leave_screen(r);
	if (!shown && r->screen == REPORT_SCREEN)
		pr_warning("perf: no screen for --tui, the report is text: %s\n", why);
	return shown;
}
