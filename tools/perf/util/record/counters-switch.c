// SPDX-License-Identifier: GPL-2.0-only
/* Events on and off. Each counter takes a call of its own: hundreds of events on many CPUs take seconds. */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include "util/record/counters.h"

/* All counters of @p. Returns 0, the first failure of a counter, or what @between has returned. */
static int switch_event(const struct perf_evsel *p, bool on, const struct counters_pause *pause)
{
	int cpu, thread, nr = perf_cpu_map__nr(perf_evsel__cpus(p)), first = 0, err;

	for (cpu = 0; cpu < nr; cpu++)
		for (thread = 0; thread < perf_evsel__nr_threads(p); thread++) {
			int fd = perf_evsel__fd(p, cpu, thread);

			if (fd < 0)
				continue;
			if (ioctl(fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0) && !first)
				first = -errno;
			err = pause ? pause->between(pause->ctx) : 0;
			if (err)
				return err;
		}
	return first;
}

int counters__switch_event(const struct evsel *evsel, bool on, const struct counters_pause *pause)
{
	return switch_event(evsel->counter, on, pause);
}

int counters__switch(struct counters *c, const struct evsel *but, bool on, const struct counters_pause *pause)
{
	struct evsel *evsel;
	int first = 0, err;
	size_t i;

	evlist__for_each(c->evlist, i, evsel) {
		/* One without counters has samples of our own. */
		if (evsel->leader != evsel || evsel == but || !evsel->counter)
			continue;
		err = switch_event(evsel->counter, on, pause);
		if (err && !first)
			first = err;
	}
	return first;
}

int counters__switch_aux(struct counters *c, bool on)
{
	struct evsel *evsel;
	int err = 0;
	size_t i;

	evlist__for_each(c->evlist, i, evsel)
		if (evsel__has_aux(evsel) && !err)
			err = switch_event(evsel->counter, on, NULL);
	return err;
}
