// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/hot-lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate/caller-rows.h"
#include "util/annotate/skid.h"
#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/color.h"

/* Longer names of places are not padded. */
#define MAX_PLACE	40

/* A line of a function, or, where nobody knows lines, an address of it. */
struct hot_line {
	const struct annotate_share *share;	/* the function's */
	const struct src_frame *src;	/* NULL: not known */
	uint64_t addr;			/* as dso__find_symbol() takes it; of the first sample */
	struct annotate_stat stat;
};

struct line_key {
	const struct annotate_func *func;
	const struct src_frame *src;
	uint64_t addr;
};

static inline uint64_t hot_line_set__hash(struct line_key key)
{
	uint64_t place = key.src ? hash_combine(hash_str(key.src->file), key.src->line) : hash_u64(key.addr);

	return hash_combine(place, (uintptr_t)key.func);
}

static inline bool hot_line_set__is(const struct hot_line *l, struct line_key key)
{
	if (l->share->func != key.func || !l->src != !key.src)
		return false;
	return key.src ? l->src->line == key.src->line && !strcmp(l->src->file, key.src->file) : l->addr == key.addr;
}

HASH_SET(hot_line_set, struct line_key, struct hot_line *)

struct hot_lines {
	const struct annotate_text *t;
	const struct hot_lines_opts *o;
	size_t event;
	struct hot_line_set set;
	struct hot_line **list;		/* the hottest one first */
	size_t nr;
	struct strbuf sb;
	int width;			/* of places */
};

static struct line_key key_of(const struct annotate_share *share, const struct annotate_hit *hit)
{
	const struct src_frames *src = dso__source(share->func->dso, hit->addr);

	return (struct line_key){ .func = share->func, .src = src && src->frames[0].file ? &src->frames[0] : NULL, .addr = hit->addr };
}

static void add_hit(struct hot_lines *h, const struct annotate_share *share, const struct annotate_hit *hit)
{
	struct line_key key = key_of(share, hit);
	struct hot_line **place = hot_line_set__place(&h->set, key);

	if (!*place) {
		*place = xzalloc(sizeof(**place));
		**place = (struct hot_line){ .share = share, .src = key.src, .addr = hit->addr };
	}
	(*place)->stat.nr += hit->stat.nr;
	(*place)->stat.period += hit->stat.period;
}

static double percent(const struct hot_lines *h, const struct hot_line *l, bool global)
{
	struct percent_type type = { .global = global, .hits = h->t->type.hits };

	return percent_type__of(type, l->stat, l->share->stat, h->t->counts->totals[h->event]);
}

static bool is_shown(const struct hot_lines *h, const struct annotate_share *share)
{
	struct percent_type type = { .global = true, .hits = h->t->type.hits };

	return h->o->is_wanted(h->o->ctx, share->func) &&
	       percent_type__of(type, share->stat, share->stat, h->t->counts->totals[h->event]) >= h->o->percent_limit;
}

