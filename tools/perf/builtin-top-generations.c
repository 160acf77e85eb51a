// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf top for days: processes that follow each other (builtin-live.h). A new one shows nothing until so many refreshes have passed that
 * decay has left nothing of what was before, so that its rows are the same. From then on it shows them, and the old process ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "builtin-live.h"
#include "builtin-top.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"

/* Of the recorder's samples: rows that lack some callers say more to somebody who looks at them than none. */
#define PATIENCE	"--patience=1000"

struct top_shared {
	struct live_shared live;
	atomic_uint shown;		/* refreshes, of all generations */
	atomic_int terminal;		/* the process that has it; 0: none */
	atomic_bool left;		/* the user has left the screen */
};

/* The rows of a new process are those of the old one, where rows decay after so many refreshes. */
static bool is_ripe(const struct top *t)
{
	return t->refreshes > t->opts->decay.forgotten;
}

static void ask_for_next(struct top *t)
{
	uint64_t limit = (uint64_t)t->opts->renew_at << 20;
	struct live_memory now;

	if (!limit || t->refreshes < t->ask_again)
		return;
	now = top__memory(t);
	if (!live_memory__has_grown(&now, &t->first_memory, limit))
		return;
	t->ask_again = t->refreshes + 2 * t->opts->decay.forgotten;
	(void)live_shared__ask(&t->shared->live, t->generation);
}

bool top_shared__shows(struct top *t)
{
	unsigned int iterations = t->opts->iterations, shown;

	if (t->shared && atomic_load(&t->shared->live.active) > t->generation) {
		t->done = true;
		return false;
	}
	if (t->shared && atomic_load(&t->shared->live.active) < t->generation) {
		/* Once it is ripe it shows the next refresh. The old process may be about to show this one. */
		if (is_ripe(t))
			atomic_store(&t->shared->live.active, t->generation);
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

	return atomic_load(&t->shared->live.active) == t->generation &&
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

struct generations {
	const struct top_options *opts;
	struct top_shared *shared;
};

static bool start_recorder(const struct top *t, struct live_recorder *r, int said)
{
	const struct top_options *o = t->opts;
	const char **args = xcalloc(o->record.nr + 5, sizeof(*args));
	char *last = t->kept.on ? xasprintf("--last=%s", o->last) : NULL, *control = t->kept.on ? top_last__control(&t->kept) : NULL;
	size_t nr = 0;
	bool started;

	args[nr++] = PATIENCE;
	/* Meanwhile some of the tasks may have ended, and others have come, which the one before knows from their beginning. */
	if (t->generation && o->record.listed)
		args[nr++] = "--tree";
	if (t->kept.on) {
		args[nr++] = last;
		args[nr++] = control;
	}
	memcpy(args + nr, o->record.args, o->record.nr * sizeof(*args));
	started = live_recorder__start(r, args, said);
	free(args);
	free(last);
	free(control);
	return started;
}

static int run_generation(void *ctx, unsigned int nr)
{
	const struct generations *g = ctx;
	const struct top_options *o = g->opts;
	struct top t = { .opts = o, .shared = g->shared, .generation = nr, .terminal = o->screen ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : -1 };
	/* On a screen messages have to wait. Those of one that cannot even follow are none to the user: another one will be tried. */
	int said = o->screen || nr ? memfd_create("messages", MFD_CLOEXEC) : -1, status, of_recorder;
	struct live_recorder recorder;

	if (o->last && !top_last__open(&t.kept)) {
		pr_error("perf: cannot make a pipe: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	if (!start_recorder(&t, &recorder, said))
		return EXIT_FAILED;
	t.recorder = recorder.pid;
	if (t.kept.on)
		top_last__begun(&t.kept);
	status = top__run(&t);
	top_last__exit(&t.kept);
	if (t.left)
		atomic_store(&g->shared->left, true);
	of_recorder = live_recorder__leave(&recorder);
	if (!nr || atomic_load(&g->shared->live.active) >= nr || verbose)
		tell(said);
	if (t.screen.failed || recorder.killed)
		return EXIT_FAILED;
	return t.done || t.refreshes ? status : of_recorder ? of_recorder : status;
}

static bool ended(void *ctx, pid_t pid)
{
	struct generations *g = ctx;

	/* Also of one that could not do it any more. */
	free_terminal(g->shared, pid);
	return atomic_load(&g->shared->left);
}

int top__run_live(const struct top_options *o)
{
	const struct live_ops ops = { .run = run_generation, .stop = top__stop, .on_user = top_last__on_signal, .ended = ended, .stops_along = o->screen };
	struct generations g = { .opts = o };

	g.shared = mmap(NULL, sizeof(*g.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (g.shared == MAP_FAILED) {
		pr_error("perf: cannot share what the processes of perf top need: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	return live__run(&g.shared->live, &ops, &g);
}
