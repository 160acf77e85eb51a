// SPDX-License-Identifier: GPL-2.0-only
/* What stands above the rows of a report: the event, its totals, the titles of the columns. */
#include <inttypes.h>

#include "util/output/rough-number.h"
#include "util/report/report-stdio.h"

static void event_name(const struct hist *h, struct strbuf *out)
{
	const char *between = "";
	unsigned int i;

	if (h->nr_members == 1) {
		strbuf__addf(out, "'%s'", evsel__name(h->leader));
		return;
	}
	strbuf__addstr(out, h->hists->together ? "'" : "'anon group { ");
	for (i = 0; i < h->nr_members; i++) {
		if (!hist__shows_member(h, i))
			continue;
		strbuf__addf(out, "%s%s", between, evsel__name(h->members[i]));
		between = ", ";
	}
	strbuf__addstr(out, h->hists->together ? "'" : " }'");
}

void report_stdio__totals(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	bool shown = r->hists->opts.filter_relative;
	uint64_t nr = 0, period = 0;
	unsigned int i;
	char buf[24];

	for (i = 0; i < h->nr_members; i++) {
		nr += shown ? h->totals[i].shown_nr : h->totals[i].nr;
		period += shown ? h->totals[i].shown_period : h->totals[i].period;
	}
	strbuf__addf(out, "# Samples: %s of event%s ", rough_number(nr, buf), h->nr_members > 1 ? "s" : "");
	event_name(h, out);
	if (h->reference)
		strbuf__addstr(out, ", show reference callgraph");
	if (r->time_text)
		strbuf__addf(out, " (time slices: %s)", r->time_text);
	if (r->hists->opts.mem_mode)
		strbuf__addf(out, "\n# Total weight : %" PRIu64 "\n", period);
	else
		strbuf__addf(out, "\n# Event count (approx.): %" PRIu64 "\n", period);
	if (r->sort_words && *r->sort_words)
		strbuf__addf(out, "# Sort order   : %s\n", r->sort_words);
	if (r->hists->opts.socket_filter)
		strbuf__addf(out, "# Processor Socket: %d\n", *r->hists->opts.socket_filter);
	strbuf__addstr(out, "#\n");
}

static bool has_parts(const struct columns *c, const struct hist *h)
{
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		if (c->shown[i].col->mem_stat && column_use__is_shown(&c->shown[i], h))
			return true;
	return false;
}

/* The line above the titles: what the parts of a column are parts of. */
static void print_part_titles(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	const struct columns *c = r->hists->columns;
	const char *sep = r->hists->opts.field_sep, *between = "# ";
	size_t i;

	for (i = 0; i < c->nr_shown; i++) {
		unsigned int width = column_use__width(&c->shown[i], h);

		if (!column_use__is_shown(&c->shown[i], h))
			continue;
		strbuf__addstr(out, between);
		between = sep ? sep : "  ";
		report_stdio__part_title(&c->shown[i], width, out);
	}
	strbuf__addch(out, '\n');
}

void report_stdio__part_title(const struct column_use *u, unsigned int width, struct strbuf *out)
{
	if (u->col->mem_stat)
		mem_stat__add_title(u->header, width, out);
	else
		strbuf__addf(out, "%*s", (int)width, "");
}

void report_stdio__part_names(const struct hist *h, const struct column_use *u, struct strbuf *out)
{
	unsigned int i;

	for (i = 0; i < h->nr_members; i++)
		if (hist__shows_member(h, i))
			mem_stat__add_names(u->col->mem_stat, h->mem_totals, out);
}

void report_stdio__titles(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	const struct columns *c = r->hists->columns;
	const char *sep = r->hists->opts.field_sep, *between = "# ";
	size_t i;

	if (has_parts(c, h))
		print_part_titles(r, h, out);
	for (i = 0; i < c->nr_shown; i++) {
		const struct column_use *u = &c->shown[i];
		int width = (int)column_use__width(u, h);

		if (!column_use__is_shown(u, h))
			continue;
		strbuf__addstr(out, between);
		between = sep ? sep : "  ";
		if (u->col->mem_stat)
			report_stdio__part_names(h, u, out);
		else if (u->col->value || u->col->metric || u->col->align_right)
			strbuf__addf(out, "%*.*s", width, width, u->header);
		else
			strbuf__addf(out, "%-*.*s", width, width, u->header);
	}
	strbuf__addch(out, '\n');
	if (sep)
		return;
	between = "# ";
	for (i = 0; i < c->nr_shown; i++) {
		unsigned int width = column_use__width(&c->shown[i], h);

		if (!column_use__is_shown(&c->shown[i], h))
			continue;
		strbuf__addstr(out, between);
		between = "  ";
		while (width--)
			strbuf__addch(out, '.');
	}
	strbuf__addstr(out, "\n#\n");
}
