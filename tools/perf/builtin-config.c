// SPDX-License-Identifier: GPL-2.0-only
/* perf config: shows and sets what the configuration files say. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/byte-pool.h"
#include "util/base/config-files.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"

struct config_cmd {
	bool list, system, user;
	struct config config;
	bool failed;			/* of the files read */
};

static const char *const usage[] = {
	"perf config [<file-option>] [options] [section.name[=value] ...]",
	NULL
};

static void tell(const struct diag *diag)
{
	pr_error("perf: %s\n", diag->text);
}

/* The file that is written, and with --system or --user the one that is read; the caller frees. */
static char *one_file(const struct config_cmd *cmd)
{
	const char *only = config_files__only();
	char *user;

	if (cmd->system)
		return xstrdup(config_files__system());
	if (only && !cmd->user)
		return xstrdup(only);
	user = config_files__user();
	if (!user)
		usage_error("there is no user's file without HOME: give --system, or set PERF_CONFIG");
	return user;
}

/* The merged configuration's messages have been printed already, when perf started. */
static void load(struct config_cmd *cmd)
{
	char *path;

	if (!cmd->system && !cmd->user) {
		config_files__add_all(&cmd->config, NULL);
		return;
	}
	path = one_file(cmd);
	cmd->failed = config_files__add(&cmd->config, path, cmd->user, tell) < 0;
	free(path);
}

static void print_entry(const struct config_entry *e)
{
	std_out__addf("%s=%s\n", e->key, e->value ? e->value : "true");
}

/* Each key once, where it first came, with the value that counts. */
static void list(const struct config_cmd *cmd)
{
	const struct config *c = &cmd->config;
	const struct config_entry **last = xcalloc(c->nr + 1, sizeof(*last));
	struct byte_pool keys = { 0 };		/* equal keys are equal pointers */
	struct u64num first = { 0 };		/* key -> the place of its first entry, + 1 */
	size_t i, place;

	for (i = 0; i < c->nr; i++) {
		uint64_t key = (uintptr_t)byte_pool__str(&keys, c->entries[i].key);

		place = u64num__find(&first, key);
		if (!place) {
			place = i + 1;
			u64num__set(&first, key, place);
		}
		last[place - 1] = &c->entries[i];
	}
	for (i = 0; i < c->nr; i++)
		if (last[i])
			print_entry(last[i]);
	u64num__exit(&first);
	byte_pool__exit(&keys);
	free(last);
}

static int set(const struct config_cmd *cmd, const char *token)
{
	const char *eq = strchr(token, '=');
	char *key = xstrndup(token, (size_t)(eq - token)), *path = one_file(cmd);
	struct strbuf hint = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	int err = -EINVAL;

	if (!eq[1])
		pr_error("perf config: '%s' has no value; to take a key back, remove its line from '%s'\n",
			 token, path);
	else if ((err = perf_config__check(key, eq + 1, &hint, &diag)) ||
		 (err = config_file__set(path, key, eq + 1, &diag)))
		pr_error("perf config: %s\n", diag.text);
	else if (hint.len)
		pr_warning("perf config: set, but no command here reads '%s'%s\n", key, strbuf__str(&hint));
	strbuf__exit(&hint);
	free(key);
	free(path);
	return err;
}

static int show(const struct config_cmd *cmd, const char *token)
{
	const struct config_entry *e;
	struct diag diag = DIAG_INIT;
	char *key = config_key__normalize(token, &diag);

	if (!key) {
		pr_error("perf config: %s\n", diag.text);
		return -EINVAL;
	}
	free(key);
	e = config__find(&cmd->config, token);
	if (e)
		print_entry(e);
	return 0;
}

int cmd_config(int argc, const char **argv)
{
	struct config_cmd cmd = { 0 };
	const struct option options[] = {
		OPT_BOOL('l', "list", &cmd.list, "show current config variables"),
		OPT_BOOL(0, "system", &cmd.system, "use system config file"),
		OPT_BOOL(0, "user", &cmd.user, "use user config file"),
		OPT_END()
	};
	int i, err = 0;

	argc = parse_options(argc, argv, options, usage, 0);
	if (cmd.system && cmd.user)
		usage_error("--system and --user exclude each other");
	if (cmd.list && argc)
		usage_error("'perf config -l' takes no argument '%s'", argv[0]);
	if (!cmd.list && !argc)
		usage_error("perf config needs -l, or keys to show (section.name) or set "
			    "(section.name=value)");
	load(&cmd);
	if (cmd.list)
		list(&cmd);
	for (i = 0; i < argc && !err; i++)
		err = strchr(argv[i], '=') ? set(&cmd, argv[i]) : show(&cmd, argv[i]);
	config__exit(&cmd.config);
	return err || cmd.failed ? EXIT_FAILED : EXIT_OK;
}
