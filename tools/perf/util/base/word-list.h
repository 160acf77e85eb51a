/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of names from the command line: "a,b", and of a file that holds them, "file://NAMES". */
#ifndef PERF_BASE_WORD_LIST_H
#define PERF_BASE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"

struct word_list {
	char **words;		/* a NULL follows the last; NULL if there is none */
	size_t nr, cap;
};

/*
 * Appends the words of @text, which have commas between them; NULL: none. One that begins with "file://" stands
 * for the lines of that file, which may have blanks and commas in them. Returns 0, or negative errno with @diag if
 * a file cannot be read; what was appended before it stays.
 */
int word_list__add(struct word_list *l, const char *text, struct diag *diag);
/* One word, whatever is in it. */
void word_list__add_one(struct word_list *l, const char *word);
bool word_list__has(const struct word_list *l, const char *word);
void word_list__exit(struct word_list *l);

#endif /* PERF_BASE_WORD_LIST_H */
