/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Places in code as a report shows them: one for each function (or for each address, if the function is not known or
 * addresses are asked for). They are interned and numbered, so that chains are short arrays of numbers and
 * equal places are equal pointers.
 */
#ifndef PERF_ROWS_PLACE_H
#define PERF_ROWS_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/callchain/chain.h"

struct place {
	uint32_t id;			/* index in the table */
	uint32_t dso_name;		/* equal for dsos of equal short names; 0: no dso */
	uint64_t ip;			/* the first address seen here; that of FRAME_BY_CALL only if there is no other one */
	uint64_t addr;			/* the same in the dso's own addresses (see dso__find_symbol) */
	const struct dso *dso;		/* or NULL */
	const struct symbol *sym;	/* or NULL */
	const char *text;		/* not code at all: what is shown instead; else NULL */
	uint8_t cpumode;		/* PERF_RECORD_MISC_KERNEL, ... */
	char level;			/* 'k', '.', ... */
	bool inlined, by_address;
	bool by_call;			/* all of its frames are FRAME_BY_CALL: no address in the function is known */
	bool is_caller;			/* as of the frame that it was made for, see place__lookup() */
	uint8_t src_index;		/* see struct frame */
	uint64_t mem_ip;		/* the first address in memory: as ip, but for place_table__self() */
	uint64_t map_size;		/* bytes of the mapping in which it was first seen; 0: none */
};

/* The address in the dso at which the place is looked up: in the call, if @addr is a return address. */
static inline uint64_t place__lookup(const struct place *p)
{
	return p->addr - p->is_caller;
}

struct place_table;

/* @by_address: each address is a separate place, as for `-g ...,address`. */
struct place_table *place_table__new(bool by_address);
void place_table__delete(struct place_table *t);

/* A chain's frame; remembered in the frame. Never NULL. */
const struct place *place_table__frame(struct place_table *t, const struct frame *f);
/*
 * A sample's own address: as a chain's frame, but without a symbol it is shown by the address inside
 * its file rather than in memory. @f may be NULL: nothing is known.
 */
const struct place *place_table__self(struct place_table *t, const struct frame *f);
/*
 * The same two for rows that are addresses and not functions, whatever the table's places are. These
 * are separate places, which the frame does not remember.
 */
const struct place *place_table__address(struct place_table *t, const struct frame *f);
const struct place *place_table__self_address(struct place_table *t, const struct frame *f);
/* A frame that is only text (copied): "[user stack missing: lost]". */
const struct place *place_table__text(struct place_table *t, const char *text);
/* @id must be from this table. */
const struct place *place_table__get(const struct place_table *t, uint32_t id);
size_t place_table__nr(const struct place_table *t);
/* Is one of its places a function that is inlined into another? */
bool place_table__has_inlined(const struct place_table *t);

/* The order in which equal branches of a graph are drawn: by dso, then by address, descending. */
int place__compare(const struct place *a, const struct place *b);
/* The name as a call graph shows it; @address: with the distance from the symbol's start. */
void place__print(const struct place *p, bool address, struct strbuf *out);

#endif /* PERF_ROWS_PLACE_H */
