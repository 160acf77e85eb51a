// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/let-go.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/threads.h"

/* A smaller file is gone sooner than a thread is there. */
#define LARGE	(4 << 20)

static void *close_it(void *fd)
{
	(void)close((int)(intptr_t)fd);
	return NULL;
}

/* Whoever closes the last descriptor of a file without a name frees what it has. */
static void close_beside(int fd)
{
	pthread_t thread;

	if (thread__start(&thread, close_it, (void *)(intptr_t)fd))
		(void)close(fd);
	else
		(void)pthread_detach(thread);
}

int file__let_go(int dir_fd, const char *name)
{
	/* Not opened for reading: that may wait, and may be forbidden. */
	int fd = openat(dir_fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC), err = 0;
	struct stat st;

	if (unlinkat(dir_fd, name, 0))
		err = -errno;
	if (fd < 0)
		return err;
	if (!err && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size >= LARGE)
		close_beside(fd);
	else
		(void)close(fd);
	return err;
}
