// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/byte-pool.h"
#include "util/data/header.h"
#include "util/export/export-json.h"
#include "util/machine/task-facts.h"
#include "util/output/missing.h"

static void add_parts(struct text_out *out, const struct page_part *parts)
{
	for (; parts->text; parts++)
		text_out__add(out, parts->text, parts->len);
}

void page__begin(struct text_out *out, const struct page_part *styles, const struct page_part *bodies)
{
	text_out__addstr(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			 /* Whatever stands in the page, nothing is loaded or sent. */
			 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
			 "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
			 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
			 "<title>perf</title>\n<style>\n");
	add_parts(out, styles);
	text_out__addstr(out, "</style>\n</head>\n<body>\n");
	add_parts(out, bodies);
	text_out__addstr(out, "<script id=\"data\" type=\"application/json\">\n");
}

void page__end(struct text_out *out, const struct page_part *scripts)
{
	text_out__addstr(out, "}\n</script>\n<script>\n\"use strict\";\n");
	add_parts(out, scripts);
	text_out__addstr(out, "</script>\n</body>\n</html>\n");
}

void page__say_samples(struct export *e, struct strbuf *sb)
{
	const struct perf_header *h = session__header(e->session);

	strbuf__addf(sb, "%" PRIu64 " samples", e->samples);
	if (e->last_time > e->first_time)
		strbuf__addf(sb, " in %.3f s", (double)(e->last_time - e->first_time) / 1e9);
	if (h->hostname)
		strbuf__addf(sb, " on %s", h->hostname);
}

/* How many files are named as having no names. */
#define NAMELESS_FILES	3

static void add_nameless(struct export *e)
{
	struct strbuf sb = STRBUF_INIT;
	bool some;

	text_out__addstr(e->out, ",\"nameless\":[");
	missing__hint(e->missing, NAMELESS_FILES, &sb);
	some = sb.len > 0;
	if (some)
		text_out__json(e->out, strbuf__str(&sb));
	if (e->old) {
		strbuf__reset(&sb);
		strbuf__addstr(&sb, "Before: ");
		missing__hint(e->old->missing, NAMELESS_FILES, &sb);
	}
	if (e->old && sb.len > strlen("Before: ")) {
		text_out__addstr(e->out, some ? "," : "");
		text_out__json(e->out, strbuf__str(&sb));
	}
	text_out__addch(e->out, ']');
	strbuf__exit(&sb);
}

void page__add_about(struct export *e, const char *about)
{
	text_out__addstr(e->out, "{\"version\":1,\"title\":");
	text_out__json(e->out, session__input_exact(e->session));
	text_out__addstr(e->out, ",\"about\":");
	text_out__json(e->out, about);
	if (e->missing)
		add_nameless(e);
	text_out__addstr(e->out, ",\n");
}

void page__add_functions(struct text_out *out, const struct export_functions *f)
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

void page__add_nodes(struct text_out *out, const struct export_functions *f, const uint32_t *order, size_t nr,
		     const uint32_t *number)
{
	const struct export_node *nodes = f->stacks.nodes;
	size_t i;

	/* How far back its parent is, which makes small numbers. */
	ADD_NUMBERS(out, "up", i, 1, nr, i - number[nodes[order[i]].parent]);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "frame", i, 1, nr, nodes[order[i]].frame);
	text_out__addstr(out, ",\n");
}

/* Control groups get numbers in the order of the threads. */
static int64_t group_number(struct u64num *numbers, uint64_t cgroup)
{
	uint64_t known = cgroup ? u64num__find(numbers, cgroup) : 0;

	if (cgroup && !known)
		u64num__set(numbers, cgroup, known = numbers->nr + 1);
	return (int64_t)known - 1;
}

static void add_group(struct export *e, uint64_t cgroup)
{
	const char *path = e->facts ? task_facts__cgroup(e->facts, cgroup) : NULL;
	char text[40];

	snprintf(text, sizeof(text), "cgroup:%#" PRIx64, cgroup);
	text_out__json(e->out, path ? path : text);
}

void page__add_threads(struct export *e)
{
	const struct export_profile *p = &e->profile;
	struct u64num groups = { 0 };
	size_t i, nr = 0;

	text_out__addstr(e->out, "\"threads\":[");
	for (i = 0; i < p->nr_threads; i++) {
		text_out__addstr(e->out, i ? ",[" : "[");
		text_out__json(e->out, p->threads[i].comm);
		text_out__addf(e->out, ",%" PRId32 ",%" PRId32, (int32_t)p->threads[i].pid, (int32_t)p->threads[i].tid);
		text_out__addf(e->out, ",%" PRId64 "]", group_number(&groups, p->threads[i].cgroup));
	}
	text_out__addstr(e->out, "],\n\"groups\":[");
	for (i = 0; i < p->nr_threads; i++)
		if (group_number(&groups, p->threads[i].cgroup) == (int64_t)nr) {
			text_out__addstr(e->out, nr++ ? "," : "");
			add_group(e, p->threads[i].cgroup);
		}
	text_out__addstr(e->out, "],\n");
	u64num__exit(&groups);
}

uint32_t *page__add_events(struct export *e, const uint64_t *samples)
{
	struct evlist *evlist = session__evlist(e->session);
	uint32_t *of = xcalloc(evlist->nr + 1, sizeof(*of));
	struct evsel *evsel;
	size_t i, nr = 0;

	text_out__addstr(e->out, "\"events\":[");
	evlist__for_each(evlist, i, evsel) {
		/* Where nothing was sampled the first one stands for all. */
		if (!samples[i] && (e->samples || i)) {
			of[i] = UINT32_MAX;
			continue;
		}
		text_out__addstr(e->out, nr ? ",{\"name\":" : "{\"name\":");
		text_out__json(e->out, evsel__name(evsel));
		text_out__addf(e->out, ",\"unit\":\"%s\"}", evsel__unit(evsel));
		of[i] = (uint32_t)nr++;
	}
	text_out__addstr(e->out, "],\n");
	return of;
}

uint32_t *page__old_events(const struct export *e, const uint32_t *of)
{
	struct evlist *evlist = session__evlist(e->session), *old = session__evlist(e->old->session);
	uint32_t *ret = xcalloc(old->nr + 1, sizeof(*ret));
	struct byte_pool names = { 0 };
	struct u64num known = { 0 };	/* name -> the page's number + 1 */
	struct evsel *evsel;
	size_t i;

	/* From the last one on: of several with one name the first one counts. */
	for (i = evlist->nr; i--; )
		if (of[i] != UINT32_MAX)
			u64num__set(&known, (uintptr_t)byte_pool__str(&names, evsel__name(evlist->evsels[i])), (uint64_t)of[i] + 1);
	evlist__for_each(old, i, evsel)
		ret[i] = (uint32_t)u64num__find(&known, (uintptr_t)byte_pool__str(&names, evsel__name(evsel))) - 1;
	u64num__exit(&known);
	byte_pool__exit(&names);
	return ret;
}
