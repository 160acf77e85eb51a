// SPDX-License-Identifier: GPL-2.0-only
/* One step outwards: what a function has saved in its frame, by the row of the function, is its caller's. */
#include "util/callchain/repair-internal.h"

#include "util/callchain/stack-top.h"
#include "util/code/dwarf-op.h"

/* --- the frame -------------------------------------------------------------------------------- */

/* Is @v saved @distance bytes above the frame pointer, whatever that is? */
static bool is_at_fp(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa,
		     const struct unwind_value *v, int64_t distance)
{
	uint64_t place;

	if (!w->link)
		return false;
	if (w->fp.known)
		return repair_walk__place_of(w, row, cfa, v, &place) && place == w->fp.val + (uint64_t)distance;
	return row->base == UNWIND_FROM_FP && v->where == UNWIND_SAVED &&
	       (int64_t)row->cfa_offset + v->offset == distance;
}

/*
 * Compilers may not say that a register has been taken back from the stack at the end of a function: then its place, as they say, is
 * not in the function's frame any more. Where that is counted from the frame pointer it can be anywhere else, once this one was taken back.
 */
static bool is_outside(const struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_value *v,
		       uint64_t place)
{
	if (!w->innermost || row->signal)
		return false;
	return place < w->in->sp || (v->where == UNWIND_SAVED_EXPR && cfa->known && place >= cfa->val);
}

/* Has the function taken the register back from @place? A value that is not there for another reason is not known. */
static bool is_back(const struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_value *v,
		    uint64_t place)
{
	return is_outside(w, row, cfa, v, place) && (v->where == UNWIND_SAVED_EXPR || w->in->is_leaving(w->in->ctx, w->ip));
}

/* Does memory say where @v is saved? Then it was saved by another function, and this one has not made its frame there. */
static bool is_by_pointer(const struct unwind_value *v)
{
	size_t i;

	for (i = 0; v->where == UNWIND_SAVED_EXPR && i < v->expr->nr; i++)
		if (v->expr->steps[i].atom == OP_DEREF)
			return true;
	return false;
}

/* The function's frame is the one that the kernel has read word @w->link from. */
static bool owns_link(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa)
{
	uint64_t place;

	if (is_by_pointer(&row->fp))
		return false;
	/* What was pushed in between is what the kernel has taken for a return address. */
	if (row->fp.where == UNWIND_SAVED && row->ra.where == UNWIND_SAVED &&
	    (int64_t)row->ra.offset - row->fp.offset != (int64_t)repair_input__word_size(w->in))
		return false;
	/* The frame pointer is the caller's already. */
	if (row->fp.where == UNWIND_SAVED_EXPR && repair_walk__place_of(w, row, cfa, &row->fp, &place) &&
	    is_outside(w, row, cfa, &row->fp, place))
		return false;
	return is_at_fp(w, row, cfa, &row->fp, 0);
}

static enum repair_end return_address(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, bool owned,
				      uint64_t *ret)
{
	uint64_t place, word = 0;
	bool is_there;

	if (row->ra.where == UNWIND_SAME && w->innermost && w->in->has_lr) {
		*ret = w->in->lr & w->in->ra_mask;
		return REPAIR_WHOLE;
	}
	if (row->ra.where == UNWIND_IN_REGISTER) {
		struct maybe ra = repair_walk__register_of(w, row, (unsigned int)row->ra.offset);

		*ret = ra.val & w->in->ra_mask;
		return ra.known ? REPAIR_WHOLE : REPAIR_NO_REGISTER;
	}
	if (row->ra.where == UNWIND_LOST || row->ra.where == UNWIND_SAME)
		return REPAIR_NO_REGISTER;
	is_there = repair_walk__place_of(w, row, cfa, &row->ra, &place) && repair_walk__load(w, place, &word);
	word &= w->in->ra_mask;
	if (owned && w->link < w->nr) {
		/* Both have read it. Stacks that were aligned anew hold the return address twice: what it is counts. */
		if (is_there && word != w->ips[w->link] && !repair_walk__is_probe(w, word))
			return REPAIR_CONFLICT;
		*ret = w->ips[w->link];
		return REPAIR_WHOLE;
	}
	*ret = w->innermost && w->probed && repair_walk__is_probe(w, word) ? w->probed : word;
	return is_there ? REPAIR_WHOLE : REPAIR_STACK_END;
}

