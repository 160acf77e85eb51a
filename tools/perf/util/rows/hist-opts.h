/* SPDX-License-Identifier: GPL-2.0-only */
/* What rows are to be: what of samples is counted, which of them, and in which rows. Stated once, before the first sample. */
#ifndef PERF_ROWS_HIST_OPTS_H
#define PERF_ROWS_HIST_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/name-list.h"
#include "util/session/session-sample.h"
#include "util/stacks/graph-opts.h"

struct call_tree;
struct dso;
struct folding;
struct frame;
struct hist;
struct hist_entry;
struct hists;
struct parallelism;
struct parent_match;
struct perf_header;
struct ranges;
struct symbol;
struct task_facts;

/*
 * The other way to make rows of groups of equal samples, beside that of hist-fold.c: util/decay has it, which lies above and keeps its
 * own in hists.live.
 */
struct row_stack;
typedef void (*row_stack_fn)(void *ctx, const struct row_stack *s);
typedef bool (*row_place_fn)(const void *ctx, uint32_t place);

struct hists_decay {
	size_t size;			/* of what hists.live points to, which begins as zeros */
	void (*fold)(struct folding *f);	/* counts a group in rows */
	void (*forget)(struct hists *h);	/* frames that samples were of are about to be freed */
	void (*finish)(struct hists *h);	/* gives all rows their chains */
	/* Adds the stacks that led to a row which has no list of chains: as call_tree__add(). The tree may be used until samples are added. */
	void (*stacks)(const struct hist *h, const struct hist_entry *e, struct call_tree *tree);
	/* Calls @fn for each stack that ends in a row which has no chains, as hist_entry__own_stacks(). */
	void (*own_stacks)(const struct hist *h, const struct hist_entry *e, row_stack_fn fn, void *ctx);
	/* The same for hist_entry__nr_stacks() and hist_entry__any_place(). */
	size_t (*nr_stacks)(const struct hist *h, const struct hist_entry *e, size_t most);
	bool (*any_place)(const struct hist *h, const struct hist_entry *e, row_place_fn is, const void *ctx);
	void (*exit)(struct hists *h);	/* frees what @live has */
};

struct hists_opts {
	struct graph_opts graph;
	bool children;			/* count callers as well */
	bool use_chains;		/* the events have callchains, and these are needed */
	bool hide_unresolved;
	bool show_empty;		/* events without samples, too */
	bool filter_relative;		/* percent of what passed the filters */
	bool hierarchy;			/* rows as a tree by key; callers are not counted */
	/*
	 * Each branch of a sample's branch stack is counted, with a period of 1, and not the sample. Columns are
	 * about the two ends of the branch; the place of a row is the end that it went to. A sample without branches
	 * is not counted.
	 */
	bool branches;
	bool blocks;			/* with @branches: also count the code between them, see branch-blocks.h */
	/* Chains begin with a sample's last branches (see branch-history.h); callers are not counted. */
	bool history;
	bool history_counts;		/* with @history: chains are drawn with what is known about the branches */
	/* NULL, or how rows decay (util/decay). With @children only if chains are read from the outermost caller on. */
	const struct hists_decay *decay;
	/* With one of these, what lies at an address of @s; never NULL, interned. */
	const struct frame *(*resolve)(void *ctx, const struct session_sample *s, uint64_t ip);
	void *resolve_ctx;
	/*
	 * Instructions per cycle of a function, and how many percent of its code it is known of. False: it is not known of any. NULL: nobody
	 * has counted them.
	 */
	bool (*ipc)(void *ctx, struct dso *dso, const struct symbol *sym, double *ret_ipc, double *ret_coverage);
	void *ipc_ctx;
	bool group;			/* events of a group side by side */
	bool group_all;			/* all events as one group, if the recording has no groups */
	unsigned int group_sort;	/* the member that rows are ordered by; the leader, if there is none of that number */
	bool orphan_marks;
	bool reference;			/* rows of events without stacks get those of another event, see hist-reference.c */
	bool exclude_other;		/* only samples with a parent */
	bool ns;			/* times with nine digits */
	bool full_source_path;
	bool details;			/* all of hist_detail is counted, whether a column needs it or not */
	bool mem_mode;			/* --mem-mode: a sample counts as much as its access cost */
	bool each_sample;		/* no sample is taken for one that is like it: slower, and what comes of it is the same */
	bool raw_trace;			/* tracepoints are shown field by field, as numbers */
	uint64_t time_quantum;		/* ns */
	/* All borrowed, what the lists point to, too, and may be NULL: */
	struct workers *workers;	/* make rows, and their text */
	const struct perf_header *header;	/* where CPUs are */
	const struct task_facts *facts;
	const struct parallelism *parallelism;	/* as it is at the next sample */
	const struct ranges *parallelism_levels;	/* samples are shown while so many threads ran */
	struct parent_match *parent, *ignore_callees;
	const char *symbol_filter;	/* rows: only functions with this in their name */
	uint64_t count_filter;		/* rows: only those of more samples; as with shares, callers have those of what they called */
	const int *socket_filter;
	/*
	 * Filters, empty or NULL: all. Filtered samples count in the totals, and make separate rows that are not shown but take part in the
	 * order, as with upstream.
	 */
	struct name_list comms, dsos, symbols;
	const uint32_t *pids, *tids;
	size_t nr_pids, nr_tids;
	unsigned int max_stack;		/* frames of a chain, from where drawing begins; 0: all */
	int verbose;
	const char *field_sep;		/* or NULL */
};

#endif /* PERF_ROWS_HIST_OPTS_H */
