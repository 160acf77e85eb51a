// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/folder-walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/open-regular.h"

static int enter(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd >= 0)
		return fd;
	if ((errno != ELOOP && errno != ENOTDIR) || fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISLNK(st.st_mode))
		return -errno;
	if (!stat__is_ours(&st))
		return -ELOOP;
	fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int below(int dir_fd, const char *path, bool make)
{
	char *copy = xstrdup(path), *state, *name;
	int fd = fcntl(dir_fd, F_DUPFD_CLOEXEC, 3), next;

	fd = fd < 0 ? -errno : fd;
	for (name = strtok_r(copy, "/", &state); name && fd >= 0; name = strtok_r(NULL, "/", &state)) {
		next = make && mkdirat(fd, name, 0755) && errno != EEXIST ? -errno : enter(fd, name);
		close(fd);
		fd = next;
	}
	free(copy);
	return fd;
}

int folder__make_below(int dir_fd, const char *path)
{
	return below(dir_fd, path, true);
}

int folder__open_below(int dir_fd, const char *path)
{
	return below(dir_fd, path, false);
}

int folder__look_below(int dir_fd, const char *path)
{
	char *copy = xstrdup(path), *state, *name;
	int fd = fcntl(dir_fd, F_DUPFD_CLOEXEC, 3), next;
	struct stat st;

	fd = fd < 0 ? -errno : fd;
	for (name = strtok_r(copy, "/", &state); name && fd >= 0; name = strtok_r(NULL, "/", &state)) {
		next = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		next = next < 0 ? -errno : next;
		close(fd);
		fd = next;
		/* With O_PATH a link is opened itself. */
		if (fd >= 0 && (fstat(fd, &st) || S_ISLNK(st.st_mode))) {
			close(fd);
			fd = -ELOOP;
		}
	}
	free(copy);
	return fd;
}
