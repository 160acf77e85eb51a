/* SPDX-License-Identifier: GPL-2.0-only */
/* Is the terminal's background light or dark? What terminals and the environment say about it. */
#ifndef PERF_OUTPUT_BACKGROUND_H
#define PERF_OUTPUT_BACKGROUND_H

#include <stddef.h>

#include "util/base/diag.h"

enum background {
	BACKGROUND_UNKNOWN,
	BACKGROUND_DARK,
	BACKGROUND_LIGHT
};

/*
 * What a terminal answers to the question for its background (OSC 11), without the sequence's beginning and end: "11;rgb:ffff/ffff/dddd",
 * with one to four digits for each colour, "11;rgba:" with a fourth number, or "11;#ffffdd". Anything else: BACKGROUND_UNKNOWN.
 */
enum background background__of_answer(const char *answer, size_t len);
/* The variable COLORFGBG of some terminals, "15;0" or "0;default;15", whose last number is the background in the palette; NULL: not set. */
enum background background__of_variable(const char *value);

/* What the configuration says (tui.background): light or dark; BACKGROUND_UNKNOWN: the terminal is to be asked. */
enum background background__configured(void);
/* The callback of that key (CONFIG_CALLBACK). Returns 0, or -EINVAL with @diag set. */
int background__config(void *unused, const char *value, struct diag *diag);

#endif /* PERF_OUTPUT_BACKGROUND_H */
