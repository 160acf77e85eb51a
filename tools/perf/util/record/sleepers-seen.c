// SPDX-License-Identifier: GPL-2.0-only
/* The threads that a recording is about, and whether they have run since they were looked at. */
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/record/recorder-internal.h"
#include "util/record/sleepers-internal.h"
#include "util/record/thread-proc.h"

static void list_targets(const struct recorder *r, struct thread_list *l)
{
	const struct perf_thread_map *threads = perf_evlist__threads(r->counters.list);
	int i;

	if (r->target.system_wide)
		thread_list__add_all(l, getpid());
	else if (!r->target.existing)
		thread_list__add_tree(l, r->workload.pid);
	for (i = 0; r->target.existing && i < perf_thread_map__nr(threads); i++) {
		thread_list__add(l, perf_thread_map__tid(threads, i));
		/* What they have started, and threads that their processes have now. */
		if (r->target.inherit)
			thread_list__add_tree(l, perf_thread_map__tid(threads, i));
	}
	thread_list__finish(l);
}

void seen_list__look_around(struct seen_list *ret, const struct recorder *r)
{
	struct thread_list l = { .nr = 0 };
	struct thread_state state;
	size_t i;

	list_targets(r, &l);
	for (i = 0; i < l.nr; i++) {
		if (!thread_state__read_status(l.tids[i], &state))
			continue;
		GROW(ret->list, ret->nr, ret->cap);
		ret->list[ret->nr++] = (struct seen){ l.tids[i], state.switches };
	}
	thread_list__exit(&l);
}

static int compare_tids(const void *key, const void *entry)
{
	pid_t tid = *(const pid_t *)key, other = ((const struct seen *)entry)->tid;

	return tid < other ? -1 : tid > other;
}

bool seen_list__same_since(const struct seen_list *l, pid_t tid, uint64_t switches)
{
	const struct seen *s = l->nr ? bsearch(&tid, l->list, l->nr, sizeof(*l->list), compare_tids) : NULL;

	return s && s->switches == switches;
}

static int compare_processes(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return x[1] != y[1] ? (x[1] < y[1] ? -1 : 1) : *x < *y ? -1 : *x > *y;
}

/* Then the maps of each process are read once. */
size_t sleepers__list_by_process(const struct recorder *r, pid_t (**ret)[2])
{
	struct thread_list l = { .nr = 0 };
	struct thread_state state;
	size_t i, nr = 0;

	list_targets(r, &l);
	*ret = xcalloc(l.nr + 1, sizeof(**ret));
	for (i = 0; i < l.nr; i++) {
		if (!thread_state__read_status(l.tids[i], &state))
			continue;
		(*ret)[nr][0] = l.tids[i];
		(*ret)[nr++][1] = state.pid;
	}
	thread_list__exit(&l);
	qsort(*ret, nr, sizeof(**ret), compare_processes);
	return nr;
}
