// SPDX-License-Identifier: GPL-2.0-only
/* One line of the output: what runs for it, and what is printed. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/junit.h"
#include "tests/runner.h"
#include "tests/slowest.h"
#include "util/base/alloc.h"

#define DESC_WIDTH	60
#define TAIL_LINES	80

static int run_case(const void *arg, char *reason, size_t size)
{
	const struct test_case *c = arg;
	int status = c->run();

	if (status == TEST_SKIP)
		snprintf(reason, size, "%s", test_skip_reason());
	fflush(stdout);
	return status;
}

static int run_script(const void *arg, char *reason, size_t size)
{
	const struct test_entry *e = arg;
	/* An emulator runs this perf, and the system does not know how to run it by itself. */
	const char *wrapper = getenv("PERF_TEST_PERF");
	char exe[PATH_MAX], *dir;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	(void)reason;
	(void)size;
	if (n <= 0) {
		fprintf(stderr, "cannot find the path of this program: %m\n");
		return TEST_FAIL;
	}
	exe[n] = 0;
	setenv("PERF", wrapper ? wrapper : exe, 1);
	/* What the user has set up is not what is tested. */
	setenv("PERF_CONFIG", "/dev/null", 1);
	dir = tests__dir();
	if (dir)
		setenv("PERF_TEST_DIR", dir, 1);
	free(dir);
	if (access(e->script, X_OK))
		execl("/bin/sh", "sh", e->script, (char *)NULL);
	else
		execl(e->script, e->script, (char *)NULL);
	fprintf(stderr, "cannot run '%s': %m\n", e->script);
	return TEST_FAIL;
}

/* The last line of what a script printed is why it skipped. */
static void reason_from_output(struct test_result *r)
{
	size_t end = r->output_len, begin;

	while (end && (r->output[end - 1] == '\n' || r->output[end - 1] == ' '))
		end--;
	begin = end;
	while (begin && r->output[begin - 1] != '\n')
		begin--;
	snprintf(r->reason, sizeof(r->reason), "%.*s", (int)(end - begin), r->output + begin);
}

/* Where the first line from @from on begins that says that something failed, whatever came after it; SIZE_MAX: there is none. */
static size_t failed_line(const struct test_result *r, size_t from)
{
	static const char word[] = "FAILED";
	size_t i;

	for (i = from; i + sizeof(word) - 1 <= r->output_len; i++)
		if ((!i || r->output[i - 1] == '\n') && !memcmp(r->output + i, word, sizeof(word) - 1))
			return i;
	return SIZE_MAX;
}

static bool says_failed(const struct test_result *r)
{
	return failed_line(r, 0) != SIZE_MAX;
}

/* What a script that has passed could not do here, in the form that left_out() of suite.sh has: all such lines. */
static void parts_left_out(struct test_result *r)
{
	static const char word[] = "left out: ";
	const char *at = r->output, *end = r->output + r->output_len;
	size_t used = 0;

	while (at < end && used < sizeof(r->reason)) {
		const char *line = at, *stop = memchr(at, '\n', end - at);

		at = stop ? stop + 1 : end;
		if (!stop)
			stop = end;
		if ((size_t)(stop - line) < sizeof(word) || memcmp(line, word, sizeof(word) - 1))
			continue;
		line += used ? sizeof(word) - 1 : 0;
		used += snprintf(r->reason + used, sizeof(r->reason) - used, "%s%.*s", used ? "; " : "", (int)(stop - line), line);
	}
}

/* A script's exit status is believed if what it printed does not say something else. */
static void doubt(struct test_result *r)
{
	bool skip = r->status == TEST_SKIP;

	if (skip)
		reason_from_output(r);
	if (skip && !r->reason[0])
		snprintf(r->reason, sizeof(r->reason), "exit status 77, which is for a skip that says why");
	else if (r->status != TEST_FAIL && says_failed(r))
		snprintf(r->reason, sizeof(r->reason), "exit status %d, but FAILED is what it says", skip ? 77 : 0);
	else {
		if (r->status == TEST_OK)
			parts_left_out(r);
		return;
	}
	r->status = TEST_FAIL;
}

