/* SPDX-License-Identifier: GPL-2.0-only */
/* The source lines of places, for the columns of a report. */
#ifndef PERF_COLUMNS_COLUMN_PLACE_H
#define PERF_COLUMNS_COLUMN_PLACE_H

#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/rows/hist.h"

/* Returns the part of hists__srcline() before the colon, which is empty if no line is known. Owned by @h. Threads may call both. */
const char *hists__srcfile(struct hists *h, const struct place *p);
/*
 * Appends the source line of @addr in @dso, within @sym: "file.c:12"; if no line is known, "function+offset", as upstream does, or
 * "dso[address]".
 */
void hists__add_srcline(const struct hists *h, struct dso *dso, const struct symbol *sym, uint64_t addr, struct strbuf *out);
/* Returns the source line of @p as text. Each text is made once, so that equal texts are equal pointers. Owned by @h. */
const char *hists__srcline(struct hists *h, const struct place *p);

#endif /* PERF_COLUMNS_COLUMN_PLACE_H */
