// SPDX-License-Identifier: GPL-2.0-only
/* A function's code in the layout of upstream's --stdio2. */
#include "util/annotate/annotate-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate/caller-rows.h"
#include "util/annotate/code-rows.h"
#include "util/annotate/insn-text.h"
#include "util/annotate/line-list.h"
#include "util/annotate/metric-cells.h"
#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/color.h"
#include "util/output/rough-number.h"

/* How wide the number of an event is, without the blank behind it. */
#define WIDTH		7
#define PERIOD_WIDTH	11

struct compact {
	struct annotate_text *t;
	const struct code_lines *l;
	const struct annotate_shares *shares;
	struct text_out *out;
	struct strbuf sb;		/* the row */
	struct annotate_stat *stats;	/* of the row, for each member */
	bool first;			/* no row was printed so far */
	struct code_cycles cycles;	/* columns of their own, if something is known */
};

void annotate_compact__title(const struct annotate_text *t, const struct annotate_members *m, struct strbuf *out)
{
	const struct perf_event_attr *attr = &t->evlist->evsels[m->events[0]]->attr;
	struct annotate_stat sum = { 0 };
	char number[24];
	size_t i;

	for (i = 0; i < m->nr; i++) {
		sum.nr += t->wanted[m->events[i]].nr;
		sum.period += t->wanted[m->events[i]].period;
	}
	strbuf__addf(out, "Samples: %s of event%s '", rough_number(sum.nr, number), m->nr > 1 ? "s" : "");
	annotate_text__events(t, m, out);
	strbuf__addstr(out, "', ");
	if (attr->freq)
		strbuf__addf(out, "%" PRIu64 " Hz, ", (uint64_t)attr->sample_freq);
	strbuf__addf(out, "Event count (approx.): %" PRIu64 ", [percent: ", sum.period);
	annotate_text__type(t, out);
	strbuf__addch(out, ']');
}

void annotate_compact__ipc(const struct code_cycles *c, struct strbuf *out)
{
	if (c->cycles)
		strbuf__addf(out, "  Average IPC: %.2f, IPC Coverage: %.1f%%", code_cycles__ipc(c->insns, c->cycles),
			     code_cycles__coverage(c));
}

static void print_title(struct compact *c)
{
	annotate_compact__title(c->t, &c->shares->members, &c->sb);
	annotate_text__end_row(c->out, &c->sb);
	strbuf__add(&c->sb, c->l->func->sym->name, c->l->func->sym->name_len);
	strbuf__addf(&c->sb, "() %s", c->l->func->dso->long_name);
	metric_cells__function(c->t, c->shares, &c->sb);
	annotate_compact__ipc(&c->cycles, &c->sb);
	annotate_text__end_row(c->out, &c->sb);
}

static size_t numbers_width(const struct compact *c)
{
	return c->shares->members.nr * (size_t)((c->t->column == ANNOTATE_PERIOD ? PERIOD_WIDTH : WIDTH) + 1);
}

/* The first row has the title of the columns, if it has no numbers. */
static void add_no_numbers(struct compact *c)
{
	static const char *const names[] = { "Percent", "Samples", "Period" };

	strbuf__addf(&c->sb, "%-*s", (int)numbers_width(c), c->first ? names[c->t->column] : "");
	if (c->first)
		metric_cells__titles(c->t, &c->sb);
	else
		strbuf__addblanks(&c->sb, (size_t)metric_cells__width(c->t));
}

/* Those of c->stats. */
static void add_stats(struct compact *c)
{
	char text[32];
	size_t i;

	if (!annotate_stats__any(c->stats, c->shares->members.nr)) {
		add_no_numbers(c);
		return;
	}
	for (i = 0; i < c->shares->members.nr; i++) {
		double percent = annotate_text__percent(c->t, c->shares, c->stats, i);

		if (c->t->column == ANNOTATE_PERCENT)
			snprintf(text, sizeof(text), "%*.2f ", WIDTH, percent);
		else if (c->t->column == ANNOTATE_NR)
			snprintf(text, sizeof(text), "%*" PRIu64 " ", WIDTH, c->stats[i].nr);
		else
			snprintf(text, sizeof(text), "%*" PRIu64 " ", PERIOD_WIDTH, c->stats[i].period);
		color__add(&c->sb, c->t->color, percent, text);
	}
	metric_cells__row(c->t, c->shares, c->stats, &c->sb);
}

static void add_numbers(struct compact *c, uint64_t start, uint64_t end)
{
	annotate_shares__range(c->shares, start, end, c->stats);
	add_stats(c);
}

void annotate_compact__cycles(const struct line_cycles *l, struct strbuf *out)
{
	if (l->cycles)
		strbuf__addf(out, "%5.2f ", code_cycles__ipc(l->insns, l->cycles));
	else
		strbuf__addblanks(out, 6);
	if (l->nr_ends)
		strbuf__addf(out, "%5" PRIu64 " ", l->end_cycles / l->nr_ends);
	else
		strbuf__addblanks(out, 6);
}

