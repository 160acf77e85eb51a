/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `perf test`: C suites inside the binary, shell suites beside it.
 *
 * A C suite is a file of tests/unit/ that defines its cases as functions returning TEST_OK,
 * TEST_SKIP or TEST_FAIL, and registers itself:
 *
 *	static int test__swapped_u32(void)
 *	{
 *		TEST_ASSERT_EQ(cursor__u32(&c, "x"), 0x01020304);
 *		return TEST_OK;
 *	}
 *	DEFINE_SUITE("Cursor", cursor, { "swapped u32", test__swapped_u32 }, ...);
 *
 * A suite with one case is a line of its own in the output, others get a line a case. Several run at a
 * time, unless "(exclusive)" stands in the description, as it can in that of a script.
 */
#ifndef PERF_TESTS_TEST_H
#define PERF_TESTS_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { TEST_OK = 0, TEST_FAIL = -1, TEST_SKIP = -2 };

struct test_case {
	const char *desc;
	int (*run)(void);
};

struct test_suite {
	const char *desc;		/* "Deferred callchain stitching" */
	const char *name;		/* the word `perf test NAME` selects, with parts of @desc */
	const struct test_case *cases;
	size_t nr;
	struct test_suite *next;	/* the registry's */
};

/* Suites register before main() and come out sorted by description. */
void test_suite__register(struct test_suite *suite);
/* The first suite of the sorted list. */
struct test_suite *test_suite__first(void);
/* Says why a case returns TEST_SKIP; @reason is static text. Returns TEST_SKIP. */
int test_skip(const char *reason);
const char *test_skip_reason(void);
/*
 * Suites run again in a build with sanitizers (PERF_TEST_AGAIN is set then). What was compared is right already, and only the code
 * is watched: of @nr made-up inputs a fourth is enough. Else returns @nr.
 */
unsigned int test_inputs(unsigned int nr);

#define DEFINE_SUITE(description, id, ...)						\
	static const struct test_case id##_cases[] = { __VA_ARGS__ };			\
	static struct test_suite id##_suite = {						\
		.desc = description, .name = #id, .cases = id##_cases,			\
		.nr = sizeof(id##_cases) / sizeof(id##_cases[0]) };			\
	__attribute__((constructor)) static void id##_register(void)			\
	{ test_suite__register(&id##_suite); }

#define TEST_ASSERT(cond) do {								\
	if (!(cond)) {									\
		fprintf(stderr, "FAILED %s:%d %s\n", __FILE__, __LINE__, #cond);	\
		return TEST_FAIL;							\
	}										\
} while (0)

#define TEST_ASSERT_EQ(got, want) do {							\
	long long got_ = (long long)(got), want_ = (long long)(want);			\
	if (got_ != want_) {								\
		fprintf(stderr, "FAILED %s:%d %s: got %lld (0x%llx), want %lld (0x%llx)\n", \
			__FILE__, __LINE__, #got, got_, got_, want_, want_);		\
		return TEST_FAIL;							\
	}										\
} while (0)

#define TEST_ASSERT_STR(got, want) do {							\
	const char *got_ = (got), *want_ = (want);					\
	if (!got_ || strcmp(got_, want_)) {						\
		fprintf(stderr, "FAILED %s:%d %s: got '%s', want '%s'\n",		\
			__FILE__, __LINE__, #got, got_ ? got_ : "(null)", want_);	\
		return TEST_FAIL;							\
	}										\
} while (0)

#endif /* PERF_TESTS_TEST_H */
