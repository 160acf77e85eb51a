/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile whose frames are functions as a viewer shows them: places with the same name in the same file are one function,
 * so that all code without names in a file is one frame.
 */
#ifndef PERF_EXPORT_EXPORT_FUNCTIONS_H
#define PERF_EXPORT_EXPORT_FUNCTIONS_H

#include "util/base/byte-pool.h"
#include "util/export/export-profile.h"
#include "util/symbol/srcline.h"

struct export_function {
	const char *name, *file;	/* file: base name of the function's file; "" if there is none */
	enum export_kind kind;
	const struct place *place;	/* the first of its places */
	const struct src_frame *line;	/* with by_line: the line in which all of its places are; NULL: not known */
	bool several;			/* functions of this name begin at different addresses of the file */
};

struct export_functions {
	struct export_function *list;
	size_t nr, cap;
	bool by_name;
	bool by_line;			/* set after init: a line of a function is a function of its own */
	struct export_stacks stacks;	/* a node's frame is an index into @list */
	struct export_rows rows;	/* a row's node is a node of @stacks */
	struct byte_pool strings;
	struct u64num known;		/* name, file and kind -> index in @list + 1 */
};

/* Initialises @f. @by_name: functions are the same if their names are, and a ';' or an end of line in a name is replaced. */
void export_functions__init(struct export_functions *f, bool by_name);
/* Adds the functions of @p to @f. Returns an array with the index in f->list for each place of @p; the caller frees it. */
uint32_t *export_functions__of_places(struct export_functions *f, const struct export_profile *p);
/*
 * Adds the functions and stacks of @p to @f, and the rows of @p to @rows (f->rows, or the rows of another profile). Returns
 * an array with, for each node of @p->stacks, the number of its node in f->stacks; the caller frees it.
 */
uint32_t *export_functions__add(struct export_functions *f, const struct export_profile *p, struct export_rows *rows);
/*
 * Returns the nodes of f->stacks in the order that a page needs: the descendants of a node directly after it, its children
 * sorted by name. Sets *@ret_number to an array with the position of each node in that order. The caller frees both arrays.
 */
uint32_t *export_functions__order(const struct export_functions *f, uint32_t **ret_number);
void export_functions__exit(struct export_functions *f);

#endif /* PERF_EXPORT_EXPORT_FUNCTIONS_H */
