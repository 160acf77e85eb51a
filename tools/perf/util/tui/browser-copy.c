// SPDX-License-Identifier: GPL-2.0-only
/* The chosen stack, for the clipboard. */
#include <inttypes.h>
#include <stdio.h>

#include "util/base/percent.h"
#include "util/tui/browser-state.h"
#include "util/tui/clipboard.h"

static void add_frame(const struct place *p, bool by_address, struct strbuf *out)
{
	const struct dso *dso = place__dso(p);

	strbuf__addstr(out, "    ");
	place__print(p, by_address, out);
	if (dso)
		strbuf__addf(out, " (%s)", dso->short_name);
	strbuf__addch(out, '\n');
}

void browser__copy(struct browser *b, const struct view_stack *s)
{
	const struct hist *h = b->view->h;
	uint64_t total = hist__total(h, 0);
	struct strbuf text = STRBUF_INIT;
	char percent[32];
	const char *why;
	size_t lines, i;

	percent__print(percent, sizeof(percent), 0, percent__of(s->period, total));
	strbuf__addf(&text, "# %s, %" PRIu64 " samples of %s\n", percent, s->count, evsel__name(h->leader));
	for (i = 0; i < s->nr; i++)
		add_frame(s->frames[i], h->hists->opts.graph.by_address, &text);
	why = clipboard__copy(strbuf__str(&text), &lines);
	if (why)
		browser__say(b, "Not copied: %s", why);
	else if (lines < s->nr + 1)
		browser__say(b, "Sent to the clipboard: the first %zu frames of %zu", lines ? lines - 1 : 0, s->nr);
	else
		browser__say(b, "Sent to the clipboard: %zu frames (%s)", s->nr, percent);
	strbuf__exit(&text);
}

void browser__copy_chosen(struct browser *b)
{
	struct view_stack s;

	view_stack__of_chosen(&s, b->view);
	if (s.nr)
		browser__copy(b, &s);
	view_stack__exit(&s);
}
