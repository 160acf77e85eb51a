// SPDX-License-Identifier: GPL-2.0-only
/* Cells of heat maps, in as many colours as the terminal has, or in characters. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include <wchar.h>

#include "util/base/alloc.h"
#include "util/output/color-rgb.h"

/* Behind the pairs of boxes. */
#define PAIR(level)	((int)(STYLE_NR + 1 + BOX_NR * BOX_NR) + (int)(level) - 1)

static bool colored;

void screen_heat__init(void)
{
	static const int rgb[SCREEN_HEAT_LEVELS] = { 0xffffcc, 0xffeda0, 0xfed976, 0xfeb24c, 0xfd8d3c, 0xfc4e2a, 0xe31a1c, 0xb10026 };
	static const int many[SCREEN_HEAT_LEVELS] = { 230, 229, 222, 215, 208, 202, 160, 124 };
	int level;

	/* Eight colours are too few for a scale, and there characters make one. */
	colored = COLORS >= 256 && COLOR_PAIRS > PAIR(SCREEN_HEAT_LEVELS);
	for (level = 1; level <= SCREEN_HEAT_LEVELS && colored; level++)
		init_extended_pair(PAIR(level), COLOR_BLACK,
				   COLORS >= COLOR_RGB ? rgb[level - 1] : many[level - 1]);
}

static wchar_t character(unsigned int level)
{
	static const wchar_t shades[] = { ' ', 0x2591, 0x2592, 0x2593, 0x2588 };
	static const char marks[] = " .:-=+*#%";

	return screen.utf8 ? shades[(level + 1) / 2] : (wchar_t)marks[level];
}

void screen__put_heat(int y, int x, unsigned int level, enum screen_heat_mark mark)
{
	attr_t a = A_NORMAL;
	wchar_t c;

	if (y < 0 || x < 0 || y >= LINES || x >= COLS)
		return;
	if (level > SCREEN_HEAT_LEVELS)
		level = SCREEN_HEAT_LEVELS;
	if (colored) {
		c = mark == HEAT_CURSOR ? '+' : mark == HEAT_STRETCH ? (screen.utf8 ? 0xb7 : '.') : ' ';
		a = level ? COLOR_PAIR(PAIR(level)) : A_NORMAL;
		if (mark == HEAT_CURSOR)
			a = A_REVERSE | A_BOLD;
	} else {
		c = mark == HEAT_CURSOR ? '+' : character(level);
		if (has_colors() && level)
			a = (attr_t)screen_colors__of(STYLE_TOP);
		if (mark != HEAT_PLAIN)
			a |= A_REVERSE;
	}
	attrset(a);
	mvaddnwstr(y, x, &c, 1);
}
