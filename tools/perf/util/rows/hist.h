/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Histograms: samples counted by the keys of a report, one histogram for each event (or for each
 * group of events shown together).
 *
 *	sample --> sample_table (equal samples, one lookup each)
 *	       fold: --> rows (hist_entry), each with the chains that lead to it (chain_store)
 *	     finish: --> rows in their order; the call tree of a row is built when it is drawn
 */
#ifndef PERF_ROWS_HIST_H
#define PERF_ROWS_HIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/byte-pool.h"
#include "util/base/hash-table.h"
#include "util/hardware/branch-blocks.h"
#include "util/hardware/branch-stat.h"
#include "util/rows/columns.h"
#include "util/rows/hist-recent.h"
#include "util/rows/sample-table.h"
#include "util/session/session.h"
#include "util/stacks/call-tree.h"
#include "util/stacks/chain-store.h"
#include "util/stacks/graph-opts.h"
#include "util/stacks/place.h"

struct branch_step;
struct row_branches;
struct parallelism;
struct ranges;
struct data_types;
struct live_tree;
struct parent_match;
struct perf_header;
struct task_facts;
struct trace_names;

/* Numbers that only few reports need. */
struct hist_detail {
	uint64_t sys, us, guest_sys, guest_us;	/* periods by where the sample was */
	uint64_t weights[3];		/* sums of weight, ins_lat and retire_lat */
	struct mem_weights *mem;	/* NULL: there are no columns with parts */
	uint64_t latency;		/* thousandths of periods, divided by how many threads ran; 0: not known */
};

struct hist_stat {
	uint64_t period, nr;
	struct hist_detail *detail;	/* NULL: not needed, or all is zero; see hist_stat__detail() */
};

/* A chain (or the inner or outer part of it, from @pos on) that led to a row. */
struct hist_ref {
	uint32_t chain;
	uint32_t pos : 31;
	uint32_t own : 1;	/* of samples that fell into the row, not into what it called */
	uint64_t period, count;
};

/* The same as an element of a row's list, which has its numbers in hists->sums, or hist.sums. */
struct listed_ref {
	uint32_t chain;
	uint32_t pos : 31;
	uint32_t own : 1;
	uint32_t sum : 31;		/* index in these */
	uint32_t alone : 1;		/* the sum is of this row only; else of all rows of a chain, which have equal numbers */
};

struct chain_sum {
	uint64_t period, count;
};

/* What a row has from the sample that it was made for, except its place. All rows of a chain share it. */
struct row_origin {
	const char *comm;		/* interned */
	const uint64_t *cells;		/* values of keys, by column->slot; interned, NULL if no column has cell() */
	struct machine *machine;	/* this and the next two are those of the row's first sample; may be NULL */
	uint32_t pid, tid;
	uint32_t cpu;			/* -1: not recorded */
};

/*
 * What a row has except its place. Rows that were made for frames of the same chain share it, until another sample comes to one of
 * them, which then gets its own (hist-rows.h). So a row takes only a few bytes where hardly any frame comes twice.
 */
struct row_common {
	const struct row_origin *origin;
	const struct place_blocks *places;	/* where the places of rows lie */
	/* One for each event of the group; acc includes what was called from here, and may be the same as self, or NULL. */
	struct hist_stat *self, *acc;
	struct row_branches *branches;	/* with opts.history, see hist-history.h; NULL: there are none */
	uint32_t nr_refs : 31;		/* chains that led to the row; see hist_entry__ref() */
	uint32_t has_list : 1;		/* the chains are @refs; else there is at most one, to which all samples came: @chain */
	uint32_t seen;			/* number of the sample group that was counted last */
	union {
		uint32_t chain;
		struct listed_ref *refs;	/* from malloc */
	};
};

/* A row. There may be millions; what only few of them have is behind a pointer, or is made when it is needed. */
struct hist_entry {
	const struct row_common *common;
	uint32_t where;			/* its place, as place__where() */
	uint32_t max_depth : 20;	/* of its chains; HIST_MAX_DEPTH: so many or more */
	uint32_t level : 3;		/* as it was when the row was made: see hist_entry__level() */
	uint32_t level_of : 6;		/* the member of the group from which @level is: the first one that has the row */
	uint32_t filtered : 1;		/* of filtered samples: not shown */
	uint32_t shared : 1;		/* other rows may have the same ->common: it must not be changed */
	uint32_t own : 1;		/* if all samples came to one chain: as in struct hist_ref */
};

#define HIST_MAX_DEPTH	((1U << 20) - 1)
#define HIST_LEVELS	"?.kHgu"	/* the letters of struct frame; hist_entry.level is an index */

static inline char hist_entry__level(const struct hist_entry *e)
{
	return HIST_LEVELS[e->level];
}

/* The hist_entry.level for @letter. */
uint32_t hist__level(char letter);

static inline const struct place *hist_entry__place(const struct hist_entry *e)
{
	return place_blocks__at(e->common->places, e->where);
}

static inline const struct row_origin *hist_entry__origin(const struct hist_entry *e)
{
	return e->common->origin;
}

