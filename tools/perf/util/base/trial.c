// SPDX-License-Identifier: GPL-2.0-only
/* A child goes on until something kills it; the next one begins with what did. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/trial.h"

/* In the child: a byte for each call that came back. */
static void __attribute__((noreturn)) try_from(size_t at, size_t nr, unsigned int seconds, trial_fn fn, void *ctx, int fd)
{
	static const int deadly[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPIPE };
	const struct rlimit no_core = { 0, 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(deadly); i++)
		signal(deadly[i], SIG_DFL);
	(void)setrlimit(RLIMIT_CORE, &no_core);
	for (; at < nr; at++) {
		alarm(seconds);
		fn(ctx, at);
		if (write(fd, "", 1) != 1)
			break;
	}
	_exit(0);
}

/* The number of bytes that come before all who may write have gone. */
static size_t count_bytes(int fd)
{
	size_t nr = 0;
	char buf[256];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		nr += n > 0 ? (size_t)n : 0;
	return nr;
}

/*
 * How many things passed in a child that began with @at; -1: there could be no child. @ret_late: the next one took
 * too long.
 */
static ssize_t run_child(size_t at, size_t nr, unsigned int seconds, trial_fn fn, void *ctx, bool *ret_late)
{
	int fds[2], status = 0;
	size_t passed;
	pid_t child;

	if (pipe2(fds, O_CLOEXEC))
		return -1;
	children__keep_status();
	child = fork();
	if (!child)
		try_from(at, nr, seconds, fn, ctx, fds[1]);
	close(fds[1]);
	passed = child < 0 ? 0 : count_bytes(fds[0]);
	close(fds[0]);
	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	*ret_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
	return passed < nr - at ? (ssize_t)passed : (ssize_t)(nr - at);
}

size_t trial__run(size_t nr, unsigned int seconds, trial_fn fn, void *ctx, bool *ret_passed)
{
	size_t children = 0, i, at;

	for (i = 0; i < nr; i++)
		ret_passed[i] = false;
	for (at = 0; at < nr;) {
		bool late = false;
		ssize_t n = run_child(at, nr, seconds, fn, ctx, &late);

		if (n < 0)
			break;
		children++;
		for (i = 0; i < (size_t)n; i++)
			ret_passed[at + i] = true;
		/*
		 * Is the one that crashed to blame, or one before it, which left the child's memory in disorder?
		 * It is tried again as the first one of a child: only if it crashes there, too, has it failed.
		 */
		at += (size_t)n + (!n || late ? 1 : 0);
	}
	return children;
}
