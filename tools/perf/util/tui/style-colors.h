/* SPDX-License-Identifier: GPL-2.0-only */
/* The colours that styles have where nobody has configured others. */
#ifndef PERF_TUI_STYLE_COLORS_H
#define PERF_TUI_STYLE_COLORS_H

#include "util/output/background.h"
#include "util/tui/screen.h"

/*
 * The colour of text of that style, as a number of the palette, on a terminal with so many colours; -1: the terminal's own. While nobody
 * knows whether its background is light or dark, it is one of the eight colours that every user or theme may have chosen, which fit, and of
 * more colours one that is as far from black as from white.
 */
int style_color__usual(enum screen_style style, int colors, enum background background);

#endif /* PERF_TUI_STYLE_COLORS_H */
