// SPDX-License-Identifier: GPL-2.0-only
/* The code of the function that the chosen line is about. */
#include <stdio.h>

#include "util/event/evsel.h"
#include "util/tui/browser-state.h"
#include "util/tui/screen.h"

/* The function around an address of @p; of an inlined function the one that it is in. NULL: it is no code with a name. */
static const struct symbol *function_of(const struct place *p)
{
	struct dso *dso = p ? place__dso(p) : NULL;

	return dso ? dso__find_symbol(dso, place__lookup(p)) : NULL;
}

void browser__code(struct browser *b)
{
	const struct place *p = browser__chosen_function(b);
	const struct symbol *sym = function_of(p);

	if (b->opts->no_code)
		browser__say(b, "Code is not shown here: %s", b->opts->no_code);
	else if (!sym && !*b->message)
		browser__say(b, "This line is of no function that has a name");
	else if (sym && !b->opts->code(b->opts->ctx_of_code, place__dso(p), sym, (size_t)b->view->h->leader->idx, b->message,
					  sizeof(b->message)))
		b->left = true;
	screen__set_mouse(b->mouse);
}
