// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/build-id-files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/folder-walk.h"
#include "util/base/new-file.h"
#include "util/base/open-regular.h"
#include "util/base/patient-open.h"
#include "util/symbol/build-id-cache.h"

#define BUFFER		((size_t)64 << 10)

/* @path and the folders that it lies in. 0 or negative errno. */
static int make_all(char *path)
{
	char *s;

	for (s = path + 1; *s; s++) {
		if (*s != '/')
			continue;
		*s = 0;
		if (mkdir(path, 0755) && errno != EEXIST) {
			*s = '/';
			return -errno;
		}
		*s = '/';
	}
	return mkdir(path, 0755) && errno != EEXIST ? -errno : 0;
}

int build_id_cache__folder(const char *dir, const char *path)
{
	char *base = xstrdup(dir);
	int top, fd;

	/* The cache itself may be a link, and so may be what it lies in: the user has named it. */
	fd = mkdir(base, 0755) && errno == ENOENT ? make_all(base) : 0;
	top = fd < 0 ? -1 : open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		fd = top < 0 ? -errno : folder__make_below(top, path);
	if (top >= 0)
		close(top);
	free(base);
	return fd;
}

static int copy_fd(int in, int out)
{
	char *buf = xmalloc(BUFFER);
	ssize_t n;
	int err = 0;

	/* Within the file system, where it can; what is left goes through memory. */
	while ((n = copy_file_range(in, NULL, out, NULL, (size_t)1 << 30, 0)) > 0)
		;
	while (!err && (n = read(in, buf, BUFFER)) != 0) {
		if (n > 0)
			err = file__write_all(out, buf, (size_t)n);
		else if (errno != EINTR)
			err = -errno;
	}
	free(buf);
	return err;
}

/*
 * Shared blocks cost nothing and never change; a hard link costs nothing. Not to a file of somebody else, who could
 * change what the cache has.
 */
static int copy_file(const char *source, struct new_file *f)
{
	struct stat st;
	int in = patient_open(source, &st), err = 0;

	if (in < 0)
		return in;
	if (ioctl(f->fd, FICLONE, in)) {
		if (stat__is_ours(&st) && !new_file__link_fd(f, in)) {
			close(in);
			return 0;
		}
		err = copy_fd(in, f->fd);
	}
	if (!err)
		(void)fchmod(f->fd, (st.st_mode & 0555) | 0200);
	close(in);
	return err;
}

int cache_file__put(int dir_fd, const char *name, const char *source, const char *data, size_t size)
{
	struct new_file f;
	int err = new_file__create_at(&f, dir_fd, name, 0600);

	if (err)
		return err;
	err = data ? file__write_all(f.fd, data, size) : copy_file(source, &f);
	if (!err)
		err = new_file__commit(&f);
	new_file__exit(&f);
	return err;
}

int cache_link__put(const char *dir, const char *name, const char *hex)
{
	char *folder = xasprintf(".build-id/%.2s", hex);
	char *target = xasprintf("../..%s%s/%s", *name == '/' ? "" : "/", name, hex);
	int dir_fd = build_id_cache__folder(dir, folder), err = dir_fd < 0 ? dir_fd : 0;
	struct new_file f = NEW_FILE_NONE;

	if (!err)
		err = new_file__create_at(&f, dir_fd, hex + 2, 0600);
	if (!err)
		err = new_file__symlink(&f, target);
	if (!err)
		err = new_file__commit(&f);
	new_file__exit(&f);
	if (dir_fd >= 0)
		close(dir_fd);
	free(target);
	free(folder);
	return err;
}
