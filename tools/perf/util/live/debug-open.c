// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/debug-open.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/open-regular.h"
#include "util/symbol/debug-link.h"
#include "util/symbol/dso.h"

#define DEBUG_ROOT	"/usr/lib/debug"

/* What the file that was mapped says of itself. */
struct wanted {
	const struct live_file *file;
	struct stat st;
	uint8_t id[BUILD_ID_MAX];
	int id_size;			/* bytes, or negative errno */
	struct debug_link link;
	bool has_link;
};

/* Takes @path. */
static int try_path(const struct wanted *w, char *path, struct live_debug *ret)
{
	uint8_t id[BUILD_ID_MAX];
	struct stat st;
	int fd = open_regular(path, 0, &st), size;

	free(path);
	if (fd < 0)
		return fd;
	size = build_id__read_fd(fd, id);
	*ret = (struct live_debug){ .check = w->id_size <= 0 || size <= 0, .crc = w->link.crc };
	/* Links of old distributions lead back to the file itself. */
	if ((st.st_dev != w->st.st_dev || st.st_ino != w->st.st_ino) &&
	    (ret->check ? w->has_link : size == w->id_size && !memcmp(id, w->id, (size_t)size)))
		return fd;
	close(fd);
	return -ESTALE;
}

static int try_link(const struct wanted *w, const char *root, struct live_debug *ret)
{
	static const char *const patterns[] = { "%s%.*s/%s", "%s%.*s/.debug/%s", "%s" DEBUG_ROOT "%.*s/%s" };
	const char *name = w->file->name, *slash = strrchr(name, '/');
	int fd = -ENOENT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(patterns) && fd < 0 && w->has_link && slash; i++)
		fd = try_path(w, xasprintf(patterns[i], root, (int)(slash - name), name, w->link.name), ret);
	return fd;
}

static int try_build_id(const struct wanted *w, const char *root, struct live_debug *ret)
{
	char text[2 * BUILD_ID_MAX + 1];

	if (w->id_size < 2)
		return -ENOENT;
	build_id__text(w->id, (size_t)w->id_size, text);
	return try_path(w, xasprintf("%s" DEBUG_ROOT "/.build-id/%.2s/%s.debug", root, text, text + 2), ret);
}

static int try_root(const struct wanted *w, const char *root, struct live_debug *ret)
{
	int fd = try_link(w, root, ret);

	return fd >= 0 ? fd : try_build_id(w, root, ret);
}

static int try_root_of(const struct wanted *w, uint32_t pid, struct live_debug *ret)
{
	char *root = xasprintf("%s/%" PRIu32 "/root", procfs__path(), pid);
	int fd = try_root(w, root, ret);

	free(root);
	return fd;
}

int live_file__open_debug(const struct live_file *file, int fd, struct live_debug *ret)
{
	struct wanted w = { .file = file };
	int debug;
	size_t i;

	w.has_link = !debug_link__read_fd(fd, &w.link);
	w.id_size = build_id__read_fd(fd, w.id);
	if ((!w.has_link && w.id_size <= 0) || fstat(fd, &w.st))
		return -ENOENT;
	debug = try_root_of(&w, file->pid, ret);
	for (i = 0; i < LIVE_ABOVE && file->above[i] && debug < 0; i++)
		debug = try_root_of(&w, file->above[i], ret);
	return debug >= 0 ? debug : try_root(&w, "", ret);
}