void annotate_compact__extremes(const struct line_cycles *l, struct strbuf *out)
{
	size_t begin = out->len;

	if (l->nr_ends)
		strbuf__addf(out, "(%" PRIu64 "/%" PRIu64 ")", l->least, l->most);
	if (out->len < begin + ANNOTATE_EXTREMES_WIDTH)
		strbuf__addblanks(out, begin + ANNOTATE_EXTREMES_WIDTH - out->len);
}

/* The title of these columns stands in a first row that has no numbers. */
static void add_cycles(struct compact *c, const struct code_line *line)
{
	static const struct line_cycles none;
	const struct line_cycles *l = line ? &c->cycles.lines[line - c->l->lines] : &none;

	if (!c->cycles.lines)
		return;
	if (c->first && !l->cycles && !l->nr_ends)
		strbuf__addstr(&c->sb, "  IPC Cycle ");
	else
		annotate_compact__cycles(l, &c->sb);
}

static void add_bytes(struct compact *c, uint64_t start, uint64_t end)
{
	uint64_t at = start - c->l->func->sym->start;

	if (!c->t->bytes || at >= c->l->size)
		return;
	insn_text__bytes(&c->sb, c->l->bytes + at, (size_t)(end - start), c->l->whole_words);
	strbuf__addch(&c->sb, ' ');
}

/* Below an instruction: who had called when it was hot, with what of its numbers is theirs. */
static void print_caller(void *ctx, const struct caller_row *row)
{
	struct compact *c = ctx;

	c->first = false;
	memcpy(c->stats, row->stats, c->shares->members.nr * sizeof(*c->stats));
	add_stats(c);
	add_cycles(c, NULL);
	strbuf__addblanks(&c->sb, (size_t)c->t->style.label_width + 5);
	strbuf__addstr(&c->sb, row->text);
	annotate_text__end_row(c->out, &c->sb);
}

static void print_insn(struct compact *c, const struct code_line *line)
{
	uint64_t end = annotate_text__row_end(c->t, line, line->addr), start;
	const struct caller_limits limits = annotate_text__limits(c->t);

	add_numbers(c, line->addr, end);
	add_cycles(c, line);
	strbuf__addch(&c->sb, ' ');
	row_text__label(&c->t->style, c->l, line, &c->sb);
	strbuf__addch(&c->sb, ' ');
	add_bytes(c, line->addr, end);
	strbuf__addf(&c->sb, "%s ", row_arrow__text(row_text__arrow(c->l, line), true));
	row_text__insn(&c->t->style, c->l, line, &c->sb);
	annotate_text__add_type(c->t, c->l, line, "  ", &c->sb);
	annotate_text__end_row(c->out, &c->sb);
	for (start = end; start < line->end; start = end) {
		end = annotate_text__row_end(c->t, line, start);
		c->first = false;
		add_numbers(c, start, end);
		add_cycles(c, NULL);
		strbuf__addblanks(&c->sb, (size_t)c->t->style.label_width + 3);
		add_bytes(c, start, end);
		annotate_text__end_row(c->out, &c->sb);
	}
	if (c->t->callers)
		caller_rows__each(c->shares, line->addr, line->end, &limits, print_caller, c);
}

static void print_source(struct compact *c, const struct code_row *row)
{
	add_no_numbers(c);
	add_cycles(c, NULL);
	strbuf__addblanks(&c->sb, (size_t)c->t->style.label_width + 3);
	if (row->kind == CODE_ROW_FUNCTION)
		strbuf__addf(&c->sb, "%s():", shown(row->src->function));
	else if (row->kind == CODE_ROW_SOURCE)
		annotate_text__source(row->text, row->len, &c->sb);
	else
		annotate_text__place(c->t, row->src, &c->sb);
	annotate_text__end_row(c->out, &c->sb);
}

void annotate_compact__print(struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			     struct text_out *out)
{
	struct compact c = { .t = t, .l = l, .shares = shares, .out = out, .first = true };
	struct code_rows rows = { 0 };
	size_t i;

	c.stats = xcalloc(shares->members.nr, sizeof(*c.stats));
	row_style__fit(&t->style, l);
	code_cycles__init(&c.cycles, l);
	code_rows__make(&rows, l, t->no_source ? NULL : &t->source);
	if (t->line_numbers)
		line_list__print(t, l, shares, out);
	print_title(&c);
	for (i = 0; i < rows.nr; i++) {
		if (rows.rows[i].kind == CODE_ROW_INSN)
			print_insn(&c, &l->lines[rows.rows[i].line]);
		else
			print_source(&c, &rows.rows[i]);
		c.first = false;
	}
	code_rows__exit(&rows);
	code_cycles__exit(&c.cycles);
	free(c.stats);
	strbuf__exit(&c.sb);
}
