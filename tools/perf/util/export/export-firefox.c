// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processed format of the Firefox Profiler: a thread for each of ours (and event), with its own tables of strings, functions,
 * frames and stacks, and its samples at their times. Version 47 of the format, which younger viewers bring up to date.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-functions.h"
#include "util/export/export-json.h"
#include "util/offcpu/span.h"

#define GECKO_VERSION		27
#define PROCESSED_VERSION	47

struct moment {
	uint64_t time;
	uint32_t event, thread, node, order;
};

/* What is shown as a marker: time off the CPU, or a loss. */
struct mark {
	uint64_t from, to, lost;	/* ns; @lost: records, of a loss */
	uint32_t thread, cpu;		/* @thread: NO_THREAD of a loss */
	uint32_t kind;			/* enum offcpu_state up to OFFCPU_UNKNOWN, or LOSS */
};

#define NO_THREAD	UINT32_MAX
#define NO_CPU		UINT32_MAX
#define LOSS		(OFFCPU_UNKNOWN + 1)
#define NR_KINDS	(LOSS + 1)

struct firefox {
	struct moment *moments;
	size_t nr, cap;
	struct mark *marks;
	size_t nr_marks, cap_marks;
	uint64_t origin;		/* times count from here, ns */
	size_t next_mark;		/* the first one that is not written yet */
	/* While it is written: */
	struct export *e;
	struct export_functions f;
	uint32_t *files;		/* of each function its file's number + 1 */
	const char **file_names;
	size_t nr_files;
	uint32_t *nodes, *functions;	/* numbers within the thread that is written, + 1; 0: not there */
};

static struct firefox *own(struct export *e)
{
	if (!e->own)
		e->own = xzalloc(sizeof(struct firefox));
	return e->own;
}

static void add_mark(struct export *e, const struct mark *m)
{
	struct firefox *x = own(e);

	GROW(x->marks, x->nr_marks, x->cap_marks);
	x->marks[x->nr_marks++] = *m;
}

static void span(struct export *e, const struct session_sample *s)
{
	const struct offcpu_span *o = s->off_cpu;
	struct mark m = { o->from, o->to, 0, export_profile__thread(&e->profile, s), NO_CPU, (uint32_t)o->state };

	/* With --wall what ran is there, too: its samples show it. */
	if (o->state <= OFFCPU_UNKNOWN)
		add_mark(e, &m);
}

static void event(struct export *e, const struct record *r, const struct sample_id *id)
{
	struct mark m = { id->time, id->time, 0, NO_THREAD, id->cpu, LOSS };
	struct record_lost lost;

	if ((r->header.type != PERF_RECORD_LOST && r->header.type != PERF_RECORD_LOST_SAMPLES) ||
	    !id->time || id->time == UINT64_MAX || record__decode_lost(r, &lost, NULL))
		return;
	m.lost = lost.lost;
	add_mark(e, &m);
}

static void sample(struct export *e, const struct session_sample *s)
{
	struct firefox *x = own(e);

	if (s->off_cpu)
		span(e, s);
	GROW(x->moments, x->nr, x->cap);
	x->moments[x->nr] = (struct moment){ s->sample->time, (uint32_t)s->evsel->idx, export_profile__thread(&e->profile, s),
					     export_profile__node(&e->profile, s), (uint32_t)x->nr };
	x->nr++;
}

