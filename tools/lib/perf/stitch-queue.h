/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the files of the queue share: stitch-queue.c has a drawing. Not installed. */
#ifndef LIBPERF_STITCH_QUEUE_H
#define LIBPERF_STITCH_QUEUE_H

#include "stitch-internal.h"
#include "stitch-order.h"
#include "stitch-table.h"

enum node_kind { NODE_ITEM, NODE_WAITING, NODE_RECORD };

struct stitch_node {
	struct stitch_node *next, *prev;	/* in the list, in the line, or (both ways) among the records kept */
	struct stitch_node *next_waiting;	/* of the same key */
	struct stitch_node *record;		/* a sample's: the best that is known */
	struct stitch_key *key;		/* where it waits for a better one, or where it is kept */
	struct perf_stitch_key id;
	uint64_t time, token, bytes;
	uint64_t order;			/* among what has the same time: order_slot.order */
	uint64_t refs;			/* a record's: samples not delivered yet, and 1 if kept */
	uint32_t cpu;
	enum node_kind kind;
	enum perf_stitch_which which;
	bool empty, used;
};

struct stitch_key {
	struct stitch_link link;
	struct perf_stitch_key id;
	struct stitch_node *first, *last;	/* waiting samples */
	struct stitch_node *fresh;		/* the first of them that no record without a stack came after; NULL: there is none */
	struct stitch_node *kept[2];		/* records: with a stack, and without one */
};

struct perf_stitch_queue {
	struct perf_stitch_queue_opts opts;
	struct perf_stitch_queue_ops ops;
	void *ctx;
	struct stitch_order input;	/* the first stage */
	struct stitch_node *line, *line_end;
	struct stitch_node *kept, *kept_end;
	struct stitch_table keys;
	struct stitch_pool nodes, key_pool;
	struct perf_stitch_signs *signs;
	struct perf_stitch_seed seed;
	uint64_t order, promised, bytes;
	struct perf_stitch_queue_stats stats;
};

#endif /* LIBPERF_STITCH_QUEUE_H */
