/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An address space over time. Private to util/machine.
 *
 * A version is a treap (search tree by address, heap by random priority) of disjoint maps. Versions share the
 * nodes that they have in common: a change copies only the path to the changed node. A node has the epoch in which it was
 * made; only a version of the same epoch, which has not been returned to a caller yet, changes the node in place.
 */
#ifndef PERF_MACHINE_MAPS_H
#define PERF_MACHINE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash-table.h"
#include "util/machine/machine.h"

struct maps {				/* a node, and the tree below it */
	const struct map *map;
	struct maps *left, *right;
	uint32_t prio, epoch;
};

HASH_SET_TYPE(known_maps, const struct map *)

/*
 * The memory from which all histories of a machine allocate nodes and maps. Equal maps are one: a program that is started again and again
 * has them at the same addresses, and what is known of an address in a map need not be found out anew.
 */
struct maps_pool {
	struct known_maps known;
	struct arena arena;
	uint64_t random;
	uint32_t epoch;			/* the last one that was used */
};

struct maps_version {
	uint64_t time;			/* ns; valid from here to the next version */
	struct maps *root;
	uint32_t epoch;			/* 0: a caller may have it, so nothing may change in place */
};

/* A zeroed history is empty at all times. */
struct maps_history {
	struct maps_version *versions;
	size_t nr, cap;
	size_t *execs;			/* ascending: indexes of versions that maps_history__exec_done() has begun */
	size_t nr_execs, cap_execs;
	bool in_exec;
	struct maps *fresh;		/* if in_exec: the maps that the new program has made so far */
};

void maps_pool__init(struct maps_pool *pool);
void maps_pool__exit(struct maps_pool *pool);

/*
 * Return the tree @root with @map in it, in place of what it overlaps, or without the map that begins at @start. Nodes of @epoch are changed
 * in place, others are copied.
 */
struct maps *maps__insert(struct maps_pool *pool, uint32_t epoch, struct maps *root, const struct map *map);
struct maps *maps__remove(struct maps_pool *pool, uint32_t epoch, struct maps *root, uint64_t start);

/* Frees the versions; nodes belong to the pool. */
void maps_history__exit(struct maps_history *h);
/* Returns the tree that is valid at @time (ns). */
const struct maps *maps_history__at(const struct maps_history *h, uint64_t time);
/* Does the same, and narrows the time span [*@from, *@until) down to the part in which the result is valid. */
const struct maps *maps_history__span(const struct maps_history *h, uint64_t time, uint64_t *from, uint64_t *until);
/*
 * Returns the tree of the program that the process ran before the one of @time (@after false), or runs after it (@after
 * true); NULL if none is known. It is for samples that were taken during execve.
 */
const struct maps *maps_history__across_exec(const struct maps_history *h, uint64_t time, bool after);
/*
 * Change the maps from @time on; if @time is before the last version's time, that is used. Inserting copies @map, and
 * trims or splits the maps that it overlaps. Removing removes the map that begins at @start.
 */
void maps_history__insert(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			  const struct map *map);
void maps_history__remove(struct maps_history *h, struct maps_pool *pool, uint64_t time, uint64_t start);
void maps_history__clear(struct maps_history *h, struct maps_pool *pool, uint64_t time);
/*
 * Tells that a new program begins. A sample during execve has the registers, and so a user address, of the old
 * program: so its maps stay, except where new ones overlap them, until maps_history__exec_done().
 */
void maps_history__exec(struct maps_history *h);
/* Removes all maps that were not made since maps_history__exec(). Does nothing if that was not called. */
void maps_history__exec_done(struct maps_history *h, struct maps_pool *pool, uint64_t time);
/* Gives @h the maps that @from has at @time, from @time on. This takes the same time for any number of maps. */
void maps_history__share(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			 struct maps_history *from);

#endif /* PERF_MACHINE_MAPS_H */
