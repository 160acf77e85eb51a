/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files share that take the terminal. Internal to screen*.c. */
#ifndef PERF_TUI_SCREEN_STATE_H
#define PERF_TUI_SCREEN_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

#include "util/output/background.h"

struct screen {
	bool open, utf8, mouse;
	void *curses;			/* SCREEN of ncurses */
	FILE *in, *out;
	int clicked_y, clicked_x;
	struct termios modes;		/* as they were before */
};

extern struct screen screen;

/* screen-colors.c: starts colours, if they are @wanted and there are some. */
void screen_colors__init(bool wanted);
/*
 * The kind of terminal to be used in place of $TERM, whose description promises too few colours for those that were
 * configured, although the terminal itself says that it has all (COLORTERM); NULL: $TERM. Static. To be called while no
 * screen is open.
 */
const char *screen_colors__term(bool wanted);
/* What ncurses calls a colour of color-rgb.h on this terminal, or the nearest that it has. After colours were started. */
int screen_colors__number(int color);
/* The attributes of a style, as ncurses has them: attr_t, which is an unsigned int. */
unsigned int screen_colors__of(unsigned int style);

/* Does how anything looks depend on whether the background is light or dark? After colours were started. */
bool screen_colors__depends_on_background(void);
/* Colours for that background, from now on, and at once for what is on the screen. */
void screen_colors__set_background(enum background background);

/* screen-background.c: what ncurses returns for the beginnings of answers; larger than its own keys. */
#define SCREEN_CODE_OSC	0x7f01
#define SCREEN_CODE_CSI	0x7f02
/* Asks the terminal, the first time that it is called, if the answer matters. */
void screen_background__ask(void);
/* Is that such a beginning? Then the rest has been read. */
bool screen_background__takes(int code);
/* Before the terminal is given back: takes what is still to come, which the shell would get. */
void screen_background__leave(void);

/* screen.c: the terminal is the shell's again, until something is shown or screen__forget() is called. */
void screen__end_mode(void);

/*
 * screen.c: puts @text at a place, with @attributes as ncurses has them. *@width, columns, becomes what there is room for; 0: the place is
 * outside. Returns how many of them it takes.
 */
int screen__put_as(int y, int x, unsigned int attributes, const char *text, int *width);

/* After colours were started. */
void screen_boxes__init(void);
void screen_heat__init(void);

/* What came while screen__key() or screen__wait_beside() waited; it comes only then. */
struct screen_signals {
	volatile sig_atomic_t resized, stopped;
	volatile sig_atomic_t gone;	/* the signal that wants perf to end */
	sigset_t outside;		/* the signal mask while perf waits there */
};

extern struct screen_signals screen_signals;

/* From now on signals are kept for screen__key(). */
void screen_signals__catch(void);
/* As it was before. */
void screen_signals__leave(void);
/* Stops perf as if SIGTSTP had come from outside, and returns when it goes on. */
void screen_signals__stop(void);
/* Whoever has wanted to stop perf meanwhile has stopped another process of it. */
void screen_signals__forget_stop(void);

#endif /* PERF_TUI_SCREEN_STATE_H */
