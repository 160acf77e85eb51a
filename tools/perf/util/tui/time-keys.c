// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the time line and of the heat map. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key time_keys[] = {
	{ { SCREEN_KEY_LEFT }, TUI_LEFT, "one part earlier; in the heat map, a column" },
	{ { SCREEN_KEY_RIGHT }, TUI_RIGHT, "one part later; in the heat map, a column" },
	{ { SCREEN_KEY_UP }, TUI_UP, "in the heat map, one part later; in the line, a tenth of it" },
	{ { SCREEN_KEY_DOWN }, TUI_DOWN, "in the heat map, one part earlier; in the line, a tenth of it" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b') }, TUI_PAGE_UP, "ten columns of the heat map earlier, or a tenth of the line" },
	{ { SCREEN_KEY_PAGE_DOWN }, TUI_PAGE_DOWN, "ten columns of the heat map later, or a tenth of the line" },
	{ { SCREEN_KEY_HOME }, TUI_HOME, "the first part" },
	{ { SCREEN_KEY_END }, TUI_END, "the last part" },
	{ { ' ', 'v' }, TUI_MARK, "one end of a stretch is here, and the cursor is the other one; again: there is no stretch" },
	{ { SCREEN_KEY_ENTER }, TUI_ENTER, "the report of this stretch, or of this part; there Esc goes back to here" },
	{ { '+', 'z' }, TUI_ZOOM_IN, "only this stretch, or this part; a heat map has shorter columns then (100 ms, 10 ms, ...)" },
	{ { '-', SCREEN_KEY_BACKSPACE }, TUI_ZOOM_OUT, "takes that back" },
	{ { '\t', 'm' },
	  TUI_HEAT,
	  "a heat map of the same time, a column a second with its milliseconds from the bottom to the top, or the line" },
	{ { SCREEN_KEY_ESC }, TUI_OUT, "no stretch, or back to the report" },
	TUI_KEYS_EVERYWHERE,
};
