/* SPDX-License-Identifier: GPL-2.0-only */
/* How a number of one recording is compared with the same number of another recording: the methods of `perf diff -c`. */
#ifndef PERF_DIFF_DIFF_COMPUTE_H
#define PERF_DIFF_DIFF_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

enum diff_method {
	DIFF_DELTA_ABS,		/* difference of shares; what changed most comes first */
	DIFF_DELTA,		/* difference of shares; what grew most comes first */
	DIFF_RATIO,		/* ratio of periods */
	DIFF_WDIFF,		/* new period * weights[1] - old period * weights[0] */
};

struct diff_compute {
	enum diff_method method;
	int64_t weights[2];	/* for DIFF_WDIFF */
};

/* What is compared: a period, and the total of its recording, which is 100 %. */
struct diff_share {
	uint64_t period, total;
};

/* Parses "delta", "delta-abs", "ratio" or "wdiff:W1,W2" into *@c. Returns 0, or -EINVAL with @diag set. */
int diff_compute__parse(struct diff_compute *c, const char *text, struct diag *diag);
/*
 * Sets *@ret to the value by which rows are sorted, the largest first. Returns false if there is no value, since the old
 * recording has nothing to compare with.
 */
bool diff_compute__value(const struct diff_compute *c, struct diff_share old, struct diff_share now, double *ret);
/* Returns the title of the column, static, and sets *@ret_width to the least width of its values, in characters. */
const char *diff_compute__title(const struct diff_compute *c, unsigned int *ret_width);
/* Appends the value as the table shows it, without blanks: "+1.50%", "N/A". */
void diff_compute__print(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out);
/* Appends the formula by which the value was computed: `perf diff -F`. */
void diff_compute__formula(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out);

/* Returns the share in percent; 0 if the total is 0. */
double diff_share__percent(struct diff_share s);

#endif /* PERF_DIFF_DIFF_COMPUTE_H */
