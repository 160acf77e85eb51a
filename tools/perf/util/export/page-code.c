// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-code.h"

#include <stdlib.h>

#include "util/annotate/percent-type.h"
#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/sample.h"
#include "util/export/page-code-write.h"
#include "util/session/session-jobs.h"

void page_code__count(struct export *e, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	unsigned int mode = sample__cpumode(s->sample);
	bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;

	annotate_counts__add(e->code, (size_t)s->evsel->idx, guest || s->machine != session__host(e->session) ? NULL : s->ip,
			     &(struct annotate_stat){ .nr = nr, .period = period });
}

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
	const struct annotate_counts *c = w->e->code;
	size_t i;

	share_lists__init(&w->by_function, c->nr_shares);
	for (i = c->nr_shares; i--; )
		share_lists__add(&w->by_function, (uintptr_t)c->shares[i].func, i);
}

static void find_old_shares(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->old->code;
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
static bool is_large(const struct export *e, const struct annotate_share *s)
{
	const struct annotate_stat *total = &e->code->totals[s->event];
	const struct percent_type type = { .global = true, .hits = !total->period };

	return percent_type__of(type, s->stat, s->stat, *total) >= e->opts->code.share;
}

bool code_writing__has(const struct code_writing *w, size_t part)
{
	return w->out->len >= w->max_bytes / part;
}

static void write_functions(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->code;
	struct u64num written = { 0 };
	size_t i;

	text_out__addstr(w->out, "\"functions\":[");
	for (i = 0; i < c->nr_shares; i++) {
		const struct annotate_share *s = &c->shares[i];

		if (!s->func->sym || !is_large(w->e, s) || u64num__find(&written, (uintptr_t)s->func))
			continue;
		u64num__set(&written, (uintptr_t)s->func, 1);
		if (code_writing__has(w, 1))
			w->e->code_size.left_out++;
		else
			code_writing__function(w, s->func);
	}
	text_out__addf(w->out, "],\n\"left_out\":%zu,\n", w->e->code_size.left_out);
	u64num__exit(&written);
}

void page_code__write(struct export *e, struct export_functions *f, const uint32_t *of, const uint32_t *old_of)
{
	struct code_writing w = { .e = e, .of = of, .old_of = old_of,
				  .max_bytes = e->opts->code.max_bytes ?: PAGE_CODE_MAX_BYTES };
	struct text_out text;

	if (!e->code) {
		text_out__addstr(e->out, "\"code\":null,\n");
		return;
	}
	annotate_counts__finish(e->code);
	if (e->old)
		annotate_counts__finish(e->old->code);
	text_out__init(&text, -1);
	w.out = &text;
	find_functions(f, &e->profile, &w.function_of);
	if (e->old)
		find_functions(f, &e->old->profile, &w.old_function_of);
	w.shares = xcalloc(e->code->nr_events + 1, sizeof(const struct annotate_share *));
	find_shares(&w);
	if (e->old)
		find_old_shares(&w);
	code_source__init(&w.source, session__code(e->session), session__header(e->session)->arch, false,
			  session_jobs__default());
	text_out__addf(&text, "\"code\":{\"share\":%g,", e->opts->code.share);
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
