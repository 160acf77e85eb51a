// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-compute.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/percent.h"

double diff_share__percent(struct diff_share s)
{
	return percent__of(s.period, s.total);
}

static int parse_weights(struct diff_compute *c, const char *text, struct diag *diag)
{
	char *end = NULL;
	long long w[2] = { 0 };

	errno = 0;
	if (*text == ':') {
		w[0] = strtoll(text + 1, &end, 10);
		if (end != text + 1 && *end == ',') {
			text = end + 1;
			w[1] = strtoll(text, &end, 10);
		} else {
			end = NULL;
		}
	}
	if (!end || end == text || *end || errno)
		return diag__msg(diag, -EINVAL, "wdiff takes two weights, that of the old and that of the new recording: wdiff:1,2");
	c->method = DIFF_WDIFF;
	c->weights[0] = w[0];
	c->weights[1] = w[1];
	return 0;
}

int diff_compute__parse(struct diff_compute *c, const char *text, struct diag *diag)
{
	if (!strcmp(text, "delta-abs"))
		c->method = DIFF_DELTA_ABS;
	else if (!strcmp(text, "delta"))
		c->method = DIFF_DELTA;
	else if (!strcmp(text, "ratio"))
		c->method = DIFF_RATIO;
	else if (!strncmp(text, "wdiff", strlen("wdiff")) && (!text[5] || text[5] == ':'))
		return parse_weights(c, text + strlen("wdiff"), diag);
	else if (!strcmp(text, "cycles"))
		return diag__msg(diag, -EINVAL, "this perf does not compare cycles of basic blocks: perf report --total-cycles shows "
				 "those of one recording");
	else
		return diag__msg(diag, -EINVAL, "'%s' is no way to compare: there are delta-abs, delta, ratio and wdiff:W1,W2", text);
	return 0;
}

static double delta(struct diff_share old, struct diff_share now)
{
	return diff_share__percent(now) - diff_share__percent(old);
}

/* A weight comes from the command line and a period from a file: what does not fit stays at the end of the range. */
static int64_t weighted(uint64_t period, int64_t weight)
{
	int64_t p = period > INT64_MAX ? INT64_MAX : (int64_t)period, ret;

	return __builtin_mul_overflow(p, weight, &ret) ? (weight < 0 ? INT64_MIN : INT64_MAX) : ret;
}

static int64_t wdiff(const struct diff_compute *c, struct diff_share old, struct diff_share now)
{
	int64_t a = weighted(now.period, c->weights[1]), b = weighted(old.period, c->weights[0]), ret;

	return __builtin_sub_overflow(a, b, &ret) ? (b > 0 ? INT64_MIN : INT64_MAX) : ret;
}

bool diff_compute__value(const struct diff_compute *c, struct diff_share old, struct diff_share now, double *ret)
{
	double d;

	switch (c->method) {
	case DIFF_RATIO:
		*ret = old.period ? (double)now.period / (double)old.period : 0;
		return old.period;
	case DIFF_WDIFF:
		*ret = (double)wdiff(c, old, now);
		return old.period;
	case DIFF_DELTA:
		*ret = delta(old, now);
		return true;
	case DIFF_DELTA_ABS:
	default:
		d = delta(old, now);
		*ret = d < 0 ? -d : d;
		return true;
	}
}

const char *diff_compute__title(const struct diff_compute *c, unsigned int *ret_width)
{
	*ret_width = c->method == DIFF_RATIO || c->method == DIFF_WDIFF ? 14 : 7;
	switch (c->method) {
	case DIFF_RATIO:	return "Ratio";
	case DIFF_WDIFF:	return "Weighted diff";
	case DIFF_DELTA:	return "Delta";
	case DIFF_DELTA_ABS:
	default:		return "Delta Abs";
	}
}

void diff_compute__print(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out)
{
	double v;

	if (!diff_compute__value(c, old, now, &v))
		strbuf__addstr(out, "N/A");
	else if (c->method == DIFF_RATIO)
		strbuf__addf(out, "%.6f", v);
	else if (c->method == DIFF_WDIFF)
		strbuf__addf(out, "%" PRId64, wdiff(c, old, now));
	else
		strbuf__addf(out, "%+.2f%%", delta(old, now));
}

void diff_compute__formula(const struct diff_compute *c, struct diff_share old, struct diff_share now, struct strbuf *out)
{
	if (c->method == DIFF_RATIO)
		strbuf__addf(out, "%" PRIu64 " / %" PRIu64, now.period, old.period);
	else if (c->method == DIFF_WDIFF)
		strbuf__addf(out, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")", now.period, c->weights[1],
			     old.period, c->weights[0]);
	else
		strbuf__addf(out, "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")", now.period, now.total,
			     old.period, old.total);
}
