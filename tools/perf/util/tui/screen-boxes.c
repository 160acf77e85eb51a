// SPDX-License-Identifier: GPL-2.0-only
/* Boxes of flame graphs in cells. Pairs of colours: one for each kind of text in a box, and one for each two kinds at an edge. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <wchar.h>

#include "util/tui/fit-text.h"

/* 48 of them, behind those of styles: terminals of eight colours have 64. */
#define PAIR(left, right)	((int)STYLE_NR + (int)(left) * BOX_NR + (int)(right))

static bool colored;

static short color(int kind)
{
	static const short few[BOX_NR] = { -1, COLOR_RED, COLOR_YELLOW, COLOR_BLUE, COLOR_CYAN, COLOR_MAGENTA, COLOR_WHITE };
	static const short many[BOX_NR] = { -1, 208, 214, 110, 117, 177, 255 };

	return COLORS >= 256 ? many[kind] : few[kind];
}

void screen_boxes__init(void)
{
	int left, right;

	colored = COLOR_PAIRS > PAIR(BOX_NR - 1, BOX_NR - 1);
	for (left = 0; left < BOX_NR && colored; left++)
		for (right = 0; right < BOX_NR; right++)
			init_pair((short)PAIR(left, right), left == right ? COLOR_BLACK : color(left), color(right));
}

void screen__put_box(int y, int x, enum screen_box kind, const char *text, int width)
{
	attr_t a = colored ? COLOR_PAIR(PAIR(kind, kind)) : kind == BOX_NONE ? A_NORMAL : kind == BOX_CHOSEN ? A_REVERSE | A_BOLD | A_UNDERLINE :
		kind == BOX_USER || kind == BOX_KERNEL ? A_REVERSE : A_REVERSE | A_DIM;
	wchar_t buf[1024];
	int n = 0, used = 0, w;
	uint32_t c;

	if (kind == BOX_NONE)
		a = A_NORMAL;
	if (width > COLS - x)
		width = COLS - x;
	if (y < 0 || x < 0 || y >= LINES || width <= 0 || width > (int)(sizeof(buf) / sizeof(buf[0])))
		return;
	while (*text) {
		text += fit_text__char(text, screen.utf8, &c, &w);
		if (used + w > width)
			break;
		buf[n++] = (wchar_t)c;
		used += w;
	}
	for (; used < width; used++)
		buf[n++] = L' ';
	attrset(a);
	mvaddnwstr(y, x, buf, n);
}

void screen__put_edge(int y, int x, enum screen_box left, enum screen_box right, int eighths)
{
	/* U+2589 has seven eighths of a cell on its left side, U+258F one. */
	wchar_t part = (wchar_t)(0x2590 - eighths);

	if (y < 0 || x < 0 || y >= LINES || x >= COLS)
		return;
	/* No terminal draws with the colour of its background, but all can exchange the two. */
	if (left == BOX_NONE)
		attrset((colored ? (attr_t)COLOR_PAIR(PAIR(right, BOX_NONE)) : 0) | A_REVERSE);
	else
		attrset(colored ? (attr_t)COLOR_PAIR(PAIR(left, right)) : A_NORMAL);
	mvaddnwstr(y, x, &part, 1);
}
