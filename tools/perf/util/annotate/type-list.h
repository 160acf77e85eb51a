/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples by the type of data that their instructions access, and by the place in it; and how many were found (perf
 * annotate --data-type).
 */
#ifndef PERF_ANNOTATE_TYPE_LIST_H
#define PERF_ANNOTATE_TYPE_LIST_H

#include <stdbool.h>

#include "util/annotate/code-lines.h"
#include "util/annotate/counts.h"
#include "util/base/byte-pool.h"
#include "util/base/pair-map.h"
#include "util/code/data-type.h"

/* What was counted at one distance from the beginning of a type, bytes. */
struct type_access {
	uint64_t offset;
	struct annotate_stat *stats;	/* by event */
};

struct type_row {
	const char *name;
	struct dso *dso;
	uint64_t addr;			/* of one of the instructions, as dso__find_symbol() takes it */
	struct annotate_stat *stats;	/* by event, of all its accesses */
	struct type_access *accesses;	/* by offset, after type_list__make() */
	size_t nr, cap;
};

/* Samples of one mnemonic: of known and of unknown types. */
struct type_insn {
	const char *name;
	uint64_t good, bad;
};

struct type_list {
	struct data_types *types;	/* owned */
	size_t nr_events;
	struct type_row **rows;		/* owned */
	size_t nr, cap;
	struct type_insn *insns;	/* those with most samples first */
	size_t nr_insns, cap_insns;
	/* Samples: all, those whose type is known, or that access the stack; and why the others have none. */
	uint64_t total, ok, no_symbol, lacks[DATA_TYPE_NR_LACKS];
	/* While it is made: */
	struct byte_pool pool;
	struct pair_num known;		/* dso and name -> index in rows + 1 */
	struct pair_num access_of;	/* row and offset -> index in its accesses + 1 */
	struct u64num insn_of;		/* mnemonic -> index in insns + 1 */
};

/*
 * Sorts the samples of @c, which is finished, into @l; only those in functions that @is_wanted takes. @source: where instructions are read,
 * for @insns; NULL: these are not wanted. type_list__exit() frees it, before the session goes.
 */
void type_list__make(struct type_list *l, const struct annotate_counts *c, struct code_source *source,
		     bool (*is_wanted)(void *ctx, const struct annotate_func *f), void *ctx);
void type_list__exit(struct type_list *l);
/* Sorts the rows: the largest period of @event first; of equal ones the name that comes last, as upstream has it. */
void type_list__sort(struct type_list *l, size_t event);

#endif /* PERF_ANNOTATE_TYPE_LIST_H */
