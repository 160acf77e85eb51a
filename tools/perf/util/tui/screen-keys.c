// SPDX-License-Identifier: GPL-2.0-only
/* Keys, clicks and signals of the screen. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/base/alloc.h"

void screen__set_mouse(bool on)
{
	mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
	mouseinterval(0);
	screen.mouse = on;
}

void screen__clicked(int *y, int *x)
{
	*y = screen.clicked_y;
	*x = screen.clicked_x;
}

static int on_mouse(void)
{
	MEVENT e;

	if (getmouse(&e) != OK)
		return SCREEN_KEY_NOTHING;
	screen.clicked_y = e.y;
	screen.clicked_x = e.x;
	if (e.bstate & BUTTON4_PRESSED)
		return SCREEN_KEY_WHEEL_UP;
	if (e.bstate & BUTTON5_PRESSED)
		return SCREEN_KEY_WHEEL_DOWN;
	return e.bstate & BUTTON1_PRESSED ? SCREEN_KEY_CLICK : SCREEN_KEY_NOTHING;
}

static int named_key(wint_t c)
{
	static const struct { int curses, ours; } keys[] = {
		{ KEY_UP, SCREEN_KEY_UP }, { KEY_DOWN, SCREEN_KEY_DOWN }, { KEY_LEFT, SCREEN_KEY_LEFT },
		{ KEY_RIGHT, SCREEN_KEY_RIGHT }, { KEY_PPAGE, SCREEN_KEY_PAGE_UP }, { KEY_NPAGE, SCREEN_KEY_PAGE_DOWN },
		{ KEY_HOME, SCREEN_KEY_HOME }, { KEY_END, SCREEN_KEY_END }, { KEY_FIND, SCREEN_KEY_HOME },
		{ KEY_SELECT, SCREEN_KEY_END }, { KEY_BACKSPACE, SCREEN_KEY_BACKSPACE }, { KEY_DC, SCREEN_KEY_DELETE },
		{ KEY_BTAB, SCREEN_KEY_BACKTAB }, { KEY_ENTER, SCREEN_KEY_ENTER },
	};
	size_t i;

	if (c == KEY_MOUSE)
		return on_mouse();
	if (c >= KEY_F(1) && c <= KEY_F(12))
		return SCREEN_KEY_F1 + (int)(c - KEY_F(1));
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if ((wint_t)keys[i].curses == c)
			return keys[i].ours;
	return SCREEN_KEY_NOTHING;
}

static int plain_key(wint_t c)
{
	if (c == '\r')
		return SCREEN_KEY_ENTER;
	if (c == 127 || c == '\b')
		return SCREEN_KEY_BACKSPACE;
	return c < 0x110000 ? (int)c : SCREEN_KEY_NOTHING;
}

static int take_size(void)
{
	struct winsize size;

	screen_signals.resized = 0;
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
		resizeterm(size.ws_row, size.ws_col);
	screen__forget();
	return SCREEN_KEY_RESIZED;
}

/* As a program that knows nothing of screens would be stopped, with the terminal as it was; on from here afterwards. */
static int stop(void)
{
	bool mouse = screen.mouse;

	screen_background__leave();
	screen__set_mouse(false);
	screen__end_mode();
	screen_signals__stop();
	reset_prog_mode();
	screen__set_mouse(mouse);
	return take_size();
}

/* A terminal that is gone can be read without end, and there is nothing. */
static bool has_ended(const struct pollfd *fd)
{
	int bytes = 0;

	if (fd->revents & (POLLERR | POLLNVAL))
		return true;
	return fd->revents & (POLLIN | POLLHUP) && (ioctl(fd->fd, FIONREAD, &bytes) || !bytes);
}

/* Typed before; the first of them at @next. */
static struct {
	int *keys;
	size_t nr, cap, next;
} kept;

void screen__keep_key(int key)
{
	GROW(kept.keys, kept.nr, kept.cap);
	kept.keys[kept.nr++] = key;
}

static int take_kept(void)
{
	int key = kept.keys[kept.next++];

	if (kept.next == kept.nr) {
		zfree(&kept.keys);
		kept.nr = kept.cap = kept.next = 0;
	}
	return key;
}

int screen__wait_beside(struct pollfd *fds, unsigned int nr, int ms, bool *ret_gone)
{
	struct timespec wait = { ms / 1000, ms % 1000 * 1000000L };
	int n = ppoll(fds, nr, ms < 0 ? NULL : &wait, &screen_signals.outside);

	*ret_gone = screen_signals.gone;
	return n;
}

void screen__take_back(void)
{
	screen_signals__forget_stop();
	screen__set_mouse(screen.mouse);
	if (screen_signals.resized)
		(void)take_size();
	screen__forget();
}

int screen__key(int ms)
{
	return screen__key_beside(-1, ms);
}

int screen__key_beside(int beside, int ms)
{
	struct timespec wait = { ms / 1000, ms % 1000 * 1000000L };
	struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = beside, .events = POLLIN } };
	wint_t c;
	int r;

	if (kept.nr)
		return take_kept();
	for (;;) {
		r = wget_wch(stdscr, &c);
		if (r == KEY_CODE_YES && screen_background__takes((int)c))
			continue;
		if (r != ERR)
			return r == KEY_CODE_YES ? named_key(c) : plain_key(c);
		if (screen_signals.gone)
			return SCREEN_KEY_GONE;
		fds[0].revents = fds[1].revents = 0;
		if (ppoll(fds, ARRAY_SIZE(fds), ms < 0 ? NULL : &wait, &screen_signals.outside) == 0)
			return SCREEN_KEY_NOTHING;
		if (screen_signals.stopped)
			return stop();
		if (screen_signals.resized)
			return take_size();
		if (has_ended(&fds[0]))
			return SCREEN_KEY_GONE;
		if (fds[1].revents && !fds[0].revents)
			return SCREEN_KEY_DATA;
	}
}
