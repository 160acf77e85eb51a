/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of code: a function's instructions and source lines with its samples. */
#ifndef PERF_TUI_CODE_H
#define PERF_TUI_CODE_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/view/code-walk.h"

struct code_opts {
	struct code_walk *walk;		/* code_walk__init() has found a function */
	bool colors, mouse;
	bool is_open;			/* the screen, as the recording was read on it */
	/* Writes what is known about the recording, for a key. */
	void (*info)(void *ctx, struct strbuf *out);
	void *ctx;
	/* Counts who called, for a key, if that was not done; false: @message says why it cannot be. NULL: it never can. */
	bool (*count_callers)(void *ctx, char *message, size_t size);
	void *ctx_of_callers;
};

/*
 * Shows the code until the user leaves, and closes the screen. Returns false, and nothing has happened, if no screen can be opened;
 * *@ret_why says why (static). Files are looked into when a function is shown: the caller holds what there is to say about them.
 */
bool code__run(const struct code_opts *o, const char **ret_why);
/*
 * The same on a screen that is open, until the user goes back to what is there. Returns false if perf is to end (see
 * SCREEN_KEY_GONE).
 */
bool code__run_inside(const struct code_opts *o);

#endif /* PERF_TUI_CODE_H */
