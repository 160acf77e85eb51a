// SPDX-License-Identifier: GPL-2.0-only
/* Where a stack ends, or seems to: what stands in the place of a return address, though nobody has called from there. */
#include "util/callchain/repair-internal.h"

#include "util/callchain/stack-top.h"

/* DWARF's numbers of registers of x86-64. The kernel leaves in rcx where a system call goes on; rsi is what clone(2) was given as stack. */
enum { RAX = 0, RCX = 2, RSI = 4 };

/* Was @ip put onto the stack without a call? */
static bool is_planted(const struct repair_walk *w, uint64_t ip)
{
	return w->in->is_begin && w->in->is_begin(w->in->ctx, ip) && !w->in->is_return(w->in->ctx, ip);
}

bool repair_walk__may_return_to(const struct repair_walk *w, uint64_t ip)
{
	const struct unwind_row *row;

	if (w->in->is_return(w->in->ctx, ip) || is_planted(w, ip))
		return true;
	row = w->in->row(w->in->ctx, ip);
	return row && (row->signal || row->base == UNWIND_OUTERMOST);
}

enum repair_end repair_walk__ends_at_zero(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, bool owned,
					  bool *ret_done)
{
	uint64_t place;

	/* But the first one has called others by now. */
	if (w->innermost)
		return REPAIR_CONFLICT;
	*ret_done = repair_walk__place_of(w, row, cfa, &row->ra, &place) &&
		    (stack_top__is_at(w->in, place) || (row->endless && stack_top__is_alone(w->in, place)));
	/* If it is the kernel's word, too, its walk has ended there. */
	w->astray |= owned;
	return *ret_done ? REPAIR_WHOLE : REPAIR_STACK_END;
}

bool repair_walk__is_not_entered(const struct repair_walk *w, uint64_t ra)
{
	const struct unwind_row *row;

	if ((!w->innermost && !w->interrupted) || !w->in->is_first || !w->in->is_first(w->in->ctx, ra) || w->in->is_return(w->in->ctx, ra))
		return false;
	row = w->in->row(w->in->ctx, ra);
	return !row || (!row->signal && row->base != UNWIND_OUTERMOST);
}

static bool is_in_register(const struct repair_walk *w, unsigned int nr, uint64_t val)
{
	uint64_t there;

	return w->in->reg && w->in->reg(w->in->ctx, nr, &there) && there == val;
}

bool repair_walk__is_new_task(const struct repair_walk *w)
{
	return w->innermost && w->in->calls_push && !w->in->narrow && is_in_register(w, RAX, 0) && is_in_register(w, RCX, w->ip) &&
	       is_in_register(w, RSI, w->in->sp) && w->in->is_task && w->in->is_task(w->in->ctx, w->ip);
}
