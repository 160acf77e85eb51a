// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who looks closer at the rows of perf top is a copy of this process, which has the rows of this moment and shows them as perf
 * report's screen does, with all its keys, for as long as one likes. Meanwhile this process goes on reading and counting: nothing
 * waits for a reader, and nothing is lost. The last seconds are shown by perf report, which such a copy becomes.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-top-screen.h"
#include "util/base/log.h"
#include "util/decay/hist-decay.h"
#include "util/output/color.h"
#include "util/tui/browser.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

/* What the copy says in its exit status. */
enum { LOOKED, WANTS_TO_LEAVE, WANTS_LAST, WANTS_TO_SAVE };
static void add_info(void *ctx, struct strbuf *out)
{
	const struct top_screen *s = ctx;

	strbuf__addf(out, "%s\n\nThese are the rows of the moment at which you began to look. What happens meanwhile is counted: it is there when "
		     "you go back.\n", s->title);
}

static void no_samples(void *ctx, const struct browser_row *row, char *message, size_t size)
{
	(void)ctx;
	(void)row;
	snprintf(message, size, "Single samples are not kept here: perf record keeps them, and perf report shows them");
}

static void nothing_missing(void *ctx, const struct browser_row *row, struct strbuf *text, char *message, size_t size)
{
	(void)text;
	no_samples(ctx, row, message, size);
}

static bool no_times(void *ctx, const struct hist *h, struct time_line *ret, char *message, size_t size)
{
	(void)h;
	(void)ret;
	no_samples(ctx, NULL, message, size);
	return false;
}

/* In the copy: the rows stand still until a key looks at them, which is returned. */
static int pause_here(struct top_screen *s)
{
	int key = SCREEN_KEY_RESIZED;

	snprintf(s->message, sizeof(s->message), "%s", tui_keys__text(live_keys, "Paused; all is counted.   {pause}: go on   {quit}: leave   any "
								      "other key: walk around in these rows"));
	for (;; key = screen__key(-1)) {
		if (key == SCREEN_KEY_RESIZED)
			top_screen__draw(s);
		if (key == SCREEN_KEY_RESIZED || key == SCREEN_KEY_NOTHING)
			continue;
		switch (tui_key__command_in(live_keys, key)) {
		case TUI_PAUSE:
			_exit(LOOKED);
		case TUI_LAST:
			_exit(WANTS_LAST);
		case TUI_SAVE:
			_exit(WANTS_TO_SAVE);
		case TUI_QUIT:
			_exit(WANTS_TO_LEAVE);
		default:
			if (tui_key__command(key) == TUI_OUT)
				_exit(LOOKED);
			return key;
		}
	}
}

/* In the copy: does not return. @key: what was typed is the first that the screen gets. */
static __attribute__((noreturn)) void walk_around(struct top *t, int key, pid_t parent)
{
	struct top_screen *s = &t->screen;
	const struct browser_opts o = {
		.hists = t->hists, .percent_limit = t->opts->percent_limit, .is_open = true, .colors = color__wanted(STDOUT_FILENO),
		.mouse = t->opts->choice.mouse, .headers = t->opts->choice.headers, .input = "perf top", .info = add_info, .ctx = s,
		.samples = no_samples, .missing = nothing_missing, .times = no_times,
		.no_code = "perf record keeps the samples, and perf annotate shows their code", .is_stretch = true,
	};

	(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(WANTS_TO_LEAVE);
	if (tui_key__command_in(live_keys, key) == TUI_PAUSE)
		key = pause_here(s);
	/* Samples have come since the last refresh. */
	hists__order_now(t->hists);
	if (tui_key__command(key) != TUI_ENTER)
		screen__keep_key(key);
	_exit(browser__run_stretch(&o) == BROWSER_LEFT ? WANTS_TO_LEAVE : LOOKED);
}

static bool has_rows(const struct top *t)
{
	size_t i;

	for (i = 0; t->hists && i < t->hists->nr; i++)
		if (t->hists->list[i].nr)
			return true;
	return false;
}

static void on_child(int sig)
{
	(void)sig;
}

/* Makes a process that has the screen, and returns as fork() does, after an error with a message on the screen. */
static pid_t fork_looker(struct top_screen *s)
{
	const struct sigaction child = { .sa_handler = on_child };
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) < 0) {
		top_screen__say(s, "No process to look with: %s", strerror(errno));
		return -1;
	}
	s->looker = fork();
	if (s->looker < 0) {
		top_screen__say(s, "No process to look with: %s", strerror(errno));
		s->looker = 0;
		(void)close(fds[0]);
		(void)close(fds[1]);
		return -1;
	}
	if (!s->looker) {
		/* A program that it becomes keeps its end, too. */
		(void)fcntl(fds[1], F_SETFD, 0);
		return 0;
	}
	(void)sigaction(SIGCHLD, &child, NULL);
	/* The other end is closed when the copy ends. */
	(void)close(fds[1]);
	s->looker_ends = fds[0];
	return s->looker;
}

