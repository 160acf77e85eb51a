// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a terminal: commands that are run on the samples, and other recordings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/tui/browser.h"

#define SECTION	"scripts."

/* Of the configuration: as long as the program lives. */
static struct {
	struct browser_command *list;
	size_t nr, cap;
} commands;

static void add_command(const struct config_entry *e)
{
	size_t i;

	/* Of equal names the last one counts. */
	for (i = 0; i < commands.nr && strcmp(commands.list[i].name, e->key + strlen(SECTION)); i++)
		;
	if (i == commands.nr) {
		GROW(commands.list, commands.nr, commands.cap);
		commands.nr++;
	}
	commands.list[i] = (struct browser_command){ .name = e->key + strlen(SECTION), .shell = e->value };
}

static void apply(const struct config *c, void (*tell)(const struct diag *diag))
{
	struct diag diag;
	size_t i;

	commands.nr = 0;
	for (i = 0; i < c->nr; i++) {
		const struct config_entry *e = &c->entries[i];

		if (strncmp(e->key, SECTION, strlen(SECTION)))
			continue;
		if (e->value && *e->value) {
			add_command(e);
			continue;
		}
		diag = (struct diag)DIAG_INIT;
		diag__msg(&diag, -EINVAL, "%s:%u: %s: a command is expected", e->file, e->line, e->key);
		tell(&diag);
	}
}

static bool knows(const char *key)
{
	return !strncmp(key, SECTION, strlen(SECTION)) && key[strlen(SECTION)];
}

static int check(const char *value, struct diag *diag)
{
	return *value ? 0 : diag__msg(diag, -EINVAL, "a command is expected");
}

/* Their names are the user's. */
static void each(void (*name)(void *ctx, const char *key), void *ctx)
{
	(void)name;
	(void)ctx;
}

void report_other__configure(void)
{
	static const struct config_section section = { .apply = apply, .knows = knows, .check = check, .each = each };

	perf_config__apply_section(&section);
}

const struct browser_command *report_other__commands(size_t *ret_nr)
{
	*ret_nr = commands.nr;
	return commands.list;
}

char **report_other__arguments(const struct report *r)
{
	const struct { const char *option, *value; } all[] = {
		{ "-i", session__input_name(r->session) }, { "--time", r->time }, { "--comms", r->comms }, { "--pid", r->pids }, { "--tid", r->tids },
		{ "--cpu", r->session_opts.cpus }, { "--dsos", r->dsos }, { "--symbols", r->symbols },
	};
	const char *symfs = session__is_stream(r->session) ? NULL : r->session_opts.symbols.symfs;
	char **args = xcalloc(2 * (ARRAY_SIZE(all) + 1) + 1, sizeof(*args));
	size_t nr = 0, i;

	/* What a pipe has brought is gone. */
	for (i = 0; i < ARRAY_SIZE(all) && !session__is_stream(r->session); i++) {
		if (!all[i].value)
			continue;
		args[nr++] = xstrdup(all[i].option);
		args[nr++] = xstrdup(all[i].value);
	}
	/* Names are those of the report then. */
	if (symfs) {
		args[nr++] = xstrdup("--symfs");
		args[nr++] = xasprintf("%s%s", symfs, r->session_opts.symbols.symfs_flat ? ",flat" : "");
	}
	return args;
}

void report_other__free_arguments(char **args)
{
	char **a;

	for (a = args; *a; a++)
		free(*a);
	free(args);
}
