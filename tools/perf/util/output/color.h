/* SPDX-License-Identifier: GPL-2.0-only */
/* Colours of percentages on a terminal, as perf has them: red from 5 %, green from 0.5 %. */
#ifndef PERF_OUTPUT_COLOR_H
#define PERF_OUTPUT_COLOR_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/* Should text for file descriptor @fd be coloured? Not if NO_COLOR is set, or TERM is dumb. */
bool color__wanted(int fd);
/* The escape sequence that begins text about @percent, "" for plain. Static. */
const char *color__percent(double percent);
/* @text of @percent, in colour if @on. */
void color__add(struct strbuf *out, bool on, double percent, const char *text);

enum color_class { COLOR_TOP, COLOR_MEDIUM, COLOR_NORMAL, COLOR_NR };

/*
 * Colours of a class for the rest of the program: "red", or "red, default" with a background. Set at
 * start from colors.top, .medium and .normal. 0, or -EINVAL with @diag.
 */
int color__configure(enum color_class which, const char *value, struct diag *diag);

#define COLOR_RESET "\033[m"

#endif /* PERF_OUTPUT_COLOR_H */
