// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/reported.h"

#include <string.h>

struct reported reported;

const struct columns_opts reported_usual = { .default_sort = "comm,dso,sym", .children = true };
const struct columns_opts reported_flat = { .default_sort = "comm,dso,sym" };
const struct hists_opts reported_with_children = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5, .caller = true },
	.children = true, .use_chains = true, .orphan_marks = true,
};
const struct hists_opts reported_alone = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5 }, .use_chains = true, .orphan_marks = true,
};

static void set_dso(int i, const char *name, enum dso_kind kind)
{
	reported.dsos[i] = (struct dso){ .long_name = name, .short_name = name, .kind = kind };
	reported.maps[i] = (struct map){ .end = UINT64_MAX, .dso = &reported.dsos[i] };
}

static void set_func(int i, int dso, uint64_t start, const char *name)
{
	reported.syms[i] = (struct symbol){ .start = start, .end = start + 0x100, .name = name,
				     .name_len = (uint32_t)strlen(name) };
	reported.frames[i] = (struct frame){ .ip = start + 8,
					     .map = &reported.maps[dso],
					     .sym = &reported.syms[i],
					     .cpumode = dso ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
					     .level = dso ? 'k' : '.' };
}

void reported__init(const struct hists_opts *opts, const struct columns_opts *copts, int nr_events)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .sample_type = PERF_SAMPLE_PERIOD |
					PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IP };
	struct diag diag = DIAG_INIT;
	int i;

	memset(&reported, 0, sizeof(reported));
	set_dso(0, "prog", DSO_KIND_USER);
	set_dso(1, "[kernel.kallsyms]", DSO_KIND_KERNEL);
	set_func(MAIN, 0, 0x1000, "main");
	set_func(MID, 0, 0x2000, "mid");
	set_func(LEAF, 0, 0x3000, "leaf");
	set_func(OTHER, 0, 0x4000, "other");
	set_func(READ, 0, 0x5000, "read");
	set_func(SYS, 1, 0xffffffff81000000, "sys_read");
	reported.frames[NR_FUNCS] =
		(struct frame){ .ip = 0xdead, .level = '.', .cpumode = PERF_RECORD_MISC_USER };
	reported.evlist = evlist__new();
	for (i = 0; i < nr_events; i++) {
		struct evsel *e = evsel__new(&attr);

		evsel__set_name(e, i ? "second" : "first");
		evlist__add(reported.evlist, e);
		if (!e->leader)
			e->leader = e;
	}
	reported.columns = columns__new(copts, &diag);
	if (reported.columns)
		reported.hists = hists__new(opts, reported.columns, reported.evlist);
}

void reported__exit(void)
{
	hists__delete(reported.hists);
	columns__delete(reported.columns);
	evlist__delete(reported.evlist);
}

void reported__add(int event, const char *comm, uint64_t period, const int *funcs,
		      enum perf_stitch_reason orphan)
{
	const struct frame *frames[2][16];
	struct chain_half halves[2] = { { .frames = frames[0] }, { .frames = frames[1] } };
	struct perf_sample ps = { .period = period };
	struct session_sample s = { .sample = &ps, .evsel = reported.evlist->evsels[event], .comm = comm, .pid = 1,
				    .tid = 1, .ip = &reported.frames[funcs[0]], .orphan = orphan };
	int i;

	for (i = 0; funcs[i] >= 0; i++) {
		struct chain_half *h = &halves[funcs[i] != SYS];

		frames[h - halves][h->nr++] = &reported.frames[funcs[i]];
	}
	s.chain.kernel = halves[0].nr ? &halves[0] : NULL;
	s.chain.user = halves[1].nr ? &halves[1] : NULL;
	hists__add(reported.hists, &s);
	/* The halves above are gone when we return. */
	hists__fold(reported.hists);
}

const struct hist_entry *reported__row(const char *name)
{
	const struct hist *h = &reported.hists->list[0];
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct place *p = h->entries[i]->place;

		if (p->text ? !strcmp(p->text, name) : p->sym && !strcmp(p->sym->name, name))
			return h->entries[i];
	}
	return NULL;
}
