/* SPDX-License-Identifier: GPL-2.0-only */
/* The tests that took longest, of all results: `perf test --slowest`. */
#ifndef PERF_TESTS_SLOWEST_H
#define PERF_TESTS_SLOWEST_H

#include "tests/runner.h"

/* Keeps those @nr that took most time of a CPU. For slowest__delete(). */
struct slowest *slowest__new(unsigned int nr);
/* @s may be NULL. */
void slowest__delete(struct slowest *s);
/* @suite: its description. @name: that of the case; NULL: it is the only one. Both are copied. */
void slowest__add(struct slowest *s, const char *suite, const char *name, const struct test_result *r);
/* A line for each on standard output, the longest first, below a line that says what they are. */
void slowest__print(struct slowest *s);

#endif /* PERF_TESTS_SLOWEST_H */
