// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/page-code.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate/code-lines.h"
#include "util/annotate/counts.h"
#include "util/annotate/percent-type.h"
#include "util/base/alloc.h"
#include "util/base/pair-map.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"
#include "util/export/export-json.h"
#include "util/export/page-data.h"
#include "util/export/page-sources.h"

#define NONE	((uint32_t)-1)

/* The page's code while it is written, and what of it is about the function that is being written. */
struct code_writing {
	struct export *e;
	struct export_functions *f;
	const uint32_t *of, *old_of;	/* the page's numbers of the events, of this recording and of the older one */
	struct text_out *out;
	struct code_source source;
	struct page_sources sources;
	struct pair_num function_of;	/* dso and symbol -> number of the page's function + 1 */
	struct pair_num old_function_of;	/* the same of the older recording */
	struct u64num first_old;	/* number of the page's function -> its first share there + 1 */
	size_t *next_old;		/* of each share there: the next one of the same function + 1 */
	struct page_places places;	/* of the function that is being written */
};

/* --- counting ------------------------------------------------------------------------------------- */

void page_code__count(struct export *e, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	unsigned int mode = sample__cpumode(s->sample);
	bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;

	annotate_counts__add(e->code, (size_t)s->evsel->idx, guest || s->machine != session__host(e->session) ? NULL : s->ip,
			     &(struct annotate_stat){ .nr = nr, .period = period });
}

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

static uint32_t number_of(const struct pair_num *functions, const struct annotate_func *f)
{
	return (uint32_t)pair_num__find(functions, pair_of((uintptr_t)f->dso, (uintptr_t)f->sym)) - 1;
}

/* --- one function --------------------------------------------------------------------------------- */

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
		number = callee.sym ? number_of(&w->function_of, &callee) : NONE;
		if (number == NONE)
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

static void write_hits(struct code_writing *w, const char *key, const char *where, struct hit_columns *c)
{
	text_out__addf(w->out, ",\n\"%s\":{\"event\":[%s],\"%s\":[%s],\"samples\":[%s],\"period\":[%s]}", key,
		       strbuf__str(&c->event), where, strbuf__str(&c->where), strbuf__str(&c->samples), strbuf__str(&c->period));
	strbuf__exit(&c->event);
	strbuf__exit(&c->where);
	strbuf__exit(&c->samples);
	strbuf__exit(&c->period);
}

static void write_own(struct code_writing *w, const struct code_lines *l, const struct annotate_share *const *shares)
{
	struct hit_columns columns = { 0 };
	size_t i, k;

	for (i = 0; i < w->e->code->nr_events; i++)
		for (k = 0; shares[i] && k < shares[i]->nr_hits; k++) {
			const struct code_line *line = code_lines__find(l, shares[i]->hits[k]->addr);

			add_hit(&columns, w->of[i], line ? (uint32_t)(line - l->lines) : NONE, shares[i]->hits[k]->stat);
		}
	write_hits(w, "hits", "row", &columns);
}

static void find_old_shares(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->old->code;
	size_t i;

	w->next_old = xcalloc(c->nr_shares + 1, sizeof(*w->next_old));
	/* From the end on, so that they are found in their order. */
	for (i = c->nr_shares; i; i--) {
		uint32_t number = number_of(&w->old_function_of, c->shares[i - 1].func);

		if (number == NONE)
			continue;
		w->next_old[i - 1] = (size_t)u64num__find(&w->first_old, number);
		u64num__set(&w->first_old, number, i);
	}
}

/* What the older recording has in functions of the same name: by lines, as its code may be another build's. */
static void write_old(struct code_writing *w, uint32_t function)
{
	const struct annotate_counts *c = w->e->old->code;
	struct hit_columns columns = { 0 };
	size_t i, k;

	for (i = function == NONE ? 0 : (size_t)u64num__find(&w->first_old, function); i; i = w->next_old[i - 1]) {
		const struct annotate_share *s = &c->shares[i - 1];
		uint32_t event = w->old_of[s->event];

		if (event == NONE)
			continue;
		for (k = 0; k < s->nr_hits; k++)
			add_hit(&columns, event, page_places__at(&w->places, &w->sources, s->func->dso, s->hits[k]->addr),
				s->hits[k]->stat);
	}
	write_hits(w, "old", "place", &columns);
}

