// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a terminal: the screen in place of text. */
#include "builtin-header.h"
#include "builtin-report.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/tui/browser.h"
#include "util/tui/screen.h"

#include <unistd.h>

/* What is no table of rows with chains below them has no screen. Returns why, or NULL. */
static const char *no_table(const struct report *r)
{
	const struct { bool on; const char *why; } others[] = {
		{ r->tasks, "--tasks and --mmaps are text" }, { r->show_missing, "--missing is text" }, { r->json, "--json is text" },
		{ r->stats, "--stats is text" }, { r->hists_opts.hierarchy, "--hierarchy is text" },
		{ r->hists_opts.blocks, "--total-cycles is text" }, { r->threads, "-T is text" },
		{ r->header, "--header is text" }, { r->hists_opts.field_sep, "-t is for text" },
		{ verbose <= LOG_QUIET, "-q is for text" }, { r->color >= 0, "--stdio-color is for text" },
	};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].on)
			return others[i].why;
	return NULL;
}

bool report__show_screen(struct report *r)
{
	const struct browser_opts o = {
		.hists = r->hists, .percent_limit = r->percent_limit, .colors = color__wanted(STDOUT_FILENO), .mouse = r->mouse,
		.headers = r->headers, .time_text = r->time, .sort_words = r->sort_words,
		.input = session__input_name(r->session), .info = recording_header__add, .ctx = r->session,
		.samples = report__show_samples, .samples_ctx = r,
	};
	const char *why = no_table(r);

	/* Without being asked for, it is for a terminal and a table, and nothing is said where there are none. */
	if (r->screen == REPORT_TEXT || (r->screen == REPORT_AS_CONFIGURED && (!r->screen_configured || why)))
		return false;
	if (!why && !report__any_samples(r))
		why = "there are no samples";
	if (!why && browser__run(&o, &why))
		return true;
	if (r->screen == REPORT_SCREEN)
		pr_warning("perf: no screen for --tui, the report is text: %s\n", why);
	return false;
}