/* Losses are nobody's, and come last. */
static int by_mark(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

static int by_thread(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Files by their names, for the list of libraries and for the resources of functions. */
static void number_files(struct firefox *x)
{
	struct byte_pool pool = { 0 };
	struct u64map known = { 0 };
	size_t i;

	x->files = xcalloc(x->f.nr + 1, sizeof(*x->files));
	x->file_names = xcalloc(x->f.nr + 1, sizeof(*x->file_names));
	for (i = 0; i < x->f.nr; i++) {
		const char *name = x->f.list[i].file;
		uint64_t key = (uintptr_t)byte_pool__str(&pool, name);
		void *number = u64map__find(&known, key);

		if (*name && !number) {
			x->file_names[x->nr_files++] = name;
			number = (void *)(uintptr_t)x->nr_files;
			u64map__set(&known, key, number);
		}
		x->files[i] = (uint32_t)(uintptr_t)number;
	}
	u64map__exit(&known);
	byte_pool__exit(&pool);
}

/* "key":[value,...], of a list. */
#define ADD_COLUMN(out, key, i, nr, add) do {					\
	text_out__addstr(out, "\"" key "\":[");					\
	for ((i) = 0; (i) < (nr); (i)++) {					\
		if (i)								\
			text_out__addch(out, ',');				\
		add;								\
	}									\
	text_out__addstr(out, "],");						\
} while (0)

static void add_length(struct text_out *out, size_t n)
{
	text_out__addf(out, "\"length\":%zu}", n);
}

/* Milliseconds since the first sample. */
static void add_time(struct text_out *out, uint64_t ns)
{
	text_out__addf(out, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

/*
 * What the @nr samples at @m need of the tree: lists of nodes and functions in the order of their new numbers. A parent has a
 * smaller number, so that it is there before its children.
 */
static void take_part(struct firefox *x, const struct moment *m, size_t nr, uint32_t **ret_nodes, size_t *ret_nr_nodes,
		      uint32_t **ret_functions, size_t *ret_nr_functions)
{
	uint32_t *nodes = xcalloc(x->f.stacks.nr, sizeof(*nodes)), *functions = xcalloc(x->f.nr + 1, sizeof(*functions));
	size_t i, nr_nodes = 0, nr_functions = 0;
	uint32_t k;

	memset(x->nodes, 0, x->f.stacks.nr * sizeof(*x->nodes));
	memset(x->functions, 0, (x->f.nr + 1) * sizeof(*x->functions));
	for (i = 0; i < nr; i++)
		for (k = m[i].node; k && !x->nodes[k]; k = x->f.stacks.nodes[k].parent)
			x->nodes[k] = 1;
	for (k = 1; k < x->f.stacks.nr; k++) {
		uint32_t function = x->f.stacks.nodes[k].frame;

		if (!x->nodes[k])
			continue;
		nodes[nr_nodes++] = k;
		x->nodes[k] = (uint32_t)nr_nodes;
		if (x->functions[function])
			continue;
		functions[nr_functions++] = function;
		x->functions[function] = (uint32_t)nr_functions;
	}
	*ret_nodes = nodes;
	*ret_nr_nodes = nr_nodes;
	*ret_functions = functions;
	*ret_nr_functions = nr_functions;
}

static uint32_t category_of(const struct firefox *x, uint32_t function)
{
	return (uint32_t)x->f.list[function].kind + 1;
}

/* Frames are functions: the same numbers, and strings too, behind which the files' names stand. */
static void add_functions(struct firefox *x, const uint32_t *list, size_t nr)
{
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, "\"frameTable\":{");
	ADD_COLUMN(out, "address", i, nr, text_out__addstr(out, "-1"));
	ADD_COLUMN(out, "inlineDepth", i, nr, text_out__addch(out, x->f.list[list[i]].kind == EXPORT_INLINED ? '1' : '0'));
	ADD_COLUMN(out, "category", i, nr, text_out__dec(out, category_of(x, list[i]), 0));
	ADD_COLUMN(out, "subcategory", i, nr, text_out__addch(out, '0'));
	ADD_COLUMN(out, "func", i, nr, text_out__dec(out, i, 0));
	ADD_COLUMN(out, "nativeSymbol", i, nr, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "innerWindowID", i, nr, text_out__addch(out, '0'));
	ADD_COLUMN(out, "implementation", i, nr, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "line", i, nr, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "column", i, nr, text_out__addstr(out, "null"));
	add_length(out, nr);
	text_out__addstr(out, ",\n\"funcTable\":{");
	ADD_COLUMN(out, "name", i, nr, text_out__dec(out, i, 0));
	ADD_COLUMN(out, "isJS", i, nr, text_out__addstr(out, "false"));
	ADD_COLUMN(out, "relevantForJS", i, nr, text_out__addstr(out, "false"));
	ADD_COLUMN(out, "resource", i, nr, text_out__addf(out, "%d", (int)x->files[list[i]] - 1));
	ADD_COLUMN(out, "fileName", i, nr, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "lineNumber", i, nr, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "columnNumber", i, nr, text_out__addstr(out, "null"));
	add_length(out, nr);
	text_out__addstr(out, ",\n\"resourceTable\":{");
	ADD_COLUMN(out, "lib", i, x->nr_files, text_out__dec(out, i, 0));
	ADD_COLUMN(out, "name", i, x->nr_files, text_out__dec(out, nr + i, 0));
	ADD_COLUMN(out, "host", i, x->nr_files, text_out__addstr(out, "null"));
	ADD_COLUMN(out, "type", i, x->nr_files, text_out__addch(out, '1'));
	add_length(out, x->nr_files);
	text_out__addstr(out, ",\n\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0},\n"
			 "\"stringArray\":[");
	for (i = 0; i < nr + x->nr_files; i++) {
		text_out__json(out, i < nr ? x->f.list[list[i]].name : x->file_names[i - nr]);
		text_out__addch(out, ',');
	}
	for (i = 0; i < NR_KINDS; i++)
		text_out__addf(out, "%s\"%s\"", i ? "," : "", i == LOSS ? "records lost" : offcpu_state__name((enum offcpu_state)i));
	text_out__addstr(out, "]");
}

static void add_stacks(struct firefox *x, const uint32_t *list, size_t nr)
{
	const struct export_node *nodes = x->f.stacks.nodes;
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, "\"stackTable\":{\"prefix\":[");
	for (i = 0; i < nr; i++) {
		uint32_t parent = x->nodes[nodes[list[i]].parent];

		text_out__addstr(out, i ? "," : "");
		if (parent)
			text_out__dec(out, parent - 1, 0);
		else
			text_out__addstr(out, "null");
	}
	text_out__addstr(out, "],");
	ADD_COLUMN(out, "frame", i, nr, text_out__dec(out, x->functions[nodes[list[i]].frame] - 1, 0));
	ADD_COLUMN(out, "category", i, nr, text_out__dec(out, category_of(x, nodes[list[i]].frame), 0));
	ADD_COLUMN(out, "subcategory", i, nr, text_out__addch(out, '0'));
	add_length(out, nr);
	text_out__addstr(out, ",\n");
}

static void add_samples(struct firefox *x, const struct moment *m, size_t nr)
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
	ADD_COLUMN(out, "time", i, nr, add_time(out, m[i].time - x->origin));
	add_length(out, nr);
	text_out__addstr(out, ",\n");
}

