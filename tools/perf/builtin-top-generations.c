// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf top for days. A session keeps all processes, maps and names that there ever were, since a sample may belong to any moment. So what
 * has ended goes with the process that knew it: when that has grown by so much (--renew-at), a new one with a recorder of its own begins
 * beside it, from what runs then, and shows nothing. After so many refreshes that decay has left nothing of what was before, its rows are
 * the same. From then on it shows them, and the old process ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-top.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/log.h"
#include "util/base/std-out.h"

#define STREAM_BYTES	(1 << 20)

struct top_shared {
	atomic_uint active;		/* the generation that shows the rows */
	atomic_uint wanted;		/* the newest one that was asked for */
	atomic_uint shown;		/* refreshes, of all generations */
	atomic_int terminal;		/* the process that has it; 0: none */
	atomic_bool left;		/* the user has left the screen */
	int ask;			/* a pipe: a byte asks for the next generation */
};

/* The rows of a new process are those of the old one, where rows decay after so many refreshes. */
static bool is_ripe(const struct top *t)
{
	return t->refreshes > (t->opts->zero ? 1 : TOP_FORGET_AFTER);
}

static void ask_for_next(struct top *t)
{
	uint64_t limit = (uint64_t)t->opts->renew_at << 20;

	if (!limit || t->refreshes < t->ask_again || atomic_load(&t->shared->wanted) != t->generation ||
	    top__memory() < t->first_memory + limit)
		return;
	t->ask_again = t->refreshes + 2 * TOP_FORGET_AFTER;
	atomic_store(&t->shared->wanted, t->generation + 1);
	/* Who does not get a next one goes on. */
	if (write(t->shared->ask, "n", 1) != 1)
		pr_debug("perf: no process to follow this one: %s\n", strerror(errno));
}

bool top_shared__shows(struct top *t)
{
	unsigned int iterations = t->opts->iterations, shown;

	if (t->shared && atomic_load(&t->shared->active) > t->generation) {
		t->done = true;
		return false;
	}
	if (t->shared && atomic_load(&t->shared->active) < t->generation) {
		/* Once it is ripe it shows the next refresh. The old process may be about to show this one. */
		if (is_ripe(t))
			atomic_store(&t->shared->active, t->generation);
		return false;
	}
	shown = t->shared ? atomic_fetch_add(&t->shared->shown, 1) + 1 : t->refreshes;
	t->done = iterations && shown >= iterations;
	if (t->shared)
		ask_for_next(t);
	return true;
}

/* A screen is only for what happens now: there are others, or may be. */
bool top_shared__take_terminal(struct top *t)
{
	int nobody = 0;

	return atomic_load(&t->shared->active) == t->generation &&
	       atomic_compare_exchange_strong(&t->shared->terminal, &nobody, (int)getpid());
}

/* If @pid has it. */
static void free_terminal(struct top_shared *shared, pid_t pid)
{
	int owner = (int)pid;

	(void)atomic_compare_exchange_strong(&shared->terminal, &owner, 0);
}

void top_shared__leave_terminal(struct top *t)
{
	free_terminal(t->shared, getpid());
}

/* --- one generation ---------------------------------------------------------------------------------------- */

static void on_signal(int sig)
{
	(void)sig;
	top__stop();
}

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static void set_handlers(void (*handler)(int))
{
	const struct sigaction act = { .sa_handler = handler };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		(void)sigaction(signals[i], &act, NULL);
}

/* They, and SIGCHLD, come only while the first process waits, or in those that it starts. @ret_before: what was blocked until now. */
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

/* Nobody outlives the one who started it, however that ends. */
static void end_with(pid_t parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(EXIT_FAILED);
}

static __attribute__((noreturn)) void record(const struct top *t, pid_t parent, const int fds[2])
{
	const struct top_options *o = t->opts;
	static const char *const first[] = { "record", "--quiet", "--no-buildid-cache", "--look-every=200", "--output=-" };
	const char **argv = xcalloc(ARRAY_SIZE(first) + 3 + o->nr_record + 1, sizeof(*argv));
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	size_t nr;

	set_handlers(SIG_DFL);
	(void)signal(SIGPIPE, SIG_DFL);
	end_with(parent);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(fds[1], STDOUT_FILENO) < 0) {
		pr_error("perf: cannot start the recorder: %s\n", strerror(errno));
		_exit(EXIT_FAILED);
	}
	(void)close(fds[0]);
	(void)close(fds[1]);
	memcpy(argv, first, sizeof(first));
	nr = ARRAY_SIZE(first);
	/* Meanwhile some of the tasks may have ended, and others have come, which the one before knows from their beginning. */
	if (t->generation && o->some_tasks)
		argv[nr++] = "--tree";
	if (t->kept.on) {
		argv[nr++] = xasprintf("--last=%s", o->last);
		argv[nr++] = top_last__control(&t->kept);
	}
	memcpy(argv + nr, o->record, o->nr_record * sizeof(*argv));
	exit(std_out__finish(cmd_record((int)(nr + o->nr_record), argv)));
}

/* Ends the recorder, whose stream is standard input, and returns its exit status. What it still writes is taken, and nobody's any more. */
static int end_recorder(pid_t pid, int stream)
{
	char rest[4096];
	int status;
	ssize_t n;

	(void)kill(pid, SIGTERM);
	do {
		n = read(stream, rest, sizeof(rest));
	} while (n > 0 || (n < 0 && errno == EINTR));
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAILED;
	/* It was ended: by us, or from the terminal as we were. */
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OK;
}

