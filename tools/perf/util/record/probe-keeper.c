// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/probe-keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/record/probe-events.h"

/* Counters of a process that was killed go a little later than its sockets. */
#define TRIES 500
#define PAUSE_MS 20
/* More descriptors perf does not have before it opens counters. */
#define FDS 1024

/* Nobody who reads perf's output shall wait for this process. */
static void close_all_but(int kept)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), fd;

	for (fd = 0; fd < FDS; fd++)
		if (fd != kept && fd != null && (fd > STDERR_FILENO || null < 0))
			(void)close(fd);
	for (fd = 0; fd <= STDERR_FILENO && null >= 0; fd++)
		if (fd != kept)
			(void)dup2(null, fd);
}

static void keep(int fd, const char *group)
{
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };
	char byte = 0;
	ssize_t n;
	size_t i;
	int tries;

	/* Whoever ends a whole session or service means the recording. */
	(void)setsid();
	for (i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		(void)signal(ignored[i], SIG_IGN);
	(void)prctl(PR_SET_NAME, "perf-probes");
	close_all_but(fd);
	do
		n = read(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	for (tries = 0; n != 1 && tries < TRIES; tries++) {
		int user = probe_events__remove_group(true, group), kernel = probe_events__remove_group(false, group);

		if (user != -EBUSY && kernel != -EBUSY)
			break;
		(void)nanosleep(&pause, NULL);
	}
	_exit(0);
}

void probe_keeper__start(struct probe_keeper *keeper, const char *group)
{
	int fds[2];

	if (keeper->pid || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		return;
	keeper->pid = fork();
	if (!keeper->pid) {
		(void)close(fds[1]);
		keep(fds[0], group);
	}
	(void)close(fds[0]);
	keeper->fd = fds[1];
	if (keeper->pid < 0) {
		(void)close(fds[1]);
		keeper->pid = 0;
	}
}

void probe_keeper__dismiss(struct probe_keeper *keeper, bool removed)
{
	if (!keeper->pid)
		return;
	/* It may have been killed. */
	if (removed)
		(void)send(keeper->fd, "", 1, MSG_NOSIGNAL);
	(void)close(keeper->fd);
	/* What is still in use would have to be waited for. */
	while (removed && waitpid(keeper->pid, NULL, 0) < 0 && errno == EINTR)
		;
	keeper->pid = 0;
}
