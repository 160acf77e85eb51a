/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Places in code as a report shows them: one for each function (or for each address, if the function is not known or
 * addresses are asked for). They are interned and numbered, so that chains are short arrays of numbers and
 * equal places are equal pointers.
 */
#ifndef PERF_STACKS_PLACE_H
#define PERF_STACKS_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/callchain/chain.h"

/* What places of one function, or addresses of one mapping that no function is known for, have in common. */
struct place_kind {
	union {				/* read with place__map() and place__text() */
		const struct map *lies_in;	/* the map of the address, or NULL */
		const char *text;	/* if is_text */
	};
	const struct symbol *sym;	/* or NULL */
	uint32_t dso_name;		/* equal for dsos of equal short names; 0: no dso */
	uint8_t cpumode;		/* PERF_RECORD_MISC_KERNEL, ... */
	char level;			/* 'k', '.', ... */
	uint8_t src_index;		/* see struct frame */
	bool is_text : 1;		/* not code at all */
	bool inlined : 1, by_address : 1;
	bool by_call : 1;		/* all of its frames are FRAME_BY_CALL: no address in the function is known, */
	bool has_call : 1;		/* but that of the call, see place_table__tell_calls() */
	bool is_caller : 1;		/* as of the frame that it was made for, see place__lookup() */
	bool in_file : 1;		/* it is shown by its address in the file, see place_table__self() */
};

/* All kinds of a table, by number. */
struct place_kinds {
	struct place_kind *list;
	size_t nr, cap;
};

/*
 * A report of many addresses has as many of these, so each has as few bytes as can be: what others have too is kept once, in its kind;
 * its number follows from where it lies; and nothing is padded to a multiple of eight bytes.
 */
struct place {
	uint64_t mem_ip;		/* the first address that was seen here; the one of a FRAME_BY_CALL only if there is no other */
	uint32_t kind;			/* a number, see place__kind() */
} __attribute__((packed, aligned(4)));

/* So many bytes, and aligned to as many, so that its places find it. */
#define PLACE_PAGE	4096U
#define PLACES		((PLACE_PAGE - 16) / sizeof(struct place))

struct place_page {
	const struct place_kinds *kinds;	/* of the table */
	uint32_t first;			/* the number of the first place, ... */
	uint32_t where;			/* ... and where the page lies, as place__where() */
	struct place places[PLACES];
};

/* All places of a table: in blocks of 1 MB, of pages. They stay where they are. */
struct place_blocks {
	unsigned char **list;
	size_t nr, cap;
};

#define PLACE_BLOCK	(1U << 20)

static inline const struct place_page *place__page(const struct place *p)
{
	return (const struct place_page *)((uintptr_t)p & ~(uintptr_t)(PLACE_PAGE - 1));
}

/* Returns the number of the place, from 0 on, in the order in which the places of its table came up. */
static inline uint32_t place__id(const struct place *p)
{
	return place__page(p)->first + (uint32_t)(p - place__page(p)->places);
}

/* Returns a number that tells where the place lies in place_table__blocks(): the block, and the offset in units of 4 bytes. */
static inline uint32_t place__where(const struct place *p)
{
	const struct place_page *page = place__page(p);

	return page->where + (uint32_t)((const unsigned char *)p - (const unsigned char *)page) / 4;
}

/* Returns the place for which place__where() returned @where. */
static inline const struct place *place_blocks__at(const struct place_blocks *b, uint32_t where)
{
	return (const struct place *)(b->list[where / (PLACE_BLOCK / 4)] + where % (PLACE_BLOCK / 4) * 4);
}

/* Valid until another place is made. */
static inline const struct place_kind *place__kind(const struct place *p)
{
	return &place__page(p)->kinds->list[p->kind];
}

/* Returns the text that is shown in place of code; NULL if it is code. */
static inline const char *place__text(const struct place *p)
{
	return place__kind(p)->is_text ? place__kind(p)->text : NULL;
}

/* The mapping in which it was first seen, or NULL. */
static inline const struct map *place__map(const struct place *p)
{
	return place__kind(p)->is_text ? NULL : place__kind(p)->lies_in;
}

/* The file, or NULL. */
static inline struct dso *place__dso(const struct place *p)
{
	const struct map *map = place__map(p);

	return map ? map->dso : NULL;
}

/* Its first address, in the file's own addresses (see dso__find_symbol); that in memory if it is in no file. */
static inline uint64_t place__addr(const struct place *p)
{
	const struct map *map = place__map(p);

	return map ? map__to_dso(map, p->mem_ip) : p->mem_ip;
}

/* Returns its first address as it is shown: that in memory, except for place_table__self(). */
static inline uint64_t place__ip(const struct place *p)
{
	return place__kind(p)->in_file ? place__addr(p) : p->mem_ip;
}

/* Bytes of the mapping in which it was first seen; 0: none. */
static inline uint64_t place__map_size(const struct place *p)
{
	const struct map *map = place__map(p);

	return map ? map->end - map->start : 0;
}

/* The address in the file at which the place is looked up: in the call, if it is a return address. */
static inline uint64_t place__lookup(const struct place *p)
{
	return place__addr(p) - place__kind(p)->is_caller;
}

struct place_table;

/* @by_address: each address is a separate place, as for `-g ...,address`. */
struct place_table *place_table__new(bool by_address);
void place_table__delete(struct place_table *t);
/* What is kept of a frame is somebody else's: places are not remembered there, which costs a look at the table each time. */
void place_table__leave_frames(struct place_table *t);
/* Frees what places are looked up by: from now on, only existing places may be asked for, by their numbers. */
void place_table__seal(struct place_table *t);

/*
 * Of FRAME_BY_CALL, places that are addresses are the calls by which they are known, as far as that is one, and not the
 * functions' first bytes. To be called before there are places.
 */
void place_table__tell_calls(struct place_table *t);

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
/* Returns the blocks in which the places lie, valid as long as the table. */
const struct place_blocks *place_table__blocks(const struct place_table *t);

/* The order in which equal branches of a graph are drawn: by dso, then by address, descending. */
int place__compare(const struct place *a, const struct place *b);
/* The name as a call graph shows it; @address: with the distance from the symbol's start. */
void place__print(const struct place *p, bool address, struct strbuf *out);

#endif /* PERF_STACKS_PLACE_H */
