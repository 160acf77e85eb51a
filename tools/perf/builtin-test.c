// SPDX-License-Identifier: GPL-2.0-only
/* perf test: runs the C suites inside this binary and the shell suites beside it. */
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "tests/junit.h"
#include "tests/fair-clock.h"
#include "tests/runner.h"
#include "tests/slowest.h"
#include "tests/workloads/record-ctl.h"
#include "tests/workloads/workload.h"
#include "util/base/alloc.h"
#include "util/base/diag.h"
#include "util/base/log.h"
#include "util/base/name-list.h"
#include "util/base/options.h"

#define DEFAULT_TIMEOUT	1200	/* seconds: the booted kernel is the longest */

/* Which tests are run, as words that match them. */
struct choice {
	const char **tokens;		/* none: all */
	int nr;
	struct name_list skip;
	unsigned int runs;		/* of each */
};

static bool matches_any(const struct test_entry *e, const char *const *tokens, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (test_entry__matches(e, tokens[i]))
			return true;
	return false;
}

static bool chosen(const struct test_entry *e, const struct choice *c)
{
	return (!c->nr || matches_any(e, c->tokens, (size_t)c->nr)) && !matches_any(e, (const char *const *)c->skip.names, c->skip.nr);
}

static int list_tests(const struct test_list *list, const struct choice *c)
{
	size_t i, j;

	for (i = 0; i < list->nr; i++) {
		const struct test_entry *e = &list->entries[i];

		if (!chosen(e, c))
			continue;
		printf("%3d: %s\n", e->nr, e->desc);
		for (j = 0; e->suite && e->suite->nr > 1 && j < e->suite->nr; j++)
			printf("%3d.%zu: %s\n", e->nr, j + 1, e->suite->cases[j].desc);
	}
	return EXIT_OK;
}

static void check_tokens(const struct test_list *list, size_t nr_tokens, const char *const *tokens)
{
	size_t i, w;

	for (w = 0; w < nr_tokens; w++) {
		for (i = 0; i < list->nr; i++)
			if (test_entry__matches(&list->entries[i], tokens[w]))
				break;
		if (i == list->nr)
			usage_error("no test is called '%s' (perf test list shows them)", tokens[w]);
	}
}

