// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/report-stdio.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/percent.h"
#include "util/base/text-out.h"
#include "util/output/color.h"
#include "util/report/report-blocks.h"
#include "util/report/report-graph.h"
#include "util/report/report-hierarchy.h"

/* Text is handed on in pieces of this size. */
#define FLUSH_AT	(32 * 1024)

static void pad_to(struct strbuf *out, size_t from, unsigned int width)
{
	if (out->len - from < width)
		strbuf__addblanks(out, width - (out->len - from));
}

/* --- rows ----------------------------------------------------------------------------------------- */

/* @total: what a percentage is of. Returns how many columns of the screen it took. */
static size_t add_number(const struct report_stdio *r, const struct column_use *u, const struct hist_stat *stat, uint64_t total,
			 unsigned int width, struct strbuf *out)
{
	uint64_t v = u->col->value(stat);
	bool sep = r->hists->opts.field_sep;
	double percent;
	size_t from, len;
	char text[64];

	if (u->col->average) {
		from = out->len;
		strbuf__addf(out, " %*.1f", sep || !width ? 0 : (int)width - 1,
			     stat->nr ? (double)v / (double)stat->nr : 0);
		return out->len - from;
	}
	if (!u->col->percent) {
		from = out->len;
		strbuf__addf(out, " %*" PRIu64, sep || !width ? 0 : (int)width - 1, v);
		return out->len - from;
	}
	percent = percent__of(v, total);
	text[0] = ' ';
	width = sep || width < 2 ? 0 : width - 2;
	len = 1 + percent__print(text + 1, sizeof(text) - 1, width, percent);
	color__add(out, r->color, percent, text);
	return len < sizeof(text) ? len : sizeof(text) - 1;
}

/* One member's parts; what has no weight in the table has no room in it either. */
static size_t add_parts(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			const struct column_use *u, unsigned int member, struct strbuf *out)
{
	const struct mem_weights *w = hist_stat__detail(&e->common->self[member])->mem;
	uint64_t total = hist__total(h, member);
	unsigned int i, nr = 0;

	for (i = 0; mem_stat__category_name(u->col->mem_stat, i); i++) {
		uint64_t v = w ? w->by[u->col->mem_stat][i] : 0;
		double percent = percent__of(v, total);
		char text[32];

		if (!h->mem_totals->by[u->col->mem_stat][i])
			continue;
		snprintf(text, sizeof(text), "%*.1f%%", MEM_STAT_PART_WIDTH - 1, percent);
		color__add(out, r->color, percent, text);
		nr++;
	}
	return nr * MEM_STAT_PART_WIDTH;
}

/* Each member of a group has its share of the cell. */
void report_stdio__numbers(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			   const struct column_use *u, struct strbuf *out)
{
	unsigned int width = column_use__width(u, h), i;
	unsigned int each = u->user_width ? u->user_width : u->col->min_width;
	const struct hist_stat *stat = u->col->acc && e->common->acc ? e->common->acc : e->common->self;
	size_t used = 0;

	if (each < strlen(u->header))
		each = (unsigned int)strlen(u->header);
	if (u->col->metric) {
		column__print(u->col, h, e, r->hists->opts.field_sep ? 0 : width, out);
		return;
	}
	for (i = 0; i < h->nr_members; i++) {
		if (!hist__shows_member(h, i))
			continue;
		used += u->col->mem_stat ? add_parts(r, h, e, u, i, out) :
			add_number(r, u, &stat[i], !u->col->percent ? 0 : u->col->latency ? hist__total_latency(h, i) : hist__total(h, i), each, out);
	}
	for (; used < width; used++)
		strbuf__addch(out, ' ');
}

/* A separator inside of a cell would make two of one. */
static void hide_separator(struct strbuf *out, size_t from, const char *sep)
{
	size_t i;

	for (i = from; i < out->len; i++)
		if (out->buf[i] == sep[0])
			out->buf[i] = '.';
}

void report_stdio__row(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e, struct strbuf *out)
{
	const struct columns *c = r->hists->columns;
	const char *sep = r->hists->opts.field_sep;
	bool first = true;
	size_t i, last = c->nr_shown;

	for (i = 0; i < c->nr_shown; i++)
		if (column_use__is_shown(&c->shown[i], h))
			last = i;
	for (i = 0; i < c->nr_shown; i++) {
		const struct column_use *u = &c->shown[i];
		unsigned int width = column_use__width(u, h);
		size_t from;

		if (!column_use__is_shown(u, h))
			continue;
		if (!sep || !first)
			strbuf__addstr(out, sep ? sep : "  ");
		first = false;
		from = out->len;
		if (u->col->value || u->col->metric) {
			report_stdio__numbers(r, h, e, u, out);
		} else {
			column__print(u->col, h, e, width, out);
		}
		if (sep)
			hide_separator(out, from, sep);
		if (i != last && !u->col->value && !u->col->metric)
			pad_to(out, from, width);
		while (i == last && sep && u->col->value && out->len > from && out->buf[out->len - 1] == ' ')
			strbuf__truncate(out, out->len - 1);
	}
	strbuf__addch(out, '\n');
}

