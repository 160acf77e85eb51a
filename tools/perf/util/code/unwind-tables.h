/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Looks up single addresses in the unwind tables of files (unwind-file.h): .eh_frame, else .debug_frame, also of a separate debug
 * file, else .sframe. Answers are remembered.
 */
#ifndef PERF_CODE_UNWIND_TABLES_H
#define PERF_CODE_UNWIND_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/unwind-row.h"
#include "util/symbol/dso.h"

struct dso_code;
struct unwind_tables;

/* @code: reads the instructions; borrowed. */
struct unwind_tables *unwind_tables__new(struct dso_code *code);
void unwind_tables__delete(struct unwind_tables *t);

/*
 * Returns the row of @dso, a file of user space or the vdso, for @offset, an address as dso__find_symbol() takes it. Never
 * returns NULL: the base of the row is UNWIND_NO_ROW where nothing is known. Valid as long as @t.
 */
const struct unwind_row *unwind_tables__row(struct unwind_tables *t, struct dso *dso, uint64_t offset);
/*
 * Is the table of @dso wrong at @offset, so that unwind_tables__row() says something else? Whoever reads the table by itself goes wrong
 * from there on.
 */
bool unwind_tables__is_mended(struct unwind_tables *t, struct dso *dso, uint64_t offset);
/* Has @dso a .sframe that can be read? */
bool unwind_tables__has_sframe(struct unwind_tables *t, struct dso *dso);
/*
 * Reads the row of .eh_frame (else .debug_frame) for @offset into @ret_cfi and that of .sframe into @ret_sframe, so that
 * they can be compared; the base is UNWIND_NO_ROW where a table says nothing. Not remembered. Expressions are valid as long
 * as @t.
 */
void unwind_tables__both(struct unwind_tables *t, struct dso *dso, uint64_t offset, struct unwind_row *ret_cfi,
			 struct unwind_row *ret_sframe);
/* Is there a call before @offset, so that this can be a return address? Returns false also if the code cannot be read. */
bool unwind_tables__is_return(struct unwind_tables *t, struct dso *dso, uint64_t offset);

#endif /* PERF_CODE_UNWIND_TABLES_H */
