// SPDX-License-Identifier: GPL-2.0-only
/* The page of a timeline. Documentation/export-formats.txt tells what its data mean. */
#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/export/export-json.h"
#include "util/export/page-code.h"
#include "util/export/page-data.h"
#include "util/export/timeline.h"

/* Of the tree: what more there are is cut off. */
#define MAX_NODES	300000

#define NONE		((uint32_t)-1)

struct writing {
	struct export *e;
	struct timeline *t;
	struct timeline_spans *wakings;
	struct export_functions f;
	uint64_t origin;		/* ns: the first slice's begin */
	uint64_t cut;			/* samples that count for a caller of where they were taken */
	uint32_t *order, *number;	/* of the nodes that are written */
	size_t nr_nodes;
};

/* --- the tree -------------------------------------------------------------------------------- */

/* How much is at each node and below it. */
static uint64_t *totals(const struct writing *w)
{
	uint64_t *total = xcalloc(w->f.stacks.nr, sizeof(*total));
	size_t i;

	for (i = 0; i < w->t->rows.nr; i++)
		total[w->t->rows.rows[i].node] += w->t->rows.rows[i].samples;
	for (i = 0; i < w->t->off_cpu.nr; i++)
		total[w->t->off_cpu.list[i].what] += w->t->off_cpu.list[i].nr;
	for (i = 0; i < w->wakings->nr; i++)
		total[w->wakings->list[i].what] += w->wakings->list[i].nr;
	for (i = w->f.stacks.nr - 1; i; i--)
		total[w->f.stacks.nodes[i].parent] += total[i];
	return total;
}

/* The least total with which few enough nodes stay. */
static uint64_t least_total(const uint64_t *total, size_t nr, size_t max)
{
	uint64_t least = 1;
	size_t i, n;

	for (;; least *= 2) {
		for (n = 0, i = 1; i < nr; i++)
			n += total[i] >= least;
		if (n <= max)
			return least;
	}
}

static void keep_nodes(struct timeline_spans *t, const uint32_t *kept)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		t->list[i].what = kept[t->list[i].what];
}

/* Rare stacks end at a caller, and only nodes that something is at or below are written. */
static void choose_nodes(struct writing *w)
{
	const struct export_node *nodes = w->f.stacks.nodes;
	size_t nr = w->f.stacks.nr, i, max = w->e->opts->detail ? w->e->opts->detail : MAX_NODES;
	uint64_t *total = totals(w), least = least_total(total, nr, max);
	uint32_t *kept = xcalloc(nr, sizeof(*kept));

	for (i = 1; i < nr; i++)
		kept[i] = total[i] >= least ? (uint32_t)i : kept[nodes[i].parent];
	for (i = 0; i < w->t->rows.nr; i++) {
		struct timeline_row *r = &w->t->rows.rows[i];

		w->cut += kept[r->node] != r->node ? r->samples : r->cut;
		r->node = kept[r->node];
	}
	keep_nodes(&w->t->off_cpu, kept);
	keep_nodes(w->wakings, kept);
	w->order = export_functions__order(&w->f, &w->number);
	for (i = 0; i < nr; i++)
		if (kept[w->order[i]] == w->order[i])
			w->order[w->nr_nodes++] = w->order[i];
	for (i = 0; i < w->nr_nodes; i++)
		w->number[w->order[i]] = (uint32_t)i;
	free(kept);
	free(total);
}

static void number_nodes(struct timeline_spans *t, const uint32_t *of_node)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		t->list[i].what = t->list[i].what == NONE ? 0 : of_node[t->list[i].what];
}

static void make_tree(struct writing *w)
{
	struct timeline *t = w->t;
	uint32_t *of_node;
	size_t i;

	export_functions__init(&w->f, false);
	of_node = export_functions__add(&w->f, &w->e->profile, &w->f.rows);
	for (i = 0; i < t->rows.nr; i++)
		t->rows.rows[i].node = of_node[t->rows.rows[i].node];
	number_nodes(&t->off_cpu, of_node);
	number_nodes(w->wakings, of_node);
	free(of_node);
	choose_nodes(w);
}

/* --- lists ----------------------------------------------------------------------------------- */

static void see_begin(uint64_t *first, uint64_t *last, const struct timeline_spans *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++) {
		*first = s->list[i].from < *first ? s->list[i].from : *first;
		*last = s->list[i].to > *last ? s->list[i].to : *last;
	}
}

/* Where the time axis begins; its length, ns. */
static uint64_t measure(struct writing *w)
{
	const struct timeline *t = w->t;
	const struct timeline_rows *r = &t->rows;
	uint64_t first = UINT64_MAX, last = 0;

	if (r->nr) {
		first = r->rows[0].slice << r->shift;
		last = (r->rows[r->nr - 1].slice + 1) << r->shift;
	}
	see_begin(&first, &last, &t->off_cpu);
	see_begin(&first, &last, &t->calls);
	see_begin(&first, &last, &t->aux);
	see_begin(&first, &last, &t->losses);
	if (first > last)
		first = last = 0;
	w->origin = first >> r->shift << r->shift;
	return last > w->origin ? last - w->origin : 1;
}

