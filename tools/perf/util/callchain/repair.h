/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callers that the kernel's walk along frame pointers has skipped. Beside such a chain lie a few registers and the
 * innermost bytes of the stack (`perf record --call-graph fp,repair`): from these the stack is unwound by the tables
 * until it is certain that the kernel's words follow.
 *
 * The kernel reads word k of its chain at frame pointer k + 8, and frame pointer k + 1 at frame pointer k; the first is
 * the recorded register. So the place of each word is known as far as the bytes reach, and whether the table means the
 * same place is a comparison of two addresses. Where a function owns its frame, which the table says, the word is its
 * return address also beyond the bytes.
 */
#ifndef PERF_CALLCHAIN_REPAIR_H
#define PERF_CALLCHAIN_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/unwind-row.h"

/* Which words of the stack a repair has read, for who wants to know when it would come out the same. */
struct repair_reads {
	struct repair_read {
		uint64_t at;		/* bytes from its beginning */
		uint64_t word;		/* as it lies there */
	} list[256];
	size_t nr;
	bool too_many;			/* there were others */
};

struct repair_input {
	uint64_t sp, fp;
	uint64_t lr;			/* the link register, where there is one */
	bool has_lr;
	uint64_t ra_mask;		/* what of a return address is address: signatures lie above */
	bool swap;			/* @stack is of the other byte order */
	const void *stack;		/* what lay at @sp */
	size_t stack_size;		/* bytes */
	const uint64_t *words;		/* the chain, the first one is where the program was */
	size_t nr;			/* at least 1 */
	size_t max;			/* words that the tables may lead to; what the chain has further outwards comes on top */
	/* The table's row at @ip. NULL or one that says UNWIND_NO_ROW: not known. */
	const struct unwind_row *(*row)(void *ctx, uint64_t ip);
	/* Can @ip be where a call returns to? */
	bool (*is_return)(void *ctx, uint64_t ip);
	/* Does the function end at @ip: has it taken its saved registers from the stack already? */
	bool (*is_leaving)(void *ctx, uint64_t ip);
	/* Is @ip the first instruction of a function, as one that pushes its caller's frame pointer? */
	bool (*is_entry)(void *ctx, uint64_t ip);
	void *ctx;
	struct repair_reads *reads;	/* filled; NULL: nobody wants to know */
};

enum repair_end {
	REPAIR_WHOLE,			/* each word is certain, up to the outermost or to where neither has more */
	REPAIR_STACK_END,		/* the bytes do not reach as far as a function's return address */
	REPAIR_NO_ROW,			/* a function that no table describes */
	REPAIR_NO_REGISTER,		/* what is needed lay in a register that is not known */
	REPAIR_CONFLICT,		/* the bytes contradict the chain, or lead out of the code: nothing was changed */
	REPAIR_NR_ENDS
};

struct repair {
	uint64_t *words;		/* the repaired chain; kept from one to the next */
	size_t nr, cap;
	size_t put_in;			/* words that the kernel had skipped */
	size_t taken_out;		/* words of the kernel's that were no callers: what it took for a frame was none */
	size_t certain;			/* words, from the innermost; behind them a caller may be missing unless @end is WHOLE */
	enum repair_end end;
};

/* Of a zero-initialised @r that may have been used before. */
void repair__run(struct repair *r, const struct repair_input *in);
void repair__exit(struct repair *r);
/* "the end of the recorded piece of stack", behind "ends at"; static. */
const char *repair_end__text(enum repair_end end);

#endif /* PERF_CALLCHAIN_REPAIR_H */
