// SPDX-License-Identifier: GPL-2.0-only
/* What signals leave: the stack of a handler, and the frame with the interrupted registers. */
#include "util/callchain/repair-internal.h"

#include "util/callchain/signal-regs.h"

/* More than the kernel puts onto a stack for a handler: all registers, of vectors and matrices too. */
#define SIGNAL_FRAME_MAX	16384	/* bytes */

void repair_walk__find_left_stack(struct repair_walk *w)
{
	const struct repair_input *in = w->in;
	const struct repair_piece *p;

	if (!in->interrupted || !w->sp.known || !w->fp.known || w->sp.val - in->sp < in->stack_size ||
	    (w->handled && w->sp.val - w->handled_sp < SIGNAL_FRAME_MAX))
		return;
	p = in->interrupted(in->ctx, w->ip, w->sp.val, w->fp.val);
	if (p)
		w->piece = p;
}

bool repair_walk__is_behind_breakpoint(struct repair_walk *w, const struct unwind_row *row)
{
	uint64_t place, number;

	return w->interrupted && w->handled && row && row->after_stop && signal_regs__trap_place(w->handled, w->handled_sp, &place) &&
	       repair_walk__load(w, place, &number) && number == SIGNAL_TRAP_BREAKPOINT;
}

bool repair_walk__is_rewritten(struct repair_walk *w, const struct unwind_row *row, uint64_t sp)
{
	uint64_t place, area, word;

	if (!w->sp.known || sp - w->sp.val >= SIGNAL_FRAME_MAX || !signal_regs__vectors_place(row, w->sp.val, &place) ||
	    !repair_walk__load(w, place, &area) || !repair_walk__load(w, area + SIGNAL_VECTORS_WORD, &word) ||
	    (uint32_t)word != SIGNAL_VECTORS_MAGIC)
		return false;
	return sp - SIGNAL_RED_ZONE - (word >> 32) - area >= SIGNAL_VECTORS_ALIGN;
}
