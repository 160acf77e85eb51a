// SPDX-License-Identifier: GPL-2.0-only
/* A recorder whose stream is read while it is written, and what it costs. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "builtin-live.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/log.h"
#include "util/base/std-out.h"

/* What lies between the two at most: some seconds, while a reader reads the symbols of large files; or as much as everybody may have. */
#define STREAM_BYTES		(4 << 20)
#define STREAM_BYTES_ANY	(1 << 20)

/* Of standard input nothing is left: a recorder that is asked for a password, say, has no answer. */
static bool take_streams(const int fds[2], int said)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(fds[1], STDOUT_FILENO) < 0)
		return false;
	if (said >= 0)
		(void)dup2(said, STDERR_FILENO);
	(void)close(fds[0]);
	(void)close(fds[1]);
	return true;
}

static __attribute__((noreturn)) void record(const char *const *args, pid_t parent, const int fds[2], int said)
{
	static const char *const first[] = { "record", "--quiet", "--no-buildid-cache", "--look-every=200", "--output=-" };
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	size_t nr = 0, i;
	const char **argv;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		(void)signal(signals[i], SIG_DFL);
	/* It does not outlive the one who started it, however that ends. */
	(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(EXIT_FAILED);
	if (!take_streams(fds, said)) {
		pr_error("perf: cannot start the recorder: %s\n", strerror(errno));
		_exit(EXIT_FAILED);
	}
	while (args[nr])
		nr++;
	argv = xcalloc(ARRAY_SIZE(first) + nr + 1, sizeof(*argv));
	memcpy(argv, first, sizeof(first));
	memcpy(argv + ARRAY_SIZE(first), args, nr * sizeof(*argv));
	exit(std_out__finish(cmd_record((int)(ARRAY_SIZE(first) + nr), argv)));
}

bool live_recorder__start(struct live_recorder *r, const char *const *args, int said)
{
	pid_t self = getpid();
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) < 0) {
		pr_error("perf: cannot make a pipe: %s\n", strerror(errno));
		return false;
	}
	/* Where a reader gets no turn, a recorder with a higher priority must not wait for it, or its rings fill. */
	if (fcntl(fds[1], F_SETPIPE_SZ, STREAM_BYTES) < 0)
		(void)fcntl(fds[1], F_SETPIPE_SZ, STREAM_BYTES_ANY);
	r->killed = false;
	r->pid = fork();
	if (!r->pid)
		record(args, self, fds, said);
	if (r->pid < 0 || dup2(fds[0], STDIN_FILENO) < 0) {
		pr_error("perf: cannot start the recorder: %s\n", strerror(errno));
		return false;
	}
	(void)close(fds[1]);
	r->stream = fds[0];
	return true;
}

void live_recorder__stop(const struct live_recorder *r)
{
	if (r->pid <= 0)
		return;
	(void)kill(r->pid, SIGTERM);
	/* Somebody may have stopped it. */
	(void)kill(r->pid, SIGCONT);
}

/* By us, or from the terminal as we were. What ends it else is told: systemd, say, starts again what has failed. */
static int ended_by(int sig, bool *ret_killed)
{
	if (sig == SIGTERM || sig == SIGINT || sig == SIGHUP || sig == SIGQUIT || sig == SIGPIPE)
		return EXIT_OK;
	*ret_killed = true;
	pr_error("perf: the recorder was ended by signal %d (%s)%s\n", sig, strsignal(sig),
		 sig == SIGKILL ? ", as the kernel does it when there is no memory left" : "");
	return EXIT_FAILED;
}

static int wait_for_end(struct live_recorder *r)
{
	int status;

	while (waitpid(r->pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAILED;
	return WIFEXITED(status) ? WEXITSTATUS(status) : ended_by(WTERMSIG(status), &r->killed);
}

int live_recorder__end(struct live_recorder *r)
{
	char rest[4096];
	ssize_t n;

	live_recorder__stop(r);
	do {
		n = read(r->stream, rest, sizeof(rest));
	} while (n > 0 || (n < 0 && errno == EINTR));
	return wait_for_end(r);
}

int live_recorder__leave(struct live_recorder *r)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	/* First that it is to end, and then that nobody reads: the other way round that would be an error. */
	live_recorder__stop(r);
	(void)close(r->stream);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0)
		(void)close(STDIN_FILENO);
	return wait_for_end(r);
}

/* --- what that costs ------------------------------------------------------------------------------------------- */

static uint64_t memory_of(pid_t pid)
{
	unsigned long long pages = 0, of_files = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	if (fscanf(f, "%*s %llu %llu", &pages, &of_files) != 2 || of_files > pages)
		pages = of_files = 0;
	(void)fclose(f);
	return (pages - of_files) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The sum of what @of says of the recorder and of what that has started. */
static uint64_t sum(const struct live_recorder *r, uint64_t (*of)(pid_t pid))
{
	uint64_t all;
	char path[64];
	int child;
	FILE *f;

	if (r->pid <= 0)
		return 0;
	all = of(r->pid);
	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)r->pid, (int)r->pid);
	f = fopen(path, "re");
	while (f && fscanf(f, "%d", &child) == 1)
		all += of(child);
	if (f)
		(void)fclose(f);
	return all;
}

uint64_t live_recorder__cpu_ns(const struct live_recorder *r)
{
	/* The process that reads unwind tables for it is followed by another. */
	return children__cpu_ns(getpid()) + sum(r, children__cpu_ns) + (r->pid > 0 ? children__ended_ns(r->pid) : 0);
}

struct live_memory live_recorder__memory(const struct live_recorder *r)
{
	return (struct live_memory){ .own = memory_of(getpid()), .recorder = sum(r, memory_of) };
}

bool live_memory__has_grown(const struct live_memory *now, const struct live_memory *first, uint64_t limit)
{
	return now->own > first->own + limit || now->recorder > first->recorder + limit;
}
