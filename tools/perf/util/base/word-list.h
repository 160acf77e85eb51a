/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of names from the command line, "a,b", or from a file, "file://FILE". */
#ifndef PERF_BASE_WORD_LIST_H
#define PERF_BASE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

struct word_list {
	char **words;		/* a NULL follows the last word; words is NULL if there are none */
	size_t nr, cap;
};

/*
 * Appends the words of @text, which have commas between them; @text may be NULL. A word that begins with "file://" stands
 * for the lines of that file, which may have blanks and commas in them. Returns 0, or negative errno with @diag set if
 * a file cannot be read; words that were appended before stay.
 */
int word_list__add(struct word_list *l, const char *text, struct diag *diag);
/* Appends one word, which may contain any characters. */
void word_list__add_one(struct word_list *l, const char *word);
bool word_list__has(const struct word_list *l, const char *word);
void word_list__exit(struct word_list *l);

#endif /* PERF_BASE_WORD_LIST_H */
