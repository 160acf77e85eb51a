/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes rows, finds them by their keys, and manages what rows share until a sample of their own comes. Internal to hist*.c. */
#ifndef PERF_ROWS_HIST_ROWS_H
#define PERF_ROWS_HIST_ROWS_H

#include "util/rows/hist.h"

/* The row that is the same as @like in all keys. If there was none, it is made, and its ->common is NULL. */
struct hist_entry *hist_rows__find_or_add(struct hist *h, const struct hist_entry *like);
/* The same, by its number: see hist__row(). */
uint32_t hist_rows__number(struct hist *h, const struct hist_entry *like);
/* The same for many that differ in their places alone, @but_place being columns__hash_but_place() of all. Sets *@ret_new to whether it was made. */
uint32_t hist_rows__number_of(struct hist *h, const struct hist_entry *like, uint64_t but_place, bool *ret_new);
/* The row that equals @like, which may be one of another event, in all keys; NULL if there is none. Until rows are sorted. */
const struct hist_entry *hist_rows__find(const struct hist *h, const struct hist_entry *like);
/* Only rows stay for which @numbers, by the rows' numbers, is not 0; it becomes their new numbers. No row has a list of chains. */
void hist_rows__keep(struct hist *h, uint32_t *numbers);
/* A new element at the end of the row's list of chains, for the caller to fill. */
struct listed_ref *hist_rows__new_ref(struct row_common *c);
/* Returns a copy of @o that lives as long as @h; mostly one that another row has already. */
const struct row_origin *hist_rows__origin(struct hists *h, const struct row_origin *o);
/* Gives the new row @e a common part, which has no numbers yet. @origin is copied. */
struct row_common *hist_rows__new_common(struct hist *h, struct hist_entry *e, const struct row_origin *origin);
/* Returns the common part of @e, for changing it: if other rows have the same one, @e gets its own. All three take memory of @arena. */
struct row_common *hist_rows__own_common(const struct hist *h, struct hist_entry *e, struct arena *arena);
/* The numbers of samples that fell into the row. */
struct hist_stat *hist_rows__own_stats(const struct hist *h, struct row_common *c, struct arena *arena);
/* Its numbers with callees, when something that it called is to be counted in them. */
struct hist_stat *hist_rows__caller_stats(const struct hist *h, struct row_common *c, struct arena *arena);
/* Numbers of a new row, one for each event of the group: zeros. */
struct hist_stat *hist__new_stats(const struct hist *h, struct arena *arena);
/* A new row, a copy of @like. */
struct hist_entry *hist__add_row(struct hist *h, const struct hist_entry *like);

#endif /* PERF_ROWS_HIST_ROWS_H */