/* The numbers by which the row is ordered, with callees if these are counted. */
static inline const struct hist_stat *hist_entry__stat(const struct hist_entry *e)
{
	return e->common->acc ? e->common->acc : e->common->self;
}

/* Zeros if there are none. */
const struct hist_detail *hist_stat__detail(const struct hist_stat *s);

/* One branch of a sample, as the columns about branches see it. */
struct report_branch {
	const struct frame *from, *to;
	uint64_t flags;			/* see util/event/branch-flags.h */
};

struct hist_totals {
	uint64_t nr, period, latency;	/* all samples */
	uint64_t shown_nr, shown_period, shown_latency;	/* those that passed the filters */
};

HASH_NUMBERS_TYPE(row_numbers)

struct hist {
	struct hists *hists;
	struct arena *arena;		/* where rows lie */
	bool is_part;			/* a struct hist_part: columns of what it does not know are not shown */
	bool by_count;			/* its periods are numbers of samples */
	const struct chain_sum *sums;	/* those of a part's lists; NULL: hists->sums has them */
	struct evsel *leader;
	struct evsel **members;		/* the leader first */
	unsigned int nr_members;	/* 1 if it stands alone */
	struct hist_totals *totals;	/* one for each member */
	struct mem_weights *mem_totals;	/* of all members; NULL: there are no columns with parts */
	struct hist_stat *nothing;	/* zeros: the own part of rows that are only callers */
	const struct row_common **before;	/* for each member, of its last row that nobody called; or NULL */
	struct branch_blocks blocks;	/* with opts.blocks */
	struct hist_entry **pieces;	/* rows by their numbers, in the order in which they were made; see hist__row() */
	size_t nr_pieces, cap_pieces;
	size_t nr;			/* rows */
	uint32_t *order;		/* numbers of rows as they are shown; NULL: they are not sorted yet */
	struct row_numbers known;	/* of all rows, whose number there is one more; empty when they are sorted */
};

#define HIST_PIECE_BITS	6
#define HIST_PIECE	(1U << HIST_PIECE_BITS)

/* Rows stay where they are: they lie in pieces of so many, found by the upper bits of their number. */
static inline struct hist_entry *hist__row(const struct hist *h, uint32_t number)
{
	return &h->pieces[number >> HIST_PIECE_BITS][number & (HIST_PIECE - 1)];
}

/* Returns row number @i in the order in which rows are shown; before they are sorted, in the order in which they were made. */
static inline struct hist_entry *hist__entry(const struct hist *h, size_t i)
{
	return hist__row(h, h->order ? h->order[i] : (uint32_t)i);
}

/* Does member @m of a group have its own column? Not if it has no samples (unless opts.show_empty). */
bool hist__shows_member(const struct hist *h, unsigned int m);
/* How many members have a column. */
unsigned int hist__nr_shown_members(const struct hist *h);

/* A row has numbers for each member: groups of more events are shown event by event. */
#define HIST_MAX_MEMBERS	64

struct folding;

/*
 * The other way to make rows of groups of equal samples, beside that of hist-fold.c: util/decay has it, which lies above and keeps its
 * own in hists.live.
 */
struct hists_decay {
	size_t size;			/* of what hists.live points to, which begins as zeros */
	void (*fold)(struct folding *f);	/* counts a group in rows */
	void (*forget)(struct hists *h);	/* frames that samples were of are about to be freed */
	void (*finish)(struct hists *h);	/* gives all rows their chains */
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
	bool exclude_other;		/* only samples with a parent */
	bool ns;			/* times with nine digits */
	bool full_source_path;
	bool details;			/* all of hist_detail is counted, whether a column needs it or not */
	bool mem_mode;			/* --mem-mode: a sample counts as much as its access cost */
	bool raw_trace;			/* tracepoints are shown field by field, as numbers */
	uint64_t time_quantum;		/* ns */
	/* All borrowed, and may be NULL: */
	const struct perf_header *header;	/* where CPUs are */
	const struct task_facts *facts;
	const struct parallelism *parallelism;	/* as it is at the next sample */
	const struct ranges *parallelism_levels;	/* samples are shown while so many threads ran */
	struct parent_match *parent, *ignore_callees;
	const char *symbol_filter;	/* rows: only functions with this in their name */
	uint64_t count_filter;		/* rows: only those of more samples; as with shares, callers have those of what they called */
	const int *socket_filter;
	/*
	 * Filters: NULL-terminated lists, or NULL. Filtered samples count in the totals, and make
	 * separate rows that are not shown but take part in the order, as with upstream.
	 */
	char **comms, **dsos, **symbols;
	const uint32_t *pids, *tids;	/* NULL: all */
	size_t nr_pids, nr_tids;
	unsigned int max_stack;		/* frames of a chain, from where drawing begins; 0: all */
	int verbose;
	const char *field_sep;		/* or NULL */
};

#define HISTS_NR_RECENT	64	/* a power of two */

