// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flame graph: one HTML file that needs nothing else. Its scripts are those of page/, its data an object of arrays: the tree
 * of functions, and a row for each event, thread, CPU and stack. With another recording beside it (export.old) both share the
 * tree. No text of a recording is markup: it goes into the page as JSON whose '<' are escapes, and into the document as text.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/export-formats.h"
#include "util/export/export-functions.h"
#include "util/export/export-json.h"
#include "util/export/page-parts.h"

/* A member that is an array of numbers, one of each element of a list. */
#define ADD_NUMBERS(out, key, i, first, nr, value) do {				\
	text_out__addstr(out, "\"" key "\":[");					\
	for ((i) = (first); (i) < (nr); (i)++) {				\
		if ((i) > (first))						\
			text_out__addch(out, ',');				\
		text_out__dec(out, (value), 0);					\
	}									\
	text_out__addch(out, ']');						\
} while (0)

static void add_part(struct text_out *out, const struct page_part *part)
{
	text_out__add(out, part->text, part->len);
}

static void add_functions(struct text_out *out, const struct export_functions *f)
{
	size_t i;

	text_out__addstr(out, "\"functions\":{\"name\":[");
	for (i = 0; i < f->nr; i++) {
		text_out__addstr(out, i ? "," : "");
		text_out__json(out, f->list[i].name);
	}
	text_out__addstr(out, "],\"file\":[");
	for (i = 0; i < f->nr; i++) {
		text_out__addstr(out, i ? "," : "");
		text_out__json(out, f->list[i].file);
	}
	text_out__addstr(out, "],");
	ADD_NUMBERS(out, "kind", i, 0, f->nr, f->list[i].kind);
	text_out__addstr(out, "},\n");
}

/* Each node but the root: how far back its parent is, which makes small numbers, and its function. */
static void add_nodes(struct text_out *out, const struct export_functions *f, const uint32_t *order, const uint32_t *number)
{
	const struct export_node *nodes = f->stacks.nodes;
	size_t i;

	ADD_NUMBERS(out, "up", i, 1, f->stacks.nr, i - number[nodes[order[i]].parent]);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "frame", i, 1, f->stacks.nr, nodes[order[i]].frame);
	text_out__addstr(out, ",\n");
}

static void add_rows(struct text_out *out, const struct export_rows *t, bool tasks)
{
	size_t i;

	ADD_NUMBERS(out, "event", i, 0, t->nr, t->rows[i].event);
	text_out__addch(out, ',');
	if (tasks) {
		ADD_NUMBERS(out, "thread", i, 0, t->nr, t->rows[i].thread);
		text_out__addch(out, ',');
		ADD_NUMBERS(out, "cpu", i, 0, t->nr, t->rows[i].cpu);
		text_out__addch(out, ',');
	}
	ADD_NUMBERS(out, "node", i, 0, t->nr, t->rows[i].node);
	text_out__addch(out, ',');
	ADD_NUMBERS(out, "samples", i, 0, t->nr, t->rows[i].samples);
	text_out__addch(out, ',');
	ADD_NUMBERS(out, "period", i, 0, t->nr, t->rows[i].period);
}

/* Events that have samples, in the recording's order; *@ret_of: of each evsel its number here, the caller's. */
static void add_events(struct export *e, uint32_t **ret_of)
{
	struct evlist *evlist = session__evlist(e->session);
	uint64_t *samples = xcalloc(evlist->nr + 1, sizeof(*samples));
	uint32_t *of = xcalloc(evlist->nr + 1, sizeof(*of));
	struct evsel *evsel;
	size_t i, nr = 0;

	(void)export_profile__events(&e->profile, samples, evlist->nr);
	text_out__addstr(e->out, "\"events\":[");
	evlist__for_each(evlist, i, evsel) {
		/* Where nothing was sampled the first one stands for all. */
		if (!samples[i] && (e->samples || i))
			continue;
		text_out__addstr(e->out, nr ? ",{\"name\":" : "{\"name\":");
		text_out__json(e->out, evsel__name(evsel));
		text_out__addf(e->out, ",\"unit\":\"%s\"}", evsel__unit(evsel));
		of[i] = (uint32_t)nr++;
	}
	text_out__addstr(e->out, "],\n");
	free(samples);
	*ret_of = of;
}

