/* SPDX-License-Identifier: GPL-2.0-only */
/* Commands whose output is tables, on a terminal: a screen in place of text, if somebody wants it. */
#ifndef PERF_BUILTIN_SCREEN_H
#define PERF_BUILTIN_SCREEN_H

#include <stdbool.h>

#include "builtin-opening.h"
#include "util/base/options.h"
#include "util/output/table.h"

enum screen_wanted { SCREEN_AS_CONFIGURED, SCREEN_NEVER, SCREEN_ALWAYS };	/* neither, --stdio, --tui */

struct screen_choice {
	enum screen_wanted wanted;
	bool configured, mouse, headers;	/* as screen_choice__configure() sets them */
	struct screen_opening opening;
};

#define SCREEN_OPTIONS(choice)										\
	OPT_CALLBACK_FLAGS(0, "tui", choice, NULL, "on a terminal, a screen to walk around in (h there lists its keys)", \
			   screen_choice__tui, OPT_NOARG),						\
	OPT_CALLBACK_FLAGS(0, "stdio", choice, NULL, "plain text (the default)", screen_choice__stdio, OPT_NOARG)

/* Callbacks of these options. */
int screen_choice__tui(const struct option *opt, const char *arg, bool unset);
int screen_choice__stdio(const struct option *opt, const char *arg, bool unset);

/* Takes the keys of all screens from the configuration (keys.*), for a command that has one. */
void screen_keys__configure(void);
/* Takes @key ("tui.diff") and what holds for all screens, keys too, from the configuration. */
void screen_choice__configure(struct screen_choice *c, const char *key);
/*
 * Is a screen to be shown? @why_not: what of the command line is text (static), or NULL. With --tui, a message says why there can be
 * none. To be called once, before anything is printed.
 */
bool screen_choice__settle(const struct screen_choice *c, const char *why_not);
/* The recording will be read now, for tables: @c->opening may come. @input: its name, or what is done; borrowed. */
void screen_choice__begin(struct screen_choice *c, const char *input);
/*
 * Shows the tables, at least one, after the recording was read; @c->opening ends. Returns false, with a message, if there can be no screen
 * after all.
 */
bool screen_choice__show(struct screen_choice *c, const struct tables *tables);

#endif /* PERF_BUILTIN_SCREEN_H */
