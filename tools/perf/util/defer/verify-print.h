/* SPDX-License-Identifier: GPL-2.0-only */
/* The output of `perf defer verify`. */
#ifndef PERF_DEFER_VERIFY_PRINT_H
#define PERF_DEFER_VERIFY_PRINT_H

#include "util/defer/verify.h"

struct text_out;

/* Prints @v as text. @input: the recording's name. Prints at most @examples bad steps and @rows files. */
void verify__print_text(const struct verify *v, const char *input, size_t examples, size_t rows, struct text_out *out);
/* Prints @v as JSON, an object with a version: at most @examples bad steps, and all files. */
void verify__print_json(const struct verify *v, const char *input, size_t examples, struct text_out *out);

#endif /* PERF_DEFER_VERIFY_PRINT_H */
