/* SPDX-License-Identifier: GPL-2.0-only */
/* The same files and functions in the worlds of two readings of a recording. */
#ifndef PERF_ANNOTATE_TWIN_H
#define PERF_ANNOTATE_TWIN_H

#include "util/symbol/dso.h"

struct annotate_counts;
struct dsos;

/* Returns the file of @in that is @dso there; NULL: none is. */
struct dso *twin__dso(struct dsos *in, const struct dso *dso);
/* Returns the symbol of @in that is @sym there; NULL: none is. */
const struct symbol *twin__symbol(struct dso *in, const struct symbol *sym);
/*
 * Takes from @from, which was counted in another reading, who called, for all that @to has counted; @in: the files of @to. Nothing of that
 * reading is needed any more then, but @from itself is to be deleted.
 */
void twin__take_callers(struct annotate_counts *to, struct dsos *in, struct annotate_counts *from);

#endif /* PERF_ANNOTATE_TWIN_H */
