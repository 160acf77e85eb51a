/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of repair.h share: where a walk stands, and what is asked about the function there. */
#ifndef PERF_CALLCHAIN_REPAIR_INTERNAL_H
#define PERF_CALLCHAIN_REPAIR_INTERNAL_H

#include "util/base/alloc.h"
#include "util/callchain/repair.h"

/* A value that may not be known. */
struct maybe {
	uint64_t val;
	bool known;
};

static const struct maybe unknown;

/* Where the unwinding stands: at a function, with its registers. */
struct repair_walk {
	const struct repair_input *in;
	struct repair *out;
	uint64_t ip;
	bool innermost;
	bool interrupted;		/* this function did not call, so @ip is where it was */
	const struct unwind_row *handled;	/* if so, the row of what its handler returns to; NULL: not known */
	uint64_t handled_sp;		/* the stack pointer there: where registers are saved */
	struct maybe sp, fp;
	struct maybe base;		/* unwind_row.base_nr; in the innermost function it is asked for, as any register is */
	const uint64_t *ips;		/* the kernel's entries: number k was read a word above its frame pointer k */
	size_t nr;
	/* Which of the kernel's frame pointers @fp is, also where its value is not known. 0: none of them. */
	size_t link;
	bool astray;			/* link is 0, and this is certain: the kernel's other entries are no callers */
	size_t next;			/* the first of the kernel's entries that is not used up */
	uint64_t probed;		/* what a probe hides on top of the stack; 0: nothing, or it is not known */
	const struct repair_piece *piece;	/* the stack that a signal's handler has left; NULL: none */
};

/* Has a probe put @word in place of a return address? */
static inline bool repair_walk__is_probe(const struct repair_walk *w, uint64_t word)
{
	return w->in->is_probe && w->in->is_probe(w->in->ctx, word);
}

/* Adds an entry to the repaired chain. */
static inline void repair_walk__put(struct repair_walk *w, uint64_t word)
{
	struct repair *r = w->out;

	GROW(r->ips, r->nr, r->cap);
	r->ips[r->nr++] = word;
}

/* In all that follows @row is that of the function at hand, and @cfa what the row counts places from: mostly the caller's stack pointer. */

/* --- repair-words.c --- */

/* The word of the stack at @addr. False: its bytes were not recorded. */
bool repair_walk__load(const struct repair_walk *w, uint64_t addr, uint64_t *ret);
/*
 * The value of register @nr, of which only two are known further outwards, and one of these as w->fp. What a signal has interrupted
 * has all of them on the stack.
 */
struct maybe repair_walk__register_of(struct repair_walk *w, const struct unwind_row *row, unsigned int nr);
/*
 * Finds @cfa. False: the row counts from what is not known. True, but *@ret is not known: it counts from a frame pointer that the
 * kernel has followed beyond the bytes.
 */
bool repair_walk__find_cfa(struct repair_walk *w, const struct unwind_row *row, struct maybe *ret);
/* Where @v is saved. False: it is not saved, or the place is not known. */
bool repair_walk__place_of(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_value *v,
			   uint64_t *ret);

/* --- repair-step.c --- */

/* One step outwards: adds the caller, which is then the function at hand. REPAIR_WHOLE with *@ret_done: there are no more. */
enum repair_end repair_walk__step(struct repair_walk *w, bool *ret_done);

/* --- repair-signal.c --- */

/*
 * The walk has come to what a signal has interrupted. The handler may have had a stack of its own: sets w->piece if what lay on the
 * interrupted one is known. Not so if it lies right below: what was left with the same registers then was left by an earlier signal.
 */
void repair_walk__find_left_stack(struct repair_walk *w);
/*
 * A breakpoint says where the program goes on. Where it is the last instruction of a function, which does not go on, another one
 * begins there, whose row does not hold: is it so at the function at hand? The number of the exception may be of an earlier one; then
 * this function was interrupted at its first byte, which is rare.
 */
bool repair_walk__is_behind_breakpoint(struct repair_walk *w, const struct unwind_row *row);
/*
 * A handler may let the program go on elsewhere, by writing registers into the signal's frame. The kernel has put that right below the
 * interrupted stack pointer, @sp: if what stands there now is not the one from which it was counted, the handler is at it, and
 * registers are of two places. Of a stack of the handler's own nothing tells. @row is that of the code that ends the signal.
 */
bool repair_walk__is_rewritten(struct repair_walk *w, const struct unwind_row *row, uint64_t sp);

/* --- repair-ends.c --- */

/*
 * Does the function at hand begin at its address, though it is not about to run? Nobody has called it from there, so what is above is
 * no return address of its own: its row, which may be NULL, does not hold.
 */
static inline bool repair_walk__is_behind_no_call(const struct repair_walk *w, const struct unwind_row *row)
{
	return !w->innermost && !w->interrupted && (!row || !row->signal) && w->in->is_first && w->in->is_first(w->in->ctx, w->ip) &&
	       !w->in->is_return(w->in->ctx, w->ip);
}

/*
 * Can a function go on at @ip when it returns? A signal's handler was not called: it returns to the code that ends signals; and the
 * first function of a coroutine to the code that ends that.
 */
bool repair_walk__may_return_to(const struct repair_walk *w, uint64_t ip);
/*
 * Nothing stands where the function would return to. Whoever makes a stack leaves it so for the first one, and sets *@ret_done. Any
 * other function comes back in another way. @owned: its frame is the one that the kernel has read word w->link from. Returns how the
 * walk ends.
 */
enum repair_end repair_walk__ends_at_zero(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, bool owned,
					  bool *ret_done);
/*
 * The function at hand is about to run, and at the place of its return address another one begins, @ra, from which nobody has called.
 * A coroutine's first function has there what ends it. But so has code that returns in order to jump, and a new task, whose maker
 * leaves it what to run on its stack: nothing tells them apart. What begins there is shown only if it can have no caller of its own
 * anyway, or ends signals.
 */
bool repair_walk__is_not_entered(const struct repair_walk *w, uint64_t ra);
/*
 * Is the function at hand that of a task which has not done anything yet? Whoever makes one by a system call of his own gives it an empty
 * stack, on which no return address is: where it goes on is its first function. Registers tell that the task has just come from
 * there, with that stack.
 */
bool repair_walk__is_new_task(const struct repair_walk *w);

#endif /* PERF_CALLCHAIN_REPAIR_INTERNAL_H */
