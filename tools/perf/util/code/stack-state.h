/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is known of the stack at one address of a function: values told by where they began. Private to util/code:
 * stack-depth.c follows them through the code.
 */
#ifndef PERF_CODE_STACK_STATE_H
#define PERF_CODE_STACK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/stack-effect.h"

enum stack_kind {
	STACK_LOST,			/* not known */
	STACK_ORIGIN,			/* the origin + n: the CFA, or the stack pointer at the address that one began with */
	/*
	 * the origin + from, rounded down to a multiple of 1 << bits, + n: how far that is from the origin only runs
	 * know
	 */
	STACK_ALIGNED,
	STACK_FIRST_FP,			/* the frame pointer as it was at the beginning + n */
	STACK_AT_ORIGIN,		/* the word that has lain at the origin + n since the beginning, + from */
	STACK_AT_FIRST_FP,		/* the word that has lain at the first frame pointer + n since the beginning, + from */
	STACK_NUMBER,			/* n */
	STACK_RETURN_ADDRESS,		/* where the function returns to; not from inside */
};

struct stack_value {
	uint8_t kind;			/* enum stack_kind */
	uint8_t bits;
	int16_t from;			/* bytes, as n */
	int32_t n;
};

struct stack_state {
	struct stack_value regs[STACK_REGS];
	/*
	 * Where in memory the caller's frame pointer was saved, ORIGIN, ALIGNED or FIRST_FP + n, and as which value:
	 * STACK_FIRST_FP or, from inside, a word that was there.
	 */
	struct stack_value fp_slot, fp_saved;
	/* Where below an aligned place, ALIGNED + n, an address above it was saved, and as which value, ORIGIN + n. LOST: nowhere. */
	struct stack_value cfa_slot, cfa_saved;
	struct stack_value ra_slot;	/* where in memory the return address is; STACK_LOST: overwritten, or not known */
	bool ra_on_top;			/* the return address was taken off the stack and lies on top of it again, wherever that is */
	bool from_inside;		/* the beginning may be anywhere in a function: words of its frame were stored before it */
	/*
	 * From inside: the highest stack pointer since the beginning, from the origin and from FIRST_FP. What is below
	 * was overwritten.
	 */
	int32_t top, top_fp;
	int32_t written_fp;		/* from inside: stores since the beginning went to below FIRST_FP + this */
};

/*
 * The state in which functions begin: the origin is the CFA. With @inside that of any address in a function: the origin
 * is the stack pointer there.
 */
struct stack_state stack_state__begin(bool inside);
/* Changes @s as the instruction @e does. */
void stack_state__apply(struct stack_state *s, const struct stack_effect *e);
/* Keeps in @to only what both know. Returns whether it has changed. */
bool stack_state__meet(struct stack_state *to, const struct stack_state *from);

static inline bool stack_value__equal(struct stack_value a, struct stack_value b)
{
	return a.kind == b.kind && (a.kind == STACK_LOST || (a.n == b.n && a.from == b.from && a.bits == b.bits));
}

#endif /* PERF_CODE_STACK_STATE_H */