void report_stdio__graph(const struct report_stdio *r, const struct hist *h, const struct hist_entry *e,
			 struct strbuf *out)
{
	struct graph_drawing d = {
		.opts = &r->hists->opts.graph,
		.total = hist__total(h, 0),
		.parent = (e->common->acc ? e->common->acc : e->common->self)->period,
		.skip_first = r->hists->columns->sym_first,
		.color = r->color,
		.history = r->hists->opts.history_counts ? h->hists : NULL,
	};
	struct graph_room *room = r->graph_room;
	size_t before = out->len;
	struct call_tree *tree;

	d.max_size = room ? room->left : 0;
	if (d.opts->mode == GRAPH_NONE || !hist_entry__has_stacks(h, e))
		return;
	/* No branch can have more than the row: saves the trees of most rows. */
	if (d.opts->mode == GRAPH_ABS && (double)d.parent < (double)d.total * (d.opts->min_percent / 100) - 1)
		return;
	if (room && !room->left) {
		room->rows++;
		return;
	}
	tree = hist_entry__tree(h, e, d.opts->mode == GRAPH_ABS ? graph_opts__least(d.opts, 0, d.total) : 0);
	if (!report_graph__draw(&d, tree, out) && room)
		room->cut = true;
	if (room)
		room->left -= out->len - before < room->left ? out->len - before : room->left;
	call_tree__delete(tree);
}

void report_stdio__cuts(const struct graph_opts *opts, const struct graph_room *room, struct strbuf *out)
{
	if (room->cut && opts->max_depth)
		strbuf__addf(out, "#\n# Call graphs end with [...] behind %u frames: --graph-depth=N draws more of them, 0 all\n",
			     opts->max_depth);
	if (!room->left)
		strbuf__addf(out, "#\n# Call graphs took %" PRIu64 " MB, those of %" PRIu64 " rows behind them were left out: "
			     "--graph-size=MB allows more, 0 any size\n", opts->max_size >> 20, room->rows);
}

static void flush_some(const struct report_stdio *r, struct strbuf *out, size_t at)
{
	if (!r->out || out->len < at)
		return;
	text_out__add(r->out, out->buf, out->len);
	strbuf__reset(out);
}

void report_stdio__flush(const struct report_stdio *r, struct strbuf *out)
{
	flush_some(r, out, FLUSH_AT);
}

/*
 * As wide as what is shown, where there is room for so many rows. Without such a bound it is as wide as upstream's: rows that a limit leaves
 * out count.
 */
static void fit_columns(const struct report_stdio *r, const struct hist *h)
{
	const bool bounded = r->max_rows && !r->hists->opts.hierarchy;
	size_t nr = 0, i;

	columns__reset_widths(r->hists->columns);
	for (i = 0; i < h->nr && !(bounded && nr == r->max_rows); i++) {
		const struct hist_entry *e = hist__entry(h, i);

		if (!hist_entry__is_shown(h, e) || (bounded && hist_entry__percent(h, e) < r->percent_limit))
			continue;
		columns__fit(r->hists->columns, h, e);
		nr++;
	}
}

void report_stdio__hist(const struct report_stdio *r, struct hist *h, struct strbuf *out)
{
	fit_columns(r, h);
	if (!r->no_header)
		report_stdio__totals(r, h, out);
	if (r->hists->opts.blocks) {
		report_blocks__print(r, h, out);
		return;
	}
	if (r->hists->opts.hierarchy) {
		report_hierarchy__print(r, h, out);
		strbuf__addstr(out, "\n\n");
		return;
	}
	if (!r->no_header)
		report_stdio__titles(r, h, out);
	report_stdio__rows(r, h, out);
	strbuf__addstr(out, "\n\n");
}

static uint64_t nr_samples(const struct hist *h)
{
	uint64_t nr = 0;
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		nr += h->totals[i].nr;
	return nr;
}

void report_stdio__print(const struct report_stdio *whole)
{
	const struct graph_opts *graph = &whole->hists->opts.graph;
	struct graph_room room = { .left = graph->max_size ? graph->max_size : UINT64_MAX };
	struct report_stdio with_room = *whole, *r = &with_room;
	struct strbuf out = STRBUF_INIT;
	size_t i;

	r->graph_room = &room;
	if (!r->no_header)
		strbuf__addf(&out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", r->lost_samples);
	for (i = 0; i < r->hists->nr; i++)
		if (r->hists->opts.show_empty || nr_samples(&r->hists->list[i]))
			report_stdio__hist(r, &r->hists->list[i], &out);
	report_stdio__cuts(graph, &room, &out);
	if (r->tip && !r->no_header)
		strbuf__addf(&out, "#\n# (%s)\n#\n", r->tip);
	flush_some(r, &out, 1);
	strbuf__exit(&out);
}
