// SPDX-License-Identifier: GPL-2.0-only
/* Processes that are not asked about for a while, as they let who asks wait for too long. */
#include <stdint.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/base/process-refused.h"
#include "util/base/shown.h"

/* Of many that let us wait somebody means it. */
#define PATIENT_TIMES	2
#define PATIENCE_ENDS	8
/* How long it is not asked about then. */
#define REFUSED_NS	(60 * 1000000000LL)
#define MOST_TOLD	4

/* It is never 0, also where @pid is negative. */
static uint64_t key_of(pid_t pid)
{
	return (uint64_t)(uint32_t)pid + 1;
}

bool process_refused__has(struct process_refused *r, pid_t pid)
{
	uint64_t until = u64num__find(&r->until, key_of(pid));

	return until && (uint64_t)monotonic__ns() < until;
}

void process_refused__forget(struct process_refused *r, pid_t pid)
{
	if (u64num__find(&r->until, key_of(pid)))
		u64num__set(&r->until, key_of(pid), 1);
}

static void tell(struct process_refused *r, pid_t pid)
{
	char *comm = r->nr_told < MOST_TOLD ? read_text_filef("%s/%d/comm", procfs__path(), (int)pid) : NULL;

	if (r->nr_told < MOST_TOLD)
		pr_warning(
			"perf: process %d (%s) keeps its map of memory locked: its maps are left out, its samples may have no names and no "
			"whole stacks\n",
			(int)pid, comm ? shown__in_message(comm) : "?");
	else if (r->nr_told == MOST_TOLD)
		pr_warning("perf: there are more such processes, which are not told\n");
	r->nr_told++;
	free(comm);
}

void process_refused__add(struct process_refused *r, pid_t pid)
{
	bool known = u64num__find(&r->until, key_of(pid)) > 1;

	r->nr_late++;
	u64num__set(&r->until, key_of(pid), (uint64_t)(monotonic__ns() + REFUSED_NS));
	if (!known && pid > 0)
		tell(r, pid);
}

unsigned int process_refused__limit(const struct process_refused *r, unsigned int limit_ms)
{
	return limit_ms / (r->nr_late < PATIENT_TIMES ? 1 : r->nr_late < PATIENCE_ENDS ? 4 : 20);
}

void process_refused__exit(struct process_refused *r)
{
	u64num__exit(&r->until);
}
