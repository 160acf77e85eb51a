// SPDX-License-Identifier: GPL-2.0-only
/* What an archive has for the build-id cache: links of its form, and the files that they stand for. */
#include "builtin-archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"

static void refuse(struct archive_unpack *u, const char *name, const char *why)
{
	pr_warning("perf archive: '%s' of '%s' is left out: %s\n", shown(name), u->path, why);
	u->refused++;
}

static bool parse_hex(const char *hex, uint8_t id[20], size_t *ret_size)
{
	size_t len = strlen(hex), i;
	unsigned int byte;

	if (len < 4 || len > 40 || len % 2 || strspn(hex, "0123456789abcdef") != len)
		return false;
	for (i = 0; i < len / 2; i++) {
		if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
			return false;
		id[i] = (uint8_t)byte;
	}
	*ret_size = len / 2;
	return true;
}

/* The others are of a kernel, which has no file: nothing in them says of which. Its addresses are not for everybody. */
static bool is_elf(const char *file)
{
	return !strcmp(file, "elf") || !strcmp(file, "debug");
}

/* Is the ELF file @path, if it is one, of another build than it is said to be? */
static bool is_another(const char *path, const uint8_t *id, size_t size)
{
	uint8_t own[20];
	int n = build_id__read_file(path, own);

	return n > 0 && ((size_t)n != size || memcmp(own, id, size));
}

/* A file of the entry of @id, which the cache is to have as @name. */
static void take_file(struct archive_unpack *u, int folder, const char *file, const char *name, const uint8_t *id, size_t size)
{
	struct diag diag = DIAG_INIT;
	int fd = staged__open_file(folder, file, is_elf(file) ? 0644 : 0600), err;
	char hex[41];
	char *what = xasprintf("%s/.../%s", name, file), *path = xasprintf("/proc/self/fd/%d", fd);

	if (!is_elf(file) && strcmp(file, "kallsyms") && strcmp(file, "vdso")) {
		refuse(u, what, "it is none of elf, debug, kallsyms, vdso");
	} else if (fd < 0) {
		refuse(u, what, "it is no file of its own");
	} else if (!archive__has_bytes(u, fd)) {
		refuse(u, what, "it is longer than all that is in the archive");
	} else if (is_elf(file) && is_another(path, id, size)) {
		refuse(u, what, "it has another build id than it is packed under");
	} else {
		err = build_id_cache__add_as(u->cache, name, build_id__text(id, size, hex), file, path, &diag);
		u->added += !err;
		u->there += err == -EEXIST;
		if (err && err != -EEXIST)
			refuse(u, what, diag__is_set(&diag) ? diag.text : strerror(-err));
	}
	if (fd >= 0)
		close(fd);
	free(path);
	free(what);
}

/* The name in the cache that link @link of the archive stands for, and its folder below the stage; callers free both. */
static char *entry_name(int links, const char *link, const char *hex, char **ret_folder)
{
	char target[4096], *slash;
	ssize_t n = readlinkat(links, link, target, sizeof(target) - 1);

	if (n <= 6)
		return NULL;
	target[n] = 0;
	slash = strrchr(target, '/');
	if (strncmp(target, "../../", 6) || slash <= target + 6 || strcmp(slash + 1, hex))
		return NULL;
	*ret_folder = xstrdup(target + 6);
	*slash = 0;
	return target[6] == '[' ? xstrdup(target + 6) : xasprintf("/%s", target + 6);
}

/* Link @link in the folder @front of .build-id. */
static void take_entry(struct archive_unpack *u, int links, const char *front, const char *link)
{
	char *hex = xasprintf("%s%s", front, link), *folder = NULL, *name = entry_name(links, link, hex, &folder), **files;
	int fd = folder ? staged__open_below(u->stage, folder) : -EINVAL;
	uint8_t id[20];
	size_t size, nr, i;

	if (!parse_hex(hex, id, &size)) {
		refuse(u, hex, "it is no build id");
	} else if (fd < 0) {
		refuse(u, hex, name ? "what it stands for is not there" : "it does not lead to an entry of the cache");
	} else {
		files = staged__names(fd, &nr);
		for (i = 0; i < nr; i++)
			take_file(u, fd, files[i], name, id, size);
		staged__free_names(files, nr);
	}
	if (fd >= 0)
		close(fd);
	free(name);
	free(folder);
	free(hex);
}

int archive__take_entries(struct archive_unpack *u)
{
	int top = staged__open_folder(u->stage, ".build-id"), links;
	char **fronts, **names;
	size_t nr, nr_names, i, k;

	if (top < 0) {
		pr_error("perf archive: '%s' has no files of a build-id cache\n", u->path);
		return -EINVAL;
	}
	fronts = staged__names(top, &nr);
	for (i = 0; i < nr; i++) {
		links = strlen(fronts[i]) == 2 ? staged__open_folder(top, fronts[i]) : -EINVAL;
		names = staged__names(links, &nr_names);
		for (k = 0; k < nr_names; k++)
			take_entry(u, links, fronts[i], names[k]);
		staged__free_names(names, nr_names);
		if (links >= 0)
			close(links);
		else
			refuse(u, fronts[i], "it is no part of a build id");
	}
	staged__free_names(fronts, nr);
	close(top);
	std_out__addf("%u %s put into the build-id cache '%s', %u there already\n", u->added, u->added == 1 ? "file" : "files",
		      u->cache, u->there);
	return 0;
}
