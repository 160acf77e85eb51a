// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/log.h"

/* What exec leaves to the shell, too: there is no such program. */
#define NO_PROGRAM	127
/* Of --create: a file was written to, or was given another name, while tar read it. */
#define FILE_CHANGED	1

/* A descriptor that no standard one is put over; /dev/null for -1. */
static int out_of_the_way(int fd)
{
	return fd < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static void __attribute__((noreturn)) become(const struct archive_tar *run)
{
	int in = out_of_the_way(run->in), out = out_of_the_way(run->out);

	if (fchdir(run->dir) || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    (run->keep >= 0 && fcntl(run->keep, F_SETFD, 0)))
		_exit(NO_PROGRAM - 1);
	/* What a user has chosen for himself must not change what is in an archive, nor where it goes. */
	unsetenv("TAR_OPTIONS");
	execvp(run->args[0], (char *const *)(uintptr_t)run->args);
	_exit(errno == ENOENT ? NO_PROGRAM : NO_PROGRAM - 1);
}

int archive_tar__run(const struct archive_tar *run)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid)
		become(run);
	if (pid < 0) {
		pr_error("perf archive: cannot start tar: %s\n", strerror(errno));
		return -EIO;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	if (run->may_change && WIFEXITED(status) && WEXITSTATUS(status) == FILE_CHANGED)
		return 1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM) {
		pr_error("perf archive: the program tar is missing: install it, with bzip2\n");
		return -ENOENT;
	}
	pr_error("perf archive: tar has failed, see above (it needs the program bzip2)\n");
	return -EIO;
}
