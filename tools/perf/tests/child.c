// SPDX-License-Identifier: GPL-2.0-only
/* Tests in child processes: their output captured, a crash or hang turned into a result. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/fair-clock.h"
#include "tests/runner.h"
#include "util/base/alloc.h"

/*
 * 77 means a skip to automake and meson, too, and no tool exits with it that a script may end with. (2 is what many
 * say of an error.)
 */
enum { CHILD_OK = 0, CHILD_FAILED = 1, CHILD_SKIP = 77 };

#define SECONDS_A_LOOK	1	/* of the fair clock */
#define REASON_SIZE	sizeof(((struct test_result *)NULL)->reason)

static bool interrupted;

bool tests__interrupted(void)
{
	return interrupted;
}

static void catch_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

void test_signals__init(sigset_t *ret_old)
{
	sigset_t caught;

	catch_signals(&caught);
	sigprocmask(SIG_BLOCK, &caught, ret_old);
}

void test_signals__exit(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}

double tests__clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Seconds until the time of @child is over, if nobody else needs the CPU; negative afterwards. */
static double left_of(const struct test_child *child)
{
	return child->limit - child->clock->now;
}

static void __attribute__((noreturn))
child_main(const struct test_child *child, test_run_fn run, const void *arg, const sigset_t *old_signals)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int status;

	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, old_signals, NULL);
	if (null >= 0)
		dup2(null, STDIN_FILENO);
	dup2(child->fd, STDOUT_FILENO);
	dup2(child->fd, STDERR_FILENO);
	setvbuf(stdout, NULL, _IOLBF, 0);
	status = run(arg, child->reason, REASON_SIZE);
	/* exit(), not _exit(): leak checkers have their say there. */
	exit(status == TEST_OK ? CHILD_OK : status == TEST_SKIP ? CHILD_SKIP : CHILD_FAILED);
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

static void judge(struct test_child *child, bool in_time, int status)
{
	struct test_result *r = &child->result;

	r->status = TEST_FAIL;
	child->reason[REASON_SIZE - 1] = 0;
	if (!in_time) {
		snprintf(r->reason, REASON_SIZE, interrupted ? "interrupted" : "not done after %u seconds",
			 child->timeout);
	} else if (WIFSIGNALED(status)) {
		snprintf(r->reason, REASON_SIZE, "killed by signal %d, %s", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	} else if (WEXITSTATUS(status) == CHILD_OK) {
		r->status = TEST_OK;
	} else if (WEXITSTATUS(status) == CHILD_SKIP) {
		r->status = TEST_SKIP;
		snprintf(r->reason, REASON_SIZE, "%s", child->reason);
	} else if (WEXITSTATUS(status) == 2) {
		snprintf(r->reason, REASON_SIZE, "exit status 2: if this is a skip, use 77");
	} else if (WEXITSTATUS(status) != CHILD_FAILED) {
		snprintf(r->reason, REASON_SIZE, "exit status %d", WEXITSTATUS(status));
	}
}

static void release(struct test_child *child)
{
	if (child->fd >= 0)
		close(child->fd);
	if (child->reason)
		munmap(child->reason, REASON_SIZE);
	child->fd = -1;
	child->reason = NULL;
	child->pid = 0;
}

void test_child__start(struct test_child *child, test_run_fn run, const void *arg, const struct test_run_opts *opts,
		       const sigset_t *old_signals)
{
	void *shared = mmap(NULL, REASON_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	*child = (struct test_child){
		.fd = memfd_create("perf-test", MFD_CLOEXEC), .reason = shared == MAP_FAILED ? NULL : shared,
		.timeout = opts->timeout, .clock = opts->clock, .begin = tests__clock(),
		.limit = fair_clock__read(opts->clock) + opts->timeout, .result = { .status = TEST_FAIL } };
	/* Writers append: a script's children share the file, not the position. */
	if (child->fd < 0 || fcntl(child->fd, F_SETFL, O_APPEND) || !child->reason) {
		snprintf(child->result.reason, REASON_SIZE, "cannot set up the child: %m");
		release(child);
		return;
	}
	fflush(NULL);
	child->pid = fork();
	if (!child->pid)
		child_main(child, run, arg, old_signals);
	if (child->pid < 0) {
		snprintf(child->result.reason, REASON_SIZE, "cannot fork: %m");
		release(child);
		return;
	}
	setpgid(child->pid, child->pid);
}

static double seconds_of(const struct timeval *tv)
{
	return (double)tv->tv_sec + (double)tv->tv_usec / 1e6;
}

/*
 * Notes how @child ended, or ends it: its time is over, or the user wants no more. Returns whether it is
 * gone.
 */
static bool ended(struct test_child *child)
{
	int status = CHILD_FAILED << 8;
	struct rusage used = { 0 };
	bool in_time = wait4(child->pid, &status, WNOHANG, &used) != 0;

	if (!in_time && !interrupted && left_of(child) > 0)
		return false;
	/* Also what the test left running must not outlive it. */
	kill(-child->pid, SIGKILL);
	if (!in_time) {
		kill(child->pid, SIGKILL);
		wait4(child->pid, &status, 0, &used);
	}
	judge(child, in_time, status);
	child->result.seconds = tests__clock() - child->begin;
	child->result.cpu = seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime);
	read_output(child->fd, &child->result);
	release(child);
	return true;
}

/* Sleeps until a signal says that there is news, somebody's time may be over, or the clock wants to be read. */
static void sleep_for_news(struct test_child **children, size_t nr)
{
	double least = SECONDS_A_LOOK;
	struct timespec left;
	sigset_t caught;
	size_t i;
	int sig;

	for (i = 0; i < nr; i++)
		if (children[i]->pid && left_of(children[i]) < least)
			least = left_of(children[i]);
	if (least <= 0)
		return;
	left.tv_sec = (time_t)least;
	left.tv_nsec = (long)((least - (double)left.tv_sec) * 1e9);
	catch_signals(&caught);
	sig = sigtimedwait(&caught, NULL, &left);
	if (sig == SIGINT || sig == SIGTERM)
		interrupted = true;
}

void test_children__wait(struct test_child **children, size_t nr)
{
	size_t i, running, gone = 0;

	for (;;) {
		for (i = 0, running = 0; i < nr; i++) {
			if (!children[i]->pid)
				continue;
			if (!running++)
				fair_clock__read(children[i]->clock);
			gone += ended(children[i]);
		}
		if (gone || !running)
			return;
		sleep_for_news(children, nr);
	}
}

void test_child__take(struct test_child *child, struct test_result *ret_result)
{
	*ret_result = child->result;
	child->result = (struct test_result){ 0 };
}

void test_result__exit(struct test_result *result)
{
	zfree(&result->output);
}
