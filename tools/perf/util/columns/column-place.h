/* SPDX-License-Identifier: GPL-2.0-only */
/* Source lines of places, as the columns of a report have them. */
#ifndef PERF_COLUMNS_COLUMN_PLACE_H
#define PERF_COLUMNS_COLUMN_PLACE_H

#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/rows/hist.h"

/* The part of hists__srcline() before the colon; nothing where no line is known. */
const char *hists__srcfile(struct hists *h, const struct place *p, size_t *ret_len);
/* "file.c:12"; where no line is known "function+offset", as perf has it, or "dso[address]". Appended. */
void hists__add_srcline(const struct hists *h, const struct place *p, struct strbuf *out);
/* The source line of a place as text: made once, equal texts are equal pointers. */
const char *hists__srcline(struct hists *h, const struct place *p);

#endif /* PERF_COLUMNS_COLUMN_PLACE_H */
