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
#include "util/decay/hist-decay.h"
#include "util/output/color.h"
#include "util/output/table.h"
#include "util/tui/browser.h"
#include "util/tui/keys.h"
#include "util/tui/opening-rows.h"
#include "util/tui/screen.h"
#include "util/tui/tables-picture.h"

/* What the copy says in its exit status. */
enum { LOOKED, WANTS_TO_LEAVE, WANTS_LAST, WANTS_TO_SAVE };
/* How often an answer of the recorder is looked for, ms. */
#define ANSWER_MS	50

static void draw(const struct top_screen *s)
{
	struct strbuf keys = STRBUF_INIT;

	tui_keys__add_text(live_keys, "{quit}: leave   {pause}: pause   {last-seconds}: the last seconds   {save}: save these   ", &keys);
	tui_keys__add_text(tui_keys, "{enter}, or another key: walk around in these rows", &keys);
	tables_picture__draw(s->rows.nr ? s->rows.list[0] : NULL, s->title[0] ? s->title : "perf top: no samples yet", s->message[0] ? s->message :
			     strbuf__str(&keys));
	strbuf__exit(&keys);
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

/* In the copy: the rows stand still until a key looks at them, which is returned. */
static int pause_here(struct top_screen *s)
{
	int key = SCREEN_KEY_RESIZED;

	snprintf(s->message, sizeof(s->message), "%s", tui_keys__text(live_keys, "Paused; all is counted.   {pause}: go on   {quit}: leave   any "
								      "other key: walk around in these rows"));
	for (;; key = screen__key(-1)) {
		if (key == SCREEN_KEY_RESIZED)
			draw(s);
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
	hists__list_chains(t->hists);
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
		say(s, "No process to look with: %s", strerror(errno));
		return -1;
	}
	s->looker = fork();
	if (s->looker < 0) {
		say(s, "No process to look with: %s", strerror(errno));
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

static void look(struct top *t, int key)
{
	pid_t self = getpid();

	if (!has_rows(t))
		say(&t->screen, "There are no rows yet");
	else if (!fork_looker(&t->screen))
		walk_around(t, key, self);
}

/* --- the last seconds --------------------------------------------------------------------------------------- */

static void ask_for_last(struct top *t, enum top_last_use use)
{
	const char *why = top_last__ask(&t->kept, use);

	if (why)
		say(&t->screen, "No last seconds: %s", why);
	else
		say(&t->screen, "The last seconds are being written");
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

/* What was asked for may be there by now. */
static void heed_last(struct top *t)
{
	switch (top_last__ready(&t->kept)) {
	case TOP_LAST_LOOK:
		look_at_last(t);
		return;
	case TOP_LAST_SAVE:
		say(&t->screen, "The last seconds are in %s", t->kept.path);
		t->screen.message_stays = true;
		top_last__forget(&t->kept);
		return;
	case TOP_LAST_FAILED:
		say(&t->screen, "The last seconds could not be written: is there room, and may you write here?");
		t->screen.message_stays = true;
		return;
	default:
		return;
	}
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
	if (!s->message_stays)
		s->message[0] = 0;
	draw(s);
	if (s->wanted)
		look(t, s->wanted);
	s->wanted = 0;
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
		say(s, "perf report could not show the last seconds");
	else
		draw(s);
}

/* The copy has ended. Returns whether perf is to end. */
static bool take_back(struct top *t)
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
	draw(s);
	if (WEXITSTATUS(status) == WANTS_LAST)
		ask_for_last(t, TOP_LAST_LOOK);
	else if (WEXITSTATUS(status) == WANTS_TO_SAVE)
		ask_for_last(t, TOP_LAST_SAVE);
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
		break;
	}
	t->screen.message_stays = false;
	switch (tui_key__command_in(live_keys, key)) {
	case TUI_QUIT:
		return TOP_WAIT_LEAVE;
	case TUI_LAST:
		ask_for_last(t, TOP_LAST_LOOK);
		return TOP_WAIT_AGAIN;
	case TUI_SAVE:
		ask_for_last(t, TOP_LAST_SAVE);
		return TOP_WAIT_AGAIN;
	default:
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
static enum top_wait wait_beside(struct top *t, int fd, int ms)
{
	struct top_screen *s = &t->screen;
	struct pollfd fds[] = { { .fd = fd, .events = POLLIN }, { .fd = s->looker_ends, .events = POLLIN } };
	bool gone;

	stop_with(s);
	if (screen__wait_beside(fds, ARRAY_SIZE(fds), ms, &gone) <= 0)
		return gone ? TOP_WAIT_LEAVE : TOP_WAIT_AGAIN;
	if (fds[1].revents && take_back(t))
		return TOP_WAIT_LEAVE;
	return fds[0].revents ? TOP_WAIT_DATA : TOP_WAIT_AGAIN;
}

enum top_wait top_screen__wait(struct top *t, int fd, int ms)
{
	struct top_screen *s = &t->screen;
	struct pollfd stream = { .fd = fd, .events = POLLIN };

	if (s->looker)
		return wait_beside(t, fd, ms);
	if (begin(t)) {
		heed_last(t);
		if (s->looker)
			return TOP_WAIT_AGAIN;
		return on_key(t, screen__key_beside(fd, t->kept.use && ms > ANSWER_MS ? ANSWER_MS : ms));
	}
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
		leave = wait_beside(t, -1, 1000) == TOP_WAIT_LEAVE;
	if (s->looker) {
		(void)kill(s->looker, SIGTERM);
		(void)take_back(t);
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
