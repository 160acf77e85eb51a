// SPDX-License-Identifier: GPL-2.0-only
/* What styles look like: as they are here, or as the configuration says (colors.*), with as many colours as the terminal has. */
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "util/tui/screen.h"
#include "util/tui/screen-state.h"
#include "util/tui/style-colors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/output/color-rgb.h"
#include "util/output/color.h"

/* Pairs of colours have the numbers of styles; the default pair is that of STYLE_NORMAL. */
#define CHOSEN_PAIR	STYLE_NR

static const attr_t plain[STYLE_NR] = {
	[STYLE_BAR] = A_REVERSE, [STYLE_HEAD] = A_BOLD, [STYLE_MARK] = A_BOLD, [STYLE_FOUND] = A_BOLD | A_UNDERLINE, [STYLE_FAINT] = A_DIM,
};

static const struct { int pair; enum color_class class; } configurable[] = {
	{ STYLE_BAR, COLOR_ROOT }, { STYLE_TOP, COLOR_TOP }, { STYLE_MEDIUM, COLOR_MEDIUM }, { STYLE_MARK, COLOR_MARK },
	{ STYLE_INFERRED, COLOR_INFERRED }, { STYLE_FOUND, COLOR_FOUND }, { CHOSEN_PAIR, COLOR_SELECTED },
};

static bool colored;
static enum background background;
static bool paired[STYLE_NR + 1];	/* has a pair */
static attr_t bright[STYLE_NR + 1];	/* what stands for a bright colour where there are only eight */

int screen_colors__number(int color)
{
	if (COLORS >= COLOR_RGB) {
		/*
		 * Descriptions of such terminals keep the first 8 or more numbers for the palette: a touch of green,
		 * and it is no such number.
		 */
		if (color >= COLOR_RGB)
			return (color & (COLOR_RGB - 1)) > 255 ? color & (COLOR_RGB - 1) : 0x100 | (color & 255);
		return color < 8 ? color : screen_colors__number(COLOR_RGB | color_rgb__of_palette(color));
	}
	if (color >= COLOR_RGB)
		return color_rgb__nearest(color & (COLOR_RGB - 1), COLORS >= 256 ? 256 : 16);
	return color;
}

/* A terminal of eight colours shows bright ones as bold, and no bright backgrounds. */
static void init(int pair, int fg, int bg)
{
	fg = screen_colors__number(fg);
	bg = screen_colors__number(bg);
	if (COLORS < 16) {
		bright[pair] = fg >= 8 ? A_BOLD : A_NORMAL;
		fg = fg >= 8 ? fg - 8 : fg;
		bg = bg >= 8 ? bg - 8 : bg;
	}
	if (pair == STYLE_NORMAL)
		assume_default_colors(fg, bg);
	else
		init_extended_pair(pair, fg, bg);
	paired[pair] = pair != STYLE_NORMAL;
}

static void init_styles(void)
{
	int normal_fg = -1, normal_bg = -1, fg, bg;
	size_t i;

	if (color__configured(COLOR_NORMAL, &normal_fg, &normal_bg))
		init(STYLE_NORMAL, normal_fg, normal_bg);
	for (i = 0; i < STYLE_NR; i++) {
		fg = style_color__usual((enum screen_style)i, COLORS, background);
		if (fg >= 0)
			init((int)i, fg, normal_bg);
	}
	for (i = 0; i < ARRAY_SIZE(configurable); i++)
		if (color__configured(configurable[i].class, &fg, &bg))
			init(configurable[i].pair, fg, bg);
}

/* Is there a description of that kind of terminal, with all colours? */
static bool has_all_colors(const char *term)
{
	bool all;
	int err;

	if (setupterm(term, STDOUT_FILENO, &err) != OK)
		return false;
	all = tigetnum("colors") >= COLOR_RGB;
	del_curterm(cur_term);
	return all;
}

const char *screen_colors__term(bool wanted)
{
	static char direct[128];
	const char *term = getenv("TERM");
	size_t base;

	if (!wanted || !term || !color__any_rgb() || color_rgb__promised() != COLOR_RGB || strstr(term, "-direct"))
		return NULL;
	base = strlen(term);
	if (base > 9 && !strcmp(term + base - 9, "-256color"))
		base -= 9;
	snprintf(direct, sizeof(direct), "%.*s-direct", (int)base, term);
	if (has_all_colors(direct))
		return direct;
	/* Many sessions of tmux say that they were screen. */
	return getenv("TMUX") && !strncmp(term, "screen", 6) && has_all_colors("tmux-direct") ? "tmux-direct" : NULL;
}

void screen_colors__init(bool wanted)
{
	if (!wanted || !has_colors() || start_color() != OK)
		return;
	/* What the user has chosen for text, dark on light or light on dark, stays. */
	if (use_default_colors() != OK)
		assume_default_colors(COLOR_WHITE, COLOR_BLACK);
	colored = true;
	background = background__configured();
	if (background == BACKGROUND_UNKNOWN)
		background = background__of_variable(getenv("COLORFGBG"));
	init_styles();
	screen_boxes__init();
	screen_heat__init();
}

bool screen_colors__depends_on_background(void)
{
	int fg, bg = -1;

	return colored && COLORS >= 8 && background__configured() == BACKGROUND_UNKNOWN &&
	       !(color__configured(COLOR_NORMAL, &fg, &bg) && bg >= 0);
}

void screen_colors__set_background(enum background is)
{
	if (!screen_colors__depends_on_background() || is == background)
		return;
	background = is;
	init_styles();
	/* The next picture may be long in coming, as it waits for a key. */
	refresh();
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
