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

#define GECKO_VERSION		27
#define PROCESSED_VERSION	47

struct moment {
	uint64_t time;
	uint32_t event, thread, node, order;
};

struct firefox {
	struct moment *moments;
	size_t nr, cap;
	/* While it is written: */
	struct export *e;
	struct export_functions f;
	uint32_t *files;		/* of each function its file's number + 1 */
	const char **file_names;
	size_t nr_files;
	uint32_t *nodes, *functions;	/* numbers within the thread that is written, + 1; 0: not there */
};

static void sample(struct export *e, const struct session_sample *s)
{
	struct firefox *x = e->own;

	if (!x)
		x = e->own = xzalloc(sizeof(*x));
	GROW(x->moments, x->nr, x->cap);
	x->moments[x->nr] = (struct moment){ s->sample->time, (uint32_t)s->evsel->idx, export_profile__thread(&e->profile, s),
					     export_profile__node(&e->profile, s), (uint32_t)x->nr };
	x->nr++;
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
		if (i)
			text_out__addch(out, ',');
		text_out__json(out, i < nr ? x->f.list[list[i]].name : x->file_names[i - nr]);
	}
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
	ADD_COLUMN(out, "time", i, nr, add_time(out, m[i].time - x->e->first_time));
	add_length(out, nr);
	text_out__addstr(out, ",\n");
}

static void add_thread(struct firefox *x, const struct moment *m, size_t nr, bool several)
{
	const struct export_thread *t = &x->e->profile.threads[m->thread];
	uint32_t *nodes, *functions;
	size_t nr_nodes, nr_functions;
	struct strbuf name = STRBUF_INIT;
	struct text_out *out = x->e->out;

	take_part(x, m, nr, &nodes, &nr_nodes, &functions, &nr_functions);
	strbuf__addstr(&name, t->comm);
	if (several)
		strbuf__addf(&name, " (%s)", evsel__name(session__evlist(x->e->session)->evsels[m->event]));
	text_out__addstr(out, "{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,\"registerTime\":");
	add_time(out, m->time - x->e->first_time);
	text_out__addstr(out, ",\"unregisterTime\":null,\"pausedRanges\":[],\"name\":");
	text_out__json(out, strbuf__str(&name));
	text_out__addf(out, ",\"isMainThread\":%s,\"pid\":\"%" PRId32 "\",\"tid\":%" PRId32 ",\"processName\":",
		       t->pid == t->tid ? "true" : "false", (int32_t)t->pid, (int32_t)t->tid);
	text_out__json(out, t->comm);
	text_out__addstr(out, ",\n\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[],"
			 "\"length\":0},\n");
	add_samples(x, m, nr);
	add_stacks(x, nodes, nr_nodes);
	add_functions(x, functions, nr_functions);
	text_out__addch(out, '}');
	strbuf__exit(&name);
	free(nodes);
	free(functions);
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
			 "\"extensions\":{\"id\":[],\"name\":[],\"baseURL\":[],\"length\":0},\"markerSchema\":[],\"oscpu\":");
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

static void end(struct export *e)
{
	struct firefox nothing = { 0 };
	struct firefox *x = e->own ? e->own : &nothing;
	bool several = false;
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
	for (i = 0, from = 0; i < x->nr; i++) {
		if (i + 1 < x->nr && x->moments[i + 1].thread == x->moments[i].thread && x->moments[i + 1].event == x->moments[i].event)
			continue;
		text_out__addstr(e->out, from ? ",\n" : "\n");
		add_thread(x, x->moments + from, i + 1 - from, several);
		from = i + 1;
	}
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

	if (x)
		free(x->moments);
	free(x);
}

const struct export_format export_firefox = {
	.name = "firefox", .suffix = ".firefox.json", .what = "for the Firefox Profiler: threads with each sample at its time",
	.profiles = true, .grain = EXPORT_BY_TASK, .sample = sample, .end = end, .exit = free_own,
};
