/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where three ways to find a function's caller contradict each other: frame pointers, .eh_frame and .sframe. At the
 * addresses that a recording's user stacks go through, in files that have a .sframe.
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

/* @code: where instructions are read; borrowed. */
struct table_judge *table_judge__new(struct dso_code *code);
void table_judge__delete(struct table_judge *t);
/* The addresses of a user half, each distinct one once. @files: borrowed for the call. */
void table_judge__half(struct table_judge *t, struct code_files *files, const struct chain_half *h);

/* @t may be NULL. At most @rows functions; nothing at all if no file has a .sframe. */
void table_judge__print(struct table_judge *t, size_t rows, struct text_out *out);
/* An object "unwind_tables"; all functions. */
void table_judge__print_json(struct table_judge *t, struct json *j);

#endif /* PERF_DEFER_VERIFY_TABLES_H */
