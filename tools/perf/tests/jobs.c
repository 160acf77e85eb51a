// SPDX-License-Identifier: GPL-2.0-only
/* Runs entries of the list, several at a time, and has their lines printed in order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/runner.h"
#include "util/base/alloc.h"

struct jobs {
	struct test_job *list;		/* in the order of their lines */
	size_t nr, cap;
	const struct test_run_opts *opts;
	struct test_totals *totals;
	sigset_t old_signals;
};

bool test_entry__exclusive(const struct test_entry *entry)
{
	return strstr(entry->desc, "(exclusive)") != NULL;
}

static void add_job(struct jobs *jobs, const struct test_job *job)
{
	GROW(jobs->list, jobs->nr, jobs->cap);
	jobs->list[jobs->nr++] = *job;
}

static void add_entry(struct jobs *jobs, const struct test_entry *e)
{
	size_t i;

	if (!e->suite)
		add_job(jobs, &(struct test_job){ .entry = e });
	for (i = 0; e->suite && i < e->suite->nr; i++)
		add_job(jobs, &(struct test_job){ .entry = e, .c = &e->suite->cases[i],
						  .case_nr = e->suite->nr > 1 ? i + 1 : 0 });
}

/* Those of @entries that are exclusive, or those that are not. */
static void add_entries(struct jobs *jobs, const struct test_entry **entries, size_t nr, bool exclusive)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (test_entry__exclusive(entries[i]) == exclusive)
			add_entry(jobs, entries[i]);
}

/* Waits until one of the @nr @jobs, which are started, is over, and returns how many still run. */
static size_t wait_for_any(struct test_job *jobs, size_t nr)
{
	struct test_child **children = xcalloc(nr, sizeof(*children));
	size_t i, running = 0;

	for (i = 0; i < nr; i++)
		children[i] = &jobs[i].child;
	test_children__wait(children, nr);
	for (i = 0; i < nr; i++)
		running += children[i]->pid != 0;
	free(children);
	return running;
}

/* The jobs [@at, @end): a line begins when its job does. */
static void run_alone(struct jobs *jobs, size_t at, size_t end)
{
	for (; at < end && !tests__interrupted(); at++) {
		struct test_job *job = &jobs->list[at];

		test_job__print_head(job);
		test_job__start(job, jobs->opts, &jobs->old_signals);
		while (wait_for_any(job, 1))
			;
		test_job__print_result(job, jobs->opts, jobs->totals);
	}
}

/* The same, several at a time: a line is there when all before it are, and ends when its job does. */
static void run_together(struct jobs *jobs, size_t at, size_t end)
{
	size_t next = at, running = 0;

	for (; at < end; at++) {
		struct test_job *job = &jobs->list[at];
		bool head = false;

		do {
			for (; next < end && running < jobs->opts->parallel && !tests__interrupted();
			     next++) {
				test_job__start(&jobs->list[next], jobs->opts, &jobs->old_signals);
				running += jobs->list[next].child.pid != 0;
			}
			if (!job->started)
				return;
			if (!head)
				test_job__print_head(job);
			head = true;
			if (job->child.pid)
				running = wait_for_any(job, next - at);
		} while (job->child.pid);
		test_job__print_result(job, jobs->opts, jobs->totals);
	}
}

int test_entries__run(const struct test_entry **entries, size_t nr, const struct test_run_opts *opts,
		      struct test_totals *totals)
{
	struct jobs jobs = { .opts = opts, .totals = totals };
	size_t nr_shared;

	add_entries(&jobs, entries, nr, false);
	nr_shared = jobs.nr;
	add_entries(&jobs, entries, nr, true);
	test_signals__init(&jobs.old_signals);
	if (opts->parallel > 1 && opts->fork)
		run_together(&jobs, 0, nr_shared);
	else
		run_alone(&jobs, 0, nr_shared);
	run_alone(&jobs, nr_shared, jobs.nr);
	test_signals__exit(&jobs.old_signals);
	free(jobs.list);
	return tests__interrupted() ? -EINTR : 0;
}