/* The kernel's word that lies above @fp, or 0. It may have been there before: where its walk went astray and came back. */
static size_t link_of(const struct repair_walk *w, uint64_t fp)
{
	uint64_t link = w->in->fp;
	size_t i;

	for (i = 1; i < w->nr; i++) {
		if (link == fp)
			return i >= w->next ? i : 0;
		if (!repair_walk__load(w, link, &link))
			return 0;
	}
	return 0;
}

/* What the frame pointer was in the caller. */
static void restore_fp(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa, bool owned)
{
	struct maybe fp = unknown;
	uint64_t place;

	if (row->fp.where == UNWIND_SAME)
		return;
	if (repair_walk__place_of(w, row, cfa, &row->fp, &place)) {
		if (is_back(w, row, cfa, &row->fp, place))
			return;
		fp.known = repair_walk__load(w, place, &fp.val);
	}
	if (owned) {
		w->link++;
	} else {
		w->link = fp.known ? link_of(w, fp.val) : 0;
		w->astray = fp.known && !w->link;
	}
	w->fp = fp;
}

/* What the register base_nr was in the caller. */
static void restore_base(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa)
{
	struct maybe base = unknown;
	uint64_t place;

	if (w->innermost)
		w->base = repair_walk__register_of(w, row, row->base_nr);
	if (row->base_reg.where == UNWIND_SAME)
		return;
	if (repair_walk__place_of(w, row, cfa, &row->base_reg, &place)) {
		if (is_back(w, row, cfa, &row->base_reg, place))
			return;
		base.known = repair_walk__load(w, place, &base.val);
	}
	w->base = base;
}

/* --- the step --------------------------------------------------------------------------------- */

/* @word is the caller's. Is it the kernel's, too? */
static void put_caller(struct repair_walk *w, uint64_t word, size_t link_before, bool owned)
{
	repair_walk__put(w, word);
	if (!owned || link_before >= w->nr) {
		w->out->put_in++;
		return;
	}
	w->out->taken_out += link_before - w->next;
	w->next = link_before + 1;
}

/* Where kernels had functions for programs before there was a vdso, in all of them. By now they do what is called there: no code runs. */
#define VSYSCALL	0xffffffffff600000ULL
#define VSYSCALL_SIZE	4096	/* bytes */

/* A call by a pointer that was NULL has led nowhere, and one to the above to no code: nothing has been done since it was made. */
static bool is_nowhere(const struct repair_walk *w)
{
	bool no_code = !w->ip || (!w->in->narrow && w->ip - VSYSCALL < VSYSCALL_SIZE);

	return no_code && w->in->calls_push && (w->innermost || w->interrupted);
}

/*
 * The row of the function at hand. A caller is looked up within its call; but where a coroutine begins, where a handler returns to, and
 * where code has pushed the address itself, no call stands in front of it, and the byte before may be of another function, or be run
 * with something else on the stack.
 */
static const struct unwind_row *row_of(const struct repair_walk *w)
{
	static const struct unwind_row nowhere = {
		.base = UNWIND_FROM_SP, .cfa_offset = 8, .ra = { .where = UNWIND_SAVED, .offset = -8 },
		.fp.where = UNWIND_SAME, .base_reg.where = UNWIND_SAME,
	}, nowhere_narrow = {
		.base = UNWIND_FROM_SP, .cfa_offset = 4, .ra = { .where = UNWIND_SAVED, .offset = -4 },
		.fp.where = UNWIND_SAME, .base_reg.where = UNWIND_SAME,
	};
	const struct unwind_row *row = w->in->row(w->in->ctx, w->ip), *before;

	if (is_nowhere(w))
		return w->in->narrow ? &nowhere_narrow : &nowhere;
	/* Behind the system call with which a handler ends its code may end, too. */
	if (w->innermost && (!row || row->base == UNWIND_NO_ROW)) {
		before = w->in->row(w->in->ctx, w->ip - 1);
		return before && before->signal ? before : row;
	}
	if (w->innermost || w->interrupted || !w->in->is_return(w->in->ctx, w->ip))
		return row;
	return w->in->row(w->in->ctx, w->ip - 1);
}

