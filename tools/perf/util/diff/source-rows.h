/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of `perf diff --source`: functions with their source lines. They have the keys sym and srcline, whose texts are the same in
 * both builds of a program wherever its code lies now. Builds may have been made in different folders, so that within a function files
 * are the same if they are called the same.
 */
#ifndef PERF_DIFF_SOURCE_ROWS_H
#define PERF_DIFF_SOURCE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/diff/diff-print.h"

/* A row, its cells taken apart; all borrowed from it, or from those that were made one. */
struct source_row {
	struct diff_row *row;
	const char *function, *place;	/* place: "/src/a.c:12", or what stands for a line that is not known */
	size_t path_len;		/* 0: there is no line */
	size_t name_at;			/* where the file's name begins in @place */
	uint32_t line;
};

/* By function, file, line. */
struct source_rows {
	struct source_row *list;
	size_t nr;
};

/*
 * Makes those of @e. Rows of one line become one, and the first of them gets the numbers of all. Its file is that of the newest recording
 * which has it. The caller calls source_rows__exit().
 */
void source_rows__make(struct source_rows *ret, const struct diff_print *p, const struct diff_event *e);
void source_rows__exit(struct source_rows *r);
/* Are both in files of one name? */
bool source_row__same_file(const struct source_row *a, const struct source_row *b);
/* Returns where the rows of the function behind that of row @first begin. */
size_t source_rows__end(const struct source_rows *r, size_t first);
/*
 * Sets *@ret to a row for each function, with the sums of its lines, in the order of `perf diff`; "root" is the number of its first line.
 * @e: what @r is of. The caller calls source_rows__free_functions().
 */
void source_rows__functions(const struct source_rows *r, const struct diff_print *p, const struct diff_event *e, struct diff_event *ret);
void source_rows__free_functions(struct diff_event *functions);

#endif /* PERF_DIFF_SOURCE_ROWS_H */
