// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/type-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/color.h"

#define WIDTH		8	/* of an event's column */
#define PERIOD_WIDTH	12
#define PLACE_WIDTH	24	/* of offset and size */
#define INDENT		4	/* blanks, of a member */

static const char line[] = "============================================================================\n";

/* One type that is being printed. */
struct type_printing {
	const struct annotate_text *t;
	const struct type_row *row;
	const struct annotate_members *members;
	struct strbuf sb;
};

static int column_width(const struct annotate_text *t)
{
	return t->column == ANNOTATE_PERIOD ? PERIOD_WIDTH : WIDTH;
}

/* --- rows ----------------------------------------------------------------------------------------- */

/* What event @event has in the bytes [@start, @start + @size) of the type; a size of 0 is no byte. */
static struct annotate_stat range(const struct type_row *row, size_t event, uint64_t start, uint64_t size)
{
	struct annotate_stat ret = { 0 };
	size_t i;

	for (i = 0; i < row->nr; i++)
		if (row->accesses[i].offset >= start && row->accesses[i].offset - start < size) {
			ret.nr += row->accesses[i].stats[event].nr;
			ret.period += row->accesses[i].stats[event].period;
		}
	return ret;
}

static void add_number(struct type_printing *p, size_t event, struct annotate_stat stat)
{
	char text[32];
	double percent = percent_type__of(p->t->type, stat, p->row->stats[event], p->t->counts->totals[event]);

	if (p->t->column == ANNOTATE_PERCENT)
		snprintf(text, sizeof(text), "%*.2f", WIDTH, percent);
	else
		snprintf(text, sizeof(text), "%*" PRIu64, column_width(p->t), p->t->column == ANNOTATE_NR ? stat.nr : stat.period);
	color__add(&p->sb, p->t->color, percent, text);
}

/* Members of members: as deep as who has made them allows. */
static void add_member(struct type_printing *p, const struct type_member *m, unsigned int depth)
{
	char offset[24], size[24];
	size_t i;

	for (i = 0; i < p->members->nr; i++)
		add_number(p, p->members->events[i], range(p->row, p->members->events[i], m->offset, m->size));
	snprintf(offset, sizeof(offset), "%#" PRIx64, m->offset);
	snprintf(size, sizeof(size), "%#" PRIx64, m->size);
	strbuf__addf(&p->sb, " %10s %10s  %*s%s\t%s%s\n", offset, size, (int)depth * INDENT, "", m->type, m->name, m->nr ? " {" : ";");
	for (i = 0; i < m->nr; i++)
		add_member(p, &m->members[i], depth + 1);
	if (m->nr)
		strbuf__addf(&p->sb, "%*s};\n", column_width(p->t) * (int)p->members->nr + PLACE_WIDTH + (int)depth * INDENT, "");
}

static void add_title(struct type_printing *p)
{
	static const char *const names[] = { "Percent", "Samples", "Period" };
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < p->members->nr; i++)
		nr += p->row->stats[p->members->events[i]].nr;
	strbuf__addf(&p->sb, "Annotate type: '%s' in %s (%" PRIu64 " samples):\n", p->row->name, p->row->dso->long_name, nr);
	for (i = 0; i < p->members->nr && p->members->nr > 1; i++)
		strbuf__addf(&p->sb, " event[%zu] = %s\n", i, evsel__name(p->t->evlist->evsels[p->members->events[i]]));
	strbuf__addstr(&p->sb, line);
	strbuf__addf(&p->sb, "%*s %10s %10s  field\n", column_width(p->t) * (int)p->members->nr, names[p->t->column], "offset", "size");
}

static void print_type(struct type_printing *p, struct type_list *l, struct text_out *out)
{
	struct type_layout layout;

	if (!data_types__layout(l->types, p->row->dso, p->row->addr, &layout))
		return;
	strbuf__reset(&p->sb);
	add_title(p);
	add_member(p, &layout.type, 0);
	if (layout.cut)
		strbuf__addf(&p->sb, "... and more members: only %zu are shown\n", TYPE_LAYOUT_MAX_MEMBERS);
	strbuf__addch(&p->sb, '\n');
	text_out__add(out, p->sb.buf, p->sb.len);
	type_layout__exit(&layout);
}

