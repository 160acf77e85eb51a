/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile whose frames are functions as a viewer shows them: places with the same name in the same file are one, so that
 * code without names is one frame a file.
 */
#ifndef PERF_EXPORT_EXPORT_FUNCTIONS_H
#define PERF_EXPORT_EXPORT_FUNCTIONS_H

#include "util/base/byte-pool.h"
#include "util/export/export-profile.h"

struct export_function {
	const char *name, *file;	/* file: its base name; "" if there is none */
	enum export_kind kind;
};

struct export_functions {
	struct export_function *list;
	size_t nr, cap;
	bool by_name;
	struct export_stacks stacks;	/* frame: an index of @list */
	struct export_rows rows;	/* node: of @stacks */
	struct byte_pool strings;
	struct u64num known;		/* description -> index + 1 */
};

/* @by_name: the name alone tells functions apart, and a ';' or a line's end in it is replaced. */
void export_functions__init(struct export_functions *f, bool by_name);
/*
 * Takes the frames of @p in, and its rows into @rows (f->rows, or another profile's). Returns of each of @p's nodes which one it is
 * in f->stacks; the caller's, to be freed.
 */
uint32_t *export_functions__add(struct export_functions *f, const struct export_profile *p, struct export_rows *rows);
/*
 * The nodes of f->stacks in the order in which a page wants them: a node's descendants right behind it, its children by their
 * names. *@ret_number: of each node, at which place it is. Both are the caller's, to be freed.
 */
uint32_t *export_functions__order(const struct export_functions *f, uint32_t **ret_number);
void export_functions__exit(struct export_functions *f);

#endif /* PERF_EXPORT_EXPORT_FUNCTIONS_H */
