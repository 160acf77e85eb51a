// SPDX-License-Identifier: GPL-2.0-only
/* perf buildid-cache: what is in the build-id cache, and changing it by hand. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-buildid-cache.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/patient-open.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/hits/dso-hits.h"
#include "util/output/read-errors.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/debuginfod.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf buildid-cache [<options>]", NULL };

void cache_cmd__tell(struct cache_cmd *cmd, const char *what, const char *file, const char *why)
{
	pr_error("perf buildid-cache: couldn't %s %s: %s\n", what, file, why);
	cmd->failed++;
}

static void remove_hex(struct cache_cmd *cmd, const char *hex, const char *path, const char *doing)
{
	struct diag diag = DIAG_INIT;
	int err = build_id_cache__remove(cmd->dir, hex, &diag);

	if (err == -ENOENT)
		pr_warning("%s wasn't in the cache\n", path);
	else if (err)
		cache_cmd__tell(cmd, "remove", path, diag.text);
	else
		pr_debug("%s %s %s: Ok\n", doing, hex, path);
}

static void remove_one(struct cache_cmd *cmd, const char *path)
{
	struct cache_file f;
	int err = cache_file__open(cmd, path, &f);

	if (err)
		cache_cmd__tell(cmd, "remove", path, cache_cmd__reason(err));
	else
		remove_hex(cmd, f.hex, path, "Removing");
	cache_file__exit(&f);
}

/* Entries are gathered first: removing while walking could skip some. */
struct wanted {
	const char *path, *real;	/* NULL: everything */
	struct build_id_cache_entry *list;
	size_t nr, cap;
};

static int want(void *ctx, const struct build_id_cache_entry *e)
{
	struct wanted *w = ctx;

	if (w->path && strcmp(e->name, w->path) && strcmp(e->name, w->real))
		return 0;
	GROW(w->list, w->nr, w->cap);
	w->list[w->nr++] = (struct build_id_cache_entry){ xstrdup(e->hex), xstrdup(e->name) };
	return 0;
}

/* All builds of @path, NULL: all there is. The file itself need not exist any more. */
static void purge(struct cache_cmd *cmd, const char *path)
{
	char *real = path ? patient_realpath(path) : NULL;
	struct wanted w = { .path = path, .real = real ? real : path };
	size_t i;

	(void)build_id_cache__for_each(cmd->dir, want, &w);
	if (path && !w.nr)
		pr_warning("%s wasn't in the cache\n", path);
	for (i = 0; i < w.nr; i++) {
		remove_hex(cmd, w.list[i].hex, w.list[i].name, "Removing");
		free((char *)(uintptr_t)w.list[i].hex);
		free((char *)(uintptr_t)w.list[i].name);
	}
	free(w.list);
	free(real);
}

static void each(struct cache_cmd *cmd, const char *list, void (*fn)(struct cache_cmd *cmd, const char *path))
{
	char *copy, *pos, *word;

	if (!list)
		return;
	copy = pos = xstrdup(list);
	while ((word = strsep(&pos, ",")) != NULL)
		if (*word)
			fn(cmd, word);
	free(copy);
}

static int print_entry(void *ctx, const struct build_id_cache_entry *e)
{
	(void)ctx;
	std_out__addf("%s %s\n", e->hex, shown(e->name));
	return 0;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	read_errors__damaged(&((struct cache_cmd *)ctx)->errors, diag);
}

