/* SPDX-License-Identifier: GPL-2.0-only */
/* Unwinds one user stack while it is recorded: repair.h, with the address spaces and tables of this room. */
#ifndef PERF_LIVE_LIVE_WALK_H
#define PERF_LIVE_LIVE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/repair.h"
#include "util/event/perf-regs.h"
#include "util/event/sample.h"
#include "util/live/left-stacks.h"
#include "util/live/live-spaces.h"
#include "util/live/live-tables.h"

struct live_walk {
	struct live_spaces *spaces;	/* borrowed, these three */
	struct live_tables *tables;
	const struct left_stacks *left;
	struct memory_code *memory;	/* borrowed; NULL: code in memory is not looked at */
	enum regs_arch arch;
	struct repair result, other;	/* @other: without code in memory */
	uint64_t walks, frames;		/* how many there were */
	/* For the stack at hand. */
	uint32_t pid, tid;
	uint64_t time;
	uint64_t round;			/* in which the sample came out of its ring; to be set */
	const struct map_list *maps;	/* NULL: those that the process has now; to be set, borrowed */
	bool in_time;			/* what is not known yet counts as what nobody knows; to be set */
	const struct regs_dump *regs;
	const void *stack;
	size_t stack_size;		/* bytes */
	uint64_t ip, sp;		/* where it begins */
	bool later;			/* an answer is not there yet: that about @missing, and perhaps others */
	struct live_place_in_file missing;
	bool awaits;			/* the same, also in time */
	bool guessed;			/* guess_more() was asked */
	bool reads_memory, has_read;	/* code in memory may be looked at, and was */
	bool is_innermost;		/* the question at hand is about @ip */
	bool narrow;			/* a 32-bit program's */
	struct live_place {		/* the address that was looked at last */
		uint64_t ip;
		bool is_mapped, is_known, in_memory;
		struct live_answer answer;	/* if it is known */
	} last;
};

/* The registers of a user stack. */
struct live_regs {
	uint64_t ip, sp, fp;
	uint64_t lr;
	bool has_lr;
	bool narrow;			/* of a 32-bit program */
};

/* Sets *@ret; false: @sample has none, or is of a 32-bit task on another machine than x86. */
bool live_regs__get(struct live_regs *ret, const struct perf_sample *sample, enum regs_arch arch);
/*
 * Unwinds the stack of @sample, of process @pid, which has the registers @regs. @ips: the kernel's walk along frame pointers from
 * the same registers, @nr entries; @nr 0: there is none. Returns false if not all tables are there yet, unless w->in_time is set;
 * else the result is in w->result, until the next call.
 */
bool live_walk__run(struct live_walk *w, const struct perf_sample *sample, const struct live_regs *regs, const uint64_t *ips, size_t nr);
void live_walk__exit(struct live_walk *w);
/* What was mapped at @addr when the sample of @w was taken; NULL: nothing. Valid as what live_spaces__find() returns. */
static inline const struct live_map *live_walk__map(const struct live_walk *w, uint64_t addr)
{
	return w->maps ? map_list__at(w->maps, addr) : live_spaces__find(w->spaces, w->pid, addr);
}

#endif /* PERF_LIVE_LIVE_WALK_H */