void top_look__begin(struct top *t, int key)
{
	pid_t self = getpid();

	if (!has_rows(t))
		top_screen__say(&t->screen, "There are no rows yet");
	else if (!fork_looker(&t->screen))
		walk_around(t, key, self);
}

/* --- the last seconds --------------------------------------------------------------------------------------- */

void top_look__ask_for_last(struct top *t, enum top_last_use use)
{
	const char *why = top_last__ask(&t->kept, use);

	if (why)
		top_screen__say(&t->screen, "No last seconds: %s", why);
	else
		top_screen__say(&t->screen, "The last seconds are being written");
	t->screen.message_stays = true;
}

/* perf report has the terminal, and this process goes on reading and counting. */
static void look_at_last(struct top *t)
{
	struct top_screen *s = &t->screen;
	const char **argv = top_last__report(t);
	pid_t self = getpid(), pid;

	s->mouse = screen__lend();
	s->lent = true;
	pid = fork_looker(s);
	if (!pid) {
		(void)prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != self)
			_exit(WANTS_TO_LEAVE);
		screen__become((char *const *)(uintptr_t)argv);
	}
	free(argv);
	if (pid < 0) {
		screen__take_back_from_program(s->mouse);
		s->lent = false;
		top_last__forget(&t->kept);
	}
}

void top_look__heed_last(struct top *t)
{
	switch (top_last__ready(&t->kept)) {
	case TOP_LAST_LOOK:
		look_at_last(t);
		return;
	case TOP_LAST_SAVE:
		top_screen__say(&t->screen, "The last seconds are in %s", t->kept.path);
		t->screen.message_stays = true;
		top_last__forget(&t->kept);
		return;
	case TOP_LAST_FAILED:
		top_screen__say(&t->screen, "The last seconds could not be written: is there room, and may you write here?");
		t->screen.message_stays = true;
		return;
	default:
		return;
	}
}

/* perf report has ended, and what it has said waits until the screen is gone. */
static void take_back_from_report(struct top *t, int status)
{
	struct top_screen *s = &t->screen;

	screen__take_back_from_program(s->mouse);
	s->lent = false;
	top_last__forget(&t->kept);
	s->message_stays = false;
	s->message[0] = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
		top_screen__say(s, "perf report could not show the last seconds");
	else
		top_screen__draw(s);
}

bool top_look__take_back(struct top *t)
{
	struct top_screen *s = &t->screen;
	int status;

	while (waitpid(s->looker, &status, 0) < 0)
		if (errno != EINTR)
			return true;
	(void)close(s->looker_ends);
	s->looker = 0;
	if (s->lent) {
		take_back_from_report(t, status);
		return false;
	}
	if (!WIFEXITED(status)) {
		pr_error("perf top: the process that showed the rows was ended by signal %d\n", WTERMSIG(status));
		s->failed = true;
		return true;
	}
	screen__take_back();
	top_screen__draw(s);
	if (WEXITSTATUS(status) == WANTS_LAST)
		top_look__ask_for_last(t, TOP_LAST_LOOK);
	else if (WEXITSTATUS(status) == WANTS_TO_SAVE)
		top_look__ask_for_last(t, TOP_LAST_SAVE);
	return WEXITSTATUS(status) == WANTS_TO_LEAVE;
}

void top_look__stop_with(const struct top_screen *s)
{
	siginfo_t info = { .si_pid = 0 };

	if (s->looker && !waitid(P_PID, (id_t)s->looker, &info, WSTOPPED | WNOHANG) && info.si_pid)
		(void)raise(SIGSTOP);
}
