// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/style-colors.h"

/* The first eight of the palette. */
enum { RED = 1, GREEN = 2, YELLOW = 3, MAGENTA = 5, CYAN = 6 };

int style_color__usual(enum screen_style style, int colors)
{
	/* The others are red, green, magenta, cyan and orange of about the same lightness. */
	static const struct { int few, many; } usual[STYLE_NR] = {
		[STYLE_TOP] = { RED, 160 }, [STYLE_MEDIUM] = { GREEN, 28 }, [STYLE_MARK] = { MAGENTA, 163 }, [STYLE_INFERRED] = { CYAN, 30 },
		[STYLE_FOUND] = { YELLOW, 130 }, [STYLE_SOURCE] = { CYAN, 30 },
	};

	if (!usual[style].few)
		return -1;
	return colors >= 256 ? usual[style].many : usual[style].few;
}
