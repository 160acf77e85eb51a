// SPDX-License-Identifier: GPL-2.0-only
/* The tables of a thread in the Firefox Profiler's format: markers, samples, stacks, frames, functions, files and strings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/export/export-json.h"
#include "util/export/firefox.h"

/* What a thread's samples need of the tree: nodes and functions in the order of their new numbers. */
struct part {
	uint32_t *nodes, *functions;
	size_t nr_nodes, nr_functions;
};

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

void firefox__write_time(struct text_out *out, uint64_t ns)
{
	text_out__addf(out, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

/* What the @nr samples at @m need. A parent has a smaller number, so that it is there before its children. */
static void take_part(struct firefox *x, const struct moment *m, size_t nr, struct part *p)
{
	size_t i;
	uint32_t k;

	*p = (struct part){ xcalloc(x->f.stacks.nr, sizeof(*p->nodes)), xcalloc(x->f.nr + 1, sizeof(*p->functions)), 0, 0 };
	memset(x->nodes, 0, x->f.stacks.nr * sizeof(*x->nodes));
	memset(x->functions, 0, (x->f.nr + 1) * sizeof(*x->functions));
	for (i = 0; i < nr; i++)
		for (k = m[i].node; k && !x->nodes[k]; k = x->f.stacks.nodes[k].parent)
			x->nodes[k] = 1;
	for (k = 1; k < x->f.stacks.nr; k++) {
		uint32_t function = x->f.stacks.nodes[k].frame;

		if (!x->nodes[k])
			continue;
		p->nodes[p->nr_nodes++] = k;
		x->nodes[k] = (uint32_t)p->nr_nodes;
		if (x->functions[function])
			continue;
		p->functions[p->nr_functions++] = function;
		x->functions[function] = (uint32_t)p->nr_functions;
	}
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
	ADD_COLUMN(out, "time", i, nr, firefox__write_time(out, m[i].time - x->origin));
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
	ADD_COLUMN(out, "startTime", i, nr, firefox__write_time(out, m[i].from - x->origin));
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
	ADD_COLUMN(out, "phase", i, nr, text_out__addch(out, m[i].kind == LOSS ? '0' : '1'));
	ADD_COLUMN(out, "category", i, nr, text_out__addch(out, '0'));
	add_length(out, nr);
	text_out__addstr(out, ",\n");
}

void firefox__write_tables(struct firefox *x, const struct moment *m, size_t nr, size_t nr_marks)
{
	struct part p;

	take_part(x, m, nr, &p);
	add_marks(x, nr_marks ? x->marks + x->next_mark : NULL, nr_marks, p.nr_functions + x->nr_files);
	x->next_mark += nr_marks;
	add_samples(x, m, nr);
	add_stacks(x, p.nodes, p.nr_nodes);
	add_functions(x, p.functions, p.nr_functions);
	free(p.nodes);
	free(p.functions);
}
