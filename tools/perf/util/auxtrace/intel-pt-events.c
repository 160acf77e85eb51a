// SPDX-License-Identifier: GPL-2.0-only
/* The events that samples made of a trace belong to, as perf makes them up. */
#include <string.h>

#include "util/auxtrace/intel-pt-synth.h"
#include "util/event/evlist.h"

#define ID_OFFSET	1000000000	/* perf's: far from the kernel's ids */
#define TYPE_SYNTH	0x80000000U	/* perf's type of events with fields of their own */

static const struct {
	const char *name;		/* NULL: by its attr */
	uint32_t type;
	uint64_t config;
} kinds[PT_NR_EVENTS] = {
	[PT_EVENT_INSTRUCTIONS]	= { NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[PT_EVENT_BRANCHES]	= { NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	[PT_EVENT_TRANSACTIONS]	= { "transactions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[PT_EVENT_PTWRITE]	= { "ptwrite", TYPE_SYNTH, 0 },
	[PT_EVENT_MWAIT]	= { "mwait", TYPE_SYNTH, 1 },
	[PT_EVENT_PWRE]		= { "pwre", TYPE_SYNTH, 2 },
	[PT_EVENT_EXSTOP]	= { "exstop", TYPE_SYNTH, 3 },
	[PT_EVENT_PWRX]		= { "pwrx", TYPE_SYNTH, 4 },
	[PT_EVENT_CBR]		= { "cbr", TYPE_SYNTH, 5 },
	[PT_EVENT_PSB]		= { "psb", TYPE_SYNTH, 6 },
};

static bool wanted(const struct itrace_opts *o, enum pt_event_id id)
{
	switch (id) {
	case PT_EVENT_INSTRUCTIONS:
		return o->instructions;
	case PT_EVENT_BRANCHES:
		return o->branches;
	case PT_EVENT_TRANSACTIONS:
		return o->transactions;
	case PT_EVENT_PTWRITE:
		return o->ptwrites;
	default:
		return o->power;
	}
}

static struct evsel *make(const struct evsel *pt, const struct itrace_opts *opts, enum pt_event_id id, bool per_cpu)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = kinds[id].type, .config = kinds[id].config, .sample_period = 1,
		.sample_type = (pt->attr.sample_type & PERF_SAMPLE_IDENTIFIER) | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_PERIOD | PERF_SAMPLE_TIME | (per_cpu ? PERF_SAMPLE_CPU : 0),
		.exclude_user = pt->attr.exclude_user, .exclude_kernel = pt->attr.exclude_kernel,
		.exclude_hv = pt->attr.exclude_hv, .exclude_host = pt->attr.exclude_host,
		.exclude_guest = pt->attr.exclude_guest, .sample_id_all = pt->attr.sample_id_all,
		.read_format = pt->attr.read_format,
	};
	struct evsel *evsel;

	if (id == PT_EVENT_BRANCHES)
		attr.sample_type |= PERF_SAMPLE_ADDR;
	if (id == PT_EVENT_INSTRUCTIONS)
		attr.sample_period = opts->period;
	if (opts->callchain && id <= PT_EVENT_TRANSACTIONS && id != PT_EVENT_BRANCHES)
		attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (opts->last_branches && id <= PT_EVENT_TRANSACTIONS && id != PT_EVENT_BRANCHES) {
		attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	}
	evsel = evsel__new(&attr);
	if (kinds[id].name)
		evsel__set_name(evsel, kinds[id].name);
	return evsel;
}

void pt_events__add(struct pt_events *e, struct evlist *evlist, const struct evsel *pt, const struct itrace_opts *opts,
		    bool per_cpu)
{
	uint64_t first = (pt->nr_ids ? pt->ids[0] : 0) + ID_OFFSET;
	int id;

	memset(e, 0, sizeof(*e));
	e->cpus = per_cpu;
	for (id = 0; id < PT_NR_EVENTS; id++) {
		if (!wanted(opts, id))
			continue;
		e->evsels[id] = make(pt, opts, id, per_cpu);
		evlist__add(evlist, e->evsels[id]);
		evsel__add_id(e->evsels[id], first + (uint64_t)id);
		evlist__map_id(evlist, first + (uint64_t)id, e->evsels[id]);
	}
}
