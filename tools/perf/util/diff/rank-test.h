/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Do two groups of runs differ by more than runs of one group do among themselves? The exact rank sum test (Wilcoxon, Mann and Whitney):
 * it assumes nothing about how measurements scatter, so that it is right for few runs and for shares, too.
 */
#ifndef PERF_DIFF_RANK_TEST_H
#define PERF_DIFF_RANK_TEST_H

#include <stddef.h>

/* The most runs in both groups together. */
#define RANK_TEST_RUNS	64

/* Whoever finds a difference that is none in more than so many of all comparisons finds too much. */
#define RANK_TEST_LEVEL	0.05

/*
 * Returns how likely groups that do not differ are at least as far apart as @a and @b, of @na and @nb numbers: twice the share, among all
 * ways to deal these numbers to groups of these sizes, of those in which @a is at least as far on the side where it is. Equal numbers have
 * their mean rank. 1 if a group is empty.
 * @na + @nb is at most RANK_TEST_RUNS.
 */
double rank_test(const double *a, unsigned int na, const double *b, unsigned int nb);
/* Returns the least that rank_test() can say of groups of these sizes. */
double rank_test__least(unsigned int na, unsigned int nb);
/*
 * Of @nr comparisons, makes each probability at @p the one that holds for all together (Holm's method): where each of them that is at most
 * RANK_TEST_LEVEL is taken for a difference, the probability that any of these is none is at most RANK_TEST_LEVEL.
 */
void rank_test__correct(double *p, size_t nr);

#endif /* PERF_DIFF_RANK_TEST_H */
