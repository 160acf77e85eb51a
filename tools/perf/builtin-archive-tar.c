// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-archive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/file.h"
#include "util/base/log.h"

/* What exec leaves to the shell, too: there is no such program. */
#define NO_PROGRAM	127
/* Of --create: a file was written to, or was given another name, while tar read it. */
#define FILE_CHANGED	1
#define BUFFER		((size_t)64 << 10)

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

/* @run in a child; its number, or negative. */
static pid_t start(const struct archive_tar *run)
{
	pid_t pid;

	children__keep_status();
	pid = fork();
	if (!pid)
		become(run);
	if (pid < 0)
		pr_error("perf archive: cannot start %s: %s\n", run->args[0], strerror(errno));
	return pid;
}

/* What became of @run, which is the child @pid: as of archive_tar__run(). */
static int finish(const struct archive_tar *run, pid_t pid)
{
	int status = -1;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	if (run->may_change && WIFEXITED(status) && WEXITSTATUS(status) == FILE_CHANGED)
		return 1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM) {
		pr_error("perf archive: the program %s is missing: install it (tar and bzip2 are needed)\n", run->args[0]);
		return -ENOENT;
	}
	pr_error("perf archive: %s has failed, see above%s\n", run->args[0],
		 strcmp(run->args[0], "tar") ? "" : " (it needs the program bzip2)");
	return -EIO;
}

int archive_tar__run(const struct archive_tar *run)
{
	pid_t pid = start(run);

	return pid < 0 ? -EIO : finish(run, pid);
}

/* From one pipe to the other, to the end, or until it is too much: -EFBIG. A reader that ends says itself why. */
static int pump(int from, int to, struct unpack_room *room)
{
	char *buf = xmalloc(BUFFER);
	int err = 0;
	ssize_t n;

	while (!err && (n = read(from, buf, BUFFER)) != 0) {
		if (n < 0 && errno != EINTR)
			err = -errno;
		if (n < 0)
			continue;
		err = unpack_room__take(room, (size_t)n);
		if (!err && file__write_all(to, buf, (size_t)n))
			break;
	}
	free(buf);
	return err;
}

/* perf gives on what @unpack writes, to @tar, and counts it. @pipes: of the one, of the other. */
static int run_both(struct archive_tar *unpack, struct archive_tar *tar, int pipes[2][2], struct unpack_room *room)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int err = 0, unpack_err = 0;
	pid_t first = start(unpack), second = first < 0 ? -1 : start(tar);

	close(pipes[0][1]);
	close(pipes[1][0]);
	/* Not for the children, which have begun. */
	sigaction(SIGPIPE, &ignore, &before);
	if (second > 0)
		err = pump(pipes[0][0], pipes[1][1], room);
	/* What is not complete is not to look as if it was: tar is to end before its input does. */
	if (err && second > 0)
		kill(second, SIGKILL);
	close(pipes[0][0]);
	close(pipes[1][1]);
	sigaction(SIGPIPE, &before, NULL);
	if (err && second > 0) {
		(void)waitpid(second, NULL, 0);
		(void)waitpid(first, NULL, 0);
		return err;
	}
	err = second > 0 ? finish(tar, second) : -EIO;
	/* One that has failed has made the other fail, mostly. */
	if (first > 0 && err)
		(void)waitpid(first, NULL, 0);
	else if (first > 0)
		unpack_err = finish(unpack, first);
	return err ?: unpack_err;
}

int archive_tar__unpack(int in, int dir, struct unpack_room *room)
{
	static const char *const unpack_args[] = { "bzip2", "-dc", NULL };
	static const char *const tar_args[] = { "tar", "--extract", "--file=-", "--no-same-owner", "--no-same-permissions",
						"--no-overwrite-dir", "--touch", NULL };
	struct archive_tar unpack = { .args = unpack_args, .dir = dir, .in = in, .keep = -1 };
	struct archive_tar tar = { .args = tar_args, .dir = dir, .out = -1, .keep = -1 };
	int pipes[2][2];

	if (pipe2(pipes[0], O_CLOEXEC))
		return -errno;
	if (pipe2(pipes[1], O_CLOEXEC)) {
		close(pipes[0][0]);
		close(pipes[0][1]);
		return -errno;
	}
	unpack.out = pipes[0][1];
	tar.in = pipes[1][0];
	return run_both(&unpack, &tar, pipes, room);
}
