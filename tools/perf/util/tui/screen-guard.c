// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that is killed cannot clean up, and one that has crashed should do as little as it can. So a child waits for the end of
 * perf at a pipe: what is read there is either one byte, when perf has given the terminal back itself, or its end. Only functions
 * that are safe in signal handlers are called in both places.
 */
#include "util/tui/screen-guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"

static struct guard {
	int fd;
	struct termios modes, ours;	/* before, and now */
	char leave[512];
	pid_t pid;			/* of the child, 0: there is none */
	int pipe;
	bool on;
} guard;

static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static struct sigaction before[ARRAY_SIZE(crashes)], before_pipe;

/*
 * A shell that is told of the end sooner than the child may have set modes of its own already, for editing its next line: only those
 * of perf are taken back.
 */
static bool still_ours(void)
{
	struct termios now;

	return !tcgetattr(guard.fd, &now) && now.c_lflag == guard.ours.c_lflag && now.c_iflag == guard.ours.c_iflag &&
	       now.c_oflag == guard.ours.c_oflag;
}

static void give_back(void)
{
	const char *p = guard.leave;
	size_t left = strlen(p);
	ssize_t n;

	while (left && ((n = write(guard.fd, p, left)) > 0 || (n < 0 && errno == EINTR))) {
		p += n > 0 ? n : 0;
		left -= n > 0 ? (size_t)n : 0;
	}
	if (still_ours())
		tcsetattr(guard.fd, TCSADRAIN, &guard.modes);
}

/* What was there before comes next: the instruction fails again, and a core is written, or a sanitizer tells about it. */
static void on_crash(int sig, siginfo_t *info, void *context)
{
	(void)context;
	size_t i;

	if (guard.on)
		give_back();
	/* The child has nothing more to do: what a shell writes from now on must stay. */
	if (guard.on && guard.pid)
		(void)!write(guard.pipe, "", 1);
	guard.on = false;
	for (i = 0; i < ARRAY_SIZE(crashes); i++)
		if (crashes[i] == sig)
			sigaction(sig, &before[i], NULL);
	/* Somebody has sent it. */
	if (info->si_code <= 0)
		raise(sig);
}

static void __attribute__((noreturn)) wait_for_end(int fd)
{
	static const int ignored[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTTOU, SIGTTIN, SIGTERM, SIGHUP, SIGPIPE, SIGWINCH };
	sigset_t none;
	ssize_t n;
	char byte;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	for (i = 0; i < ARRAY_SIZE(crashes); i++)
		signal(crashes[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	do
		n = read(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (!n)
		give_back();
	_exit(0);
}

static void start_child(void)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return;
	guard.pid = fork();
	if (!guard.pid) {
		close(fds[1]);
		wait_for_end(fds[0]);
	}
	close(fds[0]);
	guard.pipe = fds[1];
	if (guard.pid < 0) {
		guard.pid = 0;
		close(fds[1]);
	}
}

void screen_guard__start(int fd, const struct termios *modes, const char *leave)
{
	struct sigaction sa = { .sa_sigaction = on_crash, .sa_flags = SA_NODEFER | SA_SIGINFO };
	size_t i;

	guard = (struct guard){ .fd = fd, .modes = *modes, .ours = *modes, .on = true };
	tcgetattr(fd, &guard.ours);
	snprintf(guard.leave, sizeof(guard.leave), "%s", leave);
	/* A guard that somebody has killed is no reason to die. */
	sigaction(SIGPIPE, &(struct sigaction){ .sa_handler = SIG_IGN }, &before_pipe);
	start_child();
	for (i = 0; i < ARRAY_SIZE(crashes); i++)
		sigaction(crashes[i], &sa, &before[i]);
}

void screen_guard__stop(void)
{
	size_t i;

	if (!guard.on)
		return;
	guard.on = false;
	for (i = 0; i < ARRAY_SIZE(crashes); i++)
		sigaction(crashes[i], &before[i], NULL);
	if (guard.pid) {
		/* A guard that has been killed has nothing to say any more. */
		if (write(guard.pipe, "", 1) < 0 && errno != EPIPE)
			kill(guard.pid, SIGKILL);
		close(guard.pipe);
		while (waitpid(guard.pid, NULL, 0) < 0 && errno == EINTR)
			;
		guard.pid = 0;
	}
	sigaction(SIGPIPE, &before_pipe, NULL);
}
