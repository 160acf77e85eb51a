/* SPDX-License-Identifier: GPL-2.0-only */
/* The output of `perf defer verify`. */
#ifndef PERF_DEFER_VERIFY_PRINT_H
#define PERF_DEFER_VERIFY_PRINT_H

#include "util/defer/verify.h"

struct tables;
struct text_out;

/* Prints @v as text. @input: the recording's name. Prints at most @examples bad steps and @rows files. */
void verify__print_text(const struct verify *v, const char *input, size_t examples, size_t rows, struct text_out *out);
/* A part of it: the frames of an example, no more than @around on both sides of what is bad, which has a ">". */
void verify_example__print_frames(const struct verify_example *e, uint32_t around, struct text_out *out);
/* verify-table.c: the text, and as tables what in it has rows: files, events, and everything that is bad, with all its frames. */
void verify__make_tables(const struct verify *v, const char *input, struct tables *ts);
/* verify-json.c: prints @v as JSON, an object with a version: at most @examples bad steps, and all files. */
void verify__print_json(const struct verify *v, const char *input, size_t examples, struct text_out *out);

#endif /* PERF_DEFER_VERIFY_PRINT_H */
