// SPDX-License-Identifier: GPL-2.0-only
/* The Firefox Profiler's processed format but for the tables of its threads: version 47, which younger viewers bring up to date. */
#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-json.h"
#include "util/export/firefox.h"

#define GECKO_VERSION		27
#define PROCESSED_VERSION	47

/* Files by their names, for the list of libraries and for the resources of functions. */
static void number_files(struct firefox *x)
{
	struct byte_pool pool = { 0 };
	struct u64num known = { 0 };
	size_t i;

	x->files = xcalloc(x->f.nr + 1, sizeof(*x->files));
	x->file_names = xcalloc(x->f.nr + 1, sizeof(*x->file_names));
	for (i = 0; i < x->f.nr; i++) {
		const char *name = x->f.list[i].file;
		uint64_t key = (uintptr_t)byte_pool__str(&pool, name);
		uint64_t number = u64num__find(&known, key);

		if (*name && !number) {
			x->file_names[x->nr_files++] = name;
			number = x->nr_files;
			u64num__set(&known, key, number);
		}
		x->files[i] = (uint32_t)number;
	}
	u64num__exit(&known);
	byte_pool__exit(&pool);
}

/* How many of the markers from the next one on are @thread's. */
static size_t nr_marks_of(const struct firefox *x, uint32_t thread)
{
	size_t i = x->next_mark;

	while (i < x->nr_marks && x->marks[i].thread == thread)
		i++;
	return i - x->next_mark;
}

/* @m: @nr samples of a thread and event; without any, only what *@m says of the thread counts. The markers are the next @nr_marks. */
static void add_thread(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks, bool several)
{
	const struct export_thread *t = &x->e->profile.threads[m->thread];
	struct strbuf name = STRBUF_INIT;
	struct text_out *out = x->e->out;

	strbuf__addstr(&name, t->comm);
	if (several && nr)
		strbuf__addf(&name, " (%s)", evsel__name(session__evlist(x->e->session)->evsels[m->event]));
	text_out__addstr(out, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,\"registerTime\":");
	firefox__write_time(out, m->time - x->origin);
	text_out__addstr(out, ",\"unregisterTime\":null,\"pausedRanges\":[],\"name\":");
	text_out__json(out, strbuf__str(&name));
	text_out__addf(out, ",\"isMainThread\":%s,\"pid\":\"%" PRId32 "\",\"tid\":%" PRId32 ",\"processName\":",
		       t->pid == t->tid ? "true" : "false", (int32_t)t->pid, (int32_t)t->tid);
	text_out__json(out, (const char *)(uintptr_t)u64num__find(&x->processes, t->pid) ?: t->comm);
	firefox__write_tables(x, m, nr, nr_marks);
	text_out__addch(out, '}');
	strbuf__exit(&name);
}

/* What was lost is no thread's: a track of its own, with the markers that are left. */
static void add_losses(struct firefox *x, bool *first)
{
	struct text_out *out = x->e->out;
	size_t nr = x->nr_marks - x->next_mark;

	if (!nr)
		return;
	text_out__addstr(out, *first ? "\n" : ",\n");
	*first = false;
	text_out__addstr(
		out, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,\"registerTime\":0,"
		     "\"unregisterTime\":null,\"pausedRanges\":[],\"name\":\"losses\",\"isMainThread\":true,\"pid\":\"losses\",\"tid\":0,"
		     "\"processName\":\"losses\"");
	firefox__write_tables(x, NULL, 0, nr);
	text_out__addch(out, '}');
}

