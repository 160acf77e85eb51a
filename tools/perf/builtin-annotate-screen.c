// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate on a terminal: the screen of code in place of text. */
#include <unistd.h>

#include "builtin-annotate.h"
#include "builtin-header.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/tui/code.h"

/* Runs the screen, or says why there is none. */
static bool run(struct annotate *a, const char **ret_why)
{
	struct code_walk walk = { .text = &a->text, .source = &a->source, .counts = a->counts, .is_wanted = annotate__is_shown, .ctx = a,
				  .with_source = !a->text.no_source };
	const struct code_opts o = { .walk = &walk, .colors = color__wanted(STDOUT_FILENO), .mouse = a->mouse,
				     .info = recording_header__add, .ctx = a->session };
	bool shown = false;

	if (code_walk__init(&walk, annotate__grouping(a), NULL, 0))
		shown = code__run(&o, ret_why);
	else
		*ret_why = a->symbol ? "the function has no samples" : "there are no functions with samples";
	code_walk__exit(&walk);
	return shown;
}

/* Why what the user wants to see is no screen; NULL: it may be one. */
static const char *why_text(const struct annotate *a)
{
	if (a->types.on || a->types.in_code)
		return "types of data are text";
	if (a->only_hot_lines)
		return "--hot-lines is text";
	if (a->color >= 0)
		return "--stdio-color is for text";
	return verbose <= LOG_QUIET ? "-q is for text" : NULL;
}

bool annotate__show_screen(struct annotate *a)
{
	const char *why = why_text(a);

	/* Without being asked for, it is for a terminal, and nothing is said where there is none. */
	if (a->screen == ANNOTATE_TEXT || (a->screen == ANNOTATE_AS_CONFIGURED && (!a->screen_configured || why)))
		return false;
	if (!why && run(a, &why)) {
		a->printed++;
		return true;
	}
	if (a->screen == ANNOTATE_SCREEN)
		pr_warning("perf: no screen for --tui, the code is text: %s\n", why);
	return false;
}
