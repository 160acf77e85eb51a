/* SPDX-License-Identifier: GPL-2.0-only */
/* The colours that styles have where nobody has configured others. */
#ifndef PERF_TUI_STYLE_COLORS_H
#define PERF_TUI_STYLE_COLORS_H

#include "util/tui/screen.h"

/*
 * The colour of text of that style, as a number of the palette, on a terminal with so many colours; -1: the terminal's own. Whether its
 * background is light or dark nobody knows: of the eight colours that every user or theme may have chosen it is one of these, which fits; of
 * more it is one that is as far from black as from white.
 */
int style_color__usual(enum screen_style style, int colors);

#endif /* PERF_TUI_STYLE_COLORS_H */
