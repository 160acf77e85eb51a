// SPDX-License-Identifier: GPL-2.0-only
/* Chains of a row as a list (flat, folded), where they are not drawn as a tree. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/report/report-graph-internal.h"

/* The nodes from the outermost to @end: an array of *@ret_nr that the caller frees. */
static const struct call_node **path_to(const struct call_node *end, size_t *ret_nr)
{
	const struct call_node **path, *n;
	size_t nr = 0;

	for (n = end; n->place; n = n->parent)
		nr++;
	path = xcalloc(nr + 1, sizeof(*path));
	*ret_nr = nr;
	for (n = end; n->place; n = n->parent)
		path[--nr] = n;
	return path;
}

static void draw_flat(struct graph_state *s, const struct call_node *end)
{
	const struct call_node **path;
	size_t nr, i;

	strbuf__addstr(s->out, "           ");
	graph_state__add_value(s, call_node__total(end), call_node__total_count(end), s->d->total);
	strbuf__addch(s->out, '\n');
	path = path_to(end, &nr);
	for (i = 0; i < nr; i++) {
		strbuf__addstr(s->out, "                ");
		graph_state__add_name(s, path[i]);
	}
	if (end->cut)
		strbuf__addstr(s->out, "                [...]\n");
	strbuf__addch(s->out, '\n');
	free(path);
}

static void draw_folded(struct graph_state *s, const struct call_node *end)
{
	const struct call_node **path;
	size_t nr, i;

	graph_state__add_value(s, end->hit, end->count, s->d->total);
	strbuf__addch(s->out, ' ');
	path = path_to(end, &nr);
	for (i = 0; i < nr; i++) {
		if (i)
			strbuf__addch(s->out, ';');
		if (s->d->history)
			graph_state__add_line(s, path[i]->place);
		else
			place__print(path[i]->place, s->d->opts->by_address, s->out);
	}
	if (end->cut)
		strbuf__addstr(s->out, ";[...]");
	strbuf__addch(s->out, '\n');
	free(path);
}

void graph_state__draw_list(struct graph_state *s)
{
	const struct call_node **ends;
	size_t nr, i;

	ends = call_tree__ends(s->tree, graph_opts__least(s->d->opts, 0, s->d->total), &nr);
	for (i = 0; i < nr && !graph_state__is_full(s); i++) {
		(s->d->opts->mode == GRAPH_FLAT ? draw_flat : draw_folded)(s, ends[i]);
		if (s->d->opts->print_limit && i + 1 == s->d->opts->print_limit)
			break;
	}
	free(ends);
}
