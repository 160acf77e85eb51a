// SPDX-License-Identifier: GPL-2.0-only
/* Keys that only the command knows which has made the tables, and tables that change by them. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/tui/screen.h"
#include "util/tui/tables-state.h"

const struct tui_key *tables__keys(const struct table_screen *s)
{
	return s->opts->more ? s->opts->more->keys : table_keys;
}

/* The same for a row of the same names below rows of the same names. */
static uint64_t way_of(const struct table *t, const uint64_t *ways, uint32_t row)
{
	uint32_t parent = t->rows[row].parent;
	const char *name = t->rows[row].cells[t->nr_columns - 1].text;

	return hash_combine(parent == TABLE_NO_ROW ? 0 : ways[parent], hash_str(name + strspn(name, " "))) | 1;
}

static uint64_t *ways_of(const struct table *t)
{
	uint64_t *ways = xcalloc(t->nr + 1, sizeof(*ways));
	size_t i;

	/* Parents come first. */
	for (i = 0; i < t->nr && t->nr_columns; i++)
		ways[i] = way_of(t, ways, (uint32_t)i);
	return ways;
}

/* What somebody has done with a table. */
struct kept {
	struct u64num open;		/* ways of rows that are unfolded */
	uint64_t cursor;		/* that of the cursor's row; 0: there is none */
	size_t sorted_by;
	bool reversed;
	char *filter, *search;
};

static void keep(const struct table_view *v, struct kept *k)
{
	uint64_t *ways = ways_of(v->table);
	size_t i;

	*k = (struct kept){ .sorted_by = v->sorted_by, .reversed = v->reversed };
	k->cursor = v->nr ? ways[v->rows[v->cursor.row]] : 0;
	k->filter = v->filter ? xstrdup(v->filter) : NULL;
	k->search = v->search ? xstrdup(v->search) : NULL;
	for (i = 0; i < v->table->nr; i++)
		if (v->open[i])
			u64num__set(&k->open, ways[i], 1);
	free(ways);
}

/* The cursor goes back to its row; if that is gone, to the first one. */
static void give_back(struct table_view *v, struct kept *k)
{
	uint64_t *ways = ways_of(v->table);
	uint32_t cursor = 0;
	size_t i;

	if (k->sorted_by != TABLE_AS_GIVEN || k->reversed)
		table_view__sort(v, k->sorted_by, k->reversed);
	table_view__set_filter(v, k->filter);
	table_view__search(v, k->search);
	for (i = 0; i < v->table->nr; i++) {
		v->open[i] |= u64num__find(&k->open, ways[i]) != 0;
		if (ways[i] == k->cursor)
			cursor = (uint32_t)i;
	}
	table_view__choose(v, cursor);
	u64num__exit(&k->open);
	free(k->filter);
	free(k->search);
	free(ways);
}

static void renew(struct table_screen *s)
{
	size_t nr = s->opts->tables->nr, current = s->current, i;
	struct kept *kept = xcalloc(nr, sizeof(*kept));

	for (i = 0; i < nr; i++)
		keep(&s->views[i], &kept[i]);
	tables__end(s);
	s->opts->more->renew(s->opts->more->ctx);
	tables__begin(s);
	tables__choose_table(s, current);
	for (i = 0; i < nr; i++)
		give_back(&s->views[i], &kept[i]);
	free(kept);
}

bool tables__more(struct table_screen *s, enum tui_command command)
{
	const struct tables_more *m = s->opts->more;
	const struct table_view *v = s->view;
	const struct tables_ask ask = {
		.command = command, .table = s->current, .row = v->nr ? v->rows[v->cursor.row] : TABLE_NO_ROW, .message = s->message,
		.size = sizeof(s->message), .redraw = tables__draw, .screen = s,
	};

	switch (m ? m->act(m->ctx, &ask) : TABLES_NOT_MINE) {
	case TABLES_NOT_MINE: return false;
	case TABLES_LEFT: s->left = true; break;
	case TABLES_OTHERS: renew(s); break;
	case TABLES_AS_BEFORE: break;
	}
	screen__set_mouse(s->mouse);
	return true;
}
