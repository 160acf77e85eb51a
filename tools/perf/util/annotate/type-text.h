/* SPDX-License-Identifier: GPL-2.0-only */
/* Types of data with their members and what was counted at each, in the layout of upstream's perf annotate --data-type. */
#ifndef PERF_ANNOTATE_TYPE_TEXT_H
#define PERF_ANNOTATE_TYPE_TEXT_H

#include "util/annotate/annotate-text.h"
#include "util/annotate/type-list.h"

/*
 * Prints the types that @members have accessed, that with the largest period of the first one first; only that called @name ("node" or
 * "struct node"), unless it is NULL, and only those with at least @percent_limit of an event's samples. Returns how many.
 */
size_t type_text__print(const struct annotate_text *t, struct type_list *l, const struct annotate_members *members, const char *name,
			double percent_limit, struct text_out *out);
/* Print how many samples have a type, and why the others have none; the same by instruction. */
void type_text__stat(const struct type_list *l, struct text_out *out);
void type_text__insn_stat(const struct type_list *l, struct text_out *out);

#endif /* PERF_ANNOTATE_TYPE_TEXT_H */
