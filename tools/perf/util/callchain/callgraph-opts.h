/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How call graphs are shown: the argument of `perf report -g`,
 * PRINT_TYPE,THRESHOLD[,PRINT_LIMIT],ORDER,SORT_KEY[,branch],VALUE with any part left out and in any
 * order. (How they are recorded: util/event/callgraph-param.h.)
 */
#ifndef PERF_CALLCHAIN_CALLGRAPH_OPTS_H
#define PERF_CALLCHAIN_CALLGRAPH_OPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"

enum callgraph_print {
	CALLGRAPH_PRINT_NONE,
	CALLGRAPH_PRINT_FLAT,
	CALLGRAPH_PRINT_GRAPH,		/* percent of everything */
	CALLGRAPH_PRINT_FRACTAL,	/* percent of the parent */
	CALLGRAPH_PRINT_FOLDED,		/* one line a chain */
};

enum callgraph_order { CALLGRAPH_CALLEE, CALLGRAPH_CALLER };
enum callgraph_key { CALLGRAPH_KEY_FUNCTION, CALLGRAPH_KEY_ADDRESS, CALLGRAPH_KEY_SRCLINE };
enum callgraph_value { CALLGRAPH_VALUE_PERCENT, CALLGRAPH_VALUE_PERIOD, CALLGRAPH_VALUE_COUNT };

struct callgraph_opts {
	enum callgraph_print print;
	double min_percent;		/* threshold */
	uint32_t print_limit;		/* entries a hist entry; 0: all */
	enum callgraph_order order;
	bool has_order;			/* it was said */
	enum callgraph_key key;
	bool branch;			/* chains made of branch records */
	enum callgraph_value value;
};

#define CALLGRAPH_OPTS_INIT { .print = CALLGRAPH_PRINT_GRAPH, .min_percent = 0.5, .order = CALLGRAPH_CALLER }

/*
 * Lays @arg (NULL or "": nothing changes) over @opts. Words may be cut short as long as they begin a
 * known one. Returns 0, or -EINVAL with @diag set; @opts is untouched then.
 */
int callgraph_opts__parse(struct callgraph_opts *opts, const char *arg, struct diag *diag);

#endif /* PERF_CALLCHAIN_CALLGRAPH_OPTS_H */
