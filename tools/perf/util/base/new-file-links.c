// SPDX-License-Identifier: GPL-2.0-only
/* What takes the place of a new file whose contents are there already: another name of an open file, or a link. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/new-file-internal.h"
#include "util/base/temp-names.h"

int new_file__make_link(const struct new_file *f, const char *name, const void *fd)
{
	char *from = proc_fd_path(*(const int *)fd);
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
	err = new_file__with_temp(f, make, arg);
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
	return replace(f, new_file__make_link, &fd);
}

int new_file__symlink(struct new_file *f, const char *target)
{
	return replace(f, make_symlink, target);
}
