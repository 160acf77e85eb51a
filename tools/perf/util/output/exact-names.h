/* SPDX-License-Identifier: GPL-2.0-only */
/* --exact-names: names are written byte for byte, for programs that read a pipe or a file. */
#ifndef PERF_OUTPUT_EXACT_NAMES_H
#define PERF_OUTPUT_EXACT_NAMES_H

#include "util/base/options.h"

/* Handles the option. On a terminal it has no effect, and prints a message that says so. Returns 0. */
int exact_names__option(const struct option *opt, const char *arg, bool unset);

#define OPT_EXACT_NAMES() \
	OPT_ALONE(OPT_CALLBACK_FLAGS(0, "exact-names", NULL, NULL, \
				     "print names byte for byte, including control characters (not to a terminal)", exact_names__option, \
				     OPT_NOARG))

#endif /* PERF_OUTPUT_EXACT_NAMES_H */
