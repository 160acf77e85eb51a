// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/annotate-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate/caller-rows.h"
#include "util/annotate/insn-text.h"
#include "util/annotate/line-list.h"
#include "util/annotate/metric-cells.h"
#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/code/data-type.h"
#include "util/event/evlist.h"
#include "util/output/color.h"

/* How wide the column of an event is, and that of line numbers. */
#define WIDTH		8
#define PERIOD_WIDTH	12
#define LINE_WIDTH	4
/* Where callers stand, behind the colon: under the instruction. */
#define CALLER_INDENT	10

/* One function that is being printed. */
struct printing {
	struct annotate_text *t;
	const struct code_lines *l;
	const struct annotate_shares *shares;
	struct text_out *out;
	struct strbuf sb;		/* the row */
	struct annotate_stat *stats;	/* of the row, for each member */
	int width;			/* of the columns of all members and metrics */
	const struct src_frame *named;	/* whose line stood behind an instruction last */
};

/* --- the title ------------------------------------------------------------------------------------ */

static void add_column_titles(struct printing *p, const char *name)
{
	int metrics = metric_cells__width(p->t);

	strbuf__addf(&p->sb, " %-*s", metrics ? p->width - metrics - 1 : p->width, name);
	metric_cells__titles(p->t, &p->sb);
	if (metrics)
		strbuf__addch(&p->sb, ' ');
}

/* The dashes are as many as the letters of the title, and a tab to the end of what it may be wide. */
static void print_title(struct printing *p)
{
	static const char *const names[] = { "Percent", "Samples", "Period" };
	const struct dso *dso = p->l->func->dso;
	uint64_t nr = p->shares->of[0] ? p->shares->of[0]->stat.nr : 0;
	size_t len;

	strbuf__reset(&p->sb);
	add_column_titles(p, names[p->t->column]);
	strbuf__addf(&p->sb, "|\tSource code & Disassembly of %s for ", p->t->full_paths ? dso->long_name : dso->short_name);
	annotate_text__events(p->t, &p->shares->members, &p->sb);
	strbuf__addf(&p->sb, " (%" PRIu64 " samples, percent: ", nr);
	annotate_text__type(p->t, &p->sb);
	metric_cells__function(p->t, p->shares, &p->sb);
	strbuf__addch(&p->sb, ')');
	len = p->sb.len + 5;
	strbuf__addch(&p->sb, '\n');
	while (len--)
		strbuf__addch(&p->sb, '-');
	strbuf__addf(&p->sb, "\n%*s : %*s %016" PRIx64 " <", p->width, "", LINE_WIDTH, "",
		     dso__to_linked(p->l->func->dso, p->l->func->sym->start));
	strbuf__add(&p->sb, p->l->func->sym->name, p->l->func->sym->name_len);
	strbuf__addstr(&p->sb, ">:\n");
	text_out__add(p->out, strbuf__str(&p->sb), p->sb.len);
}

/* --- source --------------------------------------------------------------------------------------- */

static void print_source_line(struct printing *p, const char *text, size_t len, uint32_t line)
{
	strbuf__reset(&p->sb);
	strbuf__addf(&p->sb, "%*s : %-*" PRIu32 " ", p->width, "", LINE_WIDTH, line);
	annotate_text__source(text, len, &p->sb);
	while (p->sb.buf[p->sb.len - 1] == ' ')
		strbuf__truncate(&p->sb, p->sb.len - 1);
	strbuf__addch(&p->sb, '\n');
	text_out__add(p->out, p->sb.buf, p->sb.len);
}

static void print_source(struct printing *p, const struct src_frame *f)
{
	struct source_lines lines;
	const char *text = NULL;
	size_t len;
	uint32_t i;

	if (!source_view__step(&p->t->source, f, &lines))
		return;
	for (i = lines.first; i && i <= lines.last; i++) {
		text = source_view__line(&p->t->source, lines.path, i, &len);
		if (text)
			print_source_line(p, text, len, i);
	}
	if (text)
		return;
	/* The file is not there, or has no such line: its name is all that is known. */
	strbuf__reset(&p->sb);
	strbuf__addf(&p->sb, "%*s : %*s ", p->width, "", LINE_WIDTH, "");
	annotate_text__place(p->t, f, &p->sb);
	strbuf__addch(&p->sb, '\n');
	text_out__add(p->out, p->sb.buf, p->sb.len);
}

/* --- instructions --------------------------------------------------------------------------------- */

static void add_numbers(struct printing *p)
{
	size_t i;

	if (p->t->column == ANNOTATE_PERCENT) {
		annotate_text__percents(p->t, p->shares, p->stats, &p->sb);
		return;
	}
	for (i = 0; i < p->shares->members.nr; i++)
		strbuf__addf(&p->sb, "%*" PRIu64, p->t->column == ANNOTATE_NR ? WIDTH : PERIOD_WIDTH,
			     p->t->column == ANNOTATE_NR ? p->stats[i].nr : p->stats[i].period);
}

