/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of perf script: samples in the order of time, and the stack of the chosen one. */
#ifndef PERF_TUI_SAMPLES_H
#define PERF_TUI_SAMPLES_H

#include <stdbool.h>

#include "util/base/strbuf.h"
#include "util/view/sample-list.h"
#include "util/view/sample-reader.h"

struct samples_opts {
	struct sample_list *list;	/* not empty */
	struct sample_reader *reader;
	bool colors, mouse;
	bool is_open;			/* for samples__run(): the screen, already: see opening.h */
	const char *input;		/* the name of the recording */
	const char *of;			/* what the samples have in common, for the title; NULL: they are all of them */
	/* Writes what is known about the recording, for a key. */
	void (*info)(void *ctx, struct strbuf *out);
	void *ctx;
};

/*
 * Shows the samples until the user leaves. Returns false, and nothing has happened, if no screen can be opened; *@ret_why says why
 * (static).
 */
bool samples__run(const struct samples_opts *o, const char **ret_why);

/* The same on a screen that is open already, and stays so. */
void samples__show(const struct samples_opts *o);

#endif /* PERF_TUI_SAMPLES_H */
