/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of --metric behind the numbers of an instruction. Without metrics nothing is printed. */
#ifndef PERF_ANNOTATE_METRIC_CELLS_H
#define PERF_ANNOTATE_METRIC_CELLS_H

#include "util/annotate/annotate-text.h"

/* Returns how wide they are together. */
int metric_cells__width(const struct annotate_text *t);
/* Appends their names, as wide as the columns. */
void metric_cells__titles(const struct annotate_text *t, struct strbuf *out);
/* Appends the cells of a row in which the members have @stats; blanks, if they have nothing. */
void metric_cells__row(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
		       struct strbuf *out);
/* Appends ", NAME: VALUE" for each, of the whole function. */
void metric_cells__function(const struct annotate_text *t, const struct annotate_shares *shares, struct strbuf *out);

#endif /* PERF_ANNOTATE_METRIC_CELLS_H */