/* Numbers, address and bytes of what lies in [@start, @end), which is an instruction or the rest of one. */
static void begin_row(struct printing *p, uint64_t start, uint64_t end)
{
	uint64_t at = start - p->l->func->sym->start;

	annotate_shares__range(p->shares, start, end, p->stats);
	strbuf__reset(&p->sb);
	add_numbers(p);
	metric_cells__row(p->t, p->shares, p->stats, &p->sb);
	strbuf__addf(&p->sb, " :   %" PRIx64 ":", dso__to_linked(p->l->func->dso, start));
	if (!p->t->bytes || at >= p->l->size)
		return;
	strbuf__addstr(&p->sb, "   ");
	insn_text__bytes(&p->sb, p->l->bytes + at, (size_t)(end - start), p->l->whole_words);
}

static bool is_same_place(const struct src_frame *a, const struct src_frame *b)
{
	return a && b && a->line == b->line && !strcmp(a->file, b->file);
}

static void add_place(struct printing *p, const struct code_line *line, const struct src_frame *f)
{
	annotate_shares__range(p->shares, line->addr, line->end, p->stats);
	if (!f || is_same_place(f, p->named) || annotate_text__most(p->t, p->shares, p->stats) < LINE_LIST_LEAST)
		return;
	strbuf__addstr(&p->sb, " // ");
	annotate_text__place(p->t, f, &p->sb);
	p->named = f;
}

void annotate_text__want_types(struct annotate_text *t)
{
	t->with_types = true;
	if (!t->types)
		t->types = data_types__new();
}

void annotate_text__add_type(const struct annotate_text *t, const struct code_lines *l, const struct code_line *line, const char *before,
			     struct strbuf *out)
{
	const struct data_type *type = t->with_types && line->text ? data_types__find(t->types, l->func->dso, line->addr) : NULL;

	if (type && type->known)
		strbuf__addf(out, "%s# data-type: %s +%#" PRIx64 " (%s)", before, type->name, type->offset,
			     type->member ? type->member : "no field");
}

/* Below an instruction: who had called when it was hot, with what of its numbers is theirs. */
static void print_caller(void *ctx, const struct caller_row *row)
{
	struct printing *p = ctx;

	memcpy(p->stats, row->stats, p->shares->members.nr * sizeof(*p->stats));
	strbuf__reset(&p->sb);
	add_numbers(p);
	metric_cells__row(p->t, p->shares, p->stats, &p->sb);
	strbuf__addf(&p->sb, " : %*s %s\n", CALLER_INDENT, "", row->text);
	text_out__add(p->out, p->sb.buf, p->sb.len);
}

static void print_line(struct printing *p, const struct code_line *line)
{
	uint64_t end = annotate_text__row_end(p->t, line, line->addr), start;
	const struct caller_limits limits = annotate_text__limits(p->t);
	const struct src_frame *f = p->t->no_source && !p->t->line_numbers ? NULL : code_line__source(p->l, line);

	if (!p->t->no_source)
		print_source(p, f);
	begin_row(p, line->addr, end);
	if (line->text) {
		strbuf__addstr(&p->sb, "   ");
		strbuf__add(&p->sb, line->text, strlen(line->text));
	}
	annotate_text__add_type(p->t, p->l, line, "\t\t", &p->sb);
	if (p->t->line_numbers)
		add_place(p, line, f);
	annotate_text__end_row(p->out, &p->sb);
	for (start = end; start < line->end; start = end) {
		end = annotate_text__row_end(p->t, line, start);
		begin_row(p, start, end);
		annotate_text__end_row(p->out, &p->sb);
	}
	if (p->t->callers)
		caller_rows__each(p->shares, line->addr, line->end, &limits, print_caller, p);
}

void annotate_text__print(struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			  struct text_out *out)
{
	struct printing p = { .t = t, .l = l, .shares = shares, .out = out };
	size_t i;

	if (t->compact) {
		annotate_compact__print(t, l, shares, out);
		return;
	}
	p.stats = xcalloc(shares->members.nr, sizeof(*p.stats));
	p.width = (t->column == ANNOTATE_PERIOD ? PERIOD_WIDTH : WIDTH) * (int)shares->members.nr;
	p.width += metric_cells__width(t);
	if (t->line_numbers)
		line_list__print(t, l, shares, out);
	print_title(&p);
	source_view__begin(&t->source, l->func->dso->path);
	for (i = 0; i < l->nr; i++)
		print_line(&p, &l->lines[i]);
	free(p.stats);
	strbuf__exit(&p.sb);
}
