/* SPDX-License-Identifier: GPL-2.0-only */
/* What `perf test` does with the suites: finds, chooses, runs, counts. */
#ifndef PERF_TESTS_RUNNER_H
#define PERF_TESTS_RUNNER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

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
	double seconds;			/* how long it took */
	double cpu;			/* the seconds of CPUs that it and what it started used */
};

struct fair_clock;
struct junit;
struct slowest;

struct test_run_opts {
	bool fork;			/* run C cases in a child: a crash is then one FAILED! */
	bool show_output;		/* -v */
	unsigned int parallel;		/* so many at a time; 0 is 1 */
	unsigned int timeout;		/* seconds of @clock for each case or script */
	struct fair_clock *clock;	/* what the limit counts; used with @fork only */
	struct junit *junit;		/* gets all results; NULL: nobody wants them */
	struct slowest *slowest;	/* gets the times; NULL: nobody wants them */
};

struct test_totals {
	unsigned int passed, failed, skipped;
};

/* Fills @list with the C suites and the scripts of the tests folder. */
void test_list__init(struct test_list *list);
void test_list__exit(struct test_list *list);
/* Does @token choose @entry? A number, a range "3-5", or a part of name or description. */
bool test_entry__matches(const struct test_entry *entry, const char *token);

/*
 * The folder that holds shell/: $PERF_TEST_DIR, the installed one, the source tree's. Owned; NULL:
 * none.
 */
char *tests__dir(void);

/* Seconds of a clock that never goes back. */
double tests__clock(void);

/* What a child runs; it writes the reason of a skip to @reason. Returns one of TEST_OK and the like. */
typedef int (*test_run_fn)(const void *arg, char *reason, size_t size);

/* A test in a child process: of its own process group, with both streams captured. */
struct test_child {
	pid_t pid;			/* 0: there is none (any more) */
	int fd;				/* what it prints; -1: none */
	char *reason;			/* shared with the child; NULL: none */
	unsigned int timeout;		/* seconds of @clock that it may take */
	struct fair_clock *clock;	/* borrowed */
	double limit;			/* when its time is over, in seconds of @clock */
	double begin;			/* seconds, by tests__clock() */
	struct test_result result;	/* once it is gone; owned until test_child__take() */
};

/*
 * Holds back the signals that children and users send, until _exit() lets them through again. No child
 * may be started or waited for outside of the two.
 */
void test_signals__init(sigset_t *ret_old);
void test_signals__exit(const sigset_t *old);

/*
 * Starts @run with @arg, for as many seconds of @opts->clock as @opts->timeout says; the clock stays until the child is gone. Where
 * that fails, the result says so and there is no child.
 */
void test_child__start(struct test_child *child, test_run_fn run, const void *arg, const struct test_run_opts *opts,
		       const sigset_t *old_signals);
/*
 * Waits until at least one of @children is gone, by itself or because its time is over; those without a
 * process are passed over. All have the same clock. After SIGINT or SIGTERM all are killed.
 */
void test_children__wait(struct test_child **children, size_t nr);
/* The result of a child that is gone, for test_result__exit(). */
void test_child__take(struct test_child *child, struct test_result *ret_result);
void test_result__exit(struct test_result *result);

/* A line of the output: a case of a suite in C, or a script. */
struct test_job {
	const struct test_entry *entry;
	const struct test_case *c;	/* NULL: the entry's script */
	size_t case_nr;			/* counts from 1; 0: the only one of its entry */
	bool started;
	struct test_child child;
};

/* Starts @job; with @opts->fork off a case in C is over when this returns. */
void test_job__start(struct test_job *job, const struct test_run_opts *opts, const sigset_t *old_signals);
/* Prints number and description, those of the whole suite in front if it is the first case. */
void test_job__print_head(const struct test_job *job);
/* Once it is done: prints its result, adds it to @totals, @opts->junit and @opts->slowest and lets go of it. */
void test_job__print_result(struct test_job *job, const struct test_run_opts *opts,
			    struct test_totals *totals);

/* Does @entry disturb others, or they it? Its description says "(exclusive)" then. */
bool test_entry__exclusive(const struct test_entry *entry);
/*
 * Runs the @nr @entries, up to @opts->parallel lines at a time, the exclusive ones alone and last. Prints
 * their lines in this order and adds to @totals. Returns -EINTR if the user stopped it.
 */
int test_entries__run(const struct test_entry **entries, size_t nr, const struct test_run_opts *opts,
		      struct test_totals *totals);
/* Was SIGINT or SIGTERM seen while children ran? */
bool tests__interrupted(void);

#endif /* PERF_TESTS_RUNNER_H */
