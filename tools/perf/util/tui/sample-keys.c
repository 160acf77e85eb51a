// SPDX-License-Identifier: GPL-2.0-only
/* The keys of the screen of perf script. */
#include <stddef.h>

#include "util/tui/keys.h"
#include "util/tui/screen.h"

struct tui_key sample_keys[] = {
	{ { SCREEN_KEY_UP, 'k' }, TUI_UP, "the sample before" },
	{ { SCREEN_KEY_DOWN, 'j' }, TUI_DOWN, "the next sample" },
	{ { SCREEN_KEY_PAGE_UP, SCREEN_KEY_CTRL('b'), 'b' }, TUI_PAGE_UP, "one screen back" },
	{ { SCREEN_KEY_PAGE_DOWN, ' ', SCREEN_KEY_CTRL('f') }, TUI_PAGE_DOWN, "one screen on" },
	{ { SCREEN_KEY_HOME, 'g', '<' }, TUI_HOME, "the first sample" },
	{ { SCREEN_KEY_END, 'G', '>' }, TUI_END, "the last sample" },
	{ { SCREEN_KEY_ENTER }, TUI_WHOLE, "the sample in full, as perf script prints it" },
	{ { '@', ':' }, TUI_TIME, "go to a time: seconds, or percent of the recording, as --time takes them" },
	{ { 't' }, TUI_ZOOM_THREAD, "follow the thread: only its samples" },
	{ { 'e' }, TUI_ZOOM_EVENT, "only samples of this event" },
	{ { 'd' }, TUI_ZOOM_COMM, "only samples of threads that had this name then" },
	{ { SCREEN_KEY_ESC, SCREEN_KEY_BACKSPACE }, TUI_OUT, "takes back the last of these choices, then the search" },
	{ { 'o' }, TUI_NEXT_INCOMPLETE, "the next sample whose user stack is missing or lacks callers" },
	{ { 'O' }, TUI_PREVIOUS_INCOMPLETE, "the one before" },
	{ { '/' }, TUI_SEARCH, "look for a text in names of commands and of all functions of the stacks" },
	{ { 'n' }, TUI_NEXT, "the next sample that has it" },
	{ { 'N' }, TUI_PREVIOUS, "the one before" },
	{ { 'i' }, TUI_INFO, "the header of the recording" },
	{ { 'y' }, TUI_COPY, "copy the sample, as it is shown, to the clipboard" },
	TUI_KEYS_EVERYWHERE,
};
