// SPDX-License-Identifier: GPL-2.0-only
/* The cgroups that there are: a record for each, so that the ids in samples have names. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/strbuf.h"
#include "util/machine/synth-record.h"

#define DEPTH_MAX	64

/* The id that the kernel writes into samples: the file handle of the cgroup's folder. */
static int cgroup_id(int fd, uint64_t *ret)
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

/*
 * @path: of the cgroup whose folder is @fd, which is closed; "" is the root. A cgroup that goes meanwhile is
 * left out.
 */
static int emit_below(const struct synth_opts *opts, int fd, struct strbuf *path, unsigned int depth)
{
	DIR *dir = alloc__given(fdopendir(fd));
	struct dirent *d;
	uint64_t id = 0;
	int err = 0;

	if (!dir) {
		(void)close(fd);
		return 0;
	}
	if (!cgroup_id(dirfd(dir), &id))
		err = synth__emit_cgroup(opts, id, path->len ? strbuf__str(path) : "/");
	while (!err && depth < DEPTH_MAX && (d = readdir(dir))) {
		size_t len = path->len;
		int child;

		if (d->d_type != DT_DIR || d->d_name[0] == '.')
			continue;
		child = openat(dirfd(dir), d->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (child < 0)
			continue;
		strbuf__addf(path, "/%s", d->d_name);
		if (path->len < PATH_MAX)
			err = emit_below(opts, child, path, depth + 1);
		else
			(void)close(child);
		path->len = len;
		path->buf[len] = 0;
	}
	(void)closedir(dir);
	return err;
}

int synth__cgroups(const struct synth_opts *opts)
{
	struct strbuf path = STRBUF_INIT;
	char *mount = cgroupfs__mount();
	int fd = mount ? open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	int err = fd < 0 ? -ENOENT : emit_below(opts, fd, &path, 0);

	free(mount);
	strbuf__exit(&path);
	return err;
}
