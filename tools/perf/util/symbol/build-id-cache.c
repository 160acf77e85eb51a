// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/build-id-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/trusted-path.h"
#include "util/symbol/build-id-files.h"
#include "util/symbol/dso.h"
#include "util/symbol/vdso.h"

#define MAX_KALLSYMS	((size_t)256 << 20)

/* Root writes there and believes what is there: others could let him write elsewhere, by a link. */
static bool is_usable(const char *dir)
{
	static bool told;

	if (!user__is_root() || path__is_trusted(dir))
		return true;
	if (!told)
		pr_warning("perf: the build-id cache '%s' is not used: others than root may write there "
			   "(set PERF_BUILDID_DIR)\n", dir);
	told = true;
	return false;
}

char *build_id_cache__dir(void)
{
	const char *dir = getenv("PERF_BUILDID_DIR"), *home = getenv("HOME");
	char *path = dir && *dir ? xstrdup(dir) : home && *home ? xasprintf("%s/.debug", home) : NULL;

	if (path && !is_usable(path))
		zfree(&path);
	return path;
}

static char *cache_link__path(const char *dir, const char *hex)
{
	return xasprintf("%s/.build-id/%.2s/%s", dir, hex, hex + 2);
}

static bool has_file(const char *dir, const char *hex, const char *file)
{
	char *link = cache_link__path(dir, hex), *path = xasprintf("%s/%s", link, file);
	bool found = !access(path, F_OK);

	free(path);
	free(link);
	return found;
}

bool build_id_cache__has_entry(const char *dir, const char *hex)
{
	return has_file(dir, hex, "elf") || has_file(dir, hex, "kallsyms") || has_file(dir, hex, "vdso");
}

bool build_id_cache__has(const char *dir, const uint8_t *id, size_t size)
{
	char hex[41];

	return size && build_id_cache__has_entry(dir, build_id__text(id, size, hex));
}

/* --- adding ------------------------------------------------------------------------------------- */

/* Would the name lead out of the cache's folder? Names come from recordings, too. */
static bool is_plain(const char *name)
{
	const char *s;

	for (s = name; (s = strstr(s, "..")); s += 2)
		if ((s == name || s[-1] == '/') && (!s[2] || s[2] == '/'))
			return false;
	return *name == '/' ? name[1] : *name == '[';
}

char *build_id_cache__name(const char *dir, const char *hex)
{
	char *link = cache_link__path(dir, hex), target[4096], *slash;
	ssize_t n = readlink(link, target, sizeof(target) - 1);
	char *name;

	free(link);
	if (n <= 0)
		return NULL;
	target[n] = 0;
	slash = strrchr(target, '/');
	if (strncmp(target, "../../", 6) || !slash || slash < target + 6 || strcmp(slash + 1, hex))
		return NULL;
	*slash = 0;
	name = target[6] == '[' ? xstrdup(target + 6) : xasprintf("/%s", target + 6);
	if (is_plain(name))
		return name;
	free(name);
	return NULL;
}

/* What a file of the cache gets: a copy of @source, or @data. */
struct content {
	const char *source;
	const char *data;		/* or NULL */
	size_t size;			/* of @data, bytes */
};

/* What is there with that name is replaced. */
static int add(const char *dir, const char *name, const char *hex, const char *file, const struct content *c, struct diag *diag)
{
	char *folder;
	int err, fd;

	if (!is_plain(name))
		return diag__msg(diag, -EINVAL, "'%s' is no name for the build-id cache", name);
	folder = xasprintf("%s/%s", name, hex);
	fd = build_id_cache__folder(dir, folder);
	/* In /tmp somebody may have been faster. */
	err = fd < 0 ? fd : is_usable(dir) ? cache_file__put(fd, file, c->source, c->data, c->size) : -EPERM;
	if (!err)
		err = cache_link__put(dir, name, hex);
	if (err)
		diag__msg(diag, err, "cannot put '%s' into the build-id cache '%s': %s%s", name, dir, strerror(-err),
			  err == -ELOOP ? ": a folder in it is a link of another user's" : "");
	if (fd >= 0)
		close(fd);
	free(folder);
	return err;
}

int build_id_cache__add(const char *dir, const char *name, const uint8_t *id, size_t size,
			const char *source, struct diag *diag)
{
	const struct content copy = { .source = source };
	char hex[41];

	build_id__text(id, size, hex);
	return build_id_cache__has_entry(dir, hex) ? -EEXIST : add(dir, name, hex, "elf", &copy, diag);
}

