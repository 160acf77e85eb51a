/* SPDX-License-Identifier: GPL-2.0-only */
/* How call graphs are shown: the argument of `perf report -g`. */
#ifndef PERF_STACKS_GRAPH_OPTS_H
#define PERF_STACKS_GRAPH_OPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"

enum graph_mode {
	GRAPH_NONE,
	GRAPH_FLAT,		/* one list for each chain */
	GRAPH_ABS,		/* a tree, in percent of everything ("graph") */
	GRAPH_REL,		/* a tree, in percent of the parent ("fractal") */
	GRAPH_FOLDED,		/* one line for each chain */
};

enum graph_value {
	GRAPH_PERCENT,
	GRAPH_PERIOD,
	GRAPH_COUNT,
};

struct graph_opts {
	enum graph_mode mode;
	double min_percent;	/* branches below are left out */
	uint32_t print_limit;	/* branches shown at one place; 0: all */
	bool caller;		/* from the outermost caller inwards; else from the sample outwards */
	bool order_set;		/* the user has chosen the order */
	bool branches;		/* the last branches, where they were recorded, belong to a chain */
	bool by_address;	/* a place is an address rather than a function */
	enum graph_value value;
	uint32_t max_depth;	/* frames of a chain that are drawn; 0: all */
	uint64_t max_size;	/* bytes of all that is drawn; 0: any number */
};

/* Deeper than any stack that the kernel records unless it is told to: 127 frames a half. */
#define GRAPH_MAX_DEPTH	256
#define GRAPH_MAX_SIZE	((uint64_t)64 << 20)

#define GRAPH_OPTS_DEFAULT { .mode = GRAPH_ABS, .min_percent = 0.5, .max_depth = GRAPH_MAX_DEPTH, \
			     .max_size = GRAPH_MAX_SIZE }

/*
 * Understands "[graph|flat|fractal|folded|none][,PERCENT[,LIMIT]][,caller|callee]
 * [,function|address|branch][,percent|period|count]", words in any order. Changes only what is named. Returns 0,
 * or -EINVAL with @diag set.
 */
int graph_opts__parse(struct graph_opts *opts, const char *arg, struct diag *diag);
/* The least period that a branch must have to be shown. @branches: of all branches beside it together; @total: of everything. */
uint64_t graph_opts__least(const struct graph_opts *opts, uint64_t branches, uint64_t total);

#endif /* PERF_STACKS_GRAPH_OPTS_H */
