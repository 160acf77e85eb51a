/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source lines in a jitdump: records JIT_CODE_DEBUG_INFO, each of which stands somewhere before the code that it is
 * about.
 */
#ifndef PERF_INJECT_JITDUMP_LINES_H
#define PERF_INJECT_JITDUMP_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/cursor.h"

/* The code from @offset bytes behind the function's start on, up to the next line's, is of line @line of @file. */
struct jit_line {
	uint64_t offset;		/* less than the function's size */
	uint32_t line;			/* from 1 on; 0: of no line */
	uint32_t order;			/* place in the dump, among the lines of the function */
	const char *file;		/* as the runtime names it: a path or a URL; borrowed from the dump */
};

struct debug_info;

/* Zeroed, it is that of a dump without lines. */
struct jitdump_lines {
	struct debug_info *infos;	/* by address, then as they are in the dump; owned */
	size_t nr_infos, cap_infos;
	uint64_t shift;			/* how many bytes too large the runtime has written all addresses */
};

/*
 * Finds all of them in the records from @c on. @has_v8_mark: the head has V8's mark; @small: the code is of a 32-bit
 * machine. Stops where a record is damaged, without a word, as whoever reads the functions finds the same.
 */
void jitdump_lines__index(struct jitdump_lines *l, struct cursor c, bool has_v8_mark, bool small);
void jitdump_lines__exit(struct jitdump_lines *l);
/*
 * The lines of the function of @size bytes at @addr, whose record is at offset @at of the dump: sets *@ret to them,
 * ordered by offset, which the caller frees, and returns their number. 0 and NULL if it has none, or if something in
 * their record is wrong; then *@ret_bad is true.
 */
size_t jitdump_lines__get(const struct jitdump_lines *l, uint64_t addr, uint64_t size, size_t at, struct jit_line **ret,
			  bool *ret_bad);

#endif /* PERF_INJECT_JITDUMP_LINES_H */