static void add_threads(struct export *e)
{
	const struct export_profile *p = &e->profile;
	size_t i;

	text_out__addstr(e->out, "\"threads\":[");
	for (i = 0; i < p->nr_threads; i++) {
		text_out__addstr(e->out, i ? ",[" : "[");
		text_out__json(e->out, p->threads[i].comm);
		text_out__addf(e->out, ",%" PRId32 ",%" PRId32 "]", (int32_t)p->threads[i].pid, (int32_t)p->threads[i].tid);
	}
	text_out__addstr(e->out, "],\n");
}

/* The number of the event of @e that is called as number @event of @old; UINT32_MAX: there is none. */
static uint32_t same_event(struct export *e, struct export *old, uint32_t event, const uint32_t *of)
{
	const char *name = evsel__name(session__evlist(old->session)->evsels[event]);
	struct evlist *evlist = session__evlist(e->session);
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!strcmp(evsel__name(evsel), name))
			return of[i];
	return UINT32_MAX;
}

static void add_data(struct export *e)
{
	struct export_functions f;
	struct export_rows old_rows = { 0 };
	uint32_t *of, *order, *number;
	size_t i;

	export_functions__init(&f, false);
	free(export_functions__add(&f, &e->profile, &f.rows));
	if (e->old)
		free(export_functions__add(&f, &e->old->profile, &old_rows));
	add_events(e, &of);
	order = export_functions__order(&f, &number);
	for (i = 0; i < f.rows.nr; i++) {
		f.rows.rows[i].event = of[f.rows.rows[i].event];
		f.rows.rows[i].node = number[f.rows.rows[i].node];
	}
	for (i = 0; i < old_rows.nr; i++) {
		old_rows.rows[i].event = same_event(e, e->old, old_rows.rows[i].event, of);
		old_rows.rows[i].node = number[old_rows.rows[i].node];
	}
	add_threads(e);
	add_functions(e->out, &f);
	add_nodes(e->out, &f, order, number);
	text_out__addstr(e->out, "\"rows\":{");
	add_rows(e->out, &f.rows, true);
	text_out__addstr(e->out, "},\n\"old\":");
	if (e->old) {
		text_out__addch(e->out, '{');
		add_rows(e->out, &old_rows, false);
		text_out__addch(e->out, '}');
	} else {
		text_out__addstr(e->out, "null");
	}
	free(of);
	free(order);
	free(number);
	export_rows__exit(&old_rows);
	export_functions__exit(&f);
}

static void add_about(struct export *e)
{
	const struct perf_header *h = session__header(e->session);
	struct strbuf about = STRBUF_INIT;

	strbuf__addf(&about, "%" PRIu64 " samples", e->samples);
	if (e->last_time > e->first_time)
		strbuf__addf(&about, " in %.3f s", (double)(e->last_time - e->first_time) / 1e9);
	if (h->hostname)
		strbuf__addf(&about, " on %s", h->hostname);
	if (e->old)
		strbuf__addf(&about, "; before: %s", session__input_name(e->old->session));
	text_out__addstr(e->out, "{\"version\":1,\"title\":");
	text_out__json(e->out, session__input_name(e->session));
	text_out__addstr(e->out, ",\"about\":");
	text_out__json(e->out, strbuf__str(&about));
	text_out__addstr(e->out, ",\n");
	strbuf__exit(&about);
}

static void end(struct export *e)
{
	const struct page_part *script;

	text_out__addstr(e->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			 /* Whatever stands in the page, nothing is loaded or sent. */
			 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
			 "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
			 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
			 "<title>perf</title>\n<style>\n");
	add_part(e->out, &page_css);
	text_out__addstr(e->out, "</style>\n</head>\n<body>\n");
	add_part(e->out, &page_html);
	text_out__addstr(e->out, "<script id=\"data\" type=\"application/json\">\n");
	add_about(e);
	add_data(e);
	text_out__addstr(e->out, "}\n</script>\n<script>\n\"use strict\";\n");
	for (script = page_scripts; script->text; script++)
		add_part(e->out, script);
	text_out__addstr(e->out, "</script>\n</body>\n</html>\n");
}

const struct export_format export_flamegraph = {
	.name = "flamegraph", .what = "a page with a flame graph: one HTML file for any browser", .binary = true,
	.counts = true, .grain = EXPORT_BY_TASK | EXPORT_BY_CPU, .end = end, .compares = true,
};
