// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flame graph: one HTML file that needs nothing else. Its scripts are those of page/, its data an object of arrays: the tree
 * of functions, and a row for each event, thread, CPU and stack. With another recording beside it (export.old) both share the
 * tree. No text of a recording is markup: it goes into the page as JSON whose '<' are escapes, and into the document as text.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/export/export-formats.h"
#include "util/export/export-functions.h"
#include "util/export/page-code.h"
#include "util/export/page-data.h"

static void add_rows(struct text_out *out, const struct export_rows *t, bool tasks)
{
	size_t i;

	ADD_NUMBERS(out, "event", i, 0, t->nr, t->rows[i].event);
	text_out__addch(out, ',');
	if (tasks) {
		ADD_NUMBERS(out, "thread", i, 0, t->nr, t->rows[i].thread);
		text_out__addch(out, ',');
		ADD_NUMBERS(out, "cpu", i, 0, t->nr, t->rows[i].cpu);
		text_out__addch(out, ',');
	}
	ADD_NUMBERS(out, "node", i, 0, t->nr, t->rows[i].node);
	text_out__addch(out, ',');
	ADD_NUMBERS(out, "samples", i, 0, t->nr, t->rows[i].samples);
	text_out__addch(out, ',');
	ADD_NUMBERS(out, "period", i, 0, t->nr, t->rows[i].period);
}

/* Rows of events that the page does not have are left out. */
static void number_old(struct export_rows *rows, const uint32_t *event_of, const uint32_t *node_of)
{
	size_t i, n = 0;

	for (i = 0; i < rows->nr; i++) {
		struct export_row row = rows->rows[i];

		row.event = event_of[row.event];
		row.node = node_of[row.node];
		if (row.event != UINT32_MAX)
			rows->rows[n++] = row;
	}
	rows->nr = n;
}

static void add_data(struct export *e)
{
	struct export_functions f;
	struct export_rows old_rows = { 0 };
	uint64_t *samples = xcalloc(session__evlist(e->session)->nr + 1, sizeof(*samples));
	uint32_t *of, *old_of = NULL, *order, *number;
	size_t i;

	export_functions__init(&f, false);
	free(export_functions__add(&f, &e->profile, &f.rows));
	if (e->old)
		free(export_functions__add(&f, &e->old->profile, &old_rows));
	(void)export_profile__events(&e->profile, samples, session__evlist(e->session)->nr);
	of = page__add_events(e, samples);
	free(samples);
	order = export_functions__order(&f, &number);
	for (i = 0; i < f.rows.nr; i++) {
		f.rows.rows[i].event = of[f.rows.rows[i].event];
		f.rows.rows[i].node = number[f.rows.rows[i].node];
	}
	if (e->old) {
		old_of = page__old_events(e, of);
		number_old(&old_rows, old_of, number);
	}
	page__add_threads(e);
	page__add_functions(e->out, &f);
	page__add_nodes(e->out, &f, order, f.stacks.nr, number);
	page_code__write(e, &f, &(struct page_events){ .of = of, .old_of = old_of });
	text_out__addstr(e->out, "\"rows\":{");
	add_rows(e->out, &f.rows, true);
	text_out__addstr(e->out, "},\n\"old\":");
	if (e->old) {
		text_out__addch(e->out, '{');
		add_rows(e->out, &old_rows, false);
		text_out__addch(e->out, '}');
	} else {
		text_out__addstr(e->out, "null");
	}
	free(of);
	free(old_of);
	free(order);
	free(number);
	export_rows__exit(&old_rows);
	export_functions__exit(&f);
}

static void end(struct export *e)
{
	struct strbuf about = STRBUF_INIT;

	page__begin(e->out, page_styles, page_flame);
	page__say_samples(e, &about);
	if (e->old)
		strbuf__addf(&about, "; before: %s", session__input_name(e->old->session));
	page__add_about(e, strbuf__str(&about));
	strbuf__exit(&about);
	add_data(e);
	page__end(e->out, page_flame_scripts);
}

#define THE_PAGE	.suffix = ".html", .binary = true, .counts = true, .grain = EXPORT_BY_TASK | EXPORT_BY_CPU | EXPORT_BY_GROUP, .end = end, \
			.compares = true, .has_code = true, .says_missing = true

const struct export_format export_flamegraph = {
	.name = "flamegraph", .what = "a page with a flame graph: one HTML file for any browser", THE_PAGE,
};

/* The same under a name of its own, as what a comparison is asked for is a page of two recordings. */
const struct export_format export_diff_page = {
	.name = "diff-page", .what = "that page of two recordings: what has changed since --diff=OLD", .needs_old = true, THE_PAGE,
};
