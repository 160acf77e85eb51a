// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/old-recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/let-go.h"

/* The folder, opened, if it is a recording in the directory format; negative: it is not. */
static int open_recording(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || (!fstatat(fd, "data", &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	return -1;
}

bool old_recording__is_kept_safe(const char *path)
{
	struct stat st;
	int fd;

	if (lstat(path, &st) || !S_ISDIR(st.st_mode))
		return true;
	fd = open_recording(AT_FDCWD, path);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* data.0, data.1, ... */
static void remove_data_files(int fd)
{
	int i, err = 0;

	for (i = 0; !err; i++) {
		char *file = xasprintf("data.%d", i);

		err = file__let_go(fd, file);
		free(file);
	}
}

static void remove_kcore(int fd)
{
	static const char *const files[] = { "kcore", "kallsyms", "modules" };
	int kcore = openat(fd, "kcore_dir", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	size_t i;

	if (kcore < 0)
		return;
	for (i = 0; i < ARRAY_SIZE(files); i++)
		(void)unlinkat(kcore, files[i], 0);
	close(kcore);
	(void)unlinkat(fd, "kcore_dir", AT_REMOVEDIR);
}

/*
 * The recording that was set aside last time makes room: renaming does not replace a folder, nor one kind by the other.
 * Nothing but what a recording has is removed, and only from the very folders that were looked at.
 */
static void remove_old(int dir_fd, const char *old)
{
	struct stat st;
	int fd;

	if (fstatat(dir_fd, old, &st, AT_SYMLINK_NOFOLLOW))
		return;
	if (!S_ISDIR(st.st_mode)) {
		(void)file__let_go(dir_fd, old);		/* renameat() says what is wrong, if it is */
		return;
	}
	fd = open_recording(dir_fd, old);
	if (fd < 0)
		return;
	remove_data_files(fd);
	(void)file__let_go(fd, "data");
	remove_kcore(fd);
	close(fd);
	(void)unlinkat(dir_fd, old, AT_REMOVEDIR);
}

static bool is_kept(int dir_fd, const char *base, const struct stat *st)
{
	int fd;

	if (!S_ISDIR(st->st_mode))
		return S_ISLNK(st->st_mode) || (S_ISREG(st->st_mode) && st->st_size);
	fd = open_recording(dir_fd, base);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

int old_recording__set_aside(int dir_fd, const char *base, bool is_replaced, struct diag *diag)
{
	struct stat st;
	char *old;
	int err = 0;

	if (fstatat(dir_fd, base, &st, AT_SYMLINK_NOFOLLOW) || !is_kept(dir_fd, base, &st))
		return 0;
	old = xasprintf("%s.old", base);
	remove_old(dir_fd, old);
	/*
	 * With both names there is no moment without a file, whenever perf is killed. Not every file system, and not
	 * every owner, has that.
	 */
	if (is_replaced && S_ISREG(st.st_mode) && !linkat(dir_fd, base, dir_fd, old, 0)) {
		free(old);
		return 0;
	}
	if (renameat(dir_fd, base, dir_fd, old) && errno != ENOENT) {
		err = -errno;
		diag__msg(diag, err,
			  "cannot rename '%s' to '%s': %s; move it away, or choose another name "
			  "with -o", base, old, strerror(-err));
	}
	free(old);
	return err;
}
