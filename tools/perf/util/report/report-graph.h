/* SPDX-License-Identifier: GPL-2.0-only */
/* The drawing of a row's call tree, in each of upstream's modes. */
#ifndef PERF_REPORT_REPORT_GRAPH_H
#define PERF_REPORT_REPORT_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/stacks/call-tree.h"
#include "util/stacks/graph-opts.h"

struct hists;

struct graph_drawing {
	const struct graph_opts *opts;
	uint64_t total;		/* the period that is shown as 100 % */
	uint64_t parent;	/* period of the row, including callees if they are counted */
	bool skip_first;	/* the row shows the outermost function already */
	bool color;
	struct hists *history;	/* source lines of names, and what branches show about them; or NULL */
	uint64_t max_size;	/* bytes, 0: no limit; a drawing that is longer ends with "[...]" */
};

/*
 * Appends the drawing of @tree; nothing if no branch is large enough to be drawn. "[...]" is shown where chains were cut.
 * Returns true if everything was drawn.
 */
bool report_graph__draw(const struct graph_drawing *d, struct call_tree *tree, struct strbuf *out);

#endif /* PERF_REPORT_REPORT_GRAPH_H */
