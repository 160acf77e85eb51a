// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate on a terminal: the screen of code in place of text. */
#include <inttypes.h>
#include <unistd.h>

#include "builtin-annotate.h"
#include "builtin-header.h"
#include "util/base/log.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/output/table.h"
#include "util/tui/code.h"
#include "util/tui/keys.h"

/* Why what the user wants to see is no screen; NULL: it may be one. */
static const char *why_text(const struct annotate *a)
{
	if (a->types.on)
		return "types of data are text";
	if (a->json)
		return "--json is text";
	if (a->only_hot_lines)
		return "--hot-lines is text";
	if (a->color >= 0)
		return "--stdio-color is for text";
	return verbose <= LOG_QUIET ? "-q is for text" : NULL;
}

/* --- while it is read ----------------------------------------------------------------------------- */

void annotate__begin_screen(struct annotate *a)
{
	const struct screen_opening_opts o = { .input = session__input_name(a->session), .keys = code_keys };

	a->on_screen = screen_choice__settle(&a->screen, why_text(a));
	if (!a->on_screen)
		return;
	/* Who called is asked for by a key, when a stream cannot be read again. */
	a->session_opts.no_stitch &= !session__is_stream(a->session);
	a->session_opts.gaps |= session__is_stream(a->session);
	screen_opening__start(&a->screen.opening, &o);
}

static size_t event_with_most(const struct annotate_counts *c)
{
	size_t most = 0, i;

	for (i = 1; i < c->nr_events; i++)
		if (c->totals[i].nr > c->totals[most].nr)
			most = i;
	return most;
}

/* The functions with most so far. */
static void make_rows(struct annotate *a, size_t event, size_t most, struct tables *ts)
{
	const struct percent_type type = { .global = true, .hits = a->text.type.hits };
	struct table *t = tables__add(ts, "Functions");
	const struct annotate_share *shares;
	size_t nr, i;

	table__add_column(t, "Percent", TABLE_NUMBER);
	table__add_column(t, "Samples", TABLE_NUMBER);
	table__add_column(t, "Function", TABLE_TEXT);
	table__add_column(t, "File", TABLE_TEXT);
	shares = annotate_counts__shares(a->counts, event, &nr);
	for (i = 0; i < nr && t->nr < most; i++) {
		const struct annotate_func *f = shares[i].func;
		double percent = percent_type__of(type, shares[i].stat, shares[i].stat, a->counts->totals[event]);

		if (!annotate__is_shown(a, f))
			continue;
		table__add_row(t);
		table__set_row_bar(t, percent);
		table__add_number(t, percent, "%.2f%%", percent);
		table__add_number(t, (double)shares[i].stat.nr, "%" PRIu64, shares[i].stat.nr);
		table__add_text(t, f->sym->name);
		table__add_text(t, f->dso->short_name);
	}
	table__set_bar(t, TABLE_SHARE, 100);
}

bool annotate__screen_progress(struct annotate *a, const char *what, uint64_t done, uint64_t total)
{
	struct screen_opening *o = &a->screen.opening;
	struct tables ts = { 0 };
	size_t most;

	if (!screen_opening__progress(o, what, done, total))
		return false;
	most = a->counts && a->counts->nr_events && session__is_between_samples(a->session) ? screen_opening__wants_rows(o) : 0;
	if (!most)
		return true;
	session__tell_counted(a->session);
	annotate_counts__finish(a->counts);
	make_rows(a, event_with_most(a->counts), most, &ts);
	screen_opening__set_rows(o, &ts);
	return true;
}

void annotate__leave_screen(struct annotate *a)
{
	screen_opening__leave(&a->screen.opening);
}

/* --- when it was read ----------------------------------------------------------------------------- */

/* Runs the screen, or says why there is none. */
static bool run(struct annotate *a, const char **ret_why)
{
	struct code_walk walk = { .text = &a->text, .source = &a->source, .counts = a->counts, .is_wanted = annotate__is_shown, .ctx = a,
				  .with_source = !a->text.no_source };
	const struct code_opts o = { .walk = &walk, .colors = color__wanted(STDOUT_FILENO), .mouse = a->screen.mouse,
				     .is_open = a->screen.opening.open, .info = recording_header__add, .ctx = a->session,
				     .count_callers = annotate__count_callers, .ctx_of_callers = a };
	bool shown = false;

	a->text.line_numbers |= a->look.line_numbers;
	if (code_walk__init(&walk, annotate__grouping(a), NULL, 0))
		shown = code__run(&o, ret_why);
	else
		*ret_why = a->symbol ? "the function has no samples" : "there are no functions with samples";
	code_walk__exit(&walk);
	return shown;
}

bool annotate__show_screen(struct annotate *a)
{
	struct screen_opening *o = &a->screen.opening;
	const char *why;
	bool shown;

	if (!a->on_screen)
		return false;
	/* Files are looked into when a function is shown; what there is to say about them comes when the screen is gone. */
	screen_opening__hold(o);
	(void)screen_opening__end(o);
	shown = run(a, &why);
	o->open &= !shown;
	screen_opening__leave(o);
	a->printed += shown;
	/* Without being asked for, it is for what can be shown there. */
	if (!shown && a->screen.wanted == SCREEN_ALWAYS)
		pr_warning("perf: no screen for --tui, the code is text: %s\n", why);
	return shown;
}
