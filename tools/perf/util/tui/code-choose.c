// SPDX-License-Identifier: GPL-2.0-only
/* Which code is shown, of which events, and how; and what is looked for in it. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/tui/code-state.h"
#include "util/tui/fit-text.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

/* --- where it goes --------------------------------------------------------------------------------- */

static void follow(struct code *c)
{
	switch (code_walk__follow(c->walk)) {
	case CODE_STEP_NONE: code__say(c, "This is no jump and no call"); break;
	case CODE_STEP_INDIRECT: code__say(c, "Where this leads only the running program knew"); break;
	case CODE_STEP_UNKNOWN: code__say(c, "This leads to code of which no function is known"); break;
	case CODE_STEP_DONE: break;
	}
}

static void go_back(struct code *c)
{
	if (code_walk__back(c->walk))
		return;
	c->left = c->inside;
	if (!c->inside)
		code__say(c, "%s", tui_keys__text(code_keys, "This is where it began: {quit} leaves"));
}

static void go_hot(struct code *c, int by)
{
	if (!code_view__go_hot(&c->walk->view, by))
		code__say(c, "No instruction here has samples of this event");
}

static void next_event(struct code *c, int by)
{
	if (!code_walk__next_event(c->walk, by))
		code__say(c, "There is no other event with samples");
	c->stats = xreallocarray(c->stats, code_walk__members(c->walk)->nr, sizeof(*c->stats));
}

static void add_function(const struct code *c, const struct annotate_func *f, struct strbuf *out)
{
	struct annotate_text *t = c->walk->text;
	struct strbuf line = STRBUF_INIT;
	struct annotate_shares shares;
	double most = 0;
	size_t i;

	annotate_shares__init(&shares, code_walk__members(c->walk), c->walk->counts, f);
	for (i = 0; i < shares.members.nr; i++) {
		struct percent_type type = { .global = true, .hits = t->type.hits };
		double percent = shares.of[i] ? percent_type__of(type, shares.of[i]->stat, shares.of[i]->stat,
								 t->counts->totals[shares.members.events[i]]) : 0;

		most = percent > most ? percent : most;
	}
	strbuf__addf(&line, "%6.2f  %s  (%s)", most, f->sym->name, f->dso->short_name);
	/* A longer one would take two lines. */
	fit_text__add(strbuf__str(&line), screen__columns() - 8, screen__has_utf8(), out);
	strbuf__addch(out, '\n');
	annotate_shares__exit(&shares);
	strbuf__exit(&line);
}

static void choose_function(struct code *c)
{
	struct strbuf text = STRBUF_INIT;
	const struct annotate_func **list;
	size_t nr, i;
	int n;

	list = code_walk__functions(c->walk, &nr);
	for (i = 0; i < nr; i++)
		add_function(c, list[i], &text);
	n = nr ? popup__menu("Functions", strbuf__str(&text), code__draw, c) : -1;
	if (n >= 0 && (size_t)n < nr && list[n] != c->walk->func)
		code_walk__go(c->walk, list[n]);
	strbuf__exit(&text);
	free(list);
}

static void go_beside(struct code *c, int by)
{
	if (!code_walk__beside(c->walk, by))
		code__say(c, "No other function has samples of this event");
}

/* --- what is looked for ---------------------------------------------------------------------------- */

static void search(struct code *c, bool back)
{
	size_t from = c->walk->view.cursor;
	bool around;

	if (!c->wanted)
		code__say(c, "/ looks for a text");
	else if (!code_view__search(&c->walk->view, c->wanted, back, &around))
		code__say(c, "No row has '%s' in it", c->wanted);
	else if (c->walk->view.cursor == from)
		code__say(c, "There is no other");
	else if (around)
		code__say(c, "Around the %s", back ? "beginning" : "end");
}

static void edit_search(struct code *c, bool back)
{
	struct line_edit l = { .prompt = back ? "Search further up: " : "Search: ", .redraw = code__draw, .ctx = c };

	if (line_edit__run(&l)) {
		free(c->wanted);
		c->wanted = *strbuf__str(&l.text) ? xstrdup(strbuf__str(&l.text)) : NULL;
		if (c->wanted)
			search(c, back);
		c->back = back;
	}
	strbuf__exit(&l.text);
}

/* --- how it is shown -------------------------------------------------------------------------------- */

