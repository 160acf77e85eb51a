/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The unwind tables of files (.eh_frame, else .debug_frame, both only where libdw is; else .sframe), an address at a time;
 * what was asked once is remembered.
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

/* @code: where instructions are read; borrowed. */
struct unwind_tables *unwind_tables__new(struct dso_code *code);
void unwind_tables__delete(struct unwind_tables *t);

/*
 * What the table of @dso, a user's file or the vdso, says at @offset, an address as of dso__find_symbol(). Never NULL:
 * its base is UNWIND_NO_ROW where nothing is known. Valid as long as @t.
 */
const struct unwind_row *unwind_tables__row(struct unwind_tables *t, struct dso *dso, uint64_t offset);
/* Has @dso a .sframe that can be read? */
bool unwind_tables__has_sframe(struct unwind_tables *t, struct dso *dso);
/*
 * What .eh_frame (else .debug_frame) and .sframe say at @offset, each for itself, to be compared; UNWIND_NO_ROW: nothing.
 * Not remembered. Expressions are valid as long as @t.
 */
void unwind_tables__both(struct unwind_tables *t, struct dso *dso, uint64_t offset, struct unwind_row *ret_cfi,
			 struct unwind_row *ret_sframe);
/* Does a call stand in front of @offset, so that this can be a return address? False as well: its code is not there. */
bool unwind_tables__is_return(struct unwind_tables *t, struct dso *dso, uint64_t offset);

#endif /* PERF_CODE_UNWIND_TABLES_H */
