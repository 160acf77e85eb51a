// SPDX-License-Identifier: GPL-2.0-only
/* What is in the build-id cache: listed, and removed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"
#include "util/symbol/build-id-cache.h"

static bool is_hex(const char *s)
{
	return *s && strspn(s, "0123456789abcdef") == strlen(s);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of @len hex digits (0: any length) in the folder, sorted; caller frees them. */
static char **hex_names(const char *path, size_t len, size_t *ret_nr)
{
	DIR *dir = alloc__given(opendir(path));
	struct dirent *d;
	char **names = NULL;
	size_t nr = 0, cap = 0;

	while (dir && (d = readdir(dir))) {
		if (!is_hex(d->d_name) || (len && strlen(d->d_name) != len))
			continue;
		GROW(names, nr, cap);
		names[nr++] = xstrdup(d->d_name);
	}
	if (dir)
		closedir(dir);
	if (nr)
		qsort(names, nr, sizeof(*names), by_name);
	*ret_nr = nr;
	return names;
}

static void free_paths(char **names, size_t nr)
{
	while (nr)
		free(names[--nr]);
	free(names);
}

int build_id_cache__for_each(const char *dir, int (*fn)(void *ctx, const struct build_id_cache_entry *e),
			     void *ctx)
{
	char *links = xasprintf("%s/.build-id", dir);
	size_t nr, nr_files, i, k;
	char **folders = hex_names(links, 2, &nr);
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		char *folder = xasprintf("%s/%s", links, folders[i]);
		char **files = hex_names(folder, 0, &nr_files);

		for (k = 0; k < nr_files && !ret; k++) {
			char *hex = xasprintf("%s%s", folders[i], files[k]);
			char *name = build_id_cache__name(dir, hex);

			if (name && build_id_cache__has_entry(dir, hex))
				ret = fn(ctx, &(struct build_id_cache_entry){ hex, name });
			free(name);
			free(hex);
		}
		free_paths(files, nr_files);
		free(folder);
	}
	free_paths(folders, nr);
	free(links);
	return ret;
}

/* The folder @path of the cache, and those that it lies in, where they are empty. @path is cut on the way. */
static void remove_empty(int top, char *path)
{
	for (;;) {
		char *slash = strrchr(path, '/');
		int parent;

		if (slash)
			*slash = 0;
		parent = folder__open_below(top, slash ? path : "");
		if (parent < 0)
			return;
		if (unlinkat(parent, slash ? slash + 1 : path, AT_REMOVEDIR) || !slash) {
			close(parent);
			return;
		}
		close(parent);
	}
}

/* Files of one entry: elf, kallsyms, and what other perfs put there (probes, debug). */
static int remove_files(int top, const char *folder)
{
	int fd = folder__open_below(top, folder), err = 0;
	DIR *d = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;

	if (!d)
		return fd < 0 ? fd : -errno;
	while (!err && (e = readdir(d)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && unlinkat(dirfd(d), e->d_name, 0))
			err = -errno;
	closedir(d);
	return err;
}

int build_id_cache__remove(const char *dir, const char *hex, struct diag *diag)
{
	char *name = is_hex(hex) && strlen(hex) > 2 ? build_id_cache__name(dir, hex) : NULL, *folder, *links;
	int err, top, fd;

	if (!name)
		return -ENOENT;
	links = xasprintf(".build-id/%.2s", hex);
	folder = xasprintf("%s/%s", *name == '/' ? name + 1 : name, hex);
	top = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fd = top < 0 ? -errno : folder__open_below(top, links);
	err = fd < 0 ? fd : unlinkat(fd, hex + 2, 0) ? -errno : 0;
	if (!err)
		err = remove_files(top, folder);
	if (!err)
		remove_empty(top, folder);
	if (!err || err == -ENOENT)
		remove_empty(top, links);
	if (err)
		diag__msg(diag, err, "cannot remove '%s' from the build-id cache '%s': %s", name, dir,
			  strerror(-err));
	if (fd >= 0)
		close(fd);
	if (top >= 0)
		close(top);
	free(folder);
	free(links);
	free(name);
	return err;
}