static int run_tests(const struct test_list *list, const struct choice *c, const struct test_run_opts *opts)
{
	const struct test_entry **entries = NULL;
	struct test_totals totals = { 0 };
	size_t i, nr = 0, cap = 0;
	unsigned int n;
	int err;

	for (i = 0; i < list->nr; i++)
		for (n = 0; n < c->runs && chosen(&list->entries[i], c); n++) {
			GROW(entries, nr, cap);
			entries[nr++] = &list->entries[i];
		}
	err = test_entries__run(entries, nr, opts, &totals);
	free(entries);
	if (!list->dir)
		fputs("perf: no shell tests: neither installed nor in the source tree "
		      "(PERF_TEST_DIR names their folder)\n",
		      stderr);
	if (opts->slowest)
		slowest__print(opts->slowest);
	printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
	return totals.failed || err ? EXIT_FAILED : EXIT_OK;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

/* Recordings of tests fill a build-id cache of their own, which all of them share. */
static int run_with_cache(const struct test_list *list, const struct choice *c, const struct test_run_opts *opts)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = xasprintf("%s/perf-test-cache-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	bool made = mkdtemp(dir) != NULL;
	int ret;

	if (made)
		xsetenv("PERF_BUILDID_DIR", dir, true);
	ret = run_tests(list, c, opts);
	if (made)
		(void)nftw(dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	free(dir);
	return ret;
}

/* The same, with the results in @junit_file, unless that is NULL. */
static int run_and_tell(const struct test_list *list, const struct choice *c, const char *junit_file, struct test_run_opts *opts)
{
	int ret, err = 0;

	if (junit_file)
		opts->junit = junit__new();
	ret = run_with_cache(list, c, opts);
	if (junit_file)
		err = junit__write(opts->junit, junit_file);
	if (err) {
		pr_error("perf test: cannot write '%s': %s\n", junit_file, strerror(-err));
		ret = EXIT_FAILED;
	}
	junit__delete(opts->junit);
	slowest__delete(opts->slowest);
	return ret;
}

/* The CPUs that this process may run on. */
static unsigned int nr_cpus(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : (unsigned int)CPU_COUNT(&set);
}

static int list_workloads(void)
{
	const struct test_workload *w;
	size_t i;

	for (i = 0; (w = test_workload__at(i)); i++) {
		if (isatty(STDOUT_FILENO))
			printf("%-20s %-20s %s\n", w->name, w->args, w->desc);
		else
			puts(w->name);
	}
	return EXIT_OK;
}

/* @ctl: what records it, see record-ctl.h; may be NULL. */
static int run_workload(const char *name, int argc, const char **argv, const char *ctl)
{
	const struct test_workload *w = test_workload__find(name);
	struct record_ctl r;
	int ret;

	if (!w)
		usage_error("no workload is called '%s' (perf test --list-workloads shows them)", name);
	if (!ctl)
		return w->run(argc, argv);
	r = record_ctl__open(ctl);
	ret = record_ctl__enable(&r, true) ? w->run(argc, argv) : EXIT_FAILED;
	if (ret == EXIT_OK && !record_ctl__enable(&r, false))
		ret = EXIT_FAILED;
	record_ctl__close(&r);
	return ret;
}

int cmd_test(int argc, const char **argv)
{
	bool sequential = false, dont_fork = false, only_workloads = false;
	const char *workload = NULL, *record_ctl = NULL, *junit_file = NULL;
	int show = 0, ret;
	unsigned int timeout = DEFAULT_TIMEOUT, nr_slowest = 0, parallel = 0, runs = 1;
	const char *skip = NULL;
	const struct option options[] = {
		OPT_INCR('v', "verbose", &show, "show what each test prints, not only the failing ones"),
		OPT_BOOL('S', "sequential", &sequential, "one test after the other"),
		OPT_UINT(0, "parallel", &parallel, "N", "so many tests at a time (default: as there are CPUs)"),
		OPT_BOOL('F', "dont-fork", &dont_fork, "run C tests in this process, for a debugger"),
		OPT_UINT('r', "runs-per-test", &runs, "N", "run each of them so many times"),
		OPT_STRING('s', "skip", &skip, "NAME-PART|N|N-M,...", "not these"),
		OPT_STRING('j', "junit", &junit_file, "FILE", "write the results as JUnit XML, too"),
		OPT_UINT(0, "slowest", &nr_slowest, "N", "list the N slowest tests, too"),
		OPT_UINT(0, "timeout", &timeout, "SECONDS", "give up on a test after this time"),
		OPT_STRING('w', "workload", &workload, "NAME",
			   "run a small program that is made to be recorded, with the arguments that follow"),
		OPT_STRING(0, "record-ctl", &record_ctl, "fifo:CTL[,ACK]",
			   "with -w: tell the perf record that reads CTL when to begin and when to end"),
		OPT_BOOL(0, "list-workloads", &only_workloads, "show these programs"),
		OPT_END()
	};
	static const char *const usage[] = {
		"perf test [<options>] [list] [NAME-PART | N | N-M]...",
		"perf test -w NAME [ARGS...]", NULL
	};
	struct diag diag = DIAG_INIT;
	struct choice choice = { 0 };
	struct fair_clock clock;
	struct test_list list;
	bool only_list;

	argc = parse_options(argc, argv, options, usage, 0);
	if (only_workloads)
		return list_workloads();
	if (workload)
		return run_workload(workload, argc, argv, record_ctl);
	only_list = argc && !strcmp(argv[0], "list");
	argc -= only_list;
	argv += only_list;
	fair_clock__init(&clock);
	test_list__init(&list);
	choice.tokens = argv;
	choice.nr = argc;
	choice.runs = runs;
	check_tokens(&list, (size_t)argc, argv);
	if (skip && name_list__add(&choice.skip, skip, &diag))
		usage_error("%s", diag.text);
	check_tokens(&list, choice.skip.nr, (const char *const *)choice.skip.names);
	if (only_list)
		ret = list_tests(&list, &choice);
	else
		ret = run_and_tell(&list, &choice, junit_file, &(struct test_run_opts){
				.fork = !dont_fork, .show_output = show > 0, .timeout = timeout, .clock = &clock,
				.parallel = sequential ? 1 : parallel ? parallel : nr_cpus(),
				.slowest = nr_slowest ? slowest__new(nr_slowest) : NULL });
	test_list__exit(&list);
	name_list__exit(&choice.skip);
	return ret;
}
