// SPDX-License-Identifier: GPL-2.0-only
/* Which row, or which frame below it, somebody wants the samples of, or what they lack. */
#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/rows/hist-entry.h"
#include "util/tui/browser-state.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

/* The way from the row to the frame, both included, in the order of the tree. To be freed. */
static const struct place **frames_to(const struct view_line *l, size_t *ret_nr)
{
	const struct call_node *n = view_line__frame(l), *up;
	const struct place **frames;
	size_t nr = 0;

	for (up = n; up->place; up = up->parent)
		nr++;
	*ret_nr = nr;
	frames = xcalloc(nr + 1, sizeof(struct place *));
	for (; n->place; n = n->parent)
		frames[--nr] = n->place;
	return frames;
}

static void show_missing(struct browser *b, const struct browser_row *row)
{
	struct strbuf text = STRBUF_INIT, title = STRBUF_INIT;

	b->opts->missing(b->opts->samples_ctx, row, &text, b->message, sizeof(b->message));
	strbuf__addf(&title, "What is missing: %s", row ? row->name : b->opts->input);
	if (text.len)
		popup__table(strbuf__str(&title), text.buf, browser__draw, b);
	strbuf__exit(&text);
	strbuf__exit(&title);
}

static void show_samples(struct browser *b, const struct browser_row *row)
{
	b->opts->samples(b->opts->samples_ctx, row, b->message, sizeof(b->message));
	screen__set_mouse(b->mouse);
}

static void of_chosen(struct browser *b, void (*show)(struct browser *b, const struct browser_row *row))
{
	const struct view *v = b->view;
	const struct hist_entry *chosen = view__chosen(v);
	struct strbuf name = STRBUF_INIT;
	const struct place **frames = NULL;
	struct browser_row row;
	struct view_line l;

	if (!chosen)
		return;
	if (view__has_changes(v)) {
		browser__say(b, "%s", tui_keys__text(tui_keys, "Not while stacks are changed: {back} takes changes back"));
		return;
	}
	l = view__line(b->view, v->cursor);
	row = (struct browser_row){
		.hist = (size_t)(v->whole - b->opts->hists->list), .h = v->h, .entry = chosen, .nr = hist_entry__samples(v->h, chosen)
	};
	if (l.node) {
		frames = frames_to(&l, &row.nr_frames);
		row.frames = frames;
		row.nr = call_node__total_count(l.node->end);
	}
	browser__add_chosen_name(b, &name);
	row.name = strbuf__str(&name);
	show(b, &row);
	strbuf__exit(&name);
	free(frames);
}

bool browser__samples(struct browser *b, enum tui_command command)
{
	struct strbuf held = STRBUF_INIT, *before;

	if (command != TUI_SAMPLES && command != TUI_MISSING && command != TUI_MISSING_ALL)
		return false;
	/* What there is to say about files was said when they were read first. */
	before = log__hold(&held);
	if (command == TUI_MISSING_ALL)
		show_missing(b, NULL);
	else
		of_chosen(b, command == TUI_SAMPLES ? show_samples : show_missing);
	log__hold(before);
	strbuf__exit(&held);
	return true;
}
