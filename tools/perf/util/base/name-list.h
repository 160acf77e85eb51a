/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of names from the command line, "a,b", or from a file, "file://FILE". */
#ifndef PERF_BASE_NAME_LIST_H
#define PERF_BASE_NAME_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

struct name_list {
	char **names;		/* a NULL follows the last name; names is NULL if there are none */
	size_t nr, cap;
};

/*
 * Appends the names of @text, which have commas between them; @text may be NULL. A name that begins with "file://" stands
 * for the lines of that file, which may have blanks and commas in them. Returns 0, or negative errno with @diag set if
 * a file cannot be read; names that were appended before stay.
 */
int name_list__add(struct name_list *l, const char *text, struct diag *diag);
/* Appends one name, which may contain any characters. */
void name_list__add_one(struct name_list *l, const char *name);
bool name_list__has(const struct name_list *l, const char *name);
void name_list__exit(struct name_list *l);

#endif /* PERF_BASE_NAME_LIST_H */
