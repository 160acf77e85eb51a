/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small programs inside perf that do one well-known thing, for tests that record them
 * (`perf test -w NAME`). Their functions have the names that tests of perf look for.
 */
#ifndef PERF_TESTS_WORKLOAD_H
#define PERF_TESTS_WORKLOAD_H

#include <signal.h>
#include <stddef.h>

struct test_workload {
	const char *name;
	const char *args;		/* for the list of workloads */
	const char *desc;
	/* @argv: what stands behind the name. Returns an exit status. */
	int (*run)(int argc, const char **argv);
};

extern const struct test_workload workload__noploop, workload__thloop, workload__leafloop, workload__sqrtloop,
	workload__brstack, workload__datasym, workload__inlineloop, workload__context_switch_loop,
	workload__traploop, workload__named_threads, workload__callchain, workload__deterministic, workload__landlock,
	workload__deferred, workload__reference, workload__race;

/* NULL: there is none of that name. */
const struct test_workload *test_workload__find(const char *name);
/* The @i-th of all, or NULL. */
const struct test_workload *test_workload__at(size_t i);

/* Set by SIGINT and when test_workload__start()'s time is over: the work ends. */
extern volatile sig_atomic_t workload_done;

/* Argument @i as a number of at least 1; @def where it is not given. A wrong one ends the program with a message. */
unsigned int test_workload__number(int argc, const char **argv, int i, unsigned int def);
/* SIGINT sets workload_done from now on. */
void test_workload__end_on_signal(void);
/* Argument 0 is how many seconds (with decimals) to work, from now on; default 1. */
void test_workload__start(int argc, const char **argv);

/*
 * At a function's end: the call before it does not become a jump, and the function has a frame of its own
 * even where it calls nothing.
 */
#define WORKLOAD_KEEP_FRAME()	__asm__ volatile("" : : "r"(__builtin_frame_address(0)) : "memory")

#endif /* PERF_TESTS_WORKLOAD_H */
