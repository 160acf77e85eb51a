// SPDX-License-Identifier: GPL-2.0-only
/* A perf without ncurses has no screen: nothing but screen__is_possible() and screen__open() is called. */
#include "util/tui/screen.h"

#include <unistd.h>

bool screen__is_possible(const char **ret_why)
{
	*ret_why = "this perf was built without ncurses (perf check feature libncursesw)";
	return false;
}

void screen__take_locale(void)
{
}

bool screen__open(bool colors, const char **ret_why)
{
	(void)colors;
	return screen__is_possible(ret_why);
}

void screen__close(void)
{
}

int screen__lines(void)
{
	return 0;
}

int screen__columns(void)
{
	return 0;
}

bool screen__has_utf8(void)
{
	return false;
}

void screen__send(const char *bytes, size_t len)
{
	(void)bytes;
	(void)len;
}

void screen__clear(void)
{
}

int screen__put(int y, int x, unsigned int style, const char *text, int width)
{
	(void)y;
	(void)x;
	(void)style;
	(void)text;
	(void)width;
	return 0;
}

void screen__put_box(int y, int x, enum screen_box kind, const char *text, int width)
{
	(void)y;
	(void)x;
	(void)kind;
	(void)text;
	(void)width;
}

void screen__put_edge(int y, int x, enum screen_box left, enum screen_box right, int eighths)
{
	(void)y;
	(void)x;
	(void)left;
	(void)right;
	(void)eighths;
}

void screen__put_heat(int y, int x, unsigned int level, enum screen_heat_mark mark)
{
	(void)y;
	(void)x;
	(void)level;
	(void)mark;
}

void screen__blank(int y, int x, unsigned int style, int width)
{
	(void)y;
	(void)x;
	(void)style;
	(void)width;
}

void screen__set_cursor(int y, int x)
{
	(void)y;
	(void)x;
}

void screen__show(void)
{
}

void screen__forget(void)
{
}

bool screen__lend(void)
{
	return false;
}

void screen__become(char *const *argv)
{
	(void)argv;
	_exit(127);
}

void screen__take_back_from_program(bool mouse)
{
	(void)mouse;
}

int screen__run(char *const *argv)
{
	(void)argv;
	return -1;
}

void screen__set_mouse(bool on)
{
	(void)on;
}

int screen__key(int ms)
{
	(void)ms;
	return SCREEN_KEY_GONE;
}

int screen__key_beside(int fd, int ms)
{
	(void)fd;
	return screen__key(ms);
}

int screen__wait_beside(struct pollfd *fds, unsigned int nr, int ms, bool *ret_gone)
{
	*ret_gone = true;
	return poll(fds, nr, ms);
}

void screen__take_back(void)
{
}

void screen__keep_key(int key)
{
	(void)key;
}

void screen__clicked(int *y, int *x)
{
	*y = *x = 0;
}
