/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the files of perf_evlist share. Not installed. */
#ifndef LIBPERF_EVLIST_INTERNAL_H
#define LIBPERF_EVLIST_INTERNAL_H

#include <perf/evlist.h>

#include "evsel-internal.h"

struct perf_evlist {
	struct perf_evsel *first, **last;
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	struct perf_mmap *mmaps;
	int nr_mmaps;
	struct pollfd *pollfds;		/* first those that were added, then the counters' */
	int nr_pollfds, cap_pollfds, nr_added;
};

/* perf_evlist__poll() waits for @fd, too, behind all that it waits for. Returns 0 or -ENOMEM. */
int perf_evlist__wait_for(struct perf_evlist *list, int fd);

#endif /* LIBPERF_EVLIST_INTERNAL_H */
