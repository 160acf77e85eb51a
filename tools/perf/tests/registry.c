// SPDX-License-Identifier: GPL-2.0-only
/* The C suites, which register before main(), and the reason of a skip. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

static struct test_suite *suites;
static const char *skip_reason;

/* Keeps the list sorted: constructors run in an order that the linker chose. */
void test_suite__register(struct test_suite *suite)
{
	struct test_suite **at = &suites;

	while (*at && strcmp((*at)->desc, suite->desc) < 0)
		at = &(*at)->next;
	suite->next = *at;
	*at = suite;
}

struct test_suite *test_suite__first(void)
{
	return suites;
}

int test_skip(const char *reason)
{
	skip_reason = reason;
	return TEST_SKIP;
}

const char *test_skip_reason(void)
{
	return skip_reason ? skip_reason : "";
}

unsigned int test_inputs(unsigned int nr)
{
	return getenv("PERF_TEST_AGAIN") ? nr / 4 : nr;
}