/* --- which ---------------------------------------------------------------------------------------- */

static bool is_called(const struct type_row *row, const char *name)
{
	static const char *const kinds[] = { "struct ", "class ", "union ", "enum " };
	size_t i;

	if (!name || !strcmp(row->name, name))
		return true;
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(row->name, kinds[i], strlen(kinds[i])) && !strcmp(row->name + strlen(kinds[i]), name))
			return true;
	return false;
}

/* Has it samples of these events, and enough of one of them? */
static bool is_large(const struct annotate_text *t, const struct type_row *row, const struct annotate_members *members, double limit)
{
	const struct percent_type type = { .global = true, .hits = t->type.hits };
	bool any = false;
	size_t i;

	for (i = 0; i < members->nr; i++) {
		const struct annotate_stat *stat = &row->stats[members->events[i]];

		any |= stat->nr && (limit <= 0 || percent_type__of(type, *stat, *stat, t->counts->totals[members->events[i]]) >= limit);
	}
	return any;
}

size_t type_text__print(const struct annotate_text *t, struct type_list *l, const struct annotate_members *members, const char *name,
			double percent_limit, struct text_out *out)
{
	struct type_printing p = { .t = t, .members = members };
	size_t i, nr = 0;

	type_list__sort(l, members->events[0]);
	for (i = 0; i < l->nr; i++) {
		p.row = l->rows[i];
		if (!is_called(p.row, name) || !is_large(t, p.row, members, percent_limit))
			continue;
		print_type(&p, l, out);
		nr++;
	}
	strbuf__exit(&p.sb);
	return nr;
}

/* --- how many ------------------------------------------------------------------------------------- */

static void print_sums(const struct type_list *l, const char *title, const char *columns, struct text_out *out)
{
	double of = l->total ? 100.0 / (double)l->total : 0;

	text_out__addf(out, "%stotal %" PRIu64 ", ok %" PRIu64 " (%.1f%%), bad %" PRIu64 " (%.1f%%)\n%s"
		       "-----------------------------------------------------------\n", title, l->total, l->ok, of * (double)l->ok,
		       l->total - l->ok, of * (double)(l->total - l->ok), columns);
}

void type_text__stat(const struct type_list *l, struct text_out *out)
{
	/* Upstream's words, in its order. */
	static const struct {
		const char *name;
		enum data_type_lack lack;
	} lacks[] = {
		{ "no_insn", DATA_TYPE_NO_INSN }, { "no_mem_ops", DATA_TYPE_NO_MEMORY }, { "no_dbginfo", DATA_TYPE_NO_DEBUG },
		{ "no_var", DATA_TYPE_NO_VARIABLE },
	};
	size_t i;

	print_sums(l, "Annotate data type stats:\n", "", out);
	if (l->no_symbol)
		text_out__addf(out, "%10" PRIu64 " : %s\n", l->no_symbol, "no_sym");
	for (i = 0; i < ARRAY_SIZE(lacks); i++)
		if (l->lacks[lacks[i].lack])
			text_out__addf(out, "%10" PRIu64 " : %s\n", l->lacks[lacks[i].lack], lacks[i].name);
	text_out__addstr(out, "\n");
}

void type_text__insn_stat(const struct type_list *l, struct text_out *out)
{
	size_t i;

	print_sums(l, "Annotate Instruction stats\n", "\n  Name/opcode         :  Good   Bad\n", out);
	for (i = 0; i < l->nr_insns; i++)
		text_out__addf(out, "  %-20s: %5" PRIu64 " %5" PRIu64 "\n", l->insns[i].name, l->insns[i].good, l->insns[i].bad);
	text_out__addstr(out, "\n");
}
