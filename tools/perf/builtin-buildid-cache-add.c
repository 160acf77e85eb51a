// SPDX-License-Identifier: GPL-2.0-only
/* Files, the kernel, and debug information for them, are put into the build-id cache by hand. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-buildid-cache.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/patient-open.h"
#include "util/record/kcore-cache.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/debuginfod.h"
#include "util/symbol/symbol-options.h"

void cache_file__exit(struct cache_file *f)
{
	free(f->name);
	free(f->source);
}

int cache_file__open(const struct cache_cmd *cmd, const char *path, struct cache_file *ret)
{
	char *root = cmd->target_ns ? xasprintf("/proc/%d/root", cmd->target_ns) : xstrdup("");
	char *there = xasprintf("%s%s", root, path), *real = cmd->target_ns ? NULL : patient_realpath(path);
	int n = real ? 0 : -errno;

	*ret = (struct cache_file){ 0 };
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

const char *cache_cmd__reason(int err)
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
		cache_cmd__tell(cmd, "add", KERNEL_CACHE_NAME, diag__is_set(&diag) ? diag.text : cache_cmd__reason(n));
	return n;
}

/* /proc/kcore, with the kallsyms and modules beside it. */
void cache_cmd__add_kcore(struct cache_cmd *cmd)
{
	struct diag diag = DIAG_INIT;
	char *running = xasprintf("%s/kcore", procfs__path()), *dir = NULL;
	uint8_t id[20];
	int n, err;

	if (strcmp(cmd->kcore, running)) {
		cache_cmd__tell(cmd, "add", cmd->kcore, "only /proc/kcore, the running kernel's, can be added");
		free(running);
		return;
	}
	free(running);
	n = build_id__read_notes_file("/sys/kernel/notes", id);
	err = n < 0 ? n : kcore_cache__add(cmd->dir, id, (size_t)n, &dir, &diag);
	if (err == -EEXIST)
		pr_debug("kcore already in the cache: %s\n", dir);
	else if (err)
		cache_cmd__tell(cmd, "add", cmd->kcore, diag__is_set(&diag) ? diag.text : cache_cmd__reason(err));
	else
		pr_debug("kcore added to %s\n", dir);
	free(dir);
}

/* Debug information for a file that the cache has: what is installed here, or else what a server has. */
static void add_debug(struct cache_cmd *cmd, const struct cache_file *f)
{
	struct diag diag = DIAG_INIT;
	char *path;
	int err = build_id_cache__add_installed_debug(cmd->dir, f->id, f->size, &diag);

	if (err && err != -EEXIST && diag__is_set(&diag))
		cache_cmd__tell(cmd, "add", f->name, diag.text);
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
		cache_cmd__tell(cmd, "add", f->name, diag.text);
	else
		pr_debug("Adding debug information of %s: Ok\n", f->name);
	free(path);
}

void cache_cmd__add(struct cache_cmd *cmd, const char *path)
{
	struct diag diag = DIAG_INIT;
	struct cache_file f;
	int err;

	if (!strcmp(path, KERNEL_CACHE_NAME)) {
		(void)add_kernel(cmd);
		return;
	}
	err = cache_file__open(cmd, path, &f);
	if (err) {
		cache_cmd__tell(cmd, "add", path, cache_cmd__reason(err));
	} else {
		err = build_id_cache__add(cmd->dir, f.name, f.id, f.size, f.source, &diag);
		if (err == -EEXIST)
			pr_debug("%s already in the cache\n", path);
		else if (err)
			cache_cmd__tell(cmd, "add", path, diag.text);
		else
			pr_debug("Adding %s %s: Ok\n", f.hex, path);
		if (!err || err == -EEXIST)
			add_debug(cmd, &f);
	}
	cache_file__exit(&f);
}

/* What the cache has of this very build is replaced by what the file is now. */
void cache_cmd__update(struct cache_cmd *cmd, const char *path)
{
	struct diag diag = DIAG_INIT;
	struct cache_file f;
	int err = cache_file__open(cmd, path, &f);

	if (err) {
		cache_cmd__tell(cmd, "update", path, cache_cmd__reason(err));
		cache_file__exit(&f);
		return;
	}
	err = build_id_cache__remove(cmd->dir, f.hex, &diag);
	if (!err || err == -ENOENT)
		err = build_id_cache__add(cmd->dir, f.name, f.id, f.size, f.source, &diag);
	if (err)
		cache_cmd__tell(cmd, "update", path, diag__is_set(&diag) ? diag.text : strerror(-err));
	else
		pr_debug("Updating %s %s: Ok\n", f.hex, path);
	if (!err)
		add_debug(cmd, &f);
	cache_file__exit(&f);
}