static enum repair_end step_by_row(struct repair_walk *w, bool *ret_done)
{
	const struct unwind_row *row = row_of(w);
	struct maybe cfa;
	size_t link = w->link;
	enum repair_end end;
	uint64_t ra;
	bool owned;

	*ret_done = row && row->base == UNWIND_OUTERMOST;
	if (*ret_done)
		return REPAIR_WHOLE;
	/* A coroutine's first function returns so to what ends it. Anywhere else somebody has put the address among frames. */
	if (repair_walk__is_behind_no_call(w, row))
		return w->sp.known && stack_top__is_bare(w->in, w->sp.val) ? REPAIR_STACK_END : REPAIR_CONFLICT;
	if (repair_walk__is_behind_breakpoint(w, row))
		return REPAIR_CONFLICT;
	if (!row || row->base == UNWIND_NO_ROW)
		return REPAIR_NO_ROW;
	if (!repair_walk__find_cfa(w, row, &cfa)) {
		/* Where even the frame pointer's record is said to have no caller, the kernel has found none either. */
		w->astray |= row->base == UNWIND_FROM_OTHER && row->ra.where == UNWIND_LOST && row->fp.where == UNWIND_LOST;
		return row->base == UNWIND_FROM_EXPR && w->sp.known ? REPAIR_STACK_END : REPAIR_NO_REGISTER;
	}
	/*
	 * Stacks grow downwards; a signal's handler may have had one of its own. Whoever has called has a word more on the stack than before
	 * it was called itself; whoever was interrupted may have taken that off, as vfork() does.
	 */
	if (cfa.known && w->sp.known && !row->signal &&
	    cfa.val < w->sp.val + (w->innermost || w->interrupted ? 0 : repair_input__word_size(w->in)))
		return REPAIR_CONFLICT;
	if (row->signal && cfa.known && repair_walk__is_rewritten(w, row, cfa.val))
		return REPAIR_CONFLICT;
	owned = owns_link(w, row, &cfa);
	end = return_address(w, row, &cfa, owned, &ra);
	if (end != REPAIR_WHOLE)
		return end;
	/* A signal may have come since a pointer that leads nowhere was called. */
	if (!ra && !row->signal)
		return repair_walk__ends_at_zero(w, row, &cfa, owned, ret_done);
	if (!owned && !row->signal && repair_walk__is_not_entered(w, ra)) {
		w->astray = true;
		return cfa.known && stack_top__is_bare(w->in, cfa.val) ? REPAIR_STACK_END : REPAIR_CONFLICT;
	}
	restore_base(w, row, &cfa);
	if (!owned && !row->signal && !repair_walk__may_return_to(w, ra))
		return REPAIR_CONFLICT;
	restore_fp(w, row, &cfa, owned);
	put_caller(w, ra, link, owned);
	w->handled = row->signal && w->sp.known ? row : NULL;
	w->handled_sp = w->sp.val;
	w->ip = ra;
	w->sp = cfa;
	w->interrupted = row->signal;
	w->innermost = false;
	if (w->interrupted)
		repair_walk__find_left_stack(w);
	return REPAIR_WHOLE;
}

/* A task that has the stack of whoever made it has callers, as its row says: only what leads nowhere may have none. */
enum repair_end repair_walk__step(struct repair_walk *w, bool *ret_done)
{
	enum repair_end end = step_by_row(w, ret_done);

	*ret_done |= end != REPAIR_WHOLE && repair_walk__is_new_task(w);
	return *ret_done ? REPAIR_WHOLE : end;
}
