// SPDX-License-Identifier: GPL-2.0-only
/* The code of one function of a page. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/export/export-json.h"
#include "util/export/page-code-write.h"
#include "util/export/page-code.h"
#include "util/export/page-data.h"
#include "util/export/page-hits.h"

/* Row after row: address from that of the row before, text, place, the row that a jump leads to, the function that is called. */
static void write_rows(struct code_writing *w, const struct code_lines *l)
{
	size_t i;

	ADD_NUMBERS(w->out, "at", i, 0, l->nr, l->lines[i].addr - (i ? l->lines[i - 1].addr : l->func->sym->start));
	text_out__addstr(w->out, ",\n\"text\":[");
	for (i = 0; i < l->nr; i++) {
		text_out__addstr(w->out, i ? "," : "");
		text_out__json(w->out, l->lines[i].text);
	}
	text_out__addstr(w->out, "],\n\"place\":[");
	for (i = 0; i < l->nr; i++)
		text_out__addf(w->out, "%s%" PRId32, i ? "," : "",
			       (int32_t)page_places__at(&w->places, &w->sources, l->func->dso, l->lines[i].addr));
	text_out__addstr(w->out, "],\n");
	ADD_NUMBERS(w->out, "target", i, 0, l->nr, l->lines[i].target_line);
}

/* Calls, and jumps out of the function: [row, number of the page's function]. */
static void write_calls(struct code_writing *w, const struct code_lines *l)
{
	bool some = false;
	size_t i;

	text_out__addstr(w->out, ",\n\"calls\":[");
	for (i = 0; i < l->nr; i++) {
		const struct code_line *line = &l->lines[i];
		struct annotate_func callee = { .dso = l->func->dso };
		uint32_t number;

		if (!line->has_target || line->target_line)
			continue;
		callee.sym = dso__find_symbol(callee.dso, line->target);
		number = callee.sym ? code_writing__number(&w->function_of, &callee) : UINT32_MAX;
		/* In the function itself it leads to a row that is not there. */
		if (number == UINT32_MAX || callee.sym == l->func->sym)
			continue;
		text_out__addf(w->out, "%s[%zu,%" PRIu32 "]", some ? "," : "", i, number);
		some = true;
	}
	text_out__addch(w->out, ']');
}

struct hit_columns {
	struct strbuf event, where, samples, period;
};

static void add_hit(struct hit_columns *c, uint32_t event, uint32_t where, struct annotate_stat stat)
{
	const char *comma = c->event.len ? "," : "";

	strbuf__addf(&c->event, "%s%" PRIu32, comma, event);
	strbuf__addf(&c->where, "%s%" PRId32, comma, (int32_t)where);
	strbuf__addf(&c->samples, "%s%" PRIu64, comma, stat.nr);
	strbuf__addf(&c->period, "%s%" PRIu64, comma, stat.period);
}

/* The rows of @func in h->rows, in the order of time. Sets *@ret_nr; the caller frees the array. */
static const struct timeline_row **rows_of(const struct page_hits *h, const struct annotate_func *func, size_t *ret_nr)
{
	const struct timeline_row **list;
	size_t nr = 0, i;

	for (i = share_lists__first(&h->by_function, (uintptr_t)func); i != SIZE_MAX; i = share_lists__next(&h->by_function, i))
		nr++;
	list = xcalloc(nr + 1, sizeof(*list));
	for (nr = 0, i = share_lists__first(&h->by_function, (uintptr_t)func); i != SIZE_MAX; i = share_lists__next(&h->by_function, i))
		list[nr++] = &h->rows.rows[i];
	*ret_nr = nr;
	return list;
}

/* Who took them: only as far as that is told apart. */
static void write_who(struct code_writing *w, const struct timeline_row *const *rows, size_t nr)
{
	const struct page_hits *h = w->e->hits;
	size_t i;

	if (h->counter.calls) {
		text_out__addstr(w->out, ",\n");
		ADD_NUMBERS(w->out, "call", i, 0, nr, h->places[rows[i]->node].call);
	}
	if (!h->no_threads) {
		text_out__addstr(w->out, ",\n");
		ADD_NUMBERS(w->out, "thread", i, 0, nr, rows[i]->thread);
	}
	if (!h->no_cpus) {
		text_out__addstr(w->out, ",\n");
		ADD_NUMBERS(w->out, "cpu", i, 0, nr, rows[i]->cpu);
	}
	if (w->in_time) {
		text_out__addstr(w->out, ",\n");
		ADD_NUMBERS(w->out, "at", i, 0, nr, rows[i]->slice - (i ? rows[i - 1]->slice : h->rows.rows[0].slice));
	}
}

