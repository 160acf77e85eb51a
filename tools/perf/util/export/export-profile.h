/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of a recording, counted: rows of (event, thread, CPU, stack), and the tree in which each stack is a path from
 * the root. All formats that contain each stack only once are made from it. A stack begins with its outermost frame, or with
 * the mark that says why its user half is missing.
 */
#ifndef PERF_EXPORT_EXPORT_PROFILE_H
#define PERF_EXPORT_EXPORT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/base/pair-map.h"
#include "util/export/export-rows.h"
#include "util/stacks/place.h"

struct session_sample;

struct export_thread {
	uint32_t pid, tid;		/* 0 if threads are distinguished only by their names */
	const char *comm;		/* interned by struct machine */
	uint64_t cgroup;		/* with EXPORT_BY_GROUP: the control group, as samples number it; 0: not known */
};

/* What distinguishes rows, besides the event, the thread's name and the stack; and what a frame is. */
enum export_grain {
	EXPORT_BY_TASK		= 1U << 0,	/* pid and tid */
	EXPORT_BY_CPU		= 1U << 1,
	EXPORT_BY_ADDRESS	= 1U << 2,	/* a frame is an address, not a function */
	EXPORT_NO_MARKS		= 1U << 3,	/* orphans and missing callers are not shown as frames */
	EXPORT_BY_GROUP		= 1U << 4,	/* control groups, where samples tell them */
};

struct export_profile {
	unsigned int grain;		/* enum export_grain */
	struct place_table *places;
	/* For each place, by its id: the map in which it was first found, or NULL. */
	const struct map **maps;
	size_t nr_maps, cap_maps;
	struct export_stacks stacks;	/* a node's frame is the id of a place */
	struct pair_num known;		/* both halves of a chain -> node + 1; valid as long as the halves exist */
	struct export_thread *threads;
	size_t nr_threads, cap_threads;
	struct pair_num thread_ids;	/* pid and tid, comm, or comm and control group as in @groups -> thread + 1 */
	struct byte_pool groups;	/* comm and control group */
	struct export_rows rows;
};

void export_profile__init(struct export_profile *p, unsigned int grain);
void export_profile__exit(struct export_profile *p);
/* Forgets all that was counted. Places stay, as frames know them. */
void export_profile__restart(struct export_profile *p);
/*
 * Return the number of the sample's stack (a node of p->stacks) and of its thread (in p->threads), which are added if they
 * are new.
 */
uint32_t export_profile__node(struct export_profile *p, const struct session_sample *s);
uint32_t export_profile__thread(struct export_profile *p, const struct session_sample *s);
/* Counts the sample in the row of its event, thread, CPU and stack. */
void export_profile__add(struct export_profile *p, const struct session_sample *s);
/* Counts @nr more samples that are like @s; @period is the sum of their periods. */
void export_profile__add_more(struct export_profile *p, const struct session_sample *s, uint64_t nr, uint64_t period);
/*
 * Counts a branch of the sample, as `perf report -b` does: its stack is the function that it leaves and the one that it goes to, and
 * its period is 1. @first: it is the first branch of its sample, so that the sample is counted, too.
 */
void export_profile__add_branch(struct export_profile *p, const struct session_sample *s, const struct frame *from,
				const struct frame *to, bool first);
/* Forgets the halves of chains, which will be freed. For session_ops.flush_chains. */
void export_profile__flush(struct export_profile *p);
/*
 * Returns how many events the rows have, and sets @samples[i] to the number of samples of event i. @samples has @nr
 * elements, one for each event of the recording; or is NULL.
 */
size_t export_profile__events(const struct export_profile *p, uint64_t *samples, size_t nr);

/* What kind of frame it is, as the formats show it. */
enum export_kind {
	EXPORT_USER,
	EXPORT_KERNEL,
	EXPORT_INLINED,
	EXPORT_BY_CALL,		/* not on the recorded stack, but known from the call that leads to it */
	EXPORT_MARK,		/* not a frame: it says what is missing here */
	EXPORT_NR_KINDS
};

enum export_kind export_kind__of(const struct place *p);
/* Returns "user", "kernel", "inlined", "by call" or "missing"; static. */
const char *export_kind__name(enum export_kind kind);
/* Returns why the user half is missing, if @p is the mark that says so, else NULL; static. */
const char *export__orphan(const struct place *p);
/* Returns true if an address with this cpumode is in the kernel, of the host or of a guest. */
bool export__is_kernel(unsigned int cpumode);
/*
 * Appends the function's name, without what its kind says already. If it has no name, appends the file ("[libc.so.6]") or
 * "[unknown]". With @address, appends the address instead, as a report shows it.
 */
void export__add_name(struct strbuf *sb, const struct place *p, bool address);

#endif /* PERF_EXPORT_EXPORT_PROFILE_H */
