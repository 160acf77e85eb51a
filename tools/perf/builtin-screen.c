// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-screen.h"

#include <unistd.h>

#include "util/base/config.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/tui/key-config.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"
#include "util/tui/tables.h"

#include "builtin.h"

int screen_choice__tui(const struct option *opt, const char *arg, bool unset)
{
	struct screen_choice *c = opt->value;

	(void)arg;
	c->wanted = unset ? SCREEN_NEVER : SCREEN_ALWAYS;
	return 0;
}

int screen_choice__stdio(const struct option *opt, const char *arg, bool unset)
{
	struct screen_choice *c = opt->value;

	(void)arg;
	c->wanted = unset ? SCREEN_AS_CONFIGURED : SCREEN_NEVER;
	return 0;
}

void screen_keys__configure(void)
{
	static const struct config_section section = {
		.apply = key_config__apply, .knows = key_config__knows, .check = key_config__check, .each = key_config__each,
	};

	perf_config__apply_section(&section);
}

void screen_choice__configure(struct screen_choice *c, const char *key)
{
	const struct config_key keys[] = {
		{ key, CONFIG_BOOL, &c->configured, NULL }, { "tui.mouse", CONFIG_BOOL, &c->mouse, NULL },
		{ "ui.show-headers", CONFIG_BOOL, &c->headers, NULL }, COLOR_CONFIG_KEYS, { 0 }
	};

	c->mouse = c->headers = true;
	perf_config__apply(keys);
	screen_keys__configure();
}

bool screen_choice__settle(const struct screen_choice *c, const char *why_not)
{
	const char *why = why_not;

	if (c->wanted == SCREEN_NEVER || (c->wanted == SCREEN_AS_CONFIGURED && !c->configured))
		return false;
	if (!why && screen__is_possible(&why))
		return true;
	/* Without being asked for, it is for what can be shown there, and nothing is said about the rest. */
	if (c->wanted == SCREEN_ALWAYS)
		pr_warning("perf: no screen for --tui, the output is text: %s\n", why);
	return false;
}

void screen_choice__begin(struct screen_choice *c, const char *input)
{
	const struct screen_opening_opts o = { .input = input, .keys = table_keys };

	screen_opening__start(&c->opening, &o);
}

bool screen_choice__show(struct screen_choice *c, const struct tables *tables)
{
	const struct tables_opts o = {
		.tables = tables, .colors = color__wanted(STDOUT_FILENO), .mouse = c->mouse, .headers = c->headers,
		.is_open = screen_opening__end(&c->opening),
	};
	const char *why;
	bool shown = tables__run(&o, &why);

	c->opening.open &= !shown;
	screen_opening__leave(&c->opening);
	if (!shown)
		pr_warning("perf: no screen, the output is text: %s\n", why);
	return shown;
}
