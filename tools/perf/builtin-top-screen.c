// SPDX-License-Identifier: GPL-2.0-only
/*
 * The screen of perf top. At each refresh the first rows are drawn, and nobody walks around in them. A key that does not leave makes a
 * copy of this process, which has the rows of this moment and shows them as perf report's screen does, with all its keys, for as
 * long as one likes. Meanwhile this process goes on reading and counting: nothing waits for a reader, and nothing is lost.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-top.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/output/color.h"
#include "util/output/table.h"
#include "util/rows/hist-decay.h"
#include "util/tui/browser.h"
#include "util/tui/keys.h"
#include "util/tui/opening-rows.h"
#include "util/tui/screen.h"
#include "util/tui/tables-picture.h"

/* What the copy says in its exit status. */
enum { LOOKED, WANTS_TO_LEAVE };

static void draw(const struct top_screen *s)
{
	tables_picture__draw(s->rows.nr ? s->rows.list[0] : NULL, s->title[0] ? s->title : "perf top: no samples yet", s->message[0] ? s->message :
			     tui_keys__text(tui_keys, "{quit}: leave   {enter}, or another key: walk around in these rows, while the rest goes on"));
	screen__show();
}

/* At the bottom, until the next refresh. */
static __attribute__((format(printf, 2, 3))) void say(struct top_screen *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->message, sizeof(s->message), fmt, ap);
	va_end(ap);
	draw(s);
}

/* False: the terminal is not free yet, or there can be no screen. */
static bool begin(struct top *t)
{
	struct top_screen *s = &t->screen;
	const char *why;

	if (s->open || s->failed)
		return s->open;
	if (!top_shared__take_terminal(t))
		return false;
	s->open = screen__open(color__wanted(STDOUT_FILENO), &why);
	s->failed = !s->open;
	if (s->failed) {
		top_shared__leave_terminal(t);
		pr_error("perf top: no screen: %s\n", why);
		return false;
	}
	log__hold(&s->messages);
	draw(s);
	return true;
}

/* --- a closer look ----------------------------------------------------------------------------------------- */

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

static void look(struct top *t, int key)
{
	const struct sigaction child = { .sa_handler = on_child };
	struct top_screen *s = &t->screen;
	pid_t self = getpid();
	int fds[2];

	if (!has_rows(t)) {
		say(s, "There are no rows yet");
		return;
	}
	if (pipe2(fds, O_CLOEXEC) < 0) {
		say(s, "No process to look with: %s", strerror(errno));
		return;
	}
	s->looker = fork();
	if (s->looker < 0) {
		say(s, "No process to look with: %s", strerror(errno));
		s->looker = 0;
		(void)close(fds[0]);
		(void)close(fds[1]);
		return;
	}
	if (!s->looker)
		walk_around(t, key, self);
	(void)sigaction(SIGCHLD, &child, NULL);
	/* The other end is closed when the copy ends. */
	(void)close(fds[1]);
	s->looker_ends = fds[0];
}

void top_screen__show(struct top *t, const struct top_head *head)
{
	struct top_screen *s = &t->screen;
	int lines;

	if (!begin(t) || s->looker)
		return;
	lines = screen__lines();
	tables__exit(&s->rows);
	s->rows = (struct tables){ 0 };
	opening_rows__make(t->hists, lines > 4 ? (size_t)lines - 3 : 1, &s->rows);
	top_head__title(head, s->title, sizeof(s->title));
	s->message[0] = 0;
	draw(s);
	if (s->wanted)
		look(t, s->wanted);
	s->wanted = 0;
}

/* The copy has ended. Returns whether perf is to end. */
static bool take_back(struct top_screen *s)
{
	int status;

	while (waitpid(s->looker, &status, 0) < 0)
		if (errno != EINTR)
			return true;
	(void)close(s->looker_ends);
	s->looker = 0;
	if (!WIFEXITED(status)) {
		pr_error("perf top: the process that showed the rows was ended by signal %d\n", WTERMSIG(status));
		s->failed = true;
		return true;
	}
	screen__take_back();
	draw(s);
	return WEXITSTATUS(status) == WANTS_TO_LEAVE;
}

/* --- waiting ------------------------------------------------------------------------------------------------ */

static enum top_wait on_key(struct top *t, int key)
{
	switch (key) {
	case SCREEN_KEY_DATA:
		return TOP_WAIT_DATA;
	case SCREEN_KEY_GONE:
		return TOP_WAIT_LEAVE;
	case SCREEN_KEY_RESIZED:
		draw(&t->screen);
		return TOP_WAIT_AGAIN;
	case SCREEN_KEY_NOTHING:
		return TOP_WAIT_AGAIN;
	default:
		if (tui_key__command(key) == TUI_QUIT)
			return TOP_WAIT_LEAVE;
		/* With -z there are rows for as long as nothing has come since: those of the next refresh are whole. */
		if (!t->opts->zero) {
			look(t, key);
		} else {
			t->screen.wanted = key;
			say(&t->screen, "The next refresh is what you will look at");
		}
		return TOP_WAIT_AGAIN;
	}
}

/* Who looks wanted to stop perf, and has given the terminal back: then this process stops, too, and the one that waits for it. */
static void stop_with(const struct top_screen *s)
{
	siginfo_t info = { .si_pid = 0 };

	if (s->looker && !waitid(P_PID, (id_t)s->looker, &info, WSTOPPED | WNOHANG) && info.si_pid)
		(void)raise(SIGSTOP);
}

/* While somebody looks: for the end of that, and for @fd, if that is not -1. */
static enum top_wait wait_beside(struct top_screen *s, int fd, int ms)
{
	struct pollfd fds[] = { { .fd = fd, .events = POLLIN }, { .fd = s->looker_ends, .events = POLLIN } };
	bool gone;

	stop_with(s);
	if (screen__wait_beside(fds, ARRAY_SIZE(fds), ms, &gone) <= 0)
		return gone ? TOP_WAIT_LEAVE : TOP_WAIT_AGAIN;
	if (fds[1].revents && take_back(s))
		return TOP_WAIT_LEAVE;
	return fds[0].revents ? TOP_WAIT_DATA : TOP_WAIT_AGAIN;
}

enum top_wait top_screen__wait(struct top *t, int fd, int ms)
{
	struct top_screen *s = &t->screen;
	struct pollfd stream = { .fd = fd, .events = POLLIN };

	if (s->looker)
		return wait_beside(s, fd, ms);
	if (begin(t))
		return on_key(t, screen__key_beside(fd, ms));
	if (s->failed)
		return TOP_WAIT_LEAVE;
	return poll(&stream, 1, ms) > 0 ? TOP_WAIT_DATA : TOP_WAIT_AGAIN;
}

bool top_screen__end(struct top *t)
{
	struct top_screen *s = &t->screen;
	bool leave = false;

	/* Whoever walks around in old rows may go on, also if another process shows the new ones. */
	while (s->looker && t->done && !leave)
		leave = wait_beside(s, -1, 1000) == TOP_WAIT_LEAVE;
	if (s->looker) {
		(void)kill(s->looker, SIGTERM);
		(void)take_back(s);
	}
	if (s->open) {
		screen__close();
		log__hold(NULL);
		if (s->messages.len)
			pr_error("%s", strbuf__str(&s->messages));
		top_shared__leave_terminal(t);
	}
	s->open = false;
	tables__exit(&s->rows);
	strbuf__exit(&s->messages);
	return leave;
}
