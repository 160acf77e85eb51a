// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/new-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/folder-walk.h"
#include "util/base/new-file-internal.h"
#include "util/base/temp-names.h"

#define NAME_TRIES	100
#define BASE_SHOWN	200	/* bytes; a name may have 255 */
#define DEPTH_MAX	256

/* A name that nobody can have prepared. Caller frees. */
static char *random_name(const char *base)
{
	unsigned long long random;

	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		random = (unsigned long long)(uintptr_t)&random ^ (unsigned long long)getpid() << 40;
	return xasprintf("%.*s.tmp-%016llx", BASE_SHOWN, base, random);
}

int new_file__with_temp(struct new_file *f, int (*make)(const struct new_file *f, const char *name, const void *arg), const void *arg)
{
	int i, ret = -EEXIST;

	for (i = 0; i < NAME_TRIES && ret == -EEXIST; i++) {
		char *name = random_name(f->base);

		/* A signal may come as soon as it is there. */
		temp_names__remember(f->dir_fd, name);
		ret = make(f, name, arg);
		if (ret >= 0) {
			f->temp = name;
		} else {
			temp_names__forget(name);
			free(name);
		}
	}
	return ret;
}

static int make_file(const struct new_file *f, const char *name, const void *mode)
{
	int fd = openat(f->dir_fd, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, *(const mode_t *)mode);

	return fd < 0 ? -errno : fd;
}

static int make_folder(const struct new_file *f, const char *name, const void *unused)
{
	(void)unused;
	return mkdirat(f->dir_fd, name, 0700) ? -errno : 0;
}

char *proc_fd_path(int fd)
{
	return xasprintf("/proc/self/fd/%d", fd);
}

/* A file without a name, if it can get one later. */
static int open_nameless(const struct new_file *f, mode_t mode)
{
	int fd = openat(f->dir_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	char *name = fd < 0 ? NULL : proc_fd_path(fd);
	struct stat st;

	if (name && stat(name, &st)) {	/* without /proc */
		close(fd);
		fd = -1;
	}
	free(name);
	return fd;
}

int new_file__create_at(struct new_file *f, int dir_fd, const char *base, mode_t mode)
{
	*f = (struct new_file)NEW_FILE_NONE;
	f->dir_fd = fcntl(dir_fd, F_DUPFD_CLOEXEC, 3);
	if (f->dir_fd < 0)
		return -errno;
	f->base = xstrdup(base);
	f->fd = open_nameless(f, mode & 0700);
	if (f->fd < 0)
		f->fd = new_file__with_temp(f, make_file, &(mode_t){ mode & 0700 });
	if (f->fd >= 0 && fchmod(f->fd, mode)) {
		int err = -errno;

		new_file__exit(f);
		return err;
	}
	if (f->fd < 0) {
		int err = f->fd;

		f->fd = -1;
		new_file__exit(f);
		return err;
	}
	return 0;
}

/* The folder of @path, opened; *@ret_base: the rest, in @path. */
static int open_parent(const char *path, const char **ret_base)
{
	const char *slash = strrchr(path, '/');
	char *dir = !slash ? xstrdup(".") : slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	/* A folder that one may write to, but not list. */
	if (fd < 0 && errno == EACCES)
		fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	fd = fd < 0 ? -errno : fd;
	free(dir);
	*ret_base = slash ? slash + 1 : path;
	return fd;
}

mode_t new_file__usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

int new_file__create(struct new_file *f, const char *path, mode_t mode)
{
	int fd = path__descriptor(path), dir_fd, err;
	const char *base;
	struct stat st;

	*f = (struct new_file)NEW_FILE_NONE;
	if (fd >= 0) {
		f->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
		f->in_place = f->fd >= 0;
		return f->fd < 0 ? -errno : 0;
	}
	if (!lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode) && !S_ISDIR(st.st_mode))
		return new_file__open_special(f, path, &st);
	dir_fd = open_parent(path, &base);
	if (dir_fd < 0)
		return dir_fd;
	err = *base ? new_file__create_at(f, dir_fd, base, mode) : -EISDIR;
	close(dir_fd);
	if ((err == -EACCES || err == -EROFS) && new_file__open_empty(f, path))
		err = 0;
	return err;
}

int new_folder__create(struct new_file *f, const char *path)
{
	const char *base;
	int err;

	*f = (struct new_file)NEW_FILE_NONE;
	f->is_folder = true;
	f->dir_fd = open_parent(path, &base);
	if (f->dir_fd < 0)
		return f->dir_fd;
	f->base = xstrdup(base);
	err = new_file__with_temp(f, make_folder, NULL);
	if (!err) {
		f->fd = openat(f->dir_fd, f->temp, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		err = f->fd < 0 ? -errno : 0;
	}
	if (err)
		new_file__exit(f);
	return err;
}

static int name_it(const struct new_file *f, const char *name, const void *unused)
{
	(void)unused;
	return new_file__make_link(f, name, &f->fd);
}

int new_file__move(struct new_file *f, int dir_fd, const char *base)
{
	int fd = fcntl(dir_fd, F_DUPFD_CLOEXEC, 3);

	if (fd < 0)
		return -errno;
	if (f->temp && renameat(f->dir_fd, f->temp, fd, f->temp)) {
		int err = -errno;

		close(fd);
		return err;
	}
	if (f->temp) {
		temp_names__forget(f->temp);
		temp_names__remember(fd, f->temp);
	}
	close(f->dir_fd);
	f->dir_fd = fd;
	free(f->base);
	f->base = xstrdup(base);
	return 0;
}

int new_file__commit(struct new_file *f)
{
	int err = 0;

	if (!f->base)
		return 0;
	if (!f->temp)
		err = new_file__with_temp(f, name_it, NULL);
	if (!err && renameat(f->dir_fd, f->temp, f->dir_fd, f->base))
		err = -errno;
	if (err)
		return err;
	/* Two names of one file: renameat() leaves both. */
	if (!f->is_folder)
		(void)unlinkat(f->dir_fd, f->temp, 0);
	temp_names__forget(f->temp);
	zfree(&f->temp);
	zfree(&f->base);
	return 0;
}

/* What lies in a folder of our own, which nobody else can change. */
static void remove_contents(int fd, int depth)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3), below;
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || !unlinkat(fd, e->d_name, 0) || !depth)
			continue;
		below = openat(fd, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (below < 0)
			continue;
		remove_contents(below, depth - 1);
		close(below);
		(void)unlinkat(fd, e->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

void new_file__exit(struct new_file *f)
{
	if (f->temp && f->is_folder && f->fd >= 0)
		remove_contents(f->fd, DEPTH_MAX);
	if (f->temp)
		(void)unlinkat(f->dir_fd, f->temp, f->is_folder ? AT_REMOVEDIR : 0);
	temp_names__forget(f->temp);
	if (f->fd >= 0)
		close(f->fd);
	if (f->dir_fd >= 0)
		close(f->dir_fd);
	free(f->temp);
	free(f->base);
	*f = (struct new_file)NEW_FILE_NONE;
}

int new_file__write_below(int dir_fd, const char *folder, const char *base, const void *data, size_t size)
{
	int fd = folder__make_below(dir_fd, folder), err;
	struct new_file f;

	if (fd < 0)
		return fd;
	err = new_file__create_at(&f, fd, base, 0600);
	if (!err)
		err = file__write_all(f.fd, data, size);
	if (!err)
		err = new_file__commit(&f);
	new_file__exit(&f);
	close(fd);
	return err;
}