/* Files that the recording's samples fell into, and the cache has not. */
static int show_missing(struct cache_cmd *cmd)
{
	const struct session_ops ops = { .sample = dso_hits__sample, .damaged = on_damaged };
	const struct session_opts opts = { .input = cmd->missing, .force = cmd->force,
					   .symbols = { .no_symbols = true } };
	struct diag diag = DIAG_INIT;
	struct session *s = session__new(&opts, &ops, cmd, &diag);
	int status = EXIT_FAILED;
	struct dso **dsos;
	size_t nr, i;
	char hex[41];

	if (!s || session__process(s, &diag) < 0) {
		read_errors__fatal(&diag);
		session__delete(s);
		return EXIT_FAILED;
	}
	dsos = dso_hits__list(s, false, &nr);
	for (i = 0; i < nr; i++)
		if (dsos[i]->build_id_size &&
		    !build_id_cache__has(cmd->dir, dsos[i]->build_id, dsos[i]->build_id_size))
			std_out__addf("%s %s\n", build_id__text(dsos[i]->build_id, dsos[i]->build_id_size, hex),
				      shown(dsos[i]->path));
	free(dsos);
	status = read_errors__close(&cmd->errors, session__stats(s)) ? EXIT_PARTIAL : EXIT_OK;
	session__delete(s);
	return status;
}

int cmd_buildid_cache(int argc, const char **argv)
{
	struct cache_cmd cmd = { 0 };
	const struct option options[] = {
		OPT_STRING('a', "add", &cmd.add, "FILE,...", "files to add; [kernel.kallsyms] is the running kernel"),
		OPT_STRING('k', "kcore", &cmd.kcore, "FILE", "/proc/kcore: add the running kernel's code, symbols and modules"),
		OPT_STRING('r', "remove", &cmd.remove, "FILE,...", "files to remove, as they are now"),
		OPT_STRING('p', "purge", &cmd.purge, "FILE,...", "files to remove, all builds of them"),
		OPT_BOOL('P', "purge-all", &cmd.purge_all, "remove everything"),
		OPT_STRING('u', "update", &cmd.update, "FILE,...", "files to store anew"),
		OPT_BOOL('l', "list", &cmd.list, "list all cached files"),
		OPT_STRING('M', "missing", &cmd.missing, "RECORDING",
			   "list files that a recording needs and that are not in the cache"),
		OPT_BOOL('f', "force", &cmd.force, "with -M: read the file even if another user owns it"),
		OPT_INT(0, "target-ns", &cmd.target_ns, "PID", "take the files as process PID sees them"),
		OPT_CALLBACK_FLAGS(0, "debuginfod", &cmd.symbols, "URLS",
				   "with -a, -u: add debug information from these servers, too", symbol_opts__set_debuginfod,
				   OPT_OPTARG),
		OPT_INCR('v', "verbose", &verbose, "say what is done"),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&cmd.symbols), { 0 } };
	int status = EXIT_OK;

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf buildid-cache' takes no argument '%s' (-a adds a file)", argv[0]);
	if (!cmd.add && !cmd.remove && !cmd.purge && !cmd.update && !cmd.missing && !cmd.list &&
	    !cmd.purge_all && !cmd.kcore)
		usage_error("perf buildid-cache needs one of -a, -k, -r, -p, -P, -u, -l or -M");
	cmd.dir = build_id_cache__dir();
	/* What is not to be used has been told. */
	if (!cmd.dir && (getenv("HOME") || getenv("PERF_BUILDID_DIR")))
		return EXIT_FAILED;
	if (!cmd.dir)
		usage_error("there is no folder for the cache: set HOME or PERF_BUILDID_DIR, or give "
			    "perf --buildid-dir DIR");
	each(&cmd, cmd.add, cache_cmd__add);
	if (cmd.kcore)
		cache_cmd__add_kcore(&cmd);
	each(&cmd, cmd.remove, remove_one);
	each(&cmd, cmd.purge, purge);
	if (cmd.purge_all)
		purge(&cmd, NULL);
	each(&cmd, cmd.update, cache_cmd__update);
	if (cmd.missing)
		status = show_missing(&cmd);
	if (cmd.list)
		(void)build_id_cache__for_each(cmd.dir, print_entry, NULL);
	debuginfod__delete(cmd.debuginfod);
	free(cmd.dir);
	return cmd.failed ? EXIT_FAILED : status;
}
