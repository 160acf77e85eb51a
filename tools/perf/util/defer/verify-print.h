/* SPDX-License-Identifier: GPL-2.0-only */
/* The output of `perf defer verify`. */
#ifndef PERF_DEFER_VERIFY_PRINT_H
#define PERF_DEFER_VERIFY_PRINT_H

#include "util/defer/verify.h"

struct text_out;

/* @input: the recording's name. @examples: at most so many of the bad steps are shown, @rows: so many files. */
void verify__print_text(const struct verify *v, const char *input, size_t examples, size_t rows, struct text_out *out);
/* As JSON: an object with a version; all files. */
void verify__print_json(const struct verify *v, const char *input, size_t examples, struct text_out *out);

#endif /* PERF_DEFER_VERIFY_PRINT_H */
