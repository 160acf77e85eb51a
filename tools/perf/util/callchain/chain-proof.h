/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a chain says which of its user entries were unwound by tables, and how it ends: by markers that every reader skips
 * (Documentation/deferred-callchains.txt, "Chains that were unwound").
 *
 * Entries between two PERF_CONTEXT_USER are proven: no caller is missing between them. What lies behind the last one is a walk
 * along frame pointers. Where nothing lies there, the number of markers at the end is the reason for it; three in front of a walk say
 * that it goes on from a function that no table describes.
 */
#ifndef PERF_CALLCHAIN_CHAIN_PROOF_H
#define PERF_CALLCHAIN_CHAIN_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why a user half has no more entries. The numbers from 1 on are how many markers a chain ends with. */
enum chain_end {
	CHAIN_END_NOT_SAID,		/* a walk along frame pointers went no further */
	CHAIN_END_ROOT,			/* a program's or thread's first function: nothing is missing */
	CHAIN_END_STACK,		/* the recorded piece of the stack ended */
	CHAIN_END_NO_TABLE,		/* no unwind table describes the last function */
	CHAIN_END_NO_REGISTER,		/* the last function's caller depends on a register that is not known */
	CHAIN_END_CONFLICT,		/* the bytes of the stack contradict each other */
	CHAIN_NR_ENDS
};

struct chain_proof {
	size_t certain;			/* addresses between the first and the last marker */
	enum chain_end end;
	bool gap;			/* others follow, and a caller may be missing in front of them: for want of a table */
};

/*
 * What the markers of @ips say, the @nr entries of a user half that is not from a record of its own; innermost first. More markers
 * at the end than there are reasons: CHAIN_END_CONFLICT.
 */
struct chain_proof chain_proof__read(const uint64_t *ips, size_t nr);
/*
 * Writes @proof into the user half @ips of @nr addresses, without markers: what would be taken for one becomes 0. @to has room for all
 * of them and CHAIN_NR_ENDS markers. Returns the number of entries written. Where nothing is certain there is one marker, as in every
 * chain.
 */
size_t chain_proof__write(const struct chain_proof *proof, const uint64_t *ips, size_t nr, uint64_t *to);

#endif /* PERF_CALLCHAIN_CHAIN_PROOF_H */