static void add_meta(struct firefox *x)
{
	static const char *const colours[] = { "grey", "green", "orange", "lightblue", "purple", "grey" };
	const struct perf_header *h = session__header(x->e->session);
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addf(out, "{\"meta\":{\"version\":%d,\"preprocessedProfileVersion\":%d,\"processType\":0,\"product\":", GECKO_VERSION,
		       PROCESSED_VERSION);
	text_out__json(out, session__input_exact(x->e->session));
	text_out__addstr(out, ",\"interval\":1,\"stackwalk\":1,\"startTime\":0,\"debug\":false,\"symbolicated\":true,"
			 "\"usesOnlyOneStackType\":true,\"doesNotUseFrameImplementation\":true,\"sourceCodeIsNotOnSearchfox\":true,"
			 "\"extensions\":{\"id\":[],\"name\":[],\"baseURL\":[],\"length\":0},\"markerSchema\":["
			 "{\"name\":\"OffCPU\",\"chartLabel\":\"{marker.data.state}\",\"tooltipLabel\":\"off CPU: {marker.data.state}\","
			 "\"tableLabel\":\"{marker.data.state}\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"],"
			 "\"data\":[{\"key\":\"state\",\"label\":\"State\",\"format\":\"string\"}]},"
			 "{\"name\":\"Lost\",\"tooltipLabel\":\"{marker.data.lost} records lost\",\"tableLabel\":\"{marker.data.lost} lost on CPU "
			 "{marker.data.cpu}\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"],"
			 "\"data\":[{\"key\":\"lost\",\"label\":\"Records lost\",\"format\":\"integer\"},"
			 "{\"key\":\"cpu\",\"label\":\"CPU\",\"format\":\"integer\"}]}],\"oscpu\":");
	text_out__json(out, h->osrelease);
	text_out__addf(out, ",\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"%s\"},\"categories\":[",
		       x->unit == CPU_CYCLES ? "variable CPU cycles" : "ns");
	for (i = 0; i < ARRAY_SIZE(colours); i++)
		text_out__addf(out, "%s{\"name\":\"%s\",\"color\":\"%s\",\"subcategories\":[\"Other\"]}", i ? "," : "",
			       i ? export_kind__name((enum export_kind)(i - 1)) : "Other", colours[i]);
	text_out__addstr(out, "]},\n\"libs\":[");
	for (i = 0; i < x->nr_files; i++) {
		static const char *const keys[] = { "{\"name\":", ",\"path\":", ",\"debugName\":", ",\"debugPath\":" };
		size_t k;

		text_out__addstr(out, i ? ",\n" : "");
		for (k = 0; k < ARRAY_SIZE(keys); k++) {
			text_out__addstr(out, keys[k]);
			text_out__json(out, x->file_names[i]);
		}
		text_out__addstr(out, ",\"breakpadId\":\"\",\"codeId\":null,\"arch\":null}");
	}
	text_out__addstr(out, "],\n\"pages\":[],\"counters\":[],\"profilerOverhead\":[],\"threads\":[");
}

/* Threads before @thread that have markers and no samples. */
static void add_idle_threads(struct firefox *x, uint32_t thread, bool *first)
{
	while (x->next_mark < x->nr_marks && x->marks[x->next_mark].thread < thread) {
		struct moment m = { .time = x->marks[x->next_mark].from, .thread = x->marks[x->next_mark].thread };

		text_out__addstr(x->e->out, *first ? "\n" : ",\n");
		*first = false;
		add_thread(x, &m, 0, nr_marks_of(x, m.thread), false);
	}
}

static void add_threads(struct firefox *x, bool *first)
{
	bool several = false;
	size_t i, from;

	for (i = 0; i < x->nr; i++)
		several |= x->moments[i].event != x->moments[0].event;
	for (i = 0, from = 0; i < x->nr; i++) {
		size_t marks = 0;

		if (i + 1 < x->nr && x->moments[i + 1].thread == x->moments[i].thread && x->moments[i + 1].event == x->moments[i].event)
			continue;
		if (!from || x->moments[from - 1].thread != x->moments[i].thread) {
			add_idle_threads(x, x->moments[i].thread, first);
			marks = nr_marks_of(x, x->moments[i].thread);
		}
		text_out__addstr(x->e->out, *first ? "\n" : ",\n");
		*first = false;
		add_thread(x, x->moments + from, i + 1 - from, marks, several);
		from = i + 1;
	}
	add_idle_threads(x, NO_THREAD, first);
}

void firefox__write(struct firefox *x)
{
	bool first = true;

	number_files(x);
	add_meta(x);
	add_threads(x, &first);
	add_losses(x, &first);
	text_out__addstr(x->e->out, "]}\n");
	free(x->files);
	free(x->file_names);
}
