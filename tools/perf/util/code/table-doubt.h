/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions whose call frame information cannot be true. Code moves the stack pointer, and the table tells the same
 * distance to the caller's frame before and after it, or another distance than the code makes of it: so it is where
 * somebody has pushed by hand and written no directive (naked functions, calls in inline assembler). There the code has
 * to be asked. All else of a table is believed.
 *
 * That is looked for in the whole function once, by the lengths of its instructions. For x86-64. Private to util/code.
 */
#ifndef PERF_CODE_TABLE_DOUBT_H
#define PERF_CODE_TABLE_DOUBT_H

#include "util/base/hash.h"
#include "util/code/cfi-table.h"

/* Zero-initialised. */
struct table_doubts {
	struct u64num known;		/* function, as linked, + 1 -> enum table_doubt */
};

enum table_doubt {
	TABLE_BELIEVED = 1,
	TABLE_DOUBTED,		/* some of it contradicts the code */
	/*
	 * it agrees with each instruction, but neither begins as functions do nor is right where the function returns
	 */
	TABLE_SHIFTED,
};

void table_doubts__exit(struct table_doubts *d);
/*
 * @ret is what @t says of an address. Does what it says of the function around that contradict its code? It is believed
 * as well where the code is not in the file or larger than a megabyte, and from an instruction on that is not known.
 */
enum table_doubt table_doubts__of(struct table_doubts *d, struct cfi_table *t, const struct unwind_answer *ret);
/* Does a function begin where @t has the entry that @ret is of? Compilers give parts of functions entries of their own. */
bool table_doubt__begins_function(struct cfi_table *t, const struct unwind_answer *ret);
/*
 * @ret is what @t says of @addr in such a function. Has the code moved the register, from which the row counts, between
 * where the row begins and
 * @addr, and not moved it back?
 */
bool table_doubt__is_moved(struct cfi_table *t, uint64_t addr, const struct unwind_answer *ret);

#endif /* PERF_CODE_TABLE_DOUBT_H */
