// SPDX-License-Identifier: GPL-2.0-only
/* What styles look like: as they are here, or as the configuration says (colors.*), with as many colours as the terminal has. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"

#include "util/base/alloc.h"
#include "util/output/color.h"

/* Pairs of colours have the numbers of styles; the default pair is that of STYLE_NORMAL. */
#define CHOSEN_PAIR	STYLE_NR

static const attr_t plain[STYLE_NR] = {
	[STYLE_BAR] = A_REVERSE, [STYLE_HEAD] = A_BOLD, [STYLE_MARK] = A_BOLD, [STYLE_FOUND] = A_BOLD | A_UNDERLINE, [STYLE_FAINT] = A_DIM,
};

/* 0: the terminal's own. */
static const short usual[STYLE_NR] = {
	[STYLE_TOP] = COLOR_RED, [STYLE_MEDIUM] = COLOR_GREEN, [STYLE_MARK] = COLOR_MAGENTA, [STYLE_INFERRED] = COLOR_CYAN,
	[STYLE_FOUND] = COLOR_YELLOW, [STYLE_SOURCE] = COLOR_CYAN,
};

static const struct { int pair; enum color_class class; } configurable[] = {
	{ STYLE_BAR, COLOR_ROOT }, { STYLE_TOP, COLOR_TOP }, { STYLE_MEDIUM, COLOR_MEDIUM }, { STYLE_MARK, COLOR_MARK },
	{ STYLE_INFERRED, COLOR_INFERRED }, { STYLE_FOUND, COLOR_FOUND }, { CHOSEN_PAIR, COLOR_SELECTED },
};

static bool colored;
static bool paired[STYLE_NR + 1];	/* has a pair */
static attr_t bright[STYLE_NR + 1];	/* what stands for a bright colour where there are only eight */

/* A terminal of eight colours shows bright ones as bold, and no bright backgrounds. */
static void init(int pair, int fg, int bg)
{
	if (COLORS < 16) {
		bright[pair] = fg >= 8 ? A_BOLD : A_NORMAL;
		fg = fg >= 8 ? fg - 8 : fg;
		bg = bg >= 8 ? bg - 8 : bg;
	}
	if (pair == STYLE_NORMAL)
		assume_default_colors(fg, bg);
	else
		init_pair((short)pair, (short)fg, (short)bg);
	paired[pair] = pair != STYLE_NORMAL;
}

static void init_styles(void)
{
	int normal_fg = -1, normal_bg = -1, fg, bg;
	size_t i;

	if (color__configured(COLOR_NORMAL, &normal_fg, &normal_bg))
		init(STYLE_NORMAL, normal_fg, normal_bg);
	for (i = 0; i < STYLE_NR; i++)
		if (usual[i])
			init((int)i, usual[i], normal_bg);
	for (i = 0; i < ARRAY_SIZE(configurable); i++)
		if (color__configured(configurable[i].class, &fg, &bg))
			init(configurable[i].pair, fg, bg);
}

void screen_colors__init(bool wanted)
{
	if (!wanted || !has_colors() || start_color() != OK)
		return;
	/* What the user has chosen for text, dark on light or light on dark, stays. */
	if (use_default_colors() != OK)
		assume_default_colors(COLOR_WHITE, COLOR_BLACK);
	colored = true;
	init_styles();
	screen_boxes__init();
	screen_heat__init();
}

unsigned int screen_colors__of(unsigned int style)
{
	unsigned int kind = style & ~(unsigned int)STYLE_CHOSEN;
	attr_t a = plain[kind];

	if (style & STYLE_CHOSEN && paired[CHOSEN_PAIR])
		return (a & ~A_REVERSE) | bright[CHOSEN_PAIR] | COLOR_PAIR(CHOSEN_PAIR);
	/* Colours of the bars are their own, and not those of text turned around. */
	if (kind == STYLE_BAR && paired[kind])
		a &= ~A_REVERSE;
	if (style & STYLE_CHOSEN)
		a |= A_REVERSE;
	return colored && paired[kind] ? a | bright[kind] | COLOR_PAIR(kind) : a;
}
