/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of numbers that `perf diff` shows in front of those that are keys, and their cells. */
#ifndef PERF_DIFF_DIFF_NUMBERS_H
#define PERF_DIFF_DIFF_NUMBERS_H

#include "util/diff/diff-print.h"

enum diff_what { DIFF_BASELINE, DIFF_BASE_PERIOD, DIFF_VALUE, DIFF_FORMULA, DIFF_PERIOD };

struct diff_number {
	enum diff_what what;
	unsigned int file;		/* the recording that it is about */
	char title[64];
	unsigned int width;		/* of the column */
	unsigned int value_width;	/* values are aligned right in it */
};

/* The columns that @p asks for, from left to right. Sets *@ret to an array that the caller frees, and returns how many there are. */
size_t diff_numbers__make(const struct diff_print *p, struct diff_number **ret);
/* Appends the cell of row @r of @e, without blanks; nothing if the recording lacks the row. */
void diff_number__print(const struct diff_number *n, const struct diff_print *p, const struct diff_event *e, const struct diff_row *r,
			struct strbuf *out);

#endif /* PERF_DIFF_DIFF_NUMBERS_H */
