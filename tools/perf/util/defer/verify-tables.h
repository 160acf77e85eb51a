/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds where three ways to find a function's caller contradict each other: frame pointers, .eh_frame and .sframe. Looks at
 * the addresses in a recording's user stacks, in files that have a .sframe.
 */
#ifndef PERF_DEFER_VERIFY_TABLES_H
#define PERF_DEFER_VERIFY_TABLES_H

#include <stddef.h>

struct text_out;
struct chain_half;
struct code_files;
struct dso_code;
struct json;
struct table_judge;

/* @code: reads the instructions; borrowed. */
struct table_judge *table_judge__new(struct dso_code *code);
void table_judge__delete(struct table_judge *t);
/* Looks at the addresses of a user half, each address once in @t's life. @files: borrowed for the call. */
void table_judge__half(struct table_judge *t, struct code_files *files, const struct chain_half *h);

/* Prints at most @rows functions; prints nothing if no file has a .sframe. @t may be NULL. */
void table_judge__print(struct table_judge *t, size_t rows, struct text_out *out);
/* Adds an object "unwind_tables" with all functions to @j. */
void table_judge__print_json(struct table_judge *t, struct json *j);

#endif /* PERF_DEFER_VERIFY_TABLES_H */
