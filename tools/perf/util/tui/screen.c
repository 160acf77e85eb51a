// SPDX-License-Identifier: GPL-2.0-only
/* The files screen*.c are the only ones that know ncurses; others know screen.h. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <locale.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/tui/fit-text.h"
#include "util/tui/screen-guard.h"

struct screen screen;

static bool has_strings(const char **ret_why)
{
	static const char *const needed[] = { "cup", "clear" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(needed); i++) {
		const char *s = tigetstr(needed[i]);

		if (!s || s == (char *)-1) {
			*ret_why = "this kind of terminal (TERM) cannot place text";
			return false;
		}
	}
	return true;
}

bool screen__is_possible(const char **ret_why)
{
	const char *term = getenv("TERM");
	bool good;
	int err;

	*ret_why = "";
	/* What is asked below would take the terminal away from ncurses. */
	if (screen.open)
		return true;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		*ret_why = "standard input and output are not a terminal";
		return false;
	}
	if (!term || !*term || !strcmp(term, "dumb") || setupterm(term, STDOUT_FILENO, &err) != OK) {
		*ret_why = "the kind of terminal (TERM) is not known";
		return false;
	}
	good = has_strings(ret_why);
	del_curterm(cur_term);
	return good;
}

static void add_capability(struct strbuf *out, const char *name)
{
	const char *s = tigetstr(name), *p;

	if (!s || s == (char *)-1)
		return;
	/* "$<5>" is a pause, which is of no use to terminals that are not made of glass. */
	for (p = s; *p; p++) {
		if (p[0] == '$' && p[1] == '<' && strchr(p, '>'))
			p = strchr(p, '>');
		else
			strbuf__addch(out, *p);
	}
}

static void start_guard(void)
{
	static const char *const names[] = { "sgr0", "op", "cnorm", "rmkx", "rmcup" };
	struct strbuf leave = STRBUF_INIT;
	size_t i;

	if (tigetstr("kmous") && tigetstr("kmous") != (char *)-1)
		strbuf__addstr(&leave, "\033[?1006l\033[?1002l\033[?1000l");
	for (i = 0; i < ARRAY_SIZE(names); i++)
		add_capability(&leave, names[i]);
	screen_guard__start(STDOUT_FILENO, &screen.modes, strbuf__str(&leave));
	strbuf__exit(&leave);
}

/* Where a terminal has no second screen, as GNU screen's, the picture stays, and the shell's prompt comes where its last line was. */
void screen__end_mode(void)
{
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
}

static void close_at_exit(void)
{
	if (screen.open) {
		screen__end_mode();
		screen_guard__stop();
	}
}

static void close_files(void)
{
	if (screen.in)
		fclose(screen.in);
	if (screen.out)
		fclose(screen.out);
}

void screen__take_locale(void)
{
	static bool taken;

	if (!taken)
		setlocale(LC_CTYPE, "");
	taken = true;
}

bool screen__open(bool colors, const char **ret_why)
{
	static bool registered;

	if (!screen__is_possible(ret_why))
		return false;
	screen__take_locale();
	tcgetattr(STDOUT_FILENO, &screen.modes);
	screen.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	screen.in = fdopen(dup(STDIN_FILENO), "r");
	screen.out = fdopen(dup(STDOUT_FILENO), "w");
	screen_signals__catch();
	screen.curses = screen.in && screen.out ? newterm(screen_colors__term(colors), screen.out, screen.in) : NULL;
	if (!screen.curses) {
		screen_signals__leave();
		close_files();
		*ret_why = "ncurses cannot use this terminal";
		return false;
	}
	screen.open = true;
	if (!registered)
		atexit(close_at_exit);
	registered = true;
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, true);
	nodelay(stdscr, true);
	intrflush(stdscr, false);
	if (!getenv("ESCDELAY"))
		set_escdelay(100);
	curs_set(0);
	screen_colors__init(colors);
	start_guard();
	screen_background__ask();
	return true;
}

void screen__close(void)
{
	int sig = screen_signals.gone;

	if (!screen.open)
		return;
	screen_background__leave();
	screen__set_mouse(false);
	screen__end_mode();
	screen_guard__stop();
	delscreen(screen.curses);
	close_files();
	screen.open = false;
	screen_signals__leave();
	screen_signals.gone = 0;
	/* Ctrl-C is a way to leave, like q. */
	if (sig && sig != SIGINT)
		raise(sig);
}

int screen__lines(void)
{
	return LINES;
}

int screen__columns(void)
{
	return COLS;
}

bool screen__has_utf8(void)
{
	return screen.utf8;
}

void screen__clear(void)
{
	werase(stdscr);
}

int screen__put_as(int y, int x, unsigned int attributes, const char *text, int *width)
{
	wchar_t buf[1024];
	size_t n;
	int used;

	if (*width > COLS - x)
		*width = COLS - x;
	if (y < 0 || x < 0 || y >= LINES || *width <= 0) {
		*width = 0;
		return 0;
	}
	n = fit_text__take(text, *width, screen.utf8, buf, ARRAY_SIZE(buf), &used);
	attrset((attr_t)attributes);
	mvaddnwstr(y, x, buf, (int)n);
	return used;
}

int screen__put(int y, int x, unsigned int style, const char *text, int width)
{
	return screen__put_as(y, x, screen_colors__of(style), text, &width);
}

void screen__blank(int y, int x, unsigned int style, int width)
{
	if (width > COLS - x)
		width = COLS - x;
	if (y < 0 || x < 0 || y >= LINES || width <= 0)
		return;
	attrset(screen_colors__of(style));
	mvhline(y, x, ' ' | screen_colors__of(style), width);
}

void screen__set_cursor(int y, int x)
{
	curs_set(y >= 0);
	if (y >= 0)
		move(y, x);
}

void screen__show(void)
{
	refresh();
}

/* What ncurses has to send goes first. */
void screen__send(const char *bytes, size_t len)
{
	refresh();
	fwrite(bytes, 1, len, screen.out);
	fflush(screen.out);
}

void screen__forget(void)
{
	clearok(curscr, true);
}
