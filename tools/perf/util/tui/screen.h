/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal as a screen of cells: what is put there is sent when screen__show() is called, and only what has changed. There is one
 * at a time. However perf ends while it is open, the terminal is afterwards as it was before.
 */
#ifndef PERF_TUI_SCREEN_H
#define PERF_TUI_SCREEN_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a text is; how that looks depends on the terminal's colours. */
enum screen_style {
	STYLE_NORMAL,
	STYLE_BAR,			/* the lines at the top and at the bottom */
	STYLE_HEAD,			/* titles of columns */
	STYLE_TOP,			/* classes of percentages, as in the text */
	STYLE_MEDIUM,
	STYLE_MARK,			/* a stack ends here although it goes on */
	STYLE_INFERRED,			/* a frame that nobody has recorded */
	STYLE_FOUND,			/* what was looked for */
	STYLE_FAINT,
	STYLE_SOURCE,			/* source lines among instructions */
	STYLE_NR,
	STYLE_CHOSEN = 0x100		/* with one of them: the line of the cursor */
};

/* What a box of a flame graph is about. */
enum screen_box {
	BOX_NONE,			/* no box: the background */
	BOX_USER, BOX_USER_2,		/* neighbours have one each */
	BOX_KERNEL, BOX_KERNEL_2,
	BOX_MARK,
	BOX_CHOSEN,
	BOX_NR
};

/* Keys that are no characters; larger than all of these. */
enum screen_key {
	SCREEN_KEY_UP = 0x200000, SCREEN_KEY_DOWN, SCREEN_KEY_LEFT, SCREEN_KEY_RIGHT, SCREEN_KEY_PAGE_UP, SCREEN_KEY_PAGE_DOWN,
	SCREEN_KEY_HOME, SCREEN_KEY_END, SCREEN_KEY_BACKSPACE, SCREEN_KEY_DELETE, SCREEN_KEY_BACKTAB,
	SCREEN_KEY_F1, SCREEN_KEY_F12 = SCREEN_KEY_F1 + 11,
	SCREEN_KEY_CLICK,		/* see screen__clicked() */
	SCREEN_KEY_WHEEL_UP, SCREEN_KEY_WHEEL_DOWN,
	SCREEN_KEY_RESIZED,		/* the size of the screen is another one: all is to be drawn anew */
	SCREEN_KEY_GONE,		/* a signal, or the end of input, wants perf to end */
	SCREEN_KEY_DATA,		/* see screen__key_beside() */
	SCREEN_KEY_NOTHING		/* no key that means anything */
};

#define SCREEN_KEY_ENTER	'\n'
#define SCREEN_KEY_ESC		27
#define SCREEN_KEY_CTRL(c)	((c) & 31)

/* Could a screen be opened on standard input and output? If not, *@ret_why says why not (static). */
bool screen__is_possible(const char **ret_why);
/* What screen__open() does first; for who opens it in another thread, where the locale must not change any more. */
void screen__take_locale(void);
/* Takes the terminal. Returns false, with *@ret_why set and nothing changed, if it is none that can show a screen. */
bool screen__open(bool colors, const char **ret_why);
/* Gives the terminal back; ends perf by the signal that screen__key() got, if there was one. */
void screen__close(void);

int screen__lines(void);
int screen__columns(void);
/* Can it show characters that are not ASCII? */
bool screen__has_utf8(void);
/* Begins a new picture. */
void screen__clear(void);
/*
 * Puts @text (UTF-8; what is not harmless is replaced) at @x, at most @width cells of it. Returns the cells that it took. What does
 * not fit on the screen is left out.
 */
int screen__put(int y, int x, unsigned int style, const char *text, int width);
/* Puts @text into a box of that kind, and fills @width cells. */
void screen__put_box(int y, int x, enum screen_box kind, const char *text, int width);
/* A cell whose first @eighths (1 to 7) belong to @left, and the others to @right. Only if the screen has UTF-8. */
void screen__put_edge(int y, int x, enum screen_box left, enum screen_box right, int eighths);
/* How many steps a heat map has above nothing. */
#define SCREEN_HEAT_LEVELS	8
enum screen_heat_mark { HEAT_PLAIN, HEAT_STRETCH, HEAT_CURSOR };
/* A cell of a heat map: @level 0 is nothing, SCREEN_HEAT_LEVELS the most. */
void screen__put_heat(int y, int x, unsigned int level, enum screen_heat_mark mark);
/* Fills @width cells with blanks of that style. */
void screen__blank(int y, int x, unsigned int style, int width);
/* Where the terminal's own cursor is seen; -1: nowhere. */
void screen__set_cursor(int y, int x);
void screen__show(void);
/* Sends @len bytes that are no picture, at once. */
void screen__send(const char *bytes, size_t len);
/* Sends everything anew with the next picture. */
void screen__forget(void);
/*
 * Gives the terminal to a program, found as the shell does (@argv ends with NULL), and takes it back when that has
 * ended. Returns its status as waitpid() has it; -1: it cannot be started. To be called where perf has no other
 * threads.
 */
int screen__run(char *const *argv);
/*
 * The steps of that, for who does something else meanwhile: lend() gives the terminal away, and returns what the way
 * back needs to know. A child becomes the program (status 127: it cannot be started), and when it has ended the
 * terminal is taken back from it; the size is to be asked for as after SCREEN_KEY_RESIZED.
 */
bool screen__lend(void);
void screen__become(char *const *argv) __attribute__((noreturn));
void screen__take_back_from_program(bool mouse);
/* Switches clicks on or off: a terminal that tells them does not let its user mark text with the mouse. */
void screen__set_mouse(bool on);
/* Waits for a key: a character (of Unicode if the screen has UTF-8), or one of enum screen_key. @ms: not longer; -1: for ever. */
int screen__key(int ms);
/* The same; also returns SCREEN_KEY_DATA when there is no key, but something to be read from @fd, or its end. */
int screen__key_beside(int fd, int ms);
/* A key that was typed before the screen was what it is now: screen__key() returns it, before all others. */
void screen__keep_key(int key);
/*
 * Waits like screen__key() while a child of perf has the screen and all keys: for one of the descriptors, as poll(). Returns what that
 * does; -1: nothing is there, or a signal has come. *@ret_gone: a signal wants perf to end.
 */
int screen__wait_beside(struct pollfd *fds, unsigned int nr, int ms, bool *ret_gone);
/*
 * A child of perf has had the screen, with what was typed meanwhile, and has ended: all is drawn anew with the next
 * picture. Whoever wanted to stop perf has stopped the child.
 */
void screen__take_back(void);
/* Where the mouse was clicked. */
void screen__clicked(int *y, int *x);

#endif /* PERF_TUI_SCREEN_H */