/* The @nr markers at @m; their names are behind the first @strings of the thread's. */
static void add_marks(struct firefox *x, const struct mark *m, size_t nr, size_t strings)
{
	struct text_out *out = x->e->out;
	size_t i;

	text_out__addstr(out, ",\n\"markers\":{\"data\":[");
	for (i = 0; i < nr; i++)
		if (m[i].kind == LOSS)
			text_out__addf(out, "%s{\"type\":\"Lost\",\"lost\":%" PRIu64 ",\"cpu\":%" PRId32 "}", i ? "," : "", m[i].lost, (int32_t)m[i].cpu);
		else
			text_out__addf(out, "%s{\"type\":\"OffCPU\",\"state\":\"%s\"}", i ? "," : "",
				       offcpu_state__name((enum offcpu_state)m[i].kind));
	text_out__addstr(out, "],");
	ADD_COLUMN(out, "name", i, nr, text_out__dec(out, strings + m[i].kind, 0));
	ADD_COLUMN(out, "startTime", i, nr, add_time(out, m[i].from - x->origin));
	text_out__addstr(out, "\"endTime\":[");
	for (i = 0; i < nr; i++) {
		text_out__addstr(out, i ? "," : "");
		if (m[i].kind == LOSS)
			text_out__addstr(out, "null");
		else
			add_time(out, m[i].to - x->origin);
	}
	text_out__addstr(out, "],");
	/* 0: a moment, 1: a stretch. */
	ADD_COLUMN(out, "phase", i, nr, text_out__addch(out, m[i].kind == LOSS ? '0' : '1'));
	ADD_COLUMN(out, "category", i, nr, text_out__addch(out, '0'));
	add_length(out, nr);
	text_out__addstr(out, ",\n");
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
	uint32_t *nodes, *functions;
	size_t nr_nodes, nr_functions;
	struct strbuf name = STRBUF_INIT;
	struct text_out *out = x->e->out;

	take_part(x, m, nr, &nodes, &nr_nodes, &functions, &nr_functions);
	strbuf__addstr(&name, t->comm);
	if (several && nr)
		strbuf__addf(&name, " (%s)", evsel__name(session__evlist(x->e->session)->evsels[m->event]));
	text_out__addstr(out, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,\"registerTime\":");
	add_time(out, m->time - x->origin);
	text_out__addstr(out, ",\"unregisterTime\":null,\"pausedRanges\":[],\"name\":");
	text_out__json(out, strbuf__str(&name));
	text_out__addf(out, ",\"isMainThread\":%s,\"pid\":\"%" PRId32 "\",\"tid\":%" PRId32 ",\"processName\":",
		       t->pid == t->tid ? "true" : "false", (int32_t)t->pid, (int32_t)t->tid);
	text_out__json(out, t->comm);
	add_marks(x, x->marks + x->next_mark, nr_marks, nr_functions + x->nr_files);
	x->next_mark += nr_marks;
	add_samples(x, m, nr);
	add_stacks(x, nodes, nr_nodes);
	add_functions(x, functions, nr_functions);
	text_out__addch(out, '}');
	strbuf__exit(&name);
	free(nodes);
	free(functions);
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
	text_out__addstr(out, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,\"registerTime\":0,"
			 "\"unregisterTime\":null,\"pausedRanges\":[],\"name\":\"losses\",\"isMainThread\":true,\"pid\":\"losses\",\"tid\":0,"
			 "\"processName\":\"losses\"");
	add_marks(x, x->marks + x->next_mark, nr, x->nr_files);
	x->next_mark = x->nr_marks;
	add_samples(x, NULL, 0);
	add_stacks(x, NULL, 0);
	add_functions(x, NULL, 0);
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
	text_out__json(out, session__input_name(x->e->session));
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
	text_out__addstr(out, ",\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"\302\265s\"},\"categories\":[");
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

static void sort_marks(struct firefox *x)
{
	size_t i;

	if (x->nr_marks)
		qsort(x->marks, x->nr_marks, sizeof(*x->marks), by_mark);
	x->origin = x->nr ? x->e->first_time : UINT64_MAX;
	for (i = 0; i < x->nr_marks; i++)
		if (x->marks[i].from < x->origin)
			x->origin = x->marks[i].from;
	for (i = 0; i < x->nr; i++)
		if (x->moments[i].time < x->origin)
			x->origin = x->moments[i].time;
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

static void end(struct export *e)
{
	struct firefox nothing = { 0 };
	struct firefox *x = e->own ? e->own : &nothing;
	bool several = false, first = true;
	size_t i, from;

	x->e = e;
	export_functions__init(&x->f, false);
	x->nodes = export_functions__add(&x->f, &e->profile, &x->f.rows);
	for (i = 0; i < x->nr; i++) {
		several |= x->moments[i].event != x->moments[0].event;
		x->moments[i].node = x->nodes[x->moments[i].node];
	}
	free(x->nodes);
	x->nodes = xcalloc(x->f.stacks.nr, sizeof(*x->nodes));
	x->functions = xcalloc(x->f.nr + 1, sizeof(*x->functions));
	number_files(x);
	if (x->nr)
		qsort(x->moments, x->nr, sizeof(*x->moments), by_thread);
	add_meta(x);
	sort_marks(x);
	for (i = 0, from = 0; i < x->nr; i++) {
		size_t marks = 0;

		if (i + 1 < x->nr && x->moments[i + 1].thread == x->moments[i].thread && x->moments[i + 1].event == x->moments[i].event)
			continue;
		if (!from || x->moments[from - 1].thread != x->moments[i].thread) {
			add_idle_threads(x, x->moments[i].thread, &first);
			marks = nr_marks_of(x, x->moments[i].thread);
		}
		text_out__addstr(e->out, first ? "\n" : ",\n");
		first = false;
		add_thread(x, x->moments + from, i + 1 - from, marks, several);
		from = i + 1;
	}
	add_idle_threads(x, NO_THREAD, &first);
	add_losses(x, &first);
	text_out__addstr(e->out, "]}\n");
	export_functions__exit(&x->f);
	free(x->nodes);
	free(x->functions);
	free(x->files);
	free(x->file_names);
}

static void free_own(struct export *e)
{
	struct firefox *x = e->own;

	if (x) {
		free(x->moments);
		free(x->marks);
	}
	free(x);
}

const struct export_format export_firefox = {
	.name = "firefox", .suffix = ".firefox.json", .what = "for the Firefox Profiler: threads with each sample at its time",
	.profiles = true, .grain = EXPORT_BY_TASK, .spans = true, .span_samples = true, .sample = sample,
	.span = span, .event = event, .end = end, .exit = free_own,
};
