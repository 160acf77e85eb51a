/* SPDX-License-Identifier: GPL-2.0-only */
/* How a number of one recording is compared with that of another: the methods of `perf diff -c`. */
#ifndef PERF_DIFF_DIFF_COMPUTE_H
#define PERF_DIFF_DIFF_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

enum diff_method {
	DIFF_DELTA_ABS,		/* difference of shares; what changed most comes first */
	DIFF_DELTA,		/* the same; what grew most comes first */
	DIFF_RATIO,		/* of periods */
	DIFF_WDIFF,		/* new period * weights[1] - old period * weights[0] */
};

struct diff_compute {
	enum diff_method method;
	int64_t weights[2];	/* of DIFF_WDIFF */
};

/* What is compared: a period, and what 100 % is in its recording. */
struct diff_share {
	uint64_t period, total;
};

/* Understands "delta", "delta-abs", "ratio", "wdiff:W1,W2". 0, or -EINVAL with @diag. */
int diff_compute__parse(struct diff_compute *c, const char *text, struct diag *diag);
/* What rows are ordered by, the largest first. False: there is no value, since the old recording has nothing to compare with. */
bool diff_compute__value(const struct diff_compute *c, struct diff_share old, struct diff_share now, double *ret);
/* Title of the column, and how wide a value is at least. Static. */
const char *diff_compute__title(const struct diff_compute *c, unsigned int *ret_width);
/* Appends the value as the table shows it, "+1.50%", "N/A", without blanks. */
void diff_compute__print(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out);
/* Appends how it was computed: `perf diff -F`. */
void diff_compute__formula(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out);

/* Percent; 0 where nothing was counted. */
double diff_share__percent(struct diff_share s);

#endif /* PERF_DIFF_DIFF_COMPUTE_H */
