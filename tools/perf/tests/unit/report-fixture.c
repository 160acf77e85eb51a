// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/report-fixture.h"

#include <string.h>

struct report_fixture report_fixture;

const struct columns_opts report_fixture_usual = { .default_sort = "comm,dso,sym", .children = true };
const struct columns_opts report_fixture_flat = { .default_sort = "comm,dso,sym" };
const struct hists_opts reported_with_children = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5, .caller = true },
	.children = true, .use_chains = true, .orphan_marks = true,
};
const struct hists_opts reported_alone = {
	.graph = { .mode = GRAPH_ABS, .min_percent = 0.5 }, .use_chains = true, .orphan_marks = true,
};

static void set_dso(int i, const char *name, enum dso_kind kind)
{
	report_fixture.dsos[i] = (struct dso){ .long_name = name, .short_name = name, .kind = kind };
	report_fixture.maps[i] = (struct map){ .end = UINT64_MAX, .dso = &report_fixture.dsos[i] };
}

static void set_func(int i, int dso, uint64_t start, const char *name)
{
	report_fixture.syms[i] = (struct symbol){ .start = start, .end = start + 0x100, .name = name,
				     .name_len = (uint32_t)strlen(name) };
	report_fixture.frames[i] = (struct frame){ .ip = start + 8,
					     .map = &report_fixture.maps[dso],
					     .sym = &report_fixture.syms[i],
					     .cpumode = dso ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
					     .level = dso ? 'k' : '.' };
}

void report_fixture__init(const struct hists_opts *opts, const struct columns_opts *copts, int nr_events)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .sample_type = PERF_SAMPLE_PERIOD |
					PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IP };
	struct diag diag = DIAG_INIT;
	int i;

	memset(&report_fixture, 0, sizeof(report_fixture));
	set_dso(0, "prog", DSO_KIND_USER);
	set_dso(1, "[kernel.kallsyms]", DSO_KIND_KERNEL);
	set_func(MAIN, 0, 0x1000, "main");
	set_func(MID, 0, 0x2000, "mid");
	set_func(LEAF, 0, 0x3000, "leaf");
	set_func(OTHER, 0, 0x4000, "other");
	set_func(READ, 0, 0x5000, "read");
	set_func(SYS, 1, 0xffffffff81000000, "sys_read");
	report_fixture.frames[NR_FUNCS] =
		(struct frame){ .ip = 0xdead, .level = '.', .cpumode = PERF_RECORD_MISC_USER };
	report_fixture.evlist = evlist__new();
	for (i = 0; i < nr_events; i++) {
		struct evsel *e = evsel__new(&attr);

		evsel__set_name(e, i ? "second" : "first");
		evlist__add(report_fixture.evlist, e);
		if (!e->leader)
			e->leader = e;
	}
	report_fixture.columns = columns__new(copts, &diag);
	if (report_fixture.columns)
		report_fixture.hists = hists__new(opts, report_fixture.columns, report_fixture.evlist);
}

void report_fixture__exit(void)
{
	hists__delete(report_fixture.hists);
	columns__delete(report_fixture.columns);
	evlist__delete(report_fixture.evlist);
}

void report_fixture__add(int event, const char *comm, uint64_t period, const int *funcs,
		      enum perf_stitch_reason orphan)
{
	const struct frame *frames[2][16];
	struct chain_half halves[2] = { { .frames = frames[0] }, { .frames = frames[1] } };
	struct perf_sample ps = { .period = period };
	struct session_sample s = { .sample = &ps, .evsel = report_fixture.evlist->evsels[event], .comm = comm, .pid = 1,
				    .tid = 1, .ip = &report_fixture.frames[funcs[0]], .orphan = orphan };
	int i;

	for (i = 0; funcs[i] >= 0; i++) {
		struct chain_half *h = &halves[funcs[i] != SYS];

		frames[h - halves][h->nr++] = &report_fixture.frames[funcs[i]];
	}
	s.chain.kernel = halves[0].nr ? &halves[0] : NULL;
	s.chain.user = halves[1].nr ? &halves[1] : NULL;
	hists__add(report_fixture.hists, &s);
	/* The halves above are gone when we return. */
	hists__fold(report_fixture.hists);
}

const struct hist_entry *report_fixture__row(const char *name)
{
	const struct hist *h = &report_fixture.hists->list[0];
	size_t i;

	for (i = 0; i < h->nr; i++) {
		const struct place *p = hist_entry__place(hist__entry(h, i));

		if (place__text(p) ? !strcmp(place__text(p), name) : place__kind(p)->sym && !strcmp(place__kind(p)->sym->name, name))
			return hist__entry(h, i);
	}
	return NULL;
}
