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

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/byte-pool.h"
#include "util/base/hash-table.h"
#include "util/base/workers.h"
#include "util/hardware/branch-blocks.h"
#include "util/hardware/branch-stat.h"
#include "util/rows/columns.h"
#include "util/rows/hist-entry.h"
#include "util/rows/hist-opts.h"
#include "util/rows/hist-recent.h"
#include "util/rows/sample-table.h"
#include "util/session/session.h"
#include "util/stacks/chain-store.h"

struct branch_step;
struct data_types;
struct live_tree;
struct prepared;
struct trace_names;

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
	const struct evsel *reference;	/* whose stacks the rows have, in proportion; NULL: their own */
	struct hist_totals *totals;	/* one for each member */
	struct mem_weights *mem_totals;	/* of all members; NULL: there are no columns with parts */
	struct hist_stat *nothing;	/* zeros: the own part of rows that are only callers */
	const struct row_common **before;	/* for each member, of its last row that nobody called and that was counted; or NULL */
	const struct row_common *last_alone;	/* what was made last for such a row; or NULL */
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

#define HISTS_MOST_PARTS	8

/* Of threads that count groups in rows at the same time, each has one: memory for what it makes, the numbers of its next sums. */
struct fold_part {
	struct arena arena;
	uint32_t next_sum, end_sum;
};

/* Groups whose rows are there, or being made: hist-batch.c. */
struct row_batch {
	bool share_alone;		/* rows of samples without chains may share their numbers */
	struct work work;
	bool begun;			/* workers__begin(); of the thread that counts samples, as all that it tells: */
	atomic_size_t told;		/* groups of hists.samples */
	/* Of the thread that makes rows: */
	size_t from, nr;		/* which groups of hists.samples @groups are */
	struct prepared *groups;
	size_t cap_groups;
	uint32_t *rows;			/* numbers: of each group that which its samples fell into, then those of its callers */
	size_t nr_rows, cap_rows;
	/* While groups are counted: */
	size_t at, end;			/* which of @groups */
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
	struct fold_part *parts;
	unsigned int nr_parts;		/* a power of two */
	struct row_batch batch;
	const struct hist_entry *counted_in;	/* the row into which the last sample group fell, until rows are sorted */
	uint32_t *scratch;
	const struct place **scratch_rows;	/* the same frames as addresses, if rows are */
	size_t cap_scratch;
	uint64_t *cells;		/* scratch, one for each column with cell() */
	const uint64_t *recent_cells[HISTS_NR_RECENT];	/* of the pool, by their hash: what cells had before; or NULL */
	struct chain_sum *sums;		/* of chains in the lists of rows */
	size_t nr_sums, cap_sums;
	struct live_tree *live;		/* of opts.decay: all stacks; or NULL */
	bool listed;			/* with opts.decay: rows have lists of their chains */
	const struct row_origin *recent_origins[HISTS_NR_RECENT];
	struct hist_recent recent[HIST_RECENT];
	bool may_recall;		/* @recent is used */
	uint32_t ignored_pid, ignored_tid, ignored_cpu;	/* -1: rows do not tell it */
	struct byte_pool pool;		/* the cells of rows, and texts that they point to */
	struct data_types *types;	/* of what instructions access; made when a column asks */
	struct u64text srclines;		/* place's id -> text */
	pthread_mutex_t late;		/* held while what a row shows is found out, as its source line: threads show rows */
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
/* The same where there are filters. */
bool hists__is_filtered(const struct hists *h, const struct session_sample *s, const struct frame *ip);
/* Do the filters of the rows leave @s out? @ip: the place that the filters are applied to, or NULL. */
static inline bool hists__filter(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	return h->filters && hists__is_filtered(h, s, ip);
}
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

/* Internal to hist*.c: */
/* Sets up h->list, by_evsel and member_of: which events share a histogram. */
void hists__make_list(struct hists *h, struct evlist *evlist);
/* With opts.reference: gives the rows of events without stacks those of another event. Before rows are sorted. */
void hists__add_reference(struct hists *h);
/* The row's order, and the order in which rows are made ready for it. */
void hist__sort(struct hist *h);

#endif /* PERF_ROWS_HIST_H */