static void add_rows(struct writing *w, const uint32_t *of)
{
	const struct timeline_rows *t = &w->t->rows;
	uint64_t first = w->origin >> t->shift;
	struct text_out *out = w->e->out;
	size_t i;

	text_out__addstr(out, "\"rows\":{");
	ADD_NUMBERS(out, "at", i, 0, t->nr, t->rows[i].slice - (i ? t->rows[i - 1].slice : first));
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "event", i, 0, t->nr, of[t->rows[i].event]);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "thread", i, 0, t->nr, t->rows[i].thread);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "cpu", i, 0, t->nr, t->rows[i].cpu);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "node", i, 0, t->nr, w->number[t->rows[i].node]);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "samples", i, 0, t->nr, t->rows[i].samples);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "period", i, 0, t->nr, t->rows[i].period);
	text_out__addstr(out, "},\n");
}

/* @whats: numbers for what is not NONE, or NULL. Times are relative: to the begin before, and to the begin. */
static void add_spans(struct writing *w, const char *key, const struct timeline_spans *t, const uint32_t *whats)
{
	struct text_out *out = w->e->out;
	size_t i;

	text_out__addf(out, ",\n\"%s\":{", key);
	ADD_NUMBERS(out, "from", i, 0, t->nr, t->list[i].from - (i ? t->list[i - 1].from : w->origin));
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "long", i, 0, t->nr, t->list[i].to - t->list[i].from);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "ns", i, 0, t->nr, t->list[i].ns);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "nr", i, 0, t->nr, t->list[i].nr);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "amount", i, 0, t->nr, t->list[i].amount);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "thread", i, 0, t->nr, t->list[i].thread);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "cpu", i, 0, t->nr, t->list[i].cpu);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "kind", i, 0, t->nr, t->list[i].kind);
	text_out__addstr(out, ",\n");
	ADD_NUMBERS(out, "what", i, 0, t->nr, whats && t->list[i].what != NONE ? whats[t->list[i].what] : t->list[i].what);
	text_out__addch(out, '}');
}

/* --- the page -------------------------------------------------------------------------------- */

static void add_about(struct export *e)
{
	struct strbuf about = STRBUF_INIT;

	page__say_samples(e, &about);
	page__add_about(e, strbuf__str(&about));
	strbuf__exit(&about);
}

static void add_names(struct export *e, const struct timeline *t)
{
	size_t i;

	text_out__addstr(e->out, ",\n\"calls\":[");
	for (i = 0; i < t->nr_names; i++) {
		text_out__addstr(e->out, i ? "," : "");
		text_out__json(e->out, t->names[i]);
	}
	text_out__addstr(e->out, "],\n\"traces\":[");
	for (i = 0; i < t->nr_events; i++) {
		text_out__addstr(e->out, i ? "," : "");
		text_out__json(e->out, evsel__name(session__evlist(e->session)->evsels[i]));
	}
	text_out__addch(e->out, ']');
}

void timeline__write(struct export *e, struct timeline *t)
{
	struct writing w = { .e = e, .t = t, .wakings = timeline_wakings__finish(t->wakings) };
	struct evlist *evlist = session__evlist(e->session);
	uint64_t *samples = xcalloc(evlist->nr + 1, sizeof(*samples)), length = measure(&w);
	uint32_t *of;
	size_t i;

	for (i = 0; i < evlist->nr; i++)
		samples[i] = i < t->nr_events ? t->samples[i] : 0;
	if (t->off_cpu_event && t->off_cpu.nr)
		samples[t->off_cpu_event->idx] = t->off_cpu.nr;
	make_tree(&w);
	page__begin(e->out, page_styles, page_timeline);
	add_about(e);
	of = page__add_events(e, samples);
	page__add_threads(e);
	page__add_functions(e->out, &w.f);
	page__add_nodes(e->out, &w.f, w.order, w.nr_nodes, w.number);
	page_code__write(e, &w.f, &(struct page_events){ .of = of, .origin = w.origin });
	add_rows(&w, of);
	text_out__addf(e->out, "\"old\":null,\n\"timeline\":{\"origin\":\"%" PRIu64 "\",\"length\":%" PRIu64 ",\"slice\":%" PRIu64 ","
		       "\"offCpuEvent\":%d", w.origin, length, (uint64_t)1 << t->rows.shift,
		       t->off_cpu.nr ? (int)of[t->off_cpu_event->idx] : -1);
	add_names(e, t);
	add_spans(&w, "offCpu", &t->off_cpu, w.number);
	add_spans(&w, "wakings", w.wakings, w.number);
	add_spans(&w, "stays", &t->calls, NULL);
	add_spans(&w, "windows", &t->aux, NULL);
	add_spans(&w, "losses", &t->losses, NULL);
	timeline__write_notes(e, t, w.wakings, w.cut);
	text_out__addch(e->out, '}');
	page__end(e->out, page_timeline_scripts);
	free(of);
	free(samples);
	free(w.order);
	free(w.number);
	export_functions__exit(&w.f);
}
