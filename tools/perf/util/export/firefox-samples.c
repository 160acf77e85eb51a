// SPDX-License-Identifier: GPL-2.0-only
/* The tables of a thread in the Firefox Profiler's format that have times: samples and markers. */
#include <inttypes.h>

#include "util/export/firefox.h"

void firefox__add_length(struct text_out *out, size_t n)
{
	text_out__addf(out, "\"length\":%zu}", n);
}

enum cpu_unit firefox__cpu_unit(const struct evsel *evsel)
{
	if (evsel->attr.type == PERF_TYPE_HARDWARE && (uint32_t)evsel->attr.config == PERF_COUNT_HW_CPU_CYCLES)
		return CPU_CYCLES;
	return evsel->attr.type == PERF_TYPE_SOFTWARE && *evsel__unit(evsel) == 'n' &&
	       evsel->attr.config != PERF_COUNT_SW_CONTEXT_SWITCHES ? CPU_NANOSECONDS : CPU_NOTHING;
}

void firefox__write_time(struct text_out *out, uint64_t ns)
{
	text_out__addf(out, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

void firefox__add_samples(struct firefox *x, const struct moment *m, size_t nr)
{
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, "\"samples\":{\"weightType\":\"samples\",\"weight\":null,\"stack\":[");
	for (i = 0; i < nr; i++) {
		text_out__addstr(out, i ? "," : "");
		if (m[i].node)
			text_out__dec(out, x->nodes[m[i].node] - 1, 0);
		else
			text_out__addstr(out, "null");
	}
	text_out__addstr(out, "],");
	FIREFOX_COLUMN(out, "time", i, nr, firefox__write_time(out, m[i].time - x->origin));
	if (nr && x->unit != CPU_NOTHING && firefox__cpu_unit(session__evlist(x->e->session)->evsels[m->event]) == x->unit)
		FIREFOX_COLUMN(out, "threadCPUDelta", i, nr, text_out__dec(out, m[i].cpu, 0));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n");
}

void firefox__add_marks(struct firefox *x, const struct mark *m, size_t nr)
{
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, ",\n\"markers\":{\"data\":[");
	for (i = 0; i < nr; i++)
		if (m[i].kind == LOSS)
			text_out__addf(out, "%s{\"type\":\"Lost\",\"lost\":%" PRIu64 ",\"cpu\":%" PRId32 "}", i ? "," : "", m[i].lost,
				       (int32_t)m[i].cpu);
		else
			text_out__addf(out, "%s{\"type\":\"OffCPU\",\"state\":\"%s\"}", i ? "," : "",
				       offcpu_state__name((enum offcpu_state)m[i].kind));
	text_out__addstr(out, "],");
	FIREFOX_COLUMN(out, "name", i, nr, text_out__dec(out, m[i].kind, 0));
	FIREFOX_COLUMN(out, "startTime", i, nr, firefox__write_time(out, m[i].from - x->origin));
	text_out__addstr(out, "\"endTime\":[");
	for (i = 0; i < nr; i++) {
		text_out__addstr(out, i ? "," : "");
		if (m[i].kind == LOSS)
			text_out__addstr(out, "null");
		else
			firefox__write_time(out, m[i].to - x->origin);
	}
	text_out__addstr(out, "],");
	/* 0: a moment, 1: a stretch. */
	FIREFOX_COLUMN(out, "phase", i, nr, text_out__addch(out, m[i].kind == LOSS ? '0' : '1'));
	FIREFOX_COLUMN(out, "category", i, nr, text_out__addch(out, '0'));
	firefox__add_length(out, nr);
	text_out__addstr(out, ",\n");
}