/* Prints what the recorder has said. */
static void tell(int said)
{
	char text[4096];
	off_t at = 0;
	ssize_t n;

	while (said >= 0 && (n = pread(said, text, sizeof(text), at)) > 0) {
		at += n;
		if (write(STDERR_FILENO, text, (size_t)n) < 0)
			return;
	}
}

static int run_generation(const struct top_options *o, struct top_shared *shared, unsigned int nr)
{
	struct top t = { .opts = o, .shared = shared, .generation = nr, .terminal = o->screen ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : -1 };
	pid_t self = getpid();
	int fds[2], said = -1, status, of_recorder;

	if (pipe2(fds, O_CLOEXEC) < 0 || (o->last && !top_last__open(&t.kept))) {
		pr_error("perf: cannot make a pipe: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	/*
	 * On a busy machine this process waits for its turn while the recorder, which has a higher priority, goes on: where the stream is full it has
	 * to wait, too, and its rings fill. As much as everybody may have.
	 */
	(void)fcntl(fds[1], F_SETPIPE_SZ, STREAM_BYTES);
	/* On a screen messages have to wait. Those of one that cannot even follow are none to the user: another one will be tried. */
	if (o->screen || nr)
		said = memfd_create("messages", MFD_CLOEXEC);
	t.recorder = fork();
	if (!t.recorder) {
		if (said >= 0)
			(void)dup2(said, STDERR_FILENO);
		record(&t, self, fds);
	}
	if (t.recorder < 0 || dup2(fds[0], STDIN_FILENO) < 0) {
		pr_error("perf: cannot start the recorder: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	(void)close(fds[1]);
	if (t.kept.on)
		top_last__begun(&t.kept);
	status = top__run(&t);
	top_last__exit(&t.kept);
	if (t.left)
		atomic_store(&shared->left, true);
	of_recorder = end_recorder(t.recorder, fds[0]);
	if (!nr || atomic_load(&shared->active) >= nr || verbose)
		tell(said);
	if (t.screen.failed)
		return EXIT_FAILED;
	return t.done || t.refreshes ? status : of_recorder ? of_recorder : status;
}

/* --- who starts them ------------------------------------------------------------------------------------------ */

struct generations {
	const struct top_options *opts;
	struct top_shared *shared;
	pid_t running[2];		/* by the lowest bit of the generation; 0: none */
	unsigned int nr;		/* the newest one */
	int fds[2];
	sigset_t before;		/* the mask of signals that perf was started with */
	int status;
};

static bool start(struct generations *g)
{
	const struct sigaction save = { .sa_handler = top_last__on_signal };
	pid_t self = getpid(), pid;

	(void)std_out__flush();
	pid = fork();
	if (!pid) {
		set_handlers(on_signal);
		(void)sigaction(SIGUSR2, &save, NULL);
		(void)signal(SIGTSTP, SIG_DFL);
		/* Who reads may leave: then the recorder has to be ended first. */
		(void)signal(SIGPIPE, SIG_IGN);
		(void)sigprocmask(SIG_SETMASK, &g->before, NULL);
		end_with(self);
		(void)close(g->fds[0]);
		exit(std_out__finish(run_generation(g->opts, g->shared, g->nr)));
	}
	if (pid > 0)
		g->running[g->nr & 1] = pid;
	return pid > 0;
}

static volatile sig_atomic_t ended, asked_to_save;

static void on_end(int sig)
{
	(void)sig;
	ended = 1;
}

static void on_save(int sig)
{
	(void)sig;
	asked_to_save = 1;
}

/* The process that shows the rows saves the last seconds. */
static void hand_save_on(const struct generations *g)
{
	pid_t active = g->running[atomic_load(&g->shared->active) & 1];

	if (asked_to_save && active)
		(void)kill(active, SIGUSR2);
	asked_to_save = 0;
}

/* A process has ended: that of the rows, or one that was to follow it, or has been followed. */
static void note_end(struct generations *g, pid_t pid, int status)
{
	unsigned int active = atomic_load(&g->shared->active);

	/* Also of one that could not do it any more. */
	free_terminal(g->shared, pid);
	if (g->running[active & 1] == pid || atomic_load(&g->shared->left)) {
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

static void on_child(int sig)
{
	(void)sig;
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

/*
 * Waits until no process is left, and starts those that are asked for. A shell takes the terminal once the process that it has started is
 * stopped: that must be the last one, behind the one that gives the terminal back.
 */
static void attend(struct generations *g)
{
	const struct sigaction child = { .sa_handler = on_child }, save = { .sa_handler = on_save };

	(void)sigaction(SIGCHLD, &child, NULL);
	(void)sigaction(SIGUSR2, &save, NULL);
	if (g->opts->screen)
		(void)signal(SIGTSTP, SIG_IGN);
	while (any_running(g)) {
		struct pollfd p = { .fd = g->fds[0], .events = POLLIN };
		int status;
		pid_t pid;

		if (ppoll(&p, 1, NULL, &g->before) > 0)
			start_next(g);
		hand_save_on(g);
		while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
			if (!WIFSTOPPED(status))
				note_end(g, pid, status);
			else if (g->opts->screen)
				(void)raise(SIGSTOP);
		}
		if (ended)
			end_all(g);
	}
}

int top__run_live(const struct top_options *o)
{
	struct generations g = { .opts = o, .status = EXIT_FAILED };

	children__keep_status();
	g.shared = mmap(NULL, sizeof(*g.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (g.shared == MAP_FAILED || pipe2(g.fds, O_CLOEXEC) < 0) {
		pr_error("perf: cannot share what the processes of perf top need: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	g.shared->ask = g.fds[1];
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
