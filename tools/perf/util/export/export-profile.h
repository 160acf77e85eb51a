/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of a recording, counted: rows of (event, thread, CPU, stack), and the tree that the stacks are ways in. What
 * every format is made of that knows a stack only once. A stack begins at its outermost frame, or at the mark that tells
 * why its user half is missing.
 */
#ifndef PERF_EXPORT_EXPORT_PROFILE_H
#define PERF_EXPORT_EXPORT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/pair-map.h"
#include "util/rows/place.h"
#include "util/export/export-rows.h"

struct session_sample;

struct export_thread {
	uint32_t pid, tid;		/* 0 where threads are told by their names only */
	const char *comm;		/* interned by the machine */
};

/* What makes rows differ beside event, thread's name and stack; and what a frame is. */
enum export_grain {
	EXPORT_BY_TASK		= 1U << 0,	/* pid and tid */
	EXPORT_BY_CPU		= 1U << 1,
	EXPORT_BY_ADDRESS	= 1U << 2,	/* a frame is an address, not a function */
	EXPORT_NO_MARKS		= 1U << 3,	/* neither orphans nor missing callers are frames */
};

struct export_profile {
	unsigned int grain;		/* enum export_grain */
	struct place_table *places;
	/* Of each place, by its id: the map that it was met in first, or NULL. */
	const struct map **maps;
	size_t nr_maps, cap_maps;
	struct export_stacks stacks;	/* frame: a place's id */
	struct pair_num known;		/* both halves -> node + 1, as long as the halves are there */
	struct export_thread *threads;
	size_t nr_threads, cap_threads;
	struct pair_num thread_ids;	/* pid and tid, comm -> thread + 1 */
	struct export_rows rows;
};

void export_profile__init(struct export_profile *p, unsigned int grain);
void export_profile__exit(struct export_profile *p);
/* The sample's stack and thread, added if they are new. */
uint32_t export_profile__node(struct export_profile *p, const struct session_sample *s);
uint32_t export_profile__thread(struct export_profile *p, const struct session_sample *s);
/* Counts the sample. */
void export_profile__add(struct export_profile *p, const struct session_sample *s);
/* For session_ops.flush_chains. */
void export_profile__flush(struct export_profile *p);
/* How many of the rows' events there are, and the number of each event's samples (@samples: as many as events; or NULL). */
size_t export_profile__events(const struct export_profile *p, uint64_t *samples, size_t nr);

/* What a frame is, as the formats tell it. */
enum export_kind {
	EXPORT_USER,
	EXPORT_KERNEL,
	EXPORT_INLINED,
	EXPORT_BY_CALL,		/* known by the call that leads to it, not by the stack */
	EXPORT_MARK,		/* no frame: what is missing here */
	EXPORT_NR_KINDS
};

enum export_kind export_kind__of(const struct place *p);
/* "user", "kernel", "inlined", "by call", "missing"; static. */
const char *export_kind__name(enum export_kind kind);
/* Is the address the kernel's, be it a host's or a guest's? */
bool export__is_kernel(unsigned int cpumode);
/*
 * Appends the function's name, without what its kind says; where it has none "[libc.so.6]", the file, or "[unknown]". With
 * @address the address instead, as a report shows it.
 */
void export__add_name(struct strbuf *sb, const struct place *p, bool address);

#endif /* PERF_EXPORT_EXPORT_PROFILE_H */
