/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of `perf defer check` about the SFrame tables of files. */
#ifndef PERF_DEFER_CHECK_SFRAME_H
#define PERF_DEFER_CHECK_SFRAME_H

#include <stdbool.h>
#include <stdint.h>

struct text_out;
struct check;
struct json;

struct check_sframe {
	bool there;			/* the file has an SFrame table */
	char *problem;			/* why the table cannot be read, or NULL; owned */
	unsigned int version;
	const char *abi;		/* static */
	uint64_t size, eh_frame;	/* bytes of .sframe, and of .eh_frame with its index */
	uint64_t covered, code;		/* bytes of code: in functions with rows; all */
	uint64_t functions, rows, damaged;
	/*
	 * Compared with .eh_frame at the first byte of each row: how many functions and rows contradict it, and the first
	 * address where one does.
	 */
	bool compared;
	uint64_t functions_differ, rows_differ, first_differs;
};

/* Reads the SFrame table of the file at @path into @s. Exit @s afterwards. */
void check_sframe__read(struct check_sframe *s, const char *path);
void check_sframe__exit(struct check_sframe *s);

/* Prints a line for each file of @c that has an SFrame table. */
void check_sframe__print(const struct check *c, struct text_out *out);
/* Adds an array "sframe" to @j. */
void check_sframe__print_json(const struct check *c, struct json *j);

#endif /* PERF_DEFER_CHECK_SFRAME_H */