static void toggle_source(struct code *c)
{
	struct code_view *v = &c->walk->view;

	c->walk->with_source = !v->with_source;
	code_view__set_source(v, c->walk->with_source);
	if (v->with_source && v->rows.nr == v->lines->nr)
		code__say(c, "No source line is known for this function");
}

static void toggle_type(struct code *c, bool *what)
{
	*what = !*what;
	code_view__rank(&c->walk->view);
	code__say(c, "Percent: %s", percent_type__text(c->walk->text->type));
}

static void change_labels(struct code *c)
{
	static const char *const texts[ROW_LABELS_NR] = {
		[ROW_LABELS_TARGETS] = "Offsets of what is jumped to", [ROW_LABELS_CALLS] = "Offsets of what is jumped to, and of calls",
		[ROW_LABELS_ALL] = "Offsets of all instructions",
	};
	struct row_style *style = &c->walk->text->style;

	style->labels = (enum row_labels)((style->labels + 1) % ROW_LABELS_NR);
	code__say(c, "%s", texts[style->labels]);
}

static void toggle_cycles(struct code *c)
{
	struct annotate_text *t = c->walk->text;

	t->extreme_cycles = !t->extreme_cycles;
	if (!c->walk->view.cycles.lines)
		code__say(c, "No branch tells the cycles of this code: perf record -b, where the processor counts them");
}

static void toggle_types(struct code *c)
{
	struct annotate_text *t = c->walk->text;
	const char *arch = c->walk->source->arch;

	if (t->with_types)
		t->with_types = false;
	else if (strcmp(arch, "x86_64"))
		code__say(c, "Types of data are known of x86-64 only, and this is %s", arch);
	else
		annotate_text__want_types(t);
}

static bool change_look(struct code *c, enum tui_command command)
{
	struct annotate_text *t = c->walk->text;

	switch (command) {
	case TUI_SOURCE: toggle_source(c); return true;
	case TUI_LINE_NUMBERS: t->line_numbers = !t->line_numbers; return true;
	case TUI_PATHS: t->full_paths = !t->full_paths; return true;
	case TUI_LABELS: change_labels(c); return true;
	case TUI_JUMP_LINES: t->no_jump_lines = !t->no_jump_lines; return true;
	case TUI_JUMP_COUNTS:
		t->style.nr_jumps = !t->style.nr_jumps;
		row_style__fit(&t->style, c->walk->view.lines);
		return true;
	case TUI_CYCLES: toggle_cycles(c); return true;
	case TUI_TYPES: toggle_types(c); return true;
	case TUI_AS_DECODED:
		t->style.as_decoded = !t->style.as_decoded;
		row_style__fit(&t->style, c->walk->view.lines);
		return true;
	case TUI_COLUMN: t->column = t->column == ANNOTATE_PERCENT ? ANNOTATE_PERIOD :
			 t->column == ANNOTATE_PERIOD ? ANNOTATE_NR : ANNOTATE_PERCENT; return true;
	case TUI_LOCAL: toggle_type(c, &t->type.global); return true;
	case TUI_UNIT: toggle_type(c, &t->type.hits); return true;
	case TUI_ADDRESSES:
		t->style.addresses = !t->style.addresses;
		row_style__fit(&t->style, c->walk->view.lines);
		return true;
	default: return false;
	}
}

bool code__choose(struct code *c, enum tui_command command)
{
	switch (command) {
	case TUI_ENTER: follow(c); return true;
	case TUI_OUT: go_back(c); return true;
	case TUI_HOTTEST: go_hot(c, 0); return true;
	case TUI_NEXT_HOT: go_hot(c, 1); return true;
	case TUI_PREVIOUS_HOT: go_hot(c, -1); return true;
	case TUI_FUNCTIONS: choose_function(c); return true;
	case TUI_NEXT_EVENT: next_event(c, 1); return true;
	case TUI_PREVIOUS_EVENT: next_event(c, -1); return true;
	case TUI_NEXT_FUNCTION: go_beside(c, 1); return true;
	case TUI_PREVIOUS_FUNCTION: go_beside(c, -1); return true;
	case TUI_SEARCH: edit_search(c, false); return true;
	case TUI_SEARCH_BACK: edit_search(c, true); return true;
	case TUI_NEXT: search(c, c->back); return true;
	case TUI_PREVIOUS: search(c, !c->back); return true;
	default: return change_look(c, command);
	}
}
