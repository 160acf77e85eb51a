/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of unwind tables, each once, with a number. The code of a whole system has some thousand different ones, and a stack is unwound
 * by few of them: so what is known of an address is two numbers, and the rows that are needed stay close to the processor.
 */
#ifndef PERF_LIVE_ROW_POOL_H
#define PERF_LIVE_ROW_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/code/unwind-row.h"

/* Numbers are below this. */
#define ROW_POOL_MAX	((uint32_t)1 << 24)

/* A zeroed pool is empty. */
struct row_pool {
	struct byte_pool bytes;		/* of rows, and of expressions */
	struct u64num numbers;		/* of rows, by their addresses there; from 1 on */
	const struct unwind_row **rows;
	size_t nr, cap;
};

/* The number of the row that is equal to @row, which is copied with its expressions if there is none yet. 0: there are too many. */
uint32_t row_pool__number(struct row_pool *p, const struct unwind_row *row);
/* The row with the number @nr, which row_pool__number() has returned; it is valid until row_pool__exit(). */
static inline const struct unwind_row *row_pool__row(const struct row_pool *p, uint32_t nr)
{
	return p->rows[nr - 1];
}
/* The pool is empty then. */
void row_pool__exit(struct row_pool *p);

#endif /* PERF_LIVE_ROW_POOL_H */