int build_id_cache__add_as(const char *dir, const char *name, const char *hex, const char *file, const char *source, struct diag *diag)
{
	const struct content copy = { .source = source };
	char *known;
	int err;

	if (has_file(dir, hex, file))
		return -EEXIST;
	/* An id has one folder: the one that its link leads to. */
	known = build_id_cache__has_entry(dir, hex) ? build_id_cache__name(dir, hex) : NULL;
	err = add(dir, known ? known : name, hex, file, &copy, diag);
	free(known);
	return err;
}

int build_id_cache__add_debug(const char *dir, const uint8_t *id, size_t size, const char *source, struct diag *diag)
{
	char hex[41], *name, *folder;
	int err = -ENOENT, fd;

	build_id__text(id, size, hex);
	name = build_id_cache__has_entry(dir, hex) ? build_id_cache__name(dir, hex) : NULL;
	if (name && has_file(dir, hex, "debug")) {
		err = -EEXIST;
	} else if (name) {
		folder = xasprintf("%s/%s", name, hex);
		fd = build_id_cache__folder(dir, folder);
		err = fd < 0 ? fd : cache_file__put(fd, "debug", source, NULL, 0);
		if (fd >= 0)
			close(fd);
		free(folder);
	}
	if (err && err != -EEXIST)
		diag__msg(diag, err, "cannot put debug information of %s into the build-id cache '%s': %s", hex, dir,
			  strerror(-err));
	free(name);
	return err;
}

int build_id_cache__add_installed_debug(const char *dir, const uint8_t *id, size_t size, struct diag *diag)
{
	char hex[41], *source;
	int err;

	build_id__text(id, size, hex);
	source = xasprintf("/usr/lib/debug/.build-id/%.2s/%s.debug", hex, hex + 2);
	err = access(source, R_OK) ? -ENOENT : build_id_cache__add_debug(dir, id, size, source, diag);
	free(source);
	return err;
}

/* Does a symbol in it have an address? To those who may not know them all are 0. */
static bool shows_addresses(const char *text)
{
	const char *at = strstr(text, " _stext\n");
	const char *line = at;

	while (line && line > text && line[-1] != '\n')
		line--;
	return line && strtoull(line, NULL, 16) != 0;
}

static int add_kallsyms(const char *dir, const char *hex, struct diag *diag)
{
	char *path, *text;
	size_t size;
	int err;

	if (has_file(dir, hex, "kallsyms"))
		return -EEXIST;
	path = xasprintf("%s/kallsyms", procfs__path());
	err = file__read_all(path, MAX_KALLSYMS, &text, &size);
	free(path);
	if (err)
		return diag__msg(diag, err, "cannot read %s/kallsyms: %s", procfs__path(), strerror(-err));
	if (!shows_addresses(text))
		err = diag__msg(diag, -EACCES, "/proc/kallsyms hides its addresses: see sysctl kernel.kptr_restrict and "
				"kernel.perf_event_paranoid");
	else
		err = add(dir, KERNEL_CACHE_NAME, hex, "kallsyms", &(struct content){ NULL, text, size }, diag);
	free(text);
	return err;
}

/* The kernel says what its vdso is, no record does. */
static int add_vdso(const char *dir, const char *hex, struct diag *diag)
{
	size_t size;
	char *image;
	int err;

	if (has_file(dir, hex, "vdso"))
		return -EEXIST;
	image = vdso__own(&size);
	if (!image)
		return -ENOENT;
	err = add(dir, KERNEL_CACHE_NAME, hex, "vdso", &(struct content){ NULL, image, size }, diag);
	free(image);
	return err;
}

int build_id_cache__add_kernel(const char *dir, const uint8_t *id, size_t size, struct diag *diag)
{
	char hex[41];
	int err, vdso;

	build_id__text(id, size, hex);
	err = add_kallsyms(dir, hex, diag);
	/* What has failed already will not work now. */
	vdso = !err || err == -EEXIST || err == -EACCES ? add_vdso(dir, hex, diag) : 0;
	return vdso && vdso != -EEXIST && vdso != -ENOENT ? vdso : !vdso && err == -EEXIST ? 0 : err;
}
