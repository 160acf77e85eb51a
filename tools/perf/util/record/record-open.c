// SPDX-License-Identifier: GPL-2.0-only
/* The events of a recording are opened and filtered, their rings mapped, and what counts their samples is made. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/choose/event-suggest.h"
#include "util/event/evsel-config.h"
#include "util/record/event-cgroups.h"
#include "util/record/pending-halves.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"

static int explain_filter(struct evsel *evsel, int err, struct diag *diag)
{
	const struct evsel_config *config = evsel->config;
	char *fields = err == -EINVAL && config->tp_sys ?
		event_suggest__filter_fields(config->tp_sys, config->tp_name) : NULL;

	diag__msg(diag, err, "the kernel refuses filter '%s' for event '%s': %s%s%s%s", config->filter,
		  evsel__name(evsel), strerror(-err),
		  err != -EINVAL ? "" : evsel__has_aux(evsel) ? " (the driver does not have such a filter)" :
		  fields ? " (its fields are " : " (its fields are in the tracepoint's format file)",
		  fields ? fields : "", fields ? ")" : "");
	free(fields);
	return err;
}

static int set_filters(struct recorder *r)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel) {
		const struct evsel_config *config = evsel->config;
		int err;

		if (!config || !config->filter || !evsel->counter)
			continue;
		err = perf_evsel__set_filter(evsel->counter, config->filter);
		/* Without it, it tells of more signals than it need to. */
		if (err && evsel != r->config.signals)
			return explain_filter(evsel, err, r->diag);
	}
	return 0;
}

static void begin_tally(struct recorder *r)
{
	int i, most_cpu = -1;

	for (i = 0; i < perf_evlist__nr_mmaps(r->counters.list); i++) {
		int cpu = perf_evlist__ring(r->counters.list, i)->cpu;

		most_cpu = cpu > most_cpu ? cpu : most_cpu;
	}
	sample_tally__init(&r->tally, r->evlist, most_cpu);
	r->stats.tally = &r->tally;
}

int recorder__open_events(struct recorder *r)
{
	size_t planned = counters__plan_rings(r->evlist, &r->target, r->opts, &r->config.aux);
	int err;

	counters__raise_fd_limit();
	err = counters__open(&r->counters, r->evlist, &r->target, r->diag);
	if (!err && r->opts->name_cgroups)
		event_cgroups__name(r->evlist);
	if (!err)
		err = set_filters(r);
	if (!err)
		err = counters__mmap(&r->counters, r->opts, &r->config.aux, planned, r->diag);
	if (!err)
		counters__warn_never(r->evlist);
	r->result->ring_bytes = r->counters.ring_pages * (size_t)sysconf(_SC_PAGESIZE);
	if (!err)
		begin_tally(r);
	if (!err && r->opts->sleepers) {
		sleepers__add_event(r->evlist);
		/* Where perf unwinds itself no sample is left without its half. */
		r->stats.halves = evlist__unwinds(r->evlist, r->opts) ? NULL : pending_halves__new();
	}
	if (!err && !r->opts->no_buffering)
		switch_output__check_size(&r->opts->switch_output, r->counters.wakeup_bytes);
	return err;
}
