/* SPDX-License-Identifier: GPL-2.0-only */
/* The results of a run as XML in JUnit's form, which build servers read. */
#ifndef PERF_TESTS_JUNIT_H
#define PERF_TESTS_JUNIT_H

#include "tests/runner.h"

struct junit;

struct junit *junit__new(void);
/* The results that follow are of @suite. Borrowed until the next one. */
void junit__suite(struct junit *j, const char *suite);
/* What @r points to is copied. */
void junit__add(struct junit *j, const char *name, const struct test_result *r);
/* Writes all into the file @path. Returns 0 or negative errno. */
int junit__write(const struct junit *j, const char *path);
void junit__delete(struct junit *j);

#endif /* PERF_TESTS_JUNIT_H */