static void print_result(const struct test_result *r, struct test_totals *totals)
{
	switch (r->status) {
	case TEST_OK:
		totals->passed++;
		printf(r->reason[0] ? " Ok (%s)\n" : " Ok\n", r->reason);
		break;
	case TEST_SKIP:
		totals->skipped++;
		printf(r->reason[0] ? " Skip (%s)\n" : " Skip\n", r->reason);
		break;
	default:
		totals->failed++;
		printf(r->reason[0] ? " FAILED! (%s)\n" : " FAILED!\n", r->reason);
		break;
	}
}

/* Without -v only the end of what a failing test printed: the cause is mostly there. */
static size_t skip_to_tail(const struct test_result *r)
{
	size_t at = r->output_len, lines = 0;

	while (at && (r->output[at - 1] != '\n' || lines++ < TAIL_LINES))
		at--;
	return at;
}

/* Of what is left out in front of @end the lines that say what failed. */
static void print_failed_lines(const struct test_result *r, size_t end)
{
	size_t at;

	for (at = failed_line(r, 0); at < end; at = failed_line(r, at + 1)) {
		const char *line = r->output + at, *stop = memchr(line, '\n', r->output_len - at);

		printf("%.*s\n", (int)((stop ? stop : r->output + r->output_len) - line), line);
	}
}

static void print_output(const struct test_result *r, bool all)
{
	size_t from = all ? 0 : skip_to_tail(r);

	if (!r->output_len)
		return;
	puts(from ? "--- start, cut: -v shows all ---" : "--- start ---");
	print_failed_lines(r, from);
	fwrite(r->output + from, 1, r->output_len - from, stdout);
	if (r->output[r->output_len - 1] != '\n')
		putchar('\n');
	puts("---- end ----");
}

static void run_in_place(const struct test_case *c, struct test_result *r)
{
	double begin = tests__clock();

	*r = (struct test_result){ .status = c->run() };
	r->seconds = tests__clock() - begin;
	if (r->status == TEST_SKIP)
		snprintf(r->reason, sizeof(r->reason), "%s", test_skip_reason());
}

void test_job__start(struct test_job *job, const struct test_run_opts *opts, const sigset_t *old_signals)
{
	job->started = true;
	if (!job->c)
		test_child__start(&job->child, run_script, job->entry, opts, old_signals);
	else if (opts->fork)
		test_child__start(&job->child, run_case, job->c, opts, old_signals);
	else
		run_in_place(job->c, &job->child.result);
}

void test_job__print_head(const struct test_job *job)
{
	const struct test_entry *e = job->entry;
	char number[32];
	int len = snprintf(number, sizeof(number), "%3d", e->nr);

	if (job->case_nr == 1)
		printf("%s: %-*s:\n", number, DESC_WIDTH, e->desc);
	if (job->case_nr)
		len = snprintf(number, sizeof(number), "%3d.%zu", e->nr, job->case_nr);
	printf("%s: %-*s:", number, DESC_WIDTH + 3 - len, job->case_nr ? job->c->desc : e->desc);
	fflush(stdout);
}

void test_job__print_result(struct test_job *job, const struct test_run_opts *opts,
			    struct test_totals *totals)
{
	struct test_result r;

	test_child__take(&job->child, &r);
	if (!job->c)
		doubt(&r);
	print_result(&r, totals);
	if (opts->junit && job->case_nr <= 1)
		junit__suite(opts->junit, job->entry->desc);
	if (opts->junit)
		junit__add(opts->junit, job->case_nr ? job->c->desc : job->entry->desc, &r);
	if (opts->slowest)
		slowest__add(opts->slowest, job->entry->desc, job->case_nr ? job->c->desc : NULL, &r);
	if (opts->show_output || r.status == TEST_FAIL)
		print_output(&r, opts->show_output);
	test_result__exit(&r);
}
