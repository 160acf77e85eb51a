/* SPDX-License-Identifier: GPL-2.0-only */
/* What `perf test` does with the suites: finds, chooses, runs, counts. */
#ifndef PERF_TESTS_RUNNER_H
#define PERF_TESTS_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/test.h"

/* One line of `perf test list`: a C suite or a shell script. */
struct test_entry {
	int nr;				/* counts from 1 */
	const char *desc;
	const char *name;		/* C suite's id, or the script's file name without .sh */
	const struct test_suite *suite;	/* NULL for a shell suite */
	char *script;			/* path of a shell suite, or NULL */
};

struct test_list {
	struct test_entry *entries;	/* C suites first, each kind sorted by description */
	size_t nr, cap;
	char *dir;			/* the folder that holds shell/, or NULL */
};

struct test_result {
	int status;			/* TEST_OK, TEST_FAIL or TEST_SKIP */
	char reason[160]; /* why it was skipped, or how it died; "" if there is nothing to say */
	char *output;			/* what it printed on both streams; owned */
	size_t output_len;
};

struct junit;

struct test_run_opts {
	bool fork;			/* run C cases in a child: a crash is then one FAILED! */
	bool show_output;		/* -v */
	unsigned int timeout;		/* seconds for each case or script */
	struct junit *junit;		/* gets all results; NULL: nobody wants them */
};

struct test_totals {
	unsigned int passed, failed, skipped;
};

/* Fills @list with the C suites and the scripts of the tests folder. */
void test_list__init(struct test_list *list);
void test_list__exit(struct test_list *list);
/* Does @word choose @entry? A number, a range "3-5", or a part of name or description. */
bool test_entry__matches(const struct test_entry *entry, const char *word);

/*
 * The folder that holds shell/: $PERF_TEST_DIR, the installed one, the source tree's. Owned; NULL:
 * none.
 */
char *tests__dir(void);

/*
 * Runs @run (with @arg) in a child of its own process group, with both streams captured; the child
 * writes a skip reason to @reason. Returns once the child is gone or the time is over.
 */
void test_child__run(int (*run)(const void *arg, char *reason, size_t size), const void *arg,
		     unsigned int timeout, struct test_result *ret_result);
void test_result__exit(struct test_result *result);

/* Runs one entry, prints its lines and adds to @totals. Returns -EINTR if the user stopped it. */
int test_entry__run(const struct test_entry *entry, const struct test_run_opts *opts,
		    struct test_totals *totals);
/* Was SIGINT or SIGTERM seen while a child ran? */
bool tests__interrupted(void);

#endif /* PERF_TESTS_RUNNER_H */
