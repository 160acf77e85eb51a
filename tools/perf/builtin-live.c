// SPDX-License-Identifier: GPL-2.0-only
/* Processes that follow each other while the same command runs: builtin-live.h says why. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-live.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/log.h"
#include "util/base/patient-open.h"
#include "util/base/std-out.h"

struct generations {
	const struct live_ops *ops;
	void *ctx;
	struct live_shared *shared;
	pid_t running[2];		/* by the lowest bit of the generation; 0: none */
	unsigned int nr;		/* the newest one */
	int fds[2];
	sigset_t before;		/* the mask of signals that perf was started with */
	int status;
};

bool live_shared__ask(struct live_shared *shared, unsigned int generation)
{
	if (atomic_load(&shared->wanted) != generation)
		return true;
	atomic_store(&shared->wanted, generation + 1);
	if (write(shared->ask, "n", 1) == 1)
		return true;
	/* Who does not get a next one goes on. */
	pr_debug("perf: no process to follow this one: %s\n", strerror(errno));
	return false;
}

/* --- signals ------------------------------------------------------------------------------------------------- */

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static void set_handlers(void (*handler)(int))
{
	const struct sigaction act = { .sa_handler = handler };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		(void)sigaction(signals[i], &act, NULL);
}

/*
 * They, SIGUSR2 and SIGCHLD, come only while the first process waits, or in those that it starts. @ret_before: what was
 * blocked until now.
 */
static void hold_signals(sigset_t *ret_before)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	(void)sigprocmask(SIG_BLOCK, &set, ret_before);
}

static volatile sig_atomic_t ended, user_asks;

static void on_end(int sig)
{
	(void)sig;
	ended = 1;
}

static void on_user(int sig)
{
	(void)sig;
	user_asks = 1;
}

static void on_child(int sig)
{
	(void)sig;
}

/* In a generation: what its command does then. A handler gets nothing but the signal. */
static void (*stop_this)(void);

static void on_signal(int sig)
{
	(void)sig;
	stop_this();
}

/* --- who starts them ------------------------------------------------------------------------------------------ */

static bool start(struct generations *g)
{
	const struct sigaction user = { .sa_handler = g->ops->on_user };
	pid_t self = getpid(), pid;

	(void)std_out__flush();
	pid = fork();
	if (!pid) {
		stop_this = g->ops->stop;
		set_handlers(on_signal);
		if (g->ops->on_user)
			(void)sigaction(SIGUSR2, &user, NULL);
		(void)signal(SIGTSTP, SIG_DFL);
		/* Who reads may leave: then the recorder has to be ended first. */
		(void)signal(SIGPIPE, SIG_IGN);
		(void)sigprocmask(SIG_SETMASK, &g->before, NULL);
		/* Nobody outlives the one who started it, however that ends. */
		(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != self)
			_exit(EXIT_FAILED);
		(void)close(g->fds[0]);
		exit(std_out__finish(g->ops->run(g->ctx, g->nr)));
	}
	if (pid > 0)
		g->running[g->nr & 1] = pid;
	return pid > 0;
}

/* A process has ended: the one whose turn it was, or one that was to follow it, or has been followed. */
static void note_end(struct generations *g, pid_t pid, int status)
{
	unsigned int active = atomic_load(&g->shared->active);
	bool all = g->ops->ended && g->ops->ended(g->ctx, pid);

	if (g->running[0] != pid && g->running[1] != pid)
		return;
	if (g->running[active & 1] == pid || all) {
		g->status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
		ended = 1;
	} else if (g->nr > active && g->running[g->nr & 1] == pid) {
		/* It has failed before it could follow. The old one goes on, and asks again. */
		g->nr = active;
		atomic_store(&g->shared->wanted, active);
	}
	if (g->running[0] == pid)
		g->running[0] = 0;
	if (g->running[1] == pid)
		g->running[1] = 0;
}

static bool any_running(const struct generations *g)
{
	return g->running[0] || g->running[1];
}

static void end_all(const struct generations *g)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(g->running); i++)
		if (g->running[i])
			(void)kill(g->running[i], SIGTERM);
}

/* The next generation, if there is one that was asked for and can be. */
static void start_next(struct generations *g)
{
	char what;

	if (read(g->fds[0], &what, 1) != 1 || ended || g->running[(g->nr + 1) & 1])
		return;
	g->nr++;
	if (!start(g)) {
		g->nr--;
		atomic_store(&g->shared->wanted, g->nr);
	}
}

static void hand_user_on(const struct generations *g)
{
	pid_t active = g->running[atomic_load(&g->shared->active) & 1];

	if (user_asks && active)
		(void)kill(active, SIGUSR2);
	user_asks = 0;
}

/*
 * Waits until no process is left, and starts those that are asked for. A shell takes the terminal once the process that it has started is
 * stopped: that must be the last one, behind the one that gives the terminal back.
 */
static void attend(struct generations *g)
{
	const struct sigaction child = { .sa_handler = on_child }, user = { .sa_handler = on_user };
	const struct timespec some = { .tv_sec = g->ops->attend_ms / 1000, .tv_nsec = g->ops->attend_ms % 1000 * 1000000L };

	(void)sigaction(SIGCHLD, &child, NULL);
	if (g->ops->on_user)
		(void)sigaction(SIGUSR2, &user, NULL);
	if (g->ops->stops_along)
		(void)signal(SIGTSTP, SIG_IGN);
	while (any_running(g)) {
		struct pollfd p = { .fd = g->fds[0], .events = POLLIN };
		int status;
		pid_t pid;

		if (ppoll(&p, 1, g->ops->attend_ms ? &some : NULL, &g->before) > 0)
			start_next(g);
		hand_user_on(g);
		while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
			if (!WIFSTOPPED(status))
				note_end(g, pid, status);
			else if (g->ops->stops_along)
				(void)raise(SIGSTOP);
		}
		if (g->ops->attend && !ended)
			g->ops->attend(g->ctx);
		if (ended)
			end_all(g);
	}
}

int live__run(struct live_shared *shared, const struct live_ops *ops, void *ctx)
{
	struct generations g = { .ops = ops, .ctx = ctx, .shared = shared, .status = EXIT_FAILED };

	children__keep_status();
	patient_open__expect_hostile();
	if (pipe2(g.fds, O_CLOEXEC) < 0) {
		pr_error("perf: cannot make a pipe: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	shared->ask = g.fds[1];
	hold_signals(&g.before);
	set_handlers(on_end);
	if (!start(&g)) {
		pr_error("perf: cannot start a process: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	attend(&g);
	(void)sigprocmask(SIG_SETMASK, &g.before, NULL);
	return g.status;
}
