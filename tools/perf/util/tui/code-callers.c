// SPDX-License-Identifier: GPL-2.0-only
/* A box that shows who had called when the chosen row was hot. */
#include <inttypes.h>
#include <stdlib.h>

#include "util/annotate/caller-rows.h"
#include "util/tui/code-state.h"
#include "util/tui/popup.h"

static void add_row(const struct code *c, const struct caller_row *row, struct strbuf *out)
{
	const struct code_view *v = &c->walk->view;
	size_t i;

	for (i = 0; i < v->shares.members.nr; i++) {
		if (v->text->column == ANNOTATE_PERCENT)
			strbuf__addf(out, "%7.2f ", annotate_text__percent(v->text, &v->shares, row->stats, i));
		else
			strbuf__addf(out, "%11" PRIu64 " ", v->text->column == ANNOTATE_NR ? row->stats[i].nr : row->stats[i].period);
	}
	strbuf__addf(out, " %s\n", row->text);
}

void code__show_callers(struct code *c)
{
	const struct code_view *v = &c->walk->view;
	struct caller_limits limits = annotate_text__limits(v->text);
	struct strbuf text = STRBUF_INIT;
	struct caller_tree tree;
	struct caller_rows rows;
	size_t i;

	if (!c->walk->counts->callers && !c->opts->count_callers)
		code__say(c, "There are no call graphs: perf record -g records who called");
	if (!c->walk->counts->callers &&
	    (!c->opts->count_callers || !c->opts->count_callers(c->opts->ctx_of_callers, c->message, sizeof(c->message))))
		return;
	if (!v->text->callers)
		limits.least = CALLER_ROWS_LEAST;
	caller_tree__init(&tree, &v->shares);
	code_view__add_callers(v, &tree);
	caller_tree__rows(&tree, &limits, &rows);
	for (i = 0; i < rows.nr; i++)
		add_row(c, &rows.rows[i], &text);
	if (rows.nr)
		popup__table("Who called when this was hot", strbuf__str(&text), code__draw, c);
	else
		code__say(c, "No sample of this row tells who called");
	caller_rows__exit(&rows);
	caller_tree__exit(&tree);
	strbuf__exit(&text);
}
