// SPDX-License-Identifier: GPL-2.0-only
#include "util/diff/diff-numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"

struct numbers {
	struct diff_number *list;
	size_t nr;
};

static void add_number(struct numbers *l, const struct diff_print *p, enum diff_what what, unsigned int file, const char *title,
		       unsigned int width)
{
	struct diff_number *c = &l->list[l->nr++];
	unsigned int len;

	*c = (struct diff_number){ .what = what, .file = file };
	if (p->table->files > 2)
		snprintf(c->title, sizeof(c->title), "%s/%u", title, file);
	else
		snprintf(c->title, sizeof(c->title), "%s", title);
	len = (unsigned int)strlen(c->title);
	c->width = width > len ? width : len;
	/* Counts keep their width below a wider title; shares do not, nor does "N/A": so upstream has it. */
	c->value_width = width > 13 ? width : c->width;
}

size_t diff_numbers__make(const struct diff_print *p, struct diff_number **ret)
{
	struct numbers l = { xcalloc((size_t)p->table->files * 3 + 2, sizeof(*l.list)), 0 };
	const char *title;
	unsigned int i, width;

	add_number(&l, p, DIFF_BASELINE, 0, "Baseline", 8);
	if (p->periods)
		add_number(&l, p, DIFF_BASE_PERIOD, 0, "Base period", 14);
	for (i = 1; i < p->table->files; i++) {
		title = diff_compute__title(&p->compute, &width);
		add_number(&l, p, DIFF_VALUE, i, title, width);
		if (p->formula)
			add_number(&l, p, DIFF_FORMULA, i, "Formula", 70);
		if (p->periods)
			add_number(&l, p, DIFF_PERIOD, i, "Period", 14);
	}
	*ret = l.list;
	return l.nr;
}

void diff_number__print(const struct diff_number *n, const struct diff_print *p, const struct diff_event *e, const struct diff_row *r,
			struct strbuf *out)
{
	struct diff_share old = diff_event__share(e, r, 0), now = diff_event__share(e, r, n->file);
	const struct diff_count *count = &r->counts[n->file];
	char text[64];

	switch (n->what) {
	case DIFF_BASELINE:
		if (!count->nr)
			break;
		percent__print(text, sizeof(text), 0, diff_share__percent(old));
		/* Who splits cells wants a number. */
		if (p->sep)
			text[strcspn(text, "%")] = 0;
		strbuf__addstr(out, text);
		break;
	case DIFF_BASE_PERIOD:
		strbuf__addf(out, "%" PRIu64, count->period);
		break;
	case DIFF_PERIOD:
		if (count->nr)
			strbuf__addf(out, "%" PRIu64, count->period);
		break;
	case DIFF_VALUE:
		if (count->nr)
			diff_compute__print(&p->compute, old, now, out);
		break;
	case DIFF_FORMULA:
	default:
		if (count->nr)
			diff_compute__formula(&p->compute, old, now, out);
		break;
	}
}
