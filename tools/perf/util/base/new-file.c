// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/new-file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/open-regular.h"
#include "util/base/temp-names.h"

#define NAME_TRIES	100
#define BASE_SHOWN	200	/* bytes; a name may have 255 */
#define READER_MS	20	/* how often a FIFO is asked whether somebody reads it */
#define DEPTH_MAX	256

/* A name that nobody can have prepared. Caller frees. */
static char *random_name(const char *base)
{
	unsigned long long random;

	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		random = (unsigned long long)(uintptr_t)&random ^ (unsigned long long)getpid() << 40;
	return xasprintf("%.*s.tmp-%016llx", BASE_SHOWN, base, random);
}

/* Tries @make with one name after the other. Returns what it returned that was not -EEXIST; @f->temp is the name then, and remembered. */
static int with_temp(struct new_file *f, int (*make)(const struct new_file *f, const char *name, const void *arg),
		     const void *arg)
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

static char *proc_name(int fd)
{
	return xasprintf("/proc/self/fd/%d", fd);
}

/* A file without a name, if it can get one later. */
static int open_nameless(const struct new_file *f, mode_t mode)
{
	int fd = openat(f->dir_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	char *name = fd < 0 ? NULL : proc_name(fd);
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
		f->fd = with_temp(f, make_file, &(mode_t){ mode & 0700 });
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

int path__descriptor(const char *path)
{
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	char *end;
	size_t i;

	if (!strcmp(path, "/dev/stdout") || !strcmp(path, "/dev/stderr"))
		return !strcmp(path, "/dev/stdout") ? STDOUT_FILENO : STDERR_FILENO;
	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t n = strlen(folders[i]);
		long v;

		if (strncmp(path, folders[i], n) || !isdigit((unsigned char)path[n]))
			continue;
		v = strtol(path + n, &end, 10);
		if (!*end && v < 1 << 20)
			return (int)v;
	}
	return -1;
}

/* Nobody may read a FIFO yet. Signals are blocked, or end perf: one that is pending ends the wait. */
static int open_fifo(const char *path, struct stat *st)
{
	sigset_t pending;
	int fd, seen;

	for (;;) {
		seen = open_look(path, O_NOFOLLOW, st);
		if (seen < 0)
			return seen;
		fd = open_seen(seen, path, O_WRONLY | O_NONBLOCK);
		if (fd != -ENXIO)
			break;
		sigpending(&pending);
		if (!sigisemptyset(&pending))
			return -EINTR;
		(void)poll(NULL, 0, READER_MS);
	}
	if (fd >= 0)
		(void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

/* What is there is neither a file, nor a link, nor a folder. */
static int open_special(struct new_file *f, const char *path, struct stat *st)
{
	int fd;

	if (S_ISSOCK(st->st_mode))
		return -ENXIO;
	if (!S_ISCHR(st->st_mode) && !stat__is_ours(st))
		return -EPERM;
	if (S_ISFIFO(st->st_mode)) {
		fd = open_fifo(path, st);
	} else {
		fd = open_look(path, O_NOFOLLOW, st);
		fd = fd < 0 ? fd : open_seen(fd, path, O_WRONLY);
	}
	if (fd < 0)
		return fd;
	f->fd = fd;
	f->in_place = true;
	return 0;
}

/* A file that somebody has made for us where we cannot make one: empty, ours, without another name. */
static bool open_empty(struct new_file *f, const char *path)
{
	struct stat st;
	int fd = open_look(path, O_NOFOLLOW, &st);

	if (fd < 0)
		return false;
	if (S_ISREG(st.st_mode) && !st.st_size && st.st_nlink == 1 && st.st_uid == geteuid()) {
		f->fd = open_seen(fd, path, O_RDWR);
		f->in_place = f->fd >= 0;
	} else {
		close(fd);
	}
	return f->in_place;
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
		return open_special(f, path, &st);
	dir_fd = open_parent(path, &base);
	if (dir_fd < 0)
		return dir_fd;
	err = *base ? new_file__create_at(f, dir_fd, base, mode) : -EISDIR;
	close(dir_fd);
	if ((err == -EACCES || err == -EROFS) && open_empty(f, path))
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
	err = with_temp(f, make_folder, NULL);
	if (!err) {
		f->fd = openat(f->dir_fd, f->temp, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		err = f->fd < 0 ? -errno : 0;
	}
	if (err)
		new_file__exit(f);
	return err;
}

/* --- what takes its place ------------------------------------------------------------------------------ */

/* Of what is open: by now its name may be another file's. */
static int make_link(const struct new_file *f, const char *name, const void *fd)
{
	char *from = proc_name(*(const int *)fd);
	int err = linkat(AT_FDCWD, from, f->dir_fd, name, AT_SYMLINK_FOLLOW) ? -errno : 0;

	free(from);
	return err;
}

static int make_symlink(const struct new_file *f, const char *name, const void *target)
{
	return symlinkat(target, f->dir_fd, name) ? -errno : 0;
}

static int replace(struct new_file *f, int (*make)(const struct new_file *f, const char *name, const void *arg),
		   const void *arg)
{
	char *before = f->temp;
	int err;

	f->temp = NULL;
	err = with_temp(f, make, arg);
	if (err < 0) {
		f->temp = before;
		return err;
	}
	if (before)
		(void)unlinkat(f->dir_fd, before, 0);
	temp_names__forget(before);
	free(before);
	close(f->fd);
	f->fd = -1;
	return 0;
}

int new_file__link_fd(struct new_file *f, int fd)
{
	return replace(f, make_link, &fd);
}

int new_file__symlink(struct new_file *f, const char *target)
{
	return replace(f, make_symlink, target);
}

/* --- the end ------------------------------------------------------------------------------------------- */

static int name_it(const struct new_file *f, const char *name, const void *unused)
{
	(void)unused;
	return make_link(f, name, &f->fd);
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
		err = with_temp(f, name_it, NULL);
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
