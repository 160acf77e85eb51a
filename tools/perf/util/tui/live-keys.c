// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the live rows of perf top. Any other one begins a look at them, and is the first key of that. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key live_keys[] = {
	{ { ' ' }, TUI_PAUSE, "the rows stand still, while all is counted; {pause} again goes on, and any other key looks at these rows" },
	{ { 'T' },
	  TUI_LAST,
	  "the last seconds as perf report shows a recording, with single samples, times and code; {quit} there comes back" },
	{ { 'S' }, TUI_SAVE, "save the last seconds as a recording, perf.data and the time of day" },
	{ { 'q', 'Q', SCREEN_KEY_GONE }, TUI_QUIT, "leave" },
	{ { 0 }, TUI_NONE, NULL }
};