static void write_own(struct code_writing *w, const struct code_lines *l, const struct annotate_func *func)
{
	const struct page_hits *h = w->e->hits;
	const struct timeline_row **rows;
	size_t nr, i;

	rows = rows_of(h, func, &nr);
	text_out__addstr(w->out, ",\n\"hits\":{\"row\":[");
	for (i = 0; i < nr; i++) {
		const struct code_line *line = code_lines__find(l, h->places[rows[i]->node].addr);

		text_out__addf(w->out, "%s%td", i ? "," : "", line ? line - l->lines : (ptrdiff_t)-1);
	}
	text_out__addstr(w->out, "],\n");
	ADD_NUMBERS(w->out, "event", i, 0, nr, w->of[rows[i]->event]);
	write_who(w, rows, nr);
	text_out__addstr(w->out, ",\n");
	ADD_NUMBERS(w->out, "samples", i, 0, nr, rows[i]->samples);
	text_out__addstr(w->out, ",\n");
	ADD_NUMBERS(w->out, "period", i, 0, nr, rows[i]->period);
	text_out__addch(w->out, '}');
	free(rows);
}

/* What the older recording has in functions of the same name: by lines, as its code may be another build's. */
static void write_old(struct code_writing *w, uint32_t function)
{
	const struct annotate_counts *c = w->e->old->hits->own;
	struct hit_columns columns = { 0 };
	size_t i, k;

	for (i = share_lists__first(&w->old_by_function, function); i != SIZE_MAX; i = share_lists__next(&w->old_by_function, i)) {
		const struct annotate_share *s = &c->shares[i];
		uint32_t event = w->old_of[s->event];

		if (event == UINT32_MAX)
			continue;
		for (k = 0; k < s->nr_hits; k++)
			add_hit(&columns, event, page_places__at(&w->places, &w->sources, s->func->dso, s->hits[k]->addr),
				s->hits[k]->stat);
	}
	text_out__addf(w->out, ",\n\"old\":{\"event\":[%s],\"place\":[%s],\"samples\":[%s],\"period\":[%s]}", strbuf__str(&columns.event),
		       strbuf__str(&columns.where), strbuf__str(&columns.samples), strbuf__str(&columns.period));
	strbuf__exit(&columns.event);
	strbuf__exit(&columns.where);
	strbuf__exit(&columns.samples);
	strbuf__exit(&columns.period);
}

/* Without the instructions that have no samples, for what makes a page too large. */
static void keep_sampled(struct code_lines *l, struct code_writing *w)
{
	char *lack = l->nr > PAGE_CODE_MAX_LINES ?
		     xasprintf("it has %zu instructions, too many for a page: those without samples are left out (perf annotate shows all)", l->nr) :
		     xstrdup("those without samples are left out, as the page has much code of functions with a larger share "
			     "(perf annotate shows all)");
	size_t i, k, n = 0;

	w->e->code_size.shortened++;
	for (i = 0; i < l->nr; i++) {
		uint64_t samples = 0;

		for (k = 0; k < w->nr_shares; k++)
			samples += annotate_share__range(w->shares[k], l->lines[i].addr, l->lines[i].end).nr;
		if (samples) {
			l->lines[n] = l->lines[i];
			l->lines[n++].target_line = 0;
		}
	}
	l->nr = n;
	l->lack = lack;
}

void code_writing__function(struct code_writing *w, const struct annotate_func *func)
{
	uint32_t number = code_writing__number(&w->function_of, func);
	struct code_lines *l;
	size_t i;

	w->nr_shares = 0;
	for (i = share_lists__first(&w->by_function, (uintptr_t)func); i != SIZE_MAX; i = share_lists__next(&w->by_function, i))
		w->shares[w->nr_shares++] = &w->e->hits->all->shares[i];
	l = code_lines__new(&w->source, w->shares, w->nr_shares);
	/* Where the code is not known there are only addresses that have samples. */
	if (!l->lack && (l->nr > PAGE_CODE_MAX_LINES || code_writing__has(w, 2)))
		keep_sampled(l, w);
	text_out__addf(w->out, "%s{\"function\":%" PRId32 ",\"name\":", w->e->code_size.functions ? ",\n" : "",
		       (int32_t)number);
	text_out__json(w->out, func->sym->name);
	text_out__addstr(w->out, ",\"file\":");
	text_out__json(w->out, func->dso->short_name);
	text_out__addf(w->out, ",\"start\":\"%" PRIx64 "\",\"lack\":", dso__to_linked(func->dso, func->sym->start));
	text_out__json(w->out, l->lack);
	text_out__addstr(w->out, ",\n");
	write_rows(w, l);
	write_calls(w, l);
	write_own(w, l, func);
	if (w->e->old)
		write_old(w, number);
	page_places__write(&w->places, w->out);
	text_out__addch(w->out, '}');
	page_places__clear(&w->places);
	code_lines__delete(l);
	w->e->code_size.functions++;
}