/* Without the instructions that have no samples, for what is too long for a page. */
static void keep_sampled(struct code_lines *l, const struct annotate_share *const *shares, size_t nr)
{
	char *lack = xasprintf("it has %zu instructions, too many for a page: those without samples are left out "
			       "(perf annotate shows all)", l->nr);
	size_t i, k, n = 0;

	for (i = 0; i < l->nr; i++) {
		uint64_t samples = 0;

		for (k = 0; k < nr; k++)
			samples += shares[k] ? annotate_share__range(shares[k], l->lines[i].addr, l->lines[i].end).nr : 0;
		if (samples) {
			l->lines[n] = l->lines[i];
			l->lines[n++].target_line = 0;
		}
	}
	l->nr = n;
	free(l->lack);
	l->lack = lack;
}

static void write_function(struct code_writing *w, const struct annotate_func *func, bool *some)
{
	size_t nr = w->e->code->nr_events, i;
	const struct annotate_share **shares = xcalloc(nr, sizeof(const struct annotate_share *));
	uint32_t number = number_of(&w->function_of, func);
	struct code_lines *l;

	for (i = 0; i < nr; i++)
		shares[i] = annotate_counts__find(w->e->code, i, func);
	l = code_lines__new(&w->source, shares, nr);
	if (l->nr > PAGE_CODE_MAX_LINES)
		keep_sampled(l, shares, nr);
	text_out__addf(w->out, "%s{\"function\":%" PRId32 ",\"name\":", *some ? ",\n" : "", (int32_t)number);
	text_out__json(w->out, func->sym->name);
	text_out__addstr(w->out, ",\"file\":");
	text_out__json(w->out, func->dso->short_name);
	text_out__addf(w->out, ",\"start\":\"%" PRIx64 "\",\"lack\":", dso__to_linked(func->dso, func->sym->start));
	text_out__json(w->out, l->lack);
	text_out__addstr(w->out, ",\n");
	write_rows(w, l);
	write_calls(w, l);
	write_own(w, l, shares);
	if (w->e->old)
		write_old(w, number);
	page_places__write(&w->places, w->out);
	text_out__addch(w->out, '}');
	*some = true;
	page_places__clear(&w->places);
	code_lines__delete(l);
	free(shares);
	w->e->code_size.functions++;
}

/* --- all of them ---------------------------------------------------------------------------------- */

/* Has it the share of an event that was asked for? By samples, where none of them has a period. */
static bool is_large(const struct export *e, const struct annotate_share *s)
{
	const struct annotate_stat *total = &e->code->totals[s->event];
	const struct percent_type type = { .global = true, .hits = !total->period };

	return percent_type__of(type, s->stat, s->stat, *total) >= e->opts->code.share;
}

static void write_functions(struct code_writing *w)
{
	const struct annotate_counts *c = w->e->code;
	struct u64num written = { 0 };
	bool some = false;
	size_t i;

	text_out__addstr(w->out, "\"functions\":[");
	for (i = 0; i < c->nr_shares; i++) {
		const struct annotate_share *s = &c->shares[i];

		if (!s->func->sym || !is_large(w->e, s) || u64num__find(&written, (uintptr_t)s->func))
			continue;
		u64num__set(&written, (uintptr_t)s->func, 1);
		write_function(w, s->func, &some);
	}
	text_out__addstr(w->out, "],\n");
	u64num__exit(&written);
}

void page_code__write(struct export *e, struct export_functions *f, const uint32_t *of, const uint32_t *old_of)
{
	struct code_writing w = { .e = e, .f = f, .of = of, .old_of = old_of };
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
	if (e->old)
		find_old_shares(&w);
	code_source__init(&w.source, session__code(e->session), session__header(e->session)->arch, false);
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
	u64num__exit(&w.first_old);
	free(w.next_old);
	page_places__exit(&w.places);
	text_out__exit(&text);
}
