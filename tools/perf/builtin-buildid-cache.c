// SPDX-License-Identifier: GPL-2.0-only
/* perf buildid-cache: what is in the build-id cache, and changing it by hand. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/patient-open.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/hits/dso-hits.h"
#include "util/output/read-errors.h"
#include "util/record/kcore-cache.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/debuginfod.h"
#include "util/symbol/symbol-options.h"

struct cache_cmd {
	char *dir;			/* owned */
	const char *add, *remove, *purge, *update, *missing, *kcore;
	struct symbol_opts symbols;	/* only .debuginfod: NULL asks no server */
	struct debuginfod *debuginfod;
	bool list, purge_all, force;
	int target_ns;
	int failed;
	struct read_errors errors;
};

static const char *const usage[] = { "perf buildid-cache [<options>]", NULL };

static void tell(struct cache_cmd *cmd, const char *what, const char *file, const char *why)
{
	pr_error("perf buildid-cache: couldn't %s %s: %s\n", what, file, why);
	cmd->failed++;
}

/* The file's path in the cache; where it is read, in the mount namespace of --target-ns; its id. */
struct file {
	char *name, *source, hex[41];	/* owned */
	uint8_t id[20];
	size_t size;
};

static void file__exit(struct file *f)
{
	free(f->name);
	free(f->source);
}

/* -ENOENT, -ENOEXEC (not ELF), -ENODATA (no build id), ... */
static int file__open(const struct cache_cmd *cmd, const char *path, struct file *ret)
{
	char *root = cmd->target_ns ? xasprintf("/proc/%d/root", cmd->target_ns) : xstrdup("");
	char *there = xasprintf("%s%s", root, path), *real = cmd->target_ns ? NULL : patient_realpath(path);
	int n = real ? 0 : -errno;

	*ret = (struct file){ 0 };
	if (cmd->target_ns) {
		ret->source = there;
		ret->name = xstrdup(path);
	} else if (real) {
		ret->source = real;
		ret->name = xstrdup(real);
		free(there);
	} else {
		free(there);
		free(root);
		return n;
	}
	free(root);
	n = build_id__read_file(ret->source, ret->id);
	if (n < 0)
		return n == -ENOENT && !access(ret->source, F_OK) ? -ENODATA : n;
	ret->size = (size_t)n;
	build_id__text(ret->id, ret->size, ret->hex);
	return 0;
}

static const char *reason(int err)
{
	return err == -ENOEXEC ? "not an ELF file" : err == -ENODATA ? "it has no build id" : strerror(-err);
}

/* The kernel has no file: its symbols are what is stored. */
static int add_kernel(struct cache_cmd *cmd)
{
	struct diag diag = DIAG_INIT;
	uint8_t id[20];
	int n = build_id__read_notes_file("/sys/kernel/notes", id);

	if (n > 0)
		n = build_id_cache__add_kernel(cmd->dir, id, (size_t)n, &diag);
	if (n < 0 && n != -EEXIST)
		tell(cmd, "add", KERNEL_CACHE_NAME, diag__is_set(&diag) ? diag.text : reason(n));
	return n;
}

/* /proc/kcore, with the kallsyms and modules beside it. */
static void add_kcore(struct cache_cmd *cmd)
{
	struct diag diag = DIAG_INIT;
	char *running = xasprintf("%s/kcore", procfs__path()), *dir = NULL;
	uint8_t id[20];
	int n, err;

	if (strcmp(cmd->kcore, running)) {
		tell(cmd, "add", cmd->kcore, "only /proc/kcore, the running kernel's, can be added");
		free(running);
		return;
	}
	free(running);
	n = build_id__read_notes_file("/sys/kernel/notes", id);
	err = n < 0 ? n : kcore_cache__add(cmd->dir, id, (size_t)n, &dir, &diag);
	if (err == -EEXIST)
		pr_debug("kcore already in the cache: %s\n", dir);
	else if (err)
		tell(cmd, "add", cmd->kcore, diag__is_set(&diag) ? diag.text : reason(err));
	else
		pr_debug("kcore added to %s\n", dir);
	free(dir);
}

