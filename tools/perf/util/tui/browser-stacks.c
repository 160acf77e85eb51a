// SPDX-License-Identifier: GPL-2.0-only
/* Stacks that are left out or changed by a key, and what is said about it. */
#include <stdio.h>

#include "util/base/alloc.h"
#include "util/tui/browser-state.h"
#include "util/tui/popup.h"

static const struct change {
	enum tui_command command;
	enum stack_change what;
	const char *before, *after;	/* the label: around the function's name */
	const char *nothing;		/* no stack would be another one */
} changes[] = {
	{ TUI_STACKS_WITH, STACKS_WITH, "only with ", "", "All stacks have it" },
	{ TUI_STACKS_WITHOUT, STACKS_WITHOUT, "without ", "", "No stack has it" },
	{ TUI_STACKS_COLLAPSED, STACKS_COLLAPSED, "recursion of ", " collapsed",
	  "It does not call itself, neither directly nor by others" },
	{ TUI_STACKS_JOINED, STACKS_JOINED, "", " joined", "There is no stack in which it has a caller or calls something" },
	{ TUI_STACKS_SHORTENED, STACKS_SHORTENED, "direct recursion collapsed", "", "No function calls itself directly" },
};

static const struct change *find(enum tui_command command)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(changes); i++)
		if (changes[i].command == command)
			return &changes[i];
	return NULL;
}

/* Columns may be gone that rows had: users shall not look for them. */
static void say_what_is_not_known(struct browser *b)
{
	const struct columns *c = b->opts->hists->columns;
	const struct view *v = b->view;
	size_t i;

	if (v->whole->nr_members > 1)
		browser__say(b, "Only of %s: stacks are those of a group's first event", evsel__name(v->h->leader));
	for (i = 0; i < c->nr_shown; i++)
		if (column_use__is_shown(&c->shown[i], v->whole) && !column_use__is_shown(&c->shown[i], v->h))
			browser__say(b, "Without %s, which is not known stack by stack", c->shown[i].header);
}

/* A line that tells how far it is, after each twentieth of the rows; any key ends it. */
static bool stop(void *ctx, size_t done, size_t total)
{
	size_t *told = ctx, part = done / (total / 20 + 1);
	char text[96];

	if (part == *told)
		return false;
	*told = part;
	snprintf(text, sizeof(text), "Changing the stacks of all rows: %zu%%; any key stops", part * 5);
	return popup__busy(text);
}

bool browser__is_change(enum tui_command command)
{
	return find(command);
}

bool browser__change_stacks(struct browser *b, enum tui_command command, const struct place *function)
{
	const struct change *c = find(command);
	const char *why = view__no_change(b->view);
	size_t told = 0;
	const struct hist_watch watch = { stop, &told };
	struct strbuf label = STRBUF_INIT;
	enum view_changed changed;

	if (why) {
		browser__say(b, "Not here: %s", why);
		return false;
	}
	strbuf__addstr(&label, c->before);
	if (c->what != STACKS_SHORTENED)
		place__print(function, false, &label);
	strbuf__addstr(&label, c->after);
	if (b->view->h->nr >= BROWSER_MANY_ROWS)
		popup__notice("Changing the stacks of all rows");
	b->view->watch = b->view->h->nr >= BROWSER_MANY_ROWS ? &watch : NULL;
	changed = view__change_stacks(b->view, c->what, c->what == STACKS_SHORTENED ? NULL : function, strbuf__str(&label));
	b->view->watch = NULL;
	if (changed == VIEW_CHANGED)
		say_what_is_not_known(b);
	else
		browser__say(b, "%s", changed == VIEW_STOPPED ? "Stopped: stacks are as they were" : c->nothing);
	strbuf__exit(&label);
	return changed == VIEW_CHANGED;
}
