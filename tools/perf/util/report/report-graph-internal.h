/* SPDX-License-Identifier: GPL-2.0-only */
/* A drawing of a row's chains while it is made: as a tree (report-graph.c), or as a list (report-graph-list.c). */
#ifndef PERF_REPORT_REPORT_GRAPH_INTERNAL_H
#define PERF_REPORT_REPORT_GRAPH_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/report/report-graph.h"

struct place;

struct graph_state {
	struct call_tree *tree;
	const struct graph_drawing *d;
	struct strbuf *out;
	bool *pipes;		/* for each depth: does a line go on below? */
	size_t cap_pipes;
	unsigned int margin;
	size_t end;		/* of what may be drawn, in @out */
	bool full;		/* it was not enough */
};

/* Is the room used up? Says so, once, in the text. */
bool graph_state__is_full(struct graph_state *s);
/* The value of a branch, in the form that was asked for. @total: of 100 %. */
void graph_state__add_value(const struct graph_state *s, uint64_t period, uint64_t count, uint64_t total);
/* "main prog.c:12", "main +33" where no line is known. */
void graph_state__add_line(const struct graph_state *s, const struct place *p);
/* The name of a node, to the end of its line. */
void graph_state__add_name(const struct graph_state *s, const struct call_node *n);

/* report-graph-list.c: all chains, one after the other. */
void graph_state__draw_list(struct graph_state *s);

#endif /* PERF_REPORT_REPORT_GRAPH_INTERNAL_H */
