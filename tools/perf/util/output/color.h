/* SPDX-License-Identifier: GPL-2.0-only */
/* Colours of percentages on a terminal, as upstream shows them: red from 5 %, green from 0.5 %. */
#ifndef PERF_OUTPUT_COLOR_H
#define PERF_OUTPUT_COLOR_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/options.h"
#include "util/base/strbuf.h"

/* Returns true if text for file descriptor @fd should be coloured: not if NO_COLOR is set, or TERM is dumb. */
bool color__wanted(int fd);
/* The callback of --stdio-color (OPT_CALLBACK_FLAGS with OPT_OPTARG): sets int *value to 1 (always), 0 (never) or -1 (as the output is). */
int color__option(const struct option *opt, const char *arg, bool unset);
/* Returns the escape sequence that begins the colour of @percent; "" for no colour. Static. */
const char *color__percent(double percent);
/* Appends @text, in the colour of @percent if @on. */
void color__add(struct strbuf *out, bool on, double percent, const char *text);

enum color_class { COLOR_TOP, COLOR_MEDIUM, COLOR_NORMAL, COLOR_NR };

/*
 * Sets the colour of a class for the rest of the program: "red", or "red, default" with a background. Called at the start
 * with colors.top, .medium and .normal. Returns 0, or -EINVAL with @diag set.
 */
int color__configure(enum color_class which, const char *value, struct diag *diag);

#define COLOR_RESET "\033[m"

#endif /* PERF_OUTPUT_COLOR_H */
