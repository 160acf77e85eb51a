// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/config-files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#ifndef PERF_SYSCONFDIR
#define PERF_SYSCONFDIR	"/etc"
#endif

#define PARAMETERS	"PERF_CONFIG_PARAMETERS"	/* one a line */

const char *config_files__system(void)
{
	return PERF_SYSCONFDIR "/perfconfig";
}

char *config_files__user(void)
{
	const char *home = getenv("HOME");

	return home && *home ? xasprintf("%s/.perfconfig", home) : NULL;
}

const char *config_files__only(void)
{
	return getenv("PERF_CONFIG");
}

int config_files__add(struct config *c, const char *path, bool is_user, void (*tell)(const struct diag *diag))
{
	struct diag diag = DIAG_INIT;
	int err;

	err = is_user ? config__load_own(c, path, &diag) : config__load(c, path, &diag);
	if (err == -ENOENT && !diag__is_set(&diag))
		return 0;
	if (err && tell)
		tell(&diag);
	return err;
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && config_value__bool(value) != 0;
}

static int split_parameter(struct config *c, const char *setting, struct diag *diag)
{
	const char *eq = strchr(setting, '=');
	char *key = xstrndup(setting, eq ? (size_t)(eq - setting) : strlen(setting));
	int err = config__add(c, "-c", key, eq ? eq + 1 : NULL, diag);

	free(key);
	return err;
}

static void add_parameters(struct config *c)
{
	const char *all = getenv(PARAMETERS);
	char *copy = all ? xstrdup(all) : NULL, *pos = copy, *word;

	while ((word = strsep(&pos, "\n")) != NULL)
		if (*word)
			(void)split_parameter(c, word, NULL);
	free(copy);
}

void config_files__add_all(struct config *c, void (*tell)(const struct diag *diag))
{
	const char *only = config_files__only();
	char *user;

	if (only) {
		(void)config_files__add(c, only, false, tell);
	} else {
		user = config_files__user();
		if (!is_set("PERF_CONFIG_NOSYSTEM"))
			(void)config_files__add(c, config_files__system(), false, tell);
		if (user && !is_set("PERF_CONFIG_NOGLOBAL"))
			(void)config_files__add(c, user, true, tell);
		free(user);
	}
	add_parameters(c);
}

int config_files__add_parameter(const char *setting, struct diag *diag)
{
	const char *old = getenv(PARAMETERS);
	struct config probe = { 0 };
	char *all;
	int err = strchr(setting, '\n') ? diag__msg(diag, -EINVAL, "'%s' is more than one line", setting)
					: split_parameter(&probe, setting, diag);

	config__exit(&probe);
	if (err)
		return err;
	all = old && *old ? xasprintf("%s\n%s", old, setting) : xstrdup(setting);
	xsetenv(PARAMETERS, all, true);
	free(all);
	return 0;
}
