// SPDX-License-Identifier: GPL-2.0-only
/* Parts of rows and titles that both layouts of code have (annotate-text.h). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/annotate/annotate-text.h"
#include "util/annotate/insn-text.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/output/color.h"

/* How wide a percentage is. */
#define WIDTH		8

double annotate_text__percent(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
			      size_t i)
{
	if (!shares->of[i])
		return 0;
	return percent_type__of(t->type, stats[i], shares->of[i]->stat, t->counts->totals[shares->members.events[i]]);
}

double annotate_text__most(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats)
{
	double most = 0, percent;
	size_t i;

	for (i = 0; i < shares->members.nr; i++) {
		percent = annotate_text__percent(t, shares, stats, i);
		most = percent > most ? percent : most;
	}
	return most;
}

void annotate_text__percents(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
			     struct strbuf *out)
{
	char text[32];
	size_t i;

	for (i = 0; i < shares->members.nr; i++) {
		double percent = annotate_text__percent(t, shares, stats, i);

		snprintf(text, sizeof(text), "%*.2f", WIDTH, percent);
		color__add(out, t->color, percent, text);
	}
}

void annotate_text__place(const struct annotate_text *t, const struct src_frame *f, struct strbuf *out)
{
	const char *slash = t->full_paths ? NULL : strrchr(f->file, '/');

	strbuf__addf(out, "%s:%" PRIu32, shown(slash ? slash + 1 : f->file), f->line);
}

uint64_t annotate_text__row_end(const struct annotate_text *t, const struct code_line *line, uint64_t start)
{
	return t->bytes && line->text && line->end - start > INSN_TEXT_BYTES ? start + INSN_TEXT_BYTES : line->end;
}

void annotate_text__events(const struct annotate_text *t, const struct annotate_members *m, struct strbuf *out)
{
	size_t i;

	strbuf__addstr(out, m->nr > 1 ? "anon group { " : "");
	for (i = 0; i < m->nr; i++)
		strbuf__addf(out, "%s%s", i ? ", " : "", evsel__name(t->evlist->evsels[m->events[i]]));
	strbuf__addstr(out, m->nr > 1 ? " }" : "");
}

void annotate_text__type(const struct annotate_text *t, struct strbuf *out)
{
	strbuf__addf(out, "%s%s", percent_type__text(t->type), t->calls ? ", calls included" : "");
}

/* As upstream does it. */
void annotate_text__source(const char *text, size_t len, struct strbuf *out)
{
	const char *tab;

	while (len && strchr(" \t\r", text[0]))
		text++, len--;
	while (len && strchr(" \t\r", text[len - 1]))
		len--;
	while ((tab = memchr(text, '\t', len))) {
		strbuf__add_shown(out, text, (size_t)(tab - text));
		strbuf__addch(out, '\t');
		len -= (size_t)(tab + 1 - text);
		text = tab + 1;
	}
	strbuf__add_shown(out, text, len);
}

struct caller_limits annotate_text__limits(const struct annotate_text *t)
{
	return (struct caller_limits){ .least = t->least_caller, .hits = t->type.hits };
}

void annotate_text__end_row(struct text_out *out, struct strbuf *row)
{
	while (row->len && row->buf[row->len - 1] == ' ')
		strbuf__truncate(row, row->len - 1);
	strbuf__addch(row, '\n');
	text_out__add(out, row->buf, row->len);
	strbuf__reset(row);
}
