/* SPDX-License-Identifier: GPL-2.0-only */
/* Colours of percentages on a terminal, as upstream shows them: red from 5 %, green from 0.5 %. */
#ifndef PERF_OUTPUT_COLOR_H
#define PERF_OUTPUT_COLOR_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/options.h"
#include "util/base/strbuf.h"
#include "util/output/background.h"

/* Returns true if text for file descriptor @fd should be coloured: not if NO_COLOR is set, or TERM is dumb. */
bool color__wanted(int fd);
/* The callback of --stdio-color (OPT_CALLBACK_FLAGS with OPT_OPTARG): sets int *value to 1 (always), 0 (never) or -1 (as the output is). */
int color__option(const struct option *opt, const char *arg, bool unset);
/* Returns the escape sequence that begins the colour of @percent; "" for no colour. Static. */
const char *color__percent(double percent);
/* Appends @text, in the colour of @percent if @on. */
void color__add(struct strbuf *out, bool on, double percent, const char *text);

/* The first three are classes of percentages, in text and on screens. The others are what else is to be seen on a screen. */
enum color_class {
	COLOR_TOP, COLOR_MEDIUM, COLOR_NORMAL,
	COLOR_SELECTED,			/* the chosen line */
	COLOR_ROOT,			/* the lines at the top and at the bottom */
	COLOR_MARK,			/* where a stack ends although it goes on */
	COLOR_INFERRED,			/* frames that were not recorded */
	COLOR_FOUND,			/* what was looked for */
	COLOR_NR
};

/*
 * Sets the colour of a class for the rest of the program: "red", or "red, #203040" with a background. Returns 0, or -EINVAL with @diag
 * set.
 */
int color__configure(enum color_class which, const char *value, struct diag *diag);
/*
 * Has that been done? If so, *@ret_fg and *@ret_bg are the colours, as color-rgb.h numbers them: -1, 0 to 15, or COLOR_RGB and more. Else
 * they stay.
 */
bool color__configured(enum color_class which, int *ret_fg, int *ret_bg);
/* Is one of them none of a palette? */
bool color__any_rgb(void);

/* Entries of a table of struct config_key: colors.* and tui.background, for commands with colours or a screen. */
#define COLOR_CONFIG_KEYS							\
	{ "colors.top", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_TOP, color__config },	\
	{ "colors.medium", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_MEDIUM, color__config }, \
	{ "colors.normal", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_NORMAL, color__config }, \
	{ "colors.selected", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_SELECTED, color__config }, \
	{ "colors.root", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_ROOT, color__config },	\
	{ "colors.mark", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_MARK, color__config },	\
	{ "colors.inferred", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_INFERRED, color__config }, \
	{ "colors.found", CONFIG_CALLBACK, (void *)(uintptr_t)COLOR_FOUND, color__config }, \
	{ "tui.background", CONFIG_CALLBACK, NULL, background__config }
/* For these: @which is an enum color_class. */
int color__config(void *which, const char *value, struct diag *diag);

#define COLOR_RESET "\033[m"

#endif /* PERF_OUTPUT_COLOR_H */