/* Equal ones in the order of functions, whose order is the same in each run, and of addresses. */
static int by_stat(const void *x, const void *y, void *ctx)
{
	const struct hot_line *a = *(const struct hot_line *const *)x, *b = *(const struct hot_line *const *)y;
	const struct hot_lines *h = ctx;
	uint64_t of_a = h->t->type.hits ? a->stat.nr : a->stat.period, of_b = h->t->type.hits ? b->stat.nr : b->stat.period;

	if (of_a != of_b)
		return of_a > of_b ? -1 : 1;
	if (a->share != b->share)
		return a->share < b->share ? -1 : 1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static size_t collect(struct hot_lines *h)
{
	size_t nr, nr_shown = 0, i, k;
	const struct annotate_share *shares = annotate_counts__shares(h->t->counts, h->event, &nr);

	for (i = 0; i < nr; i++) {
		if (!is_shown(h, &shares[i]))
			continue;
		nr_shown++;
		for (k = 0; k < shares[i].nr_hits; k++)
			add_hit(h, &shares[i], shares[i].hits[k]);
	}
	h->list = xcalloc(h->set.nr ? h->set.nr : 1, sizeof(struct hot_line *));
	HASH_EACH(&h->set, i)
		h->list[h->nr++] = h->set.slots[i].val;
	qsort_r(h->list, h->nr, sizeof(struct hot_line *), by_stat, h);
	return nr_shown;
}

/* --- text ----------------------------------------------------------------------------------------- */

static void add_place(const struct hot_lines *h, const struct hot_line *l, struct strbuf *out)
{
	const struct symbol *sym = l->share->func->sym;

	if (l->src) {
		annotate_text__place(h->t, l->src, out);
		return;
	}
	strbuf__add(out, sym->name, sym->name_len);
	strbuf__addf(out, "+0x%" PRIx64, l->addr - sym->start);
}

/* An inlined function with the one that it is inlined into. */
static void add_function(const struct hot_line *l, struct strbuf *out)
{
	const struct annotate_func *f = l->share->func;
	const char *inlined = l->src ? l->src->function : NULL;
	const struct src_frames *src = inlined ? dso__source(f->dso, l->addr) : NULL;

	if (src && src->nr > 1)
		strbuf__addf(out, "%s inlined into ", shown(inlined));
	strbuf__add(out, f->sym->name, f->sym->name_len);
	strbuf__addf(out, "  (%s)", f->dso->short_name);
}

static void choose_width(struct hot_lines *h)
{
	struct strbuf place = STRBUF_INIT;
	size_t i;

	h->width = 4;
	for (i = 0; i < h->nr; i++) {
		strbuf__reset(&place);
		add_place(h, h->list[i], &place);
		if ((int)place.len > h->width && place.len <= MAX_PLACE)
			h->width = (int)place.len;
	}
	strbuf__exit(&place);
}

static void print_row(struct hot_lines *h, const struct hot_line *l, struct text_out *out)
{
	double of_all = percent(h, l, true);
	char text[32];
	size_t from;

	strbuf__reset(&h->sb);
	snprintf(text, sizeof(text), "%8.2f", of_all);
	color__add(&h->sb, h->t->color, of_all, text);
	strbuf__addf(&h->sb, "  %8.2f  ", percent(h, l, false));
	from = h->sb.len;
	add_place(h, l, &h->sb);
	while (h->sb.len < from + (size_t)h->width)
		strbuf__addch(&h->sb, ' ');
	strbuf__addstr(&h->sb, "  ");
	add_function(l, &h->sb);
	strbuf__addch(&h->sb, '\n');
	text_out__add(out, h->sb.buf, h->sb.len);
}

/* Below a line: who had called when it was hot. */
static void print_callers(struct hot_lines *h, const struct hot_line *l, struct text_out *out)
{
	const struct annotate_share *of[1] = { l->share };
	const struct annotate_shares shares = { .of = of, .members = { .events = &h->event, .nr = 1 } };
	const struct caller_limits limits = annotate_text__limits(h->t);
	struct hot_line part = *l;
	struct caller_tree tree;
	struct caller_rows rows;
	size_t i;

	caller_tree__init(&tree, &shares);
	for (i = 0; i < l->share->nr_hits; i++) {
		const struct annotate_hit *hit = l->share->hits[i];

		if (hot_line_set__is(l, key_of(l->share, hit)))
			caller_tree__add(&tree, hit->addr, hit->addr + 1);
	}
	caller_tree__rows(&tree, &limits, &rows);
	for (i = 0; i < rows.nr; i++) {
		part.stat = rows.rows[i].stats[0];
		text_out__addf(out, "%8.2f  %8.2f      %s\n", percent(h, &part, true), percent(h, &part, false), rows.rows[i].text);
	}
	caller_rows__exit(&rows);
	caller_tree__exit(&tree);
}

static void print_line(struct hot_lines *h, const struct hot_line *l, struct text_out *out)
{
	print_row(h, l, out);
	if (h->t->callers)
		print_callers(h, l, out);
}

static void print_head(struct hot_lines *h, const char *title, struct text_out *out)
{
	struct evsel *evsel = h->t->evlist->evsels[h->event];
	const struct annotate_stat *total = &h->t->counts->totals[h->event];

	text_out__addf(out, "# %s of '%s' (%" PRIu64 " samples, addresses: %s)\n#\n", title, evsel__name(evsel), total->nr,
		       skid__text(&evsel->attr));
	text_out__addf(out, "# %7s  %8s  %-*s  Function\n", h->t->type.hits ? "Hits" : "Percent", "Of it", h->width, "Line");
}

/* The hottest line of each function comes first of its lines, as the list is in that order. */
static void print_of_functions(struct hot_lines *h, struct text_out *out)
{
	const struct annotate_share *shares;
	size_t nr_shares, nr = 0, i;
	bool *seen;

	shares = annotate_counts__shares(h->t->counts, h->event, &nr_shares);
	seen = xcalloc(nr_shares ? nr_shares : 1, sizeof(*seen));
	print_head(h, "The hottest line of each function", out);
	for (i = 0; i < h->nr && (!h->o->max || nr < h->o->max); i++) {
		bool *before = &seen[h->list[i]->share - shares];

		if (*before)
			continue;
		*before = true;
		nr++;
		print_row(h, h->list[i], out);
	}
	text_out__addch(out, '\n');
	free(seen);
}

size_t hot_lines__print(const struct annotate_text *t, size_t event, const struct hot_lines_opts *o, struct text_out *out)
{
	struct hot_lines h = { .t = t, .o = o, .event = event };
	size_t functions = collect(&h), i;

	if (functions) {
		choose_width(&h);
		print_head(&h, "Hottest lines", out);
		for (i = 0; i < h.nr && (!o->max || i < o->max); i++)
			print_line(&h, h.list[i], out);
		text_out__addch(out, '\n');
		print_of_functions(&h, out);
	}
	for (i = 0; i < h.nr; i++)
		free(h.list[i]);
	free(h.list);
	hot_line_set__exit(&h.set);
	strbuf__exit(&h.sb);
	return functions;
}
