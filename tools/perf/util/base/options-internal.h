/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files share that take command lines apart: options.c, option-value.c, options-help.c. */
#ifndef PERF_BASE_OPTIONS_INTERNAL_H
#define PERF_BASE_OPTIONS_INTERNAL_H

#include <stdbool.h>

#include "util/base/options.h"

/* May, or must, a value follow it? */
bool option__takes_value(const struct option *o);
/* "--name" or "-n", for messages. Valid until the next call. */
const char *option__text(const struct option *o);
/* Does what option @o of @table is for. @arg: its value; @unset: it was given as --no-... Exits where the value is wrong. */
void option__store(const struct option *table, const struct option *o, const char *arg, bool unset);

/* Prints the usage, and the options in whose names or help @token stands (NULL: all). */
void options__help_and_exit(const struct option *options, const char *const *usage, const char *token) __attribute__((noreturn));
/* For completion and scripts, as upstream has it: the long options, on one line. */
void options__list_and_exit(const struct option *options) __attribute__((noreturn));

#endif /* PERF_BASE_OPTIONS_INTERNAL_H */