struct hists {
	struct hists_opts opts;
	struct columns *columns;	/* borrowed */
	struct sample_table samples;
	struct place_table *places;
	struct chain_store *chains;
	struct arena arena;
	struct hist *list;
	size_t nr;
	struct hist **by_evsel;		/* evsel->idx -> hist */
	unsigned int *member_of;	/* evsel->idx -> index in the hist's members */
	size_t nr_evsels;
	/* Of so many rows the order by keys is not kept while they are sorted for the text: where that fails it is made again. */
	size_t many_rows;
	bool together;			/* all events share one histogram */
	bool details;			/* rows have a hist_detail */
	bool filters;			/* some samples may not pass them */
	unsigned int widest_group;	/* events in it; more than HIST_MAX_MEMBERS: they have histograms of their own */
	struct trace_names *trace_names;
	uint32_t serial;
	const struct hist_entry *counted_in;	/* the row into which the last sample group fell, until rows are sorted */
	uint32_t *scratch;
	const struct place **scratch_rows;	/* the same frames as addresses, if rows are */
	size_t cap_scratch;
	uint64_t *cells;		/* scratch, one for each column with cell() */
	const uint64_t *recent_cells[HISTS_NR_RECENT];	/* of the pool, by their hash: what cells had before; or NULL */
	struct chain_sum *sums;		/* of chains in the lists of rows */
	size_t nr_sums, cap_sums;
	struct live_tree *live;		/* of opts.decay: all stacks; or NULL */
	const struct row_origin *recent_origins[HISTS_NR_RECENT];
	struct hist_recent recent[HIST_RECENT];
	bool may_recall;		/* @recent is used */
	uint32_t ignored_pid, ignored_tid, ignored_cpu;	/* -1: rows do not tell it */
	struct byte_pool pool;		/* the cells of rows, and texts that they point to */
	struct data_types *types;	/* of what instructions access; made when a column asks */
	struct u64text srclines;		/* place's id -> text */
	struct report_branch branch;	/* the one that is being counted, with opts.branches */
	struct branch_step *steps;	/* of the sample that is being counted, with opts.history */
	size_t nr_steps;
	const struct session_sample *counted;	/* whose they are, during hists__add() */
	struct branch_stat branch_stat;	/* of all that were counted */
};

/* Copies @opts (what it points to is borrowed). @columns is borrowed. */
struct hists *hists__new(const struct hists_opts *opts, struct columns *columns, struct evlist *evlist);
void hists__delete(struct hists *h);
/* Counts one sample, or its branches. */
void hists__add(struct hists *h, const struct session_sample *s);
/* What hists__add() looks at in samples: enum session_needs. */
unsigned int hists__needs(const struct hists *h);
/* Do the filters of the rows leave @s out? @ip: the place that the filters are applied to, or NULL. */
bool hists__filter(const struct hists *h, const struct session_sample *s, const struct frame *ip);
/* Counts samples that are equal to @like, which was added before, in everything that hists__needs() names. */
void hists__add_more(struct hists *h, const struct session_sample *like, const struct session_more *more);
/* Turns what was counted into rows: chain halves are needed no longer. For ops->flush_chains. */
void hists__fold(struct hists *h);
/* Folds, and puts the rows of every histogram in order. */
void hists__finish(struct hists *h);

/* The socket of @cpu; -1 if it is not known. */
int hists__socket_of(const struct hists *h, uint32_t cpu);
/* What 100 % is for member @i. */
uint64_t hist__total(const struct hist *h, unsigned int i);
/* The same for columns of latency. */
uint64_t hist__total_latency(const struct hist *h, unsigned int i);
/* Did several threads ever run at the same time? If not, latency is the same as overhead. */
bool hists__any_parallelism(const struct hists *h);
/* The percentage that limits are compared with: that of the leader, callees included if they are counted. */
double hist_entry__percent(const struct hist *h, const struct hist_entry *e);
/* > 0: @a is shown before @b by its numbers, < 0: after; 0: keys decide. */
int hist_entry__order_numbers(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
/* Is it a row of the table? Filtered ones are not. */
bool hist_entry__is_shown(const struct hist *h, const struct hist_entry *e);
/* The chain number @i of e->common->nr_refs that led to the row. */
struct hist_ref hist_entry__ref(const struct hist *h, const struct hist_entry *e, uint32_t i);
/* The call tree of a row; NULL if it has no chains. To be deleted by the caller. */
struct call_tree *hist_entry__tree(const struct hist *h, const struct hist_entry *e);

/* Internal to hist*.c: */
/* The only chain of a row that has no list. */
struct hist_ref hist_entry__only_ref(const struct hists *h, const struct hist_entry *e);
/* Numbers of a new row, one for each event of the group: zeros. */
struct hist_stat *hist__new_stats(const struct hist *h, struct arena *arena);
/* A new row, a copy of @like. */
struct hist_entry *hist__add_row(struct hist *h, const struct hist_entry *like);
/* Sets up h->list, by_evsel and member_of: which events share a histogram. */
void hists__make_list(struct hists *h, struct evlist *evlist);
/* Counts @s, and h->branch, once; @nr: what this adds to the number of samples. */
void hists__count(struct hists *h, const struct session_sample *s, uint64_t nr);
/* The row's order, and the order in which rows are made ready for it. */
void hist__sort(struct hist *h);

#endif /* PERF_ROWS_HIST_H */
