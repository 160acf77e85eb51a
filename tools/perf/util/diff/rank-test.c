// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/rank-test.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

struct ranked {
	double value;
	unsigned int rank;	/* twice the rank, since the mean of two ranks may be a half */
	unsigned int group;
};

static int by_value(const void *p, const void *q)
{
	const struct ranked *a = p, *b = q;

	return a->value < b->value ? -1 : a->value > b->value;
}

static void set_ranks(struct ranked *r, unsigned int n)
{
	unsigned int i, k;

	qsort(r, n, sizeof(*r), by_value);
	for (i = 0; i < n; i = k) {
		for (k = i; k < n && r[k].value <= r[i].value; k++)
			;
		/* The ranks i + 1 to k: their mean, twice. */
		for (unsigned int m = i; m < k; m++)
			r[m].rank = i + 1 + k;
	}
}

/* Returns how many ways there are to choose @k of @n. */
static double ways(unsigned int n, unsigned int k)
{
	double w = 1;
	unsigned int i;

	for (i = 1; i <= k; i++)
		w = w * (n - k + i) / i;
	return w;
}

/* The sum of the doubled ranks of all @n numbers. */
static unsigned int whole_sum(unsigned int n)
{
	return n * (n + 1);
}

/* Sets ret[s] to the number of ways to choose @k of the @n numbers so that the sum of their doubled ranks is s. */
static void count_sums(const struct ranked *r, unsigned int n, unsigned int k, double *ret)
{
	size_t width = whole_sum(n) + 1;
	double *of = xcalloc((k + 1) * width, sizeof(*of));
	unsigned int i, m, s, most = 0;

	of[0] = 1;
	for (i = 0; i < n; i++) {
		most += r[i].rank;
		for (m = i + 1 < k ? i + 1 : k; m; m--)
			for (s = r[i].rank; s <= most; s++)
				of[m * width + s] += of[(m - 1) * width + s - r[i].rank];
	}
	memcpy(ret, of + k * width, width * sizeof(*ret));
	free(of);
}

double rank_test(const double *a, unsigned int na, const double *b, unsigned int nb)
{
	unsigned int n = na + nb, small = na < nb ? na : nb, sum = 0, i;
	struct ranked r[RANK_TEST_RUNS] = { 0 };
	double *sums, below = 0, above = 0, p;

	if (!small || n > RANK_TEST_RUNS)
		return 1;
	for (i = 0; i < n; i++) {
		r[i].value = i < na ? a[i] : b[i - na];
		r[i].group = (i < na) == (na <= nb);
	}
	set_ranks(r, n);
	/* Those of the smaller group. */
	for (i = 0; i < n; i++)
		sum += r[i].group ? r[i].rank : 0;
	sums = xcalloc(whole_sum(n) + 1, sizeof(*sums));
	count_sums(r, n, small, sums);
	for (i = 0; i <= whole_sum(n); i++) {
		below += i <= sum ? sums[i] : 0;
		above += i >= sum ? sums[i] : 0;
	}
	free(sums);
	/* In either direction: with equal numbers the two ends may be of different size, and twice the smaller one is never too little. */
	p = 2 * (below < above ? below : above) / ways(n, small);
	return p < 1 ? p : 1;
}

double rank_test__least(unsigned int na, unsigned int nb)
{
	double least;

	if (!na || !nb)
		return 1;
	least = 2 / ways(na + nb, na);
	return least < 1 ? least : 1;
}

struct numbered {
	double p;
	size_t i;
};

static int by_p(const void *x, const void *y)
{
	const struct numbered *a = x, *b = y;

	return a->p < b->p ? -1 : a->p > b->p;
}

void rank_test__correct(double *p, size_t nr)
{
	struct numbered *list = xcalloc(nr + 1, sizeof(*list));
	double most = 0;
	size_t i;

	for (i = 0; i < nr; i++)
		list[i] = (struct numbered){ p[i], i };
	qsort(list, nr, sizeof(*list), by_p);
	for (i = 0; i < nr; i++) {
		double v = list[i].p * (double)(nr - i);

		/* What is less likely must not seem more likely than what comes before it. */
		most = v > most ? v : most;
		p[list[i].i] = most < 1 ? most : 1;
	}
	free(list);
}
