/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What makes the user half of a sample's chain, where that is not simply what the kernel has recorded:
 *
 *	user_stacks__make()		a copy of the stack unwound by tables, or the branches of calls that the hardware kept
 *	user_stacks__repair()		callers that the kernel's walk along frame pointers has skipped are put in, if the sample has a piece
 *					of the stack for that (repair.h)
 *	user_stacks__leave_probe(), user_stacks__drop_probes()	addresses of uretprobes make room for those that they stand for
 *
 * Each changes a struct user_stack, in this order; @of says whose it is. One struct user_stacks is for all samples of a
 * recording: it keeps tables, and what was found for stacks that were equal.
 */
#ifndef PERF_CALLCHAIN_USER_STACK_H
#define PERF_CALLCHAIN_USER_STACK_H

#include "util/callchain/chain.h"
#include "util/callchain/repair-memo.h"
#include "util/callchain/unwind.h"
#include "util/event/sample.h"

struct dso_code;
struct infer;
struct unwind_tables;

/* The user half of a sample. */
struct user_stack {
	const uint64_t *ips;		/* borrowed; of a half that was changed: until the next stack */
	size_t nr;
	uint64_t time;			/* when it was taken, ns */
	bool calls;			/* entries of callers lie in the calls: made from a stack copy, or branches */
	bool unwound;			/* by tables, from a copy of the stack ... */
	enum chain_end end;		/* ... and why it ends */
	/*
	 * The outcome of repairing it, whose result is @ips; NULL: it was not tried, since it is whole by other means,
	 * or nothing is there for it.
	 */
	const struct repair *repair;
};

/* Whose user half it is. */
struct user_stack_of {
	const struct perf_sample *sample;
	const struct perf_event_attr *attr;	/* of its event */
	struct machine *machine;
	uint32_t pid;
	bool deferred;			/* the half was to come in a record of its own ... */
	bool found;			/* ... and has come */
};

struct user_stack_counts {
	/* Made of registers and stack copies, by how they ended; of those without information ... */
	uint64_t unwound, unwind_stops[UNWIND_NR_STOPS];
	const struct dso *no_unwind_info;	/* ... the first one's file, or NULL */
	/*
	 * Halves that have what repairing needs. Among these: halves whose bytes are of another stay in the kernel, so
	 * that nothing was tried; halves that were changed; entries put in and taken out; how it ended.
	 */
	uint64_t repair_asked, repair_others, repaired, repair_put_in, repair_taken_out;
	uint64_t repair_ends[REPAIR_NR_ENDS];
	/* Addresses of uretprobes: the true return address was put there; left out. */
	uint64_t probes_undone, probes_left_out;
};

/* Entries that are not as recorded. */
struct own_entries {
	uint64_t *ips;
	size_t cap;
};

/* Returns room for @nr entries, in which what was there stays. */
uint64_t *own_entries__room(struct own_entries *own, size_t nr);
void own_entries__exit(struct own_entries *own);

/* Those up to @counts are set by the owner; the others are 0 at first. */
struct user_stacks {
	enum regs_arch arch;		/* of the machine that recorded */
	bool swap;			/* its byte order is not ours */
	bool no_names;			/* functions are not looked up by their names */
	size_t max;			/* frames of an unwound stack; 0: as many as the kernel takes */
	const struct machine *host;
	struct dso_code *code;		/* needed before the first stack */
	struct user_stack_counts *counts;
	struct unwinder *unwinder;	/* NULL until a stack needs it, as are the next two */
	struct unwind_tables *tables;
	struct infer *infer;
	struct repair_memo memo;
	struct own_entries own;
};

void user_stacks__exit(struct user_stacks *us);
/* Makes the half from the sample's own data, if it has a stack copy or branches of calls. */
void user_stacks__make(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st);
/*
 * Puts callers that the kernel's walk along frame pointers has skipped into the half, if the sample has the data for
 * that. @maps: the address space of the half.
 */
void user_stacks__repair(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps);
/*
 * If the half begins in the code through which a uretprobe returns, lets it begin at the sampled address instead, to which the probed
 * function returns. @maps: those of the half.
 */
void user_stacks__leave_probe(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps);
/*
 * Does the same. Besides, puts the true return address in place of each uretprobe's address further out, if it is certain;
 * otherwise leaves the entry out. Counts both.
 */
void user_stacks__drop_probes(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps);
/* The unwind tables of files, which live as long as @us. */
struct unwind_tables *user_stacks__tables(struct user_stacks *us);

#endif /* PERF_CALLCHAIN_USER_STACK_H */
