// SPDX-License-Identifier: GPL-2.0-only
/* Both sides of perf diff as text. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/diff/diff-print.h"
#include "util/diff/sides-print.h"

struct widths {
	size_t numbers[SIDES_NUMBERS];
	size_t *keys;
};

static void widen(size_t *width, size_t len)
{
	*width = len > *width ? len : *width;
}

static void measure(const struct diff_sides_event *e, struct widths *w)
{
	struct strbuf sb = STRBUF_INIT;
	size_t i, k;

	w->keys = xcalloc(e->event->nr_columns + 1, sizeof(*w->keys));
	for (k = 0; k < SIDES_NUMBERS; k++)
		w->numbers[k] = strlen(sides_titles[k]);
	for (k = 0; k < e->event->nr_columns; k++)
		w->keys[k] = strlen(e->event->columns[k].title);
	for (i = 0; i < e->nr_rows; i++) {
		const char *cell = e->rows[i].row->cells;

		for (k = 0; k < SIDES_NUMBERS; k++) {
			strbuf__reset(&sb);
			sides_print__add_cell(e, &e->rows[i].share, k, &sb);
			widen(&w->numbers[k], sb.len);
		}
		for (k = 0; k < e->event->nr_columns; k++, cell += strlen(cell) + 1)
			widen(&w->keys[k], strlen(cell));
	}
	strbuf__exit(&sb);
}

static void add_padded(struct strbuf *out, size_t from, size_t width, bool right)
{
	if (right)
		diff_print__align_right(out, from, (unsigned int)width);
	else if (out->len - from < width)
		strbuf__addblanks(out, width - (out->len - from));
}

/* A line of the table; @r: NULL for the titles. */
static void add_line(const struct diff_sides_event *e, const struct widths *w, const struct diff_sides_row *r, struct strbuf *out)
{
	const char *cell = r ? r->row->cells : NULL;
	size_t k, from;

	strbuf__addch(out, r ? ' ' : '#');
	for (k = 0; k < SIDES_NUMBERS; k++) {
		strbuf__addstr(out, k ? "  " : " ");
		from = out->len;
		if (r)
			sides_print__add_cell(e, &r->share, k, out);
		else
			strbuf__addstr(out, sides_titles[k]);
		add_padded(out, from, w->numbers[k], k + 1 < SIDES_NUMBERS);
	}
	for (k = 0; k < e->event->nr_columns; k++) {
		const struct diff_column *c = &e->event->columns[k];

		strbuf__addstr(out, "  ");
		from = out->len;
		strbuf__addstr(out, r ? cell : c->title);
		if (k + 1 < e->event->nr_columns || c->right)
			add_padded(out, from, w->keys[k], c->right);
		cell += r ? strlen(cell) + 1 : 0;
	}
	strbuf__addch(out, '\n');
}

static void add_event(const struct sides_print *p, const struct diff_sides_event *e, struct strbuf *out)
{
	struct widths w = { .keys = NULL };
	struct strbuf few = STRBUF_INIT;
	size_t i;

	measure(e, &w);
	if (!p->no_header) {
		strbuf__addf(out, "# Event '%s'\n#\n# ", e->event->name);
		sides_print__add_total(e, out);
		strbuf__addch(out, '\n');
		sides_print__add_too_few(p->sides, e, &few);
		if (few.len)
			strbuf__addf(out, "# %s\n", strbuf__str(&few));
		strbuf__addstr(out, "#\n");
		add_line(e, &w, NULL, out);
		strbuf__addstr(out, "#\n");
	}
	for (i = 0; i < e->nr_rows; i++)
		add_line(e, &w, &e->rows[i], out);
	free(w.keys);
	strbuf__exit(&few);
}

/* Lines that begin with '#', for whoever reads only rows. */
static void add_rule(const struct sides_print *p, const struct diff_rule *r, struct strbuf *out)
{
	size_t i;

	strbuf__addf(out, "# --fail-on '%s': %s, of %zu compared\n", r->text, r->fails ? "fails" : "holds", r->tested);
	for (i = 0; i < p->rules->nr_findings; i++) {
		const struct diff_finding *f = &p->rules->findings[i];

		if (f->rule != r)
			continue;
		strbuf__addf(out, "#   %s%s%s: ", f->event->event->name, *f->name ? ", " : "", f->name);
		sides_print__add_finding(f, out);
		strbuf__addch(out, '\n');
	}
}

void sides_print__text(const struct sides_print *p)
{
	struct strbuf out = STRBUF_INIT;
	size_t i;

	for (i = 0; i < p->sides->nr; i++) {
		if (i)
			strbuf__addch(&out, '\n');
		add_event(p, &p->sides->events[i], &out);
	}
	if (p->rules->nr)
		strbuf__addstr(&out, p->sides->nr ? "\n" : "");
	for (i = 0; i < p->rules->nr; i++)
		add_rule(p, &p->rules->list[i], &out);
	text_out__add(p->out, strbuf__str(&out), out.len);
	strbuf__exit(&out);
}
