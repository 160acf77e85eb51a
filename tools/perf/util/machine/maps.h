/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An address space over time. Private to util/machine.
 *
 * A version is a treap (search tree by address, heap by random priority) of disjoint maps. Versions
 * share what they have in common: a change copies the path to it. A node remembers the epoch that
 * made it; only the version of that same epoch, which nobody else has seen yet, changes it in place.
 */
#ifndef PERF_MACHINE_MAPS_H
#define PERF_MACHINE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/machine/machine.h"

struct maps {				/* a node, and the tree below it */
	const struct map *map;
	struct maps *left, *right;
	uint32_t prio, epoch;
};

/* What all histories of a machine take nodes and maps from. */
struct maps_pool {
	struct arena arena;
	uint64_t random;
	uint32_t epoch;			/* the last one given out */
};

struct maps_version {
	uint64_t time;			/* ns; holds from here to the next version */
	struct maps *root;
	uint32_t epoch;			/* 0: somebody looked at it, nothing may change in place */
};

/* Zero-initialised is empty at all times. */
struct maps_history {
	struct maps_version *versions;
	size_t nr, cap;
	size_t *execs;			/* ascending: versions that maps_history__exec_done() began */
	size_t nr_execs, cap_execs;
	bool in_exec;
	struct maps *fresh;		/* in_exec: what the new program has mapped so far */
};

void maps_pool__init(struct maps_pool *pool);
void maps_pool__exit(struct maps_pool *pool);

/* Frees the versions; nodes belong to the pool. */
void maps_history__exit(struct maps_history *h);
/* The tree that held at @time (ns). */
const struct maps *maps_history__at(const struct maps_history *h, uint64_t time);
/* The same, which holds from *@from to before *@until: these are narrowed down to when it does. */
const struct maps *maps_history__span(const struct maps_history *h, uint64_t time, uint64_t *from, uint64_t *until);
/*
 * The tree of the program before the one of @time (@after false) or after it (true), NULL if none is
 * known: what a task has that is still, or already, in execve.
 */
const struct maps *maps_history__across_exec(const struct maps_history *h, uint64_t time, bool after);
/*
 * Changes from @time on; a time before the last version's counts as that one. Inserting trims or
 * splits what lies under @map, which is copied. Removing takes the map that begins at @start.
 */
void maps_history__insert(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			  const struct map *map);
void maps_history__remove(struct maps_history *h, struct maps_pool *pool, uint64_t time, uint64_t start);
void maps_history__clear(struct maps_history *h, struct maps_pool *pool, uint64_t time);
/*
 * A new program begins. A sample in the middle of execve has registers, and so a user address, of the
 * old one: its maps stay, below the new ones, until maps_history__exec_done().
 */
void maps_history__exec(struct maps_history *h);
/* Only what was mapped since maps_history__exec() is left. Without one nothing happens. */
void maps_history__exec_done(struct maps_history *h, struct maps_pool *pool, uint64_t time);
/* From @time on @h is what @from is by then; costs the same for any size. */
void maps_history__share(struct maps_history *h, struct maps_pool *pool, uint64_t time,
			 struct maps_history *from);

#endif /* PERF_MACHINE_MAPS_H */