/* Debug information for a file that the cache has: what is installed here, or else what a server has. */
static void add_debug(struct cache_cmd *cmd, const struct file *f)
{
	struct diag diag = DIAG_INIT;
	char *path;
	int err = build_id_cache__add_installed_debug(cmd->dir, f->id, f->size, &diag);

	if (err && err != -EEXIST && diag__is_set(&diag))
		tell(cmd, "add", f->name, diag.text);
	else if (!err)
		pr_debug("Adding debug information of %s: Ok\n", f->name);
	if (err != -ENOENT || !cmd->symbols.debuginfod)
		return;
	if (!cmd->debuginfod)
		cmd->debuginfod = debuginfod__new(cmd->symbols.debuginfod);
	path = debuginfod__find(cmd->debuginfod, &(struct debuginfod_file){ DEBUGINFOD_DEBUGINFO, f->id, f->size, f->name }, NULL, NULL);
	if (!path) {
		pr_warning("%s: no server has debug information for it\n", f->name);
		return;
	}
	err = build_id_cache__add_debug(cmd->dir, f->id, f->size, path, &diag);
	if (err == -EEXIST)
		pr_debug("debug information of %s already in the cache\n", f->name);
	else if (err)
		tell(cmd, "add", f->name, diag.text);
	else
		pr_debug("Adding debug information of %s: Ok\n", f->name);
	free(path);
}

static void add(struct cache_cmd *cmd, const char *path)
{
	struct diag diag = DIAG_INIT;
	struct file f;
	int err;

	if (!strcmp(path, KERNEL_CACHE_NAME)) {
		(void)add_kernel(cmd);
		return;
	}
	err = file__open(cmd, path, &f);
	if (err) {
		tell(cmd, "add", path, reason(err));
	} else {
		err = build_id_cache__add(cmd->dir, f.name, f.id, f.size, f.source, &diag);
		if (err == -EEXIST)
			pr_debug("%s already in the cache\n", path);
		else if (err)
			tell(cmd, "add", path, diag.text);
		else
			pr_debug("Adding %s %s: Ok\n", f.hex, path);
		if (!err || err == -EEXIST)
			add_debug(cmd, &f);
	}
	file__exit(&f);
}

static void remove_hex(struct cache_cmd *cmd, const char *hex, const char *path, const char *doing)
{
	struct diag diag = DIAG_INIT;
	int err = build_id_cache__remove(cmd->dir, hex, &diag);

	if (err == -ENOENT)
		pr_warning("%s wasn't in the cache\n", path);
	else if (err)
		tell(cmd, "remove", path, diag.text);
	else
		pr_debug("%s %s %s: Ok\n", doing, hex, path);
}

static void remove_one(struct cache_cmd *cmd, const char *path)
{
	struct file f;
	int err = file__open(cmd, path, &f);

	if (err)
		tell(cmd, "remove", path, reason(err));
	else
		remove_hex(cmd, f.hex, path, "Removing");
	file__exit(&f);
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

/* What the cache has of this very build is replaced by what the file is now. */
static void update(struct cache_cmd *cmd, const char *path)
{
	struct diag diag = DIAG_INIT;
	struct file f;
	int err = file__open(cmd, path, &f);

	if (err) {
		tell(cmd, "update", path, reason(err));
		file__exit(&f);
		return;
	}
	err = build_id_cache__remove(cmd->dir, f.hex, &diag);
	if (!err || err == -ENOENT)
		err = build_id_cache__add(cmd->dir, f.name, f.id, f.size, f.source, &diag);
	if (err)
		tell(cmd, "update", path, diag__is_set(&diag) ? diag.text : strerror(-err));
	else
		pr_debug("Updating %s %s: Ok\n", f.hex, path);
	if (!err)
		add_debug(cmd, &f);
	file__exit(&f);
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
	each(&cmd, cmd.add, add);
	if (cmd.kcore)
		add_kcore(&cmd);
	each(&cmd, cmd.remove, remove_one);
	each(&cmd, cmd.purge, purge);
	if (cmd.purge_all)
		purge(&cmd, NULL);
	each(&cmd, cmd.update, update);
	if (cmd.missing)
		status = show_missing(&cmd);
	if (cmd.list)
		(void)build_id_cache__for_each(cmd.dir, print_entry, NULL);
	debuginfod__delete(cmd.debuginfod);
	free(cmd.dir);
	return cmd.failed ? EXIT_FAILED : status;
}
