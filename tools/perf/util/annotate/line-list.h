/* SPDX-License-Identifier: GPL-2.0-only */
/* The source lines of a function, those with most of its samples first (-l). */
#ifndef PERF_ANNOTATE_LINE_LIST_H
#define PERF_ANNOTATE_LINE_LIST_H

#include "util/annotate/annotate-text.h"

/* Lines and instructions below this share, in percent, are not named. */
#define LINE_LIST_LEAST	0.5

void line_list__print(const struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
		      struct text_out *out);

#endif /* PERF_ANNOTATE_LINE_LIST_H */
