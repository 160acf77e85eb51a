// SPDX-License-Identifier: GPL-2.0-only
/*
 * Asks the terminal for its background, once, and takes the answer out of what is typed, whenever it comes: nothing
 * waits for it. Behind the question for the colour stands one that every terminal answers; after its answer nothing
 * more is to come.
 */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/monotonic.h"
#include "util/output/color.h"
#include "util/output/background.h"
#include "util/tui/clipboard.h"

#define QUESTION	"\033]11;?\033\\" "\033[c"
/* Of a sequence that has begun the rest comes at once, with some milliseconds for each byte on a slow line; nobody types as fast. */
#define BYTE_MS		50
/* So long who leaves waits for what would be typed to the shell otherwise. */
#define LEAVE_MS	500
#define ANSWER_MAX	64

static bool asked, awaited;

void screen_background__ask(void)
{
	enum clipboard_way way;
	const char *term = getenv("TERM");

	if (asked || !screen_colors__depends_on_background())
		return;
	/* Those that show sequences they do not know are asked nothing; multiplexers answer themselves. */
	if (!clipboard__find_way(getenv("TMUX"), getenv("STY"), term, &way))
		return;
	asked = awaited = true;
	define_key("\033]", SCREEN_CODE_OSC);
	define_key("\033[?", SCREEN_CODE_CSI);
	screen__send(QUESTION, sizeof(QUESTION) - 1);
}

/* The next byte of a sequence; -1: none comes. */
static int next_byte(void)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };
	wint_t c;
	int r = wget_wch(stdscr, &c);

	if (r == ERR && poll(&fd, 1, BYTE_MS) == 1)
		r = wget_wch(stdscr, &c);
	return r == OK && c < 0x80 ? (int)c : -1;
}

/* To the end of what begins with ESC and ], which is BEL, or ESC and \. Longer ones are read to their end, and mean nothing. */
static void take_osc(void)
{
	char answer[ANSWER_MAX];
	enum background found;
	size_t n = 0, read;
	int c;

	for (read = 0; read < 4096; read++) {
		c = next_byte();
		if (c < 0 || c == '\a' || c == '\033')
			break;
		if (n < sizeof(answer))
			answer[n++] = (char)c;
	}
	if (c == '\033')
		c = next_byte() == '\\' ? '\a' : -1;
	found = c == '\a' && n < sizeof(answer) ? background__of_answer(answer, n) : BACKGROUND_UNKNOWN;
	if (found != BACKGROUND_UNKNOWN)
		screen_colors__set_background(found);
}

/* To the letter at the end. */
static void take_csi(void)
{
	size_t read;
	int c;

	for (read = 0; read < ANSWER_MAX; read++) {
		c = next_byte();
		if (c < 0 || (c >= 0x40 && c <= 0x7e))
			break;
		if (c < 0x20)
			return;
	}
	if (c == 'c')
		awaited = false;
}

bool screen_background__takes(int code)
{
	if (code == SCREEN_CODE_OSC)
		take_osc();
	else if (code == SCREEN_CODE_CSI)
		take_csi();
	else
		return false;
	return true;
}

void screen_background__leave(void)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };
	int64_t end = monotonic__ms() + LEAVE_MS, left;
	wint_t c;

	/* Whoever goes on typing does not keep perf here. */
	while (awaited && (left = end - monotonic__ms()) > 0 && poll(&fd, 1, (int)left) == 1) {
		int r = wget_wch(stdscr, &c);

		if (r == ERR)
			break;
		if (r == KEY_CODE_YES)
			screen_background__takes((int)c);
	}
	awaited = false;
}
