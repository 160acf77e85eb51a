// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/open-regular.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int open_look(const char *path, int flags, struct stat *ret_st)
{
	int fd = open(path, O_PATH | O_CLOEXEC | flags), err;

	if (fd < 0)
		return -errno;
	err = fstat(fd, ret_st) ? -errno : 0;
	/* With O_PATH a link that is not followed is opened itself. */
	if (!err && S_ISLNK(ret_st->st_mode))
		err = -ELOOP;
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* Without /proc only the name is left: what was opened must be what was seen. */
static int open_name(int seen, const char *path, int flags)
{
	struct stat st, now;
	int fd = open(path, flags | O_NONBLOCK), err = fd < 0 ? -errno : 0;

	if (err)
		return err;
	if (fstat(seen, &st) || fstat(fd, &now))
		err = -errno;
	else if (st.st_dev != now.st_dev || st.st_ino != now.st_ino)
		err = -ESTALE;
	if (!err)
		return fd;
	close(fd);
	return err;
}

int open_seen(int fd, const char *path, int flags)
{
	char name[32];
	int ret;

	flags |= O_CLOEXEC | O_NOCTTY;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	ret = open(name, flags);
	if (ret < 0)
		ret = errno == ENOENT || errno == ENOTDIR ? open_name(fd, path, flags) : -errno;
	close(fd);
	return ret;
}

int open_regular(const char *path, int flags, struct stat *ret_st)
{
	struct stat st;
	int fd = open_look(path, flags, &st);

	if (fd < 0)
		return fd;
	if (!S_ISREG(st.st_mode)) {
		close(fd);
		return S_ISDIR(st.st_mode) ? -EISDIR : -ENXIO;
	}
	if (ret_st)
		*ret_st = st;
	/* What is regular stays it: O_NONBLOCK is for leases and locks of other programs. */
	return open_seen(fd, path, O_RDONLY | O_NONBLOCK);
}

FILE *open_regular__stream(const char *path)
{
	int fd = open_regular(path, 0, NULL);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");

	if (fd < 0)
		errno = -fd;
	else if (!f)
		close(fd);
	return f;
}

bool open_regular__is_other_type(int err)
{
	return err == -EISDIR || err == -ENXIO;
}

bool stat__is_ours(const struct stat *st)
{
	return !st->st_uid || st->st_uid == geteuid();
}
