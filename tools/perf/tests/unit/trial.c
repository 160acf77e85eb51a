// SPDX-License-Identifier: GPL-2.0-only
/* Calls that may crash, in child processes: which have passed, and how many children that takes. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/trial.h"

#define NR_THINGS 1000

/* What each thing does, a letter each. */
struct things {
	const char *what;
	bool disorder;
};

static void do_thing(void *ctx, size_t i)
{
	struct things *t = ctx;

	switch (t->what[i]) {
	case 'c':
		raise(SIGSEGV);
		break;
	case 'a':
		abort();
	case 'q':			/* ends the child without a crash */
		_exit(0);
	case 'd':
		t->disorder = true;
		break;
	case 'v':			/* the victim of the disorder */
		if (t->disorder)
			raise(SIGSEGV);
		break;
	case 'h':
		for (;;)
			pause();
	default:
		break;
	}
}

/* @want: a '+' for each thing that passes. */
static int tried(const char *what, const char *want, size_t want_children)
{
	struct things t = { .what = what };
	bool passed[NR_THINGS + 1];
	size_t nr = strlen(what), children, i;

	memset(passed, 1, sizeof(passed));
	children = trial__run(nr, 1, do_thing, &t, passed);
	for (i = 0; i < nr; i++)
		TEST_ASSERT_EQ(passed[i], want[i] == '+');
	TEST_ASSERT(passed[nr]);
	TEST_ASSERT_EQ(children, want_children);
	TEST_ASSERT(!t.disorder);
	return TEST_OK;
}

static int test__crashes(void)
{
	TEST_ASSERT(!tried("", "", 0));
	TEST_ASSERT(!tried("c", "-", 1));
	/* Two children a crash, and one for what is behind it. */
	TEST_ASSERT(!tried("..c..", "++-++", 3));
	TEST_ASSERT(!tried("c....", "-++++", 2));
	TEST_ASSERT(!tried("....a", "++++-", 2));
	TEST_ASSERT(!tried("ccc.c", "---+-", 5));
	return TEST_OK;
}

static int test__no_crash(void)
{
	char what[NR_THINGS + 1] = "", want[NR_THINGS + 1] = "";

	memset(what, '.', NR_THINGS);
	memset(want, '+', NR_THINGS);
	return tried(what, want, 1);
}

static int test__exit(void)
{
	return tried(".q.", "+-+", 3);
}

/* What another thing has done to the child's memory is no fault of the one that it kills. */
static int test__victim(void)
{
	return tried(".d.v.", "+++++", 2);
}

/* Takes too long: not once more. */
static int test__hang(void)
{
	return tried("..h.", "++-+", 2);
}

DEFINE_SUITE("Calls that may crash, in children", trial,
	     { "what crashes, and what does not", test__crashes },
	     { "one child for all that come back", test__no_crash },
	     { "what ends the child has not passed", test__exit },
	     { "what another one has damaged", test__victim },
	     { "what takes too long", test__hang })
