// SPDX-License-Identifier: GPL-2.0-only
/* What new_file__create() opens as it is, in place of a new file: devices, FIFOs, open descriptors, an empty file of ours. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/new-file-internal.h"
#include "util/base/open-regular.h"

#define READER_MS	20	/* how often a FIFO is asked whether somebody reads it */

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

int new_file__open_special(struct new_file *f, const char *path, struct stat *st)
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

bool new_file__open_empty(struct new_file *f, const char *path)
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
