// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/cgroup-tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/strbuf.h"

#define DEPTH_MAX	64

struct walk {
	int (*visit)(void *ctx, int fd, const char *path);
	void *ctx;
	struct strbuf path;		/* of the group that is visited; "" is the root */
};

/* @fd, which is closed: the group's folder. */
static int walk_below(struct walk *w, int fd, unsigned int depth)
{
	DIR *dir = alloc__given(fdopendir(fd));
	struct dirent *d;
	int err;

	if (!dir) {
		(void)close(fd);
		return 0;
	}
	err = w->visit(w->ctx, dirfd(dir), w->path.len ? strbuf__str(&w->path) : "/");
	while (!err && depth < DEPTH_MAX && (d = readdir(dir))) {
		size_t len = w->path.len;
		int child;

		if (d->d_type != DT_DIR || d->d_name[0] == '.')
			continue;
		child = openat(dirfd(dir), d->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (child < 0)
			continue;
		strbuf__addf(&w->path, "/%s", d->d_name);
		if (w->path.len < PATH_MAX)
			err = walk_below(w, child, depth + 1);
		else
			(void)close(child);
		strbuf__truncate(&w->path, len);
	}
	(void)closedir(dir);
	return err;
}

int cgroup_tree__walk(int (*visit)(void *ctx, int fd, const char *path), void *ctx)
{
	struct walk w = { .visit = visit, .ctx = ctx, .path = STRBUF_INIT };
	char *mount = cgroupfs__mount();
	int fd = mount ? open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	int err = fd < 0 ? -ENOENT : walk_below(&w, fd, 0);

	free(mount);
	strbuf__exit(&w.path);
	return err;
}

/* It is the handle of the folder. */
int cgroup_tree__id(int fd, uint64_t *ret)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + sizeof(uint64_t)];
	} u = { .handle.handle_bytes = sizeof(uint64_t) };
	int mount;

	if (name_to_handle_at(fd, "", &u.handle, &mount, AT_EMPTY_PATH))
		return -errno;
	if (u.handle.handle_bytes != sizeof(uint64_t))
		return -EINVAL;
	memcpy(ret, u.handle.f_handle, sizeof(*ret));
	return 0;
}
