// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-code.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/annotate/percent-type.h"
#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/export/page-code-write.h"
#include "util/export/page-hits.h"
#include "util/export/page-metrics.h"

/* --- functions and their shares ------------------------------------------------------------------- */

/* Which function of the page each symbol is. Frames that are inlined there, or not on the stack, have functions of their own. */
static void find_functions(struct export_functions *f, const struct export_profile *p, struct pair_num *ret)
{
	uint32_t *of_place = export_functions__of_places(f, p);
	size_t nr = place_table__nr(p->places), i;

	for (i = 0; i < nr; i++) {
		const struct place *place = place_table__get(p->places, (uint32_t)i);
		const struct place_kind *kind = place__kind(place);

		if (!kind->is_text && kind->sym && !kind->inlined && !kind->by_call)
			*pair_num__place(ret, pair_of((uintptr_t)place__dso(place), (uintptr_t)kind->sym)) = (uint64_t)of_place[i] + 1;
	}
	free(of_place);
}

uint32_t code_writing__number(const struct pair_num *functions, const struct annotate_func *f)
{
	return (uint32_t)pair_num__find(functions, pair_of((uintptr_t)f->dso, (uintptr_t)f->sym)) - 1;
}

static void find_shares(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->hits->all;
	size_t i;

	share_lists__init(&w->by_function, c->nr_shares);
	for (i = c->nr_shares; i--; )
		share_lists__add(&w->by_function, (uintptr_t)c->shares[i].func, i);
}

static void find_old_shares(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->old->hits->own;
	size_t i;

	share_lists__init(&w->old_by_function, c->nr_shares);
	for (i = c->nr_shares; i--; ) {
		uint32_t number = code_writing__number(&w->old_function_of, c->shares[i].func);

		if (number != UINT32_MAX)
			share_lists__add(&w->old_by_function, number, i);
	}
}

/* --- all of them ---------------------------------------------------------------------------------- */

/* Has it the share of an event that was asked for? By samples, where none of them has a period. */
static bool is_large(const struct annotate_counts *c, const struct export *e, const struct annotate_share *s)
{
	const struct annotate_stat *total = &c->totals[s->event];
	const struct percent_type type = { .global = true, .hits = !total->period };

	return percent_type__of(type, s->stat, s->stat, *total) >= e->opts->code.share;
}

bool code_writing__has(const struct code_writing *w, size_t part)
{
	return w->out->len >= w->max_bytes / part;
}

static void write_large(struct code_writing *w, const struct annotate_counts *c, struct u64num *written)
{
	size_t i;

	for (i = 0; i < c->nr_shares; i++) {
		const struct annotate_share *s = &c->shares[i];
		const struct annotate_func *func;

		if (!s->func->sym || !is_large(c, w->e, s))
			continue;
		func = annotate_counts__func(w->e->hits->all, s->func->dso, s->func->sym);
		if (u64num__find(written, (uintptr_t)func))
			continue;
		u64num__set(written, (uintptr_t)func, 1);
		if (code_writing__has(w, 1))
			w->e->code_size.left_out++;
		else
			code_writing__function(w, func);
	}
}

/* First those in which samples were taken; behind them, those that only had called them. */
static void write_functions(struct code_writing *w)
{
	struct u64num written = { 0 };

	text_out__addstr(w->out, "\"functions\":[");
	write_large(w, w->e->hits->own, &written);
	write_large(w, w->e->hits->all, &written);
	text_out__addf(w->out, "],\n\"left_out\":%zu,\n", w->e->code_size.left_out);
	u64num__exit(&written);
}

/* How the numbers of hits are told apart, and when their first slice begins. */
static void write_head(struct code_writing *w, uint64_t origin)
{
	const struct page_hits *h = w->e->hits;
	uint64_t first = h->rows.nr ? h->rows.rows[0].slice << h->rows.shift : origin;

	text_out__addf(w->out,
		       "\"code\":{\"share\":%g,\"calls\":%s,\"threads\":%s,\"cpus\":%s,\"slice\":%" PRIu64 ",\"first\":%" PRId64 ",",
		       w->e->opts->code.share, h->counter.calls ? "true" : "false", h->no_threads ? "false" : "true",
		       h->no_cpus ? "false" : "true", w->in_time ? (uint64_t)1 << h->rows.shift : 0, (int64_t)(first - origin));
}

void page_code__write(struct export *e, struct export_functions *f, const struct page_events *events)
{
	struct code_writing w = { .e = e, .of = events->of, .old_of = events->old_of, .in_time = !e->opts->format->counts,
				  .max_bytes = e->opts->code.max_bytes ?: PAGE_CODE_MAX_BYTES };
	struct text_out text;

	if (!e->hits) {
		text_out__addstr(e->out, "\"code\":null,\n");
		return;
	}
	page_hits__finish(e->hits);
	if (e->old)
		page_hits__finish(e->old->hits);
	text_out__init(&text, -1);
	w.out = &text;
	find_functions(f, &e->profile, &w.function_of);
	if (e->old)
		find_functions(f, &e->old->profile, &w.old_function_of);
	w.shares = xcalloc(e->hits->all->nr_events + 1, sizeof(const struct annotate_share *));
	find_shares(&w);
	if (e->old)
		find_old_shares(&w);
	code_source__init(&w.source, session__code(e->session), session__header(e->session)->arch, e->opts->code.intel,
			  session__workers(e->session));
	write_head(&w, events->origin);
	page_metrics__write(e, events->of, &text);
	write_functions(&w);
	e->code_size.sources = page_sources__write(&w.sources, &e->opts->code.link, &text);
	text_out__addstr(&text, "},\n");
	e->code_size.bytes = text.len;
	text_out__add(e->out, text.buf, text.len);
	code_source__exit(&w.source);
	page_sources__exit(&w.sources);
	pair_num__exit(&w.function_of);
	pair_num__exit(&w.old_function_of);
	share_lists__exit(&w.by_function);
	share_lists__exit(&w.old_by_function);
	free(w.shares);
	page_places__exit(&w.places);
	text_out__exit(&text);
}
