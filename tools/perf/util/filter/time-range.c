// SPDX-License-Identifier: GPL-2.0-only
#include "util/filter/time-range.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/data/header.h"

#define NSEC	1000000000ULL

/* Seconds with up to nine decimals, of @len characters. Exact: no floating point. */
static bool parse_seconds(const char *s, size_t len, uint64_t *ret)
{
	uint64_t sec = 0, ns = 0, unit = NSEC;
	size_t i = 0;

	for (; i < len && s[i] >= '0' && s[i] <= '9'; i++) {
		if (sec > UINT64_MAX / NSEC / 10 - 1)
			return false;
		sec = sec * 10 + (uint64_t)(s[i] - '0');
	}
	if (!i)
		return false;
	if (i < len && s[i] == '.') {
		for (i++; i < len && s[i] >= '0' && s[i] <= '9'; i++) {
			unit /= 10;
			ns += unit * (uint64_t)(s[i] - '0');
		}
	}
	*ret = sec * NSEC + ns;
	return i == len;
}

static bool add_range(struct time_ranges *t, uint64_t from, uint64_t to)
{
	if (t->nr == TIME_RANGES_MAX || from > to)
		return false;
	t->ranges[t->nr++] = (struct time_range){ from, to };
	return true;
}

/* "START,STOP" of @len characters. */
static bool parse_pair(struct time_ranges *t, const char *s, size_t len)
{
	const char *comma = memchr(s, ',', len);
	uint64_t from = 0, to = UINT64_MAX;
	size_t left, right;

	if (!comma)
		return false;
	left = (size_t)(comma - s);
	right = len - left - 1;
	if (left && !parse_seconds(s, left, &from))
		return false;
	if (right && !parse_seconds(comma + 1, right, &to))
		return false;
	return add_range(t, from, to);
}

/* "12.5%" at *@s, which moves behind it. */
static bool parse_percent(const char **s, double *ret)
{
	char *end;

	if (**s < '0' || **s > '9')
		return false;
	*ret = strtod(*s, &end);
	if (*end != '%' || !(*ret >= 0 && *ret <= 100))
		return false;
	*s = end + 1;
	return true;
}

static uint64_t at_share(uint64_t first, uint64_t last, double percent)
{
	return first + (uint64_t)llround((double)(last - first) * percent / 100);
}

/* One of "A%-B%", "A%/N", "A%"; *@s moves behind it. */
static bool parse_share(struct time_ranges *t, const char **s, uint64_t first, uint64_t last)
{
	double a, b;
	unsigned long n;
	char *end;

	if (!parse_percent(s, &a))
		return false;
	if (**s == '-') {
		(*s)++;
		return parse_percent(s, &b) && add_range(t, at_share(first, last, a), at_share(first, last, b));
	}
	n = 1;
	if (**s == '/') {
		if ((*s)[1] < '0' || (*s)[1] > '9')
			return false;
		n = strtoul(*s + 1, &end, 10);
		*s = end;
	}
	if (!n || a * (double)n > 100)
		return false;
	return add_range(t, at_share(first, last, a * (double)(n - 1)), at_share(first, last, a * (double)n));
}

static int parse_shares(struct time_ranges *t, const char *s, const struct perf_header *h, char *err,
			size_t err_size)
{
	/* A perf that was not asked for them writes zeros. */
	if (!h->last_sample_time || h->first_sample_time > h->last_sample_time) {
		snprintf(err, err_size, "the recording does not say when its first and last sample were taken"
			 " (record with --timestamp-boundary): give '--time' in seconds");
		return -EINVAL;
	}
	while (parse_share(t, &s, h->first_sample_time, h->last_sample_time)) {
		if (!*s)
			return 0;
		if (*s++ != ',')
			break;
	}
	snprintf(err, err_size, "invalid time string: a share is '10%%', '10%%-20%%' or '10%%/2'");
	return -EINVAL;
}

int time_ranges__parse(struct time_ranges *t, const char *text, const struct perf_header *header, char *err,
		       size_t err_size)
{
	const char *s = text;

	t->nr = 0;
	if (strchr(text, '%'))
		return parse_shares(t, text, header, err, err_size);
	while (*s) {
		size_t len = strcspn(s, " ");

		if (len && !parse_pair(t, s, len)) {
			snprintf(err, err_size, "invalid time string '%s': it is 'START,STOP' in seconds, or shares like"
				 " '10%%-20%%'", text);
			return -EINVAL;
		}
		s += len;
		s += *s == ' ';
	}
	return 0;
}

void time_ranges__cut(struct time_ranges *t, const struct time_ranges *of, uint64_t from, uint64_t to)
{
	size_t i;

	t->nr = 0;
	for (i = 0; i < of->nr; i++) {
		struct time_range r = of->ranges[i];

		r.from = r.from < from ? from : r.from;
		r.to = r.to > to ? to : r.to;
		if (r.from <= r.to)
			t->ranges[t->nr++] = r;
	}
	/* No range at all would be everything. */
	if (!t->nr)
		t->ranges[t->nr++] = (struct time_range){ from, to };
}

bool time_ranges__contains(const struct time_ranges *t, uint64_t time)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (time >= t->ranges[i].from && time <= t->ranges[i].to)
			return true;
	return !t->nr;
}

uint64_t time_ranges__overlap(const struct time_ranges *t, uint64_t from, uint64_t to)
{
	uint64_t sum = 0, a, b;
	size_t i;

	for (i = 0; i < t->nr; i++) {
		a = from > t->ranges[i].from ? from : t->ranges[i].from;
		b = to < t->ranges[i].to ? to : t->ranges[i].to;
		sum += a < b ? b - a : 0;
	}
	return t->nr ? sum : to - from;
}
