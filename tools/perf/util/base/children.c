// SPDX-License-Identifier: GPL-2.0-only
/* SIGCHLD is set to its default only if it was ignored: perf record has a handler of its own. */
#include "util/base/children.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process that is killed while it computes has ended after some microseconds, and on a busy machine after some milliseconds. */
#define FIRST_NS	50000L
#define LAST_NS		100000000L

void children__keep_status(void)
{
	struct sigaction now;

	if (!sigaction(SIGCHLD, NULL, &now) && now.sa_handler == SIG_IGN)
		(void)signal(SIGCHLD, SIG_DFL);
}

bool children__has_ended(pid_t pid)
{
	pid_t ended;

	do
		ended = waitpid(pid, NULL, WNOHANG);
	while (ended < 0 && errno == EINTR);
	return ended != 0;
}

bool children__kill(pid_t pid)
{
	struct timespec wait = { .tv_nsec = FIRST_NS };

	(void)kill(pid, SIGKILL);
	for (; !children__has_ended(pid); wait.tv_nsec *= 2) {
		if (wait.tv_nsec > LAST_NS)
			return false;
		(void)nanosleep(&wait, NULL);
	}
	return true;
}

/* Reads what /proc tells of the process (proc(5)). Returns what stands behind "PID (NAME) ", in @text; NULL: it is not there. */
static const char *read_stat(pid_t pid, char *text, size_t size)
{
	char path[32], *end;
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	n = f ? fread(text, 1, size - 1, f) : 0;
	if (f)
		(void)fclose(f);
	text[n] = 0;
	/* A name may have brackets. */
	end = strrchr(text, ')');
	return end && end[1] == ' ' ? end + 2 : NULL;
}

/* The letter of its state; 0: there is none. */
static char state_of(pid_t pid)
{
	char text[512];
	const char *stat = read_stat(pid, text, sizeof(text));

	return stat ? *stat : 0;
}

bool children__waits(pid_t pid)
{
	char state = state_of(pid);

	return state == 'S' || state == 'D';
}

bool children__is_running(pid_t pid)
{
	return state_of(pid) == 'R';
}

uint64_t children__cpu_ns(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &ts))
		return 0;
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

uint64_t children__ended_ns(pid_t pid)
{
	unsigned long long user = 0, kernel = 0;
	char text[512];
	const char *stat = read_stat(pid, text, sizeof(text));

	if (!stat || sscanf(stat, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu", &user, &kernel) != 2)
		return 0;
	return (user + kernel) * (1000000000ULL / (unsigned long long)sysconf(_SC_CLK_TCK));
}

void children__close_others(int fd)
{
#ifdef SYS_close_range
	if (fd > 0)
		(void)syscall(SYS_close_range, 0U, (unsigned int)fd - 1, 0U);
	if (!syscall(SYS_close_range, (unsigned int)fd + 1, ~0U, 0U))
		return;
#endif
	{
		int other;

		for (other = 0; other < 65536; other++)
			if (other != fd)
				(void)close(other);
	}
}
