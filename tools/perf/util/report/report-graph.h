/* SPDX-License-Identifier: GPL-2.0-only */
/* The drawing of a row's call tree, in each of perf's modes. */
#ifndef PERF_REPORT_REPORT_GRAPH_H
#define PERF_REPORT_REPORT_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/rows/graph-opts.h"
#include "util/rows/tree.h"

struct hists;

struct graph_drawing {
	const struct graph_opts *opts;
	uint64_t total;		/* period that 100 % is */
	uint64_t parent;	/* the row's own period, callees included where they are counted */
	bool skip_first;	/* the row has named the outermost function already */
	bool color;
	struct hists *history;	/* names with source lines and what branches are known for, or NULL */
	uint64_t max_size;	/* bytes, 0: any; behind that the drawing ends with a "[...]" */
};

/* Appends nothing if no branch is worth drawing. Where chains were cut there is a "[...]". True if all was drawn. */
bool report_graph__draw(const struct graph_drawing *d, const struct call_tree *tree, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_GRAPH_H */
