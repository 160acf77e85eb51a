// SPDX-License-Identifier: GPL-2.0-only
/* A test in a child process: its output captured, its crash or hang turned into a result. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/runner.h"
#include "util/base/alloc.h"

enum { CHILD_OK = 0, CHILD_FAILED = 1, CHILD_SKIP = 2 };

static bool interrupted;

bool tests__interrupted(void)
{
	return interrupted;
}

static void __attribute__((noreturn))
child_main(int (*run)(const void *, char *, size_t), const void *arg, int fd, char *reason,
	   const sigset_t *old_mask)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int status;

	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, old_mask, NULL);
	if (null >= 0)
		dup2(null, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	setvbuf(stdout, NULL, _IOLBF, 0);
	status = run(arg, reason, sizeof(((struct test_result *)0)->reason));
	/* exit(), not _exit(): leak checkers have their say there. */
	exit(status == TEST_OK ? CHILD_OK : status == TEST_SKIP ? CHILD_SKIP : CHILD_FAILED);
}

/* Waits for @pid at most @timeout seconds. Returns false when it had to be killed. */
static bool wait_for(pid_t pid, unsigned int timeout, const sigset_t *signals, int *ret_status)
{
	struct timespec now, left = { 0 };
	time_t deadline;
	int sig;

	clock_gettime(CLOCK_MONOTONIC, &now);
	deadline = now.tv_sec + (time_t)timeout;
	while (!waitpid(pid, ret_status, WNOHANG)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		left.tv_sec = deadline - now.tv_sec;
		sig = left.tv_sec > 0 ? sigtimedwait(signals, NULL, &left) : -1;
		if (sig == SIGINT || sig == SIGTERM)
			interrupted = true;
		else if (sig == SIGCHLD || (sig < 0 && left.tv_sec > 0))
			continue;
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
		waitpid(pid, ret_status, 0);
		return false;
	}
	/* What the test left running must not outlive it. */
	kill(-pid, SIGKILL);
	return true;
}

static void read_output(int fd, struct test_result *result)
{
	off_t size = lseek(fd, 0, SEEK_END);
	size_t done = 0;
	ssize_t n;

	result->output = xmalloc(size > 0 ? (size_t)size + 1 : 1);
	while (size > 0 && done < (size_t)size) {
		n = pread(fd, result->output + done, (size_t)size - done, (off_t)done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	result->output[done] = 0;
	result->output_len = done;
}

static void judge(struct test_result *r, bool in_time, int status, const char *reason,
		  unsigned int timeout)
{
	r->status = TEST_FAIL;
	if (!in_time) {
		snprintf(r->reason, sizeof(r->reason), interrupted ? "interrupted" :
			 "not done after %u seconds", timeout);
	} else if (WIFSIGNALED(status)) {
		snprintf(r->reason, sizeof(r->reason), "killed by signal %d, %s", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	} else if (WEXITSTATUS(status) == CHILD_OK) {
		r->status = TEST_OK;
	} else if (WEXITSTATUS(status) == CHILD_SKIP) {
		r->status = TEST_SKIP;
		snprintf(r->reason, sizeof(r->reason), "%s", reason);
	} else if (WEXITSTATUS(status) != CHILD_FAILED) {
		snprintf(r->reason, sizeof(r->reason), "exit status %d", WEXITSTATUS(status));
	}
}

void test_child__run(int (*run)(const void *arg, char *reason, size_t size), const void *arg,
		     unsigned int timeout, struct test_result *ret_result)
{
	size_t shared_size = sizeof(ret_result->reason);
	char *reason =
		mmap(NULL, shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int fd = memfd_create("perf-test", MFD_CLOEXEC);
	sigset_t signals, old_mask;
	bool in_time;
	int status = 0;
	pid_t pid;

	*ret_result = (struct test_result){ .status = TEST_FAIL };
	/* Writers append: a script's children share the file, not the position. */
	if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND) || reason == MAP_FAILED) {
		snprintf(ret_result->reason, sizeof(ret_result->reason),
			 "cannot set up the child: %m");
		goto out;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, &old_mask);
	fflush(NULL);
	pid = fork();
	if (!pid)
		child_main(run, arg, fd, reason, &old_mask);
	if (pid < 0) {
		snprintf(ret_result->reason, sizeof(ret_result->reason), "cannot fork: %m");
	} else {
		setpgid(pid, pid);
		in_time = wait_for(pid, timeout, &signals, &status);
		reason[shared_size - 1] = 0;
		judge(ret_result, in_time, status, reason, timeout);
		read_output(fd, ret_result);
	}
	sigprocmask(SIG_SETMASK, &old_mask, NULL);
out:
	if (fd >= 0)
		close(fd);
	if (reason != MAP_FAILED)
		munmap(reason, shared_size);
}

void test_result__exit(struct test_result *result)
{
	zfree(&result->output);
}
