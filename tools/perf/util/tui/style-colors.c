// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/style-colors.h"

/* The first eight of the palette. */
enum { RED = 1, GREEN = 2, YELLOW = 3, BLUE = 4, MAGENTA = 5, CYAN = 6 };

int style_color__usual(enum screen_style style, int colors, enum background background)
{
	/*
	 * Of many colours: red, green, magenta, cyan and orange, which are of about the same lightness where the
	 * background is not known. Of eight colours green, yellow and cyan cannot be read on white.
	 */
	static const struct { int few, few_light, many, many_dark, many_light; } usual[STYLE_NR] = {
		[STYLE_TOP] = { RED, RED, 160, 203, 124 }, [STYLE_MEDIUM] = { GREEN, BLUE, 28, 77, 22 },
		[STYLE_MARK] = { MAGENTA, MAGENTA, 163, 213, 90 }, [STYLE_INFERRED] = { CYAN, BLUE, 30, 80, 24 },
		[STYLE_FOUND] = { YELLOW, RED, 130, 214, 94 }, [STYLE_SOURCE] = { CYAN, BLUE, 30, 80, 24 },
	};

	if (!usual[style].few)
		return -1;
	if (colors < 256)
		return background == BACKGROUND_LIGHT ? usual[style].few_light : usual[style].few;
	if (background == BACKGROUND_UNKNOWN)
		return usual[style].many;
	return background == BACKGROUND_LIGHT ? usual[style].many_light : usual[style].many_dark;
}
