// SPDX-License-Identifier: GPL-2.0-only
/* A critical path as tables: step by step, and who takes how much of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/text-out.h"
#include "util/defer/critical.h"
#include "util/output/table.h"

static struct table *add_table(struct tables *ts, const char *title, const struct critical_path *p)
{
	struct table *t = tables__add(ts, title);
	struct text_out notes;

	text_out__init(&notes, -1);
	critical_path__print_notes(p, &notes);
	table__take_notes(t, &notes);
	return t;
}

static void add_step(struct table *t, const struct critical_path *p, const struct critical_step *s)
{
	uint64_t ns = s->to - s->from;
	struct text_out text;

	table__add_row(t);
	table__set_row_bar(t, critical_path__share(p, ns));
	text_out__init(&text, -1);
	critical_step__print_below(s, &text);
	table__take_below(t, &text);
	table__add_number(t, (double)s->from, "%" PRIu64 ".%09" PRIu64, s->from / 1000000000, s->from % 1000000000);
	table__add_ms(t, ns);
	table__add_percent(t, critical_path__share(p, ns));
	/* A step that is inside of waits stands as far to the right as there are waits. */
	text_out__init(&text, -1);
	text_out__addf(&text, "%*s", (int)(2 * s->depth), "");
	critical_step__print(s, &text);
	text_out__addch(&text, '\0');
	table__add_text(t, text.buf);
	text_out__exit(&text);
}

static void add_steps(struct tables *ts, const struct critical_path *p)
{
	struct table *t = add_table(ts, "Steps", p);
	size_t i;

	table__add_column(t, "From s", TABLE_NUMBER);
	table__add_column(t, "ms", TABLE_NUMBER);
	table__add_column(t, "Share", TABLE_NUMBER);
	table__add_column(t, "Step", TABLE_TEXT);
	for (i = 0; i < p->nr; i++)
		add_step(t, p, &p->steps[i]);
	table__set_bar(t, TABLE_SHARE, 100);
}

static void add_parts(struct tables *ts, const struct critical_path *p)
{
	struct table *t = add_table(ts, "Threads", p);
	size_t nr, i;
	struct critical_part *parts = critical_path__parts(p, &nr);

	table__add_column(t, "Share", TABLE_NUMBER);
	table__add_column(t, "Total ms", TABLE_NUMBER);
	table__add_column(t, "Longest", TABLE_NUMBER);
	table__add_column(t, "Steps", TABLE_NUMBER);
	table__add_column(t, "Thread", TABLE_TEXT);
	table__add_column(t, "State", TABLE_TEXT);
	for (i = 0; i < nr; i++) {
		const struct critical_step *s = parts[i].step;
		struct strbuf thread = STRBUF_INIT;

		table__add_row(t);
		table__set_row_bar(t, critical_path__share(p, parts[i].total));
		table__add_percent(t, critical_path__share(p, parts[i].total));
		table__add_ms(t, parts[i].total);
		table__add_ms(t, parts[i].max);
		table__add_count(t, parts[i].nr);
		strbuf__addf(&thread, "%s (%" PRIu32 ")", s->comm, s->life->tid);
		table__add_text(t, strbuf__str(&thread));
		table__add_text(t, critical_step__state(s));
		strbuf__exit(&thread);
	}
	table__set_bar(t, TABLE_SHARE, 100);
	free(parts);
}

void critical__make_tables(const struct critical *c, struct tables *ts)
{
	size_t i;

	for (i = 0; i < c->nr_paths; i++) {
		add_steps(ts, &c->paths[i]);
		add_parts(ts, &c->paths[i]);
	}
}
