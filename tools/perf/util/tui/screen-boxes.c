// SPDX-License-Identifier: GPL-2.0-only
/* Boxes of flame graphs in cells. Pairs of colours: one for each kind of text in a box, and one for each two kinds at an edge. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <wchar.h>

/*
 * 48 of them, behind those of styles: terminals of eight colours have 64. That of no box at all is the chosen line's,
 * see screen-colors.c.
 */
#define PAIR(left, right)	((int)STYLE_NR + (int)(left) * BOX_NR + (int)(right))

static bool colored;

static int color(int kind)
{
	static const int few[BOX_NR] = { -1, COLOR_RED, COLOR_YELLOW, COLOR_BLUE, COLOR_CYAN, COLOR_MAGENTA, COLOR_WHITE };
	static const int many[BOX_NR] = { -1, 208, 214, 110, 117, 177, 255 };

	return screen_colors__number(COLORS >= 256 ? many[kind] : few[kind]);
}

void screen_boxes__init(void)
{
	int left, right;

	colored = COLOR_PAIRS > PAIR(BOX_NR - 1, BOX_NR - 1);
	for (left = 0; left < BOX_NR && colored; left++)
		for (right = left ? 0 : 1; right < BOX_NR; right++)
			init_extended_pair(PAIR(left, right), left == right ? COLOR_BLACK : color(left), color(right));
}

static attr_t attributes(enum screen_box kind)
{
	if (kind == BOX_NONE)
		return A_NORMAL;
	if (colored)
		return COLOR_PAIR(PAIR(kind, kind));
	if (kind == BOX_CHOSEN)
		return A_REVERSE | A_BOLD | A_UNDERLINE;
	return kind == BOX_USER || kind == BOX_KERNEL ? A_REVERSE : A_REVERSE | A_DIM;
}

void screen__put_box(int y, int x, enum screen_box kind, const char *text, int width)
{
	attr_t a = attributes(kind);
	int used = screen__put_as(y, x, a, text, &width);

	if (used < width)
		mvhline(y, x + used, ' ' | a, width - used);
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
