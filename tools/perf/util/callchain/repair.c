// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/repair.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/signal-regs.h"
#include "util/callchain/stack-top.h"
#include "util/callchain/unwind-expr.h"
#include "util/code/dwarf-op.h"

/* A value that may not be known. */
struct maybe {
	uint64_t val;
	bool known;
};

/* Where the unwinding stands: at a function, with its registers. */
struct walk {
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

static const struct maybe unknown;

static void note_read(struct repair_reads *reads, uint64_t at, uint64_t word)
{
	size_t i;

	for (i = reads->nr; i-- > 0;)
		if (reads->list[i].at == at)
			return;
	if (reads->nr == ARRAY_SIZE(reads->list)) {
		reads->too_many = true;
		return;
	}
	reads->list[reads->nr++] = (struct repair_read){ at, word };
}

/* Has a probe put @word in place of a return address? */
static bool is_probe(const struct walk *w, uint64_t word)
{
	return w->in->is_probe && w->in->is_probe(w->in->ctx, word);
}

static bool load_piece(const struct repair_input *in, const struct repair_piece *p, uint64_t addr, uint64_t *ret)
{
	uint64_t at = addr - p->sp;

	if (addr < p->sp || at > p->size || p->size - at < repair_input__word_size(in))
		return false;
	*ret = repair_input__word(in, repair_input__raw_word(in, (const char *)p->bytes + at));
	return true;
}

static bool load(const struct walk *w, uint64_t addr, uint64_t *ret)
{
	const struct repair_input *in = w->in;
	uint64_t at, raw;

	/* Offsets may be negative. */
	if (in->narrow)
		addr &= UINT32_MAX;
	if (w->piece && load_piece(in, w->piece, addr, ret))
		return true;
	at = addr - in->sp;
	if (addr < in->sp || at > in->stack_size || in->stack_size - at < repair_input__word_size(in))
		return false;
	raw = repair_input__raw_word(in, (const char *)in->stack + at);
	if (in->reads && !in->reads->too_many)
		note_read(in->reads, at, raw);
	*ret = repair_input__word(in, raw);
	return true;
}

static bool load_for_expr(void *ctx, uint64_t addr, uint64_t *ret)
{
	return load(ctx, addr, ret);
}

/* --- one frame ------------------------------------------------------------------------------- */

static bool evaluate(struct walk *w, const struct unwind_row *row, const struct maybe *cfa,
		     const struct unwind_expr *expr, uint64_t *ret)
{
	struct unwind_expr_input in = {
		.ip = w->ip, .sp = w->sp.val, .fp = w->fp.val, .has_sp = w->sp.known, .has_fp = w->fp.known,
		.cfa = cfa->val, .has_cfa = cfa->known, .row = row, .load = load_for_expr, .ctx = w,
	};

	return unwind_expr__run(expr, &in, ret);
}

/*
 * The value of register @nr, of which only two are known further outwards, and one of these as w->fp. What a signal has interrupted has all of
 * them on the stack.
 */
static struct maybe register_of(struct walk *w, const struct unwind_row *row, unsigned int nr)
{
	struct maybe v = unknown;
	uint64_t place;

	if (w->innermost)
		v.known = w->in->reg && w->in->reg(w->in->ctx, nr, &v.val);
	else if (w->handled && signal_regs__place(w->handled, w->handled_sp, nr, &place))
		v.known = load(w, place, &v.val);
	else if (nr == row->base_nr)
		v = w->base;
	return v;
}

static bool find_cfa(struct walk *w, const struct unwind_row *row, struct maybe *ret)
{
	*ret = unknown;
	switch (row->base) {
	case UNWIND_FROM_SP:
		*ret = w->sp;
		break;
	case UNWIND_FROM_FP:
		*ret = w->fp;
		break;
	case UNWIND_FROM_REG:
		*ret = register_of(w, row, row->cfa_reg);
		break;
	case UNWIND_FROM_EXPR:
		ret->known = evaluate(w, row, &unknown, row->cfa_expr, &ret->val);
		return ret->known;
	default:
		return false;
	}
	ret->val += (uint64_t)(int64_t)row->cfa_offset;
	/* Beyond the bytes a frame of the kernel's chain has no address, but is known to be this one. */
	return ret->known || (row->base == UNWIND_FROM_FP && w->link);
}

/* Where @v is saved. False: it is not saved, or the place is not known. */
static bool place_of(struct walk *w, const struct unwind_row *row, const struct maybe *cfa,
		     const struct unwind_value *v, uint64_t *ret)
{
	if (v->where == UNWIND_SAVED_EXPR)
		return evaluate(w, row, cfa, v->expr, ret);
	*ret = cfa->val + (uint64_t)(int64_t)v->offset;
	return v->where == UNWIND_SAVED && cfa->known;
}

/* Is @v saved @distance bytes above the frame pointer, whatever that is? */
static bool is_at_fp(struct walk *w, const struct unwind_row *row, const struct maybe *cfa,
		     const struct unwind_value *v, int64_t distance)
{
	uint64_t place;

	if (!w->link)
		return false;
	if (w->fp.known)
		return place_of(w, row, cfa, v, &place) && place == w->fp.val + (uint64_t)distance;
	return row->base == UNWIND_FROM_FP && v->where == UNWIND_SAVED &&
	       (int64_t)row->cfa_offset + v->offset == distance;
}

/*
 * Compilers may not say that a register has been taken back from the stack at the end of a function: then its place, as they say, is
 * not in the function's frame any more. Where that is counted from the frame pointer it can be anywhere else, once this one was taken back.
 */
static bool is_outside(const struct walk *w, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_value *v,
		       uint64_t place)
{
	if (!w->innermost || row->signal)
		return false;
	return place < w->in->sp || (v->where == UNWIND_SAVED_EXPR && cfa->known && place >= cfa->val);
}

/* Has the function taken the register back from @place? A value that is not there for another reason is not known. */
static bool is_back(const struct walk *w, const struct unwind_row *row, const struct maybe *cfa, const struct unwind_value *v,
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
static bool owns_link(struct walk *w, const struct unwind_row *row, const struct maybe *cfa)
{
	uint64_t place;

	if (is_by_pointer(&row->fp))
		return false;
	/* What was pushed in between is what the kernel has taken for a return address. */
	if (row->fp.where == UNWIND_SAVED && row->ra.where == UNWIND_SAVED &&
	    (int64_t)row->ra.offset - row->fp.offset != (int64_t)repair_input__word_size(w->in))
		return false;
	/* The frame pointer is the caller's already. */
	if (row->fp.where == UNWIND_SAVED_EXPR && place_of(w, row, cfa, &row->fp, &place) && is_outside(w, row, cfa, &row->fp, place))
		return false;
	return is_at_fp(w, row, cfa, &row->fp, 0);
}

static enum repair_end return_address(struct walk *w, const struct unwind_row *row, const struct maybe *cfa,
				      uint64_t *ret)
{
	bool owns = owns_link(w, row, cfa), is_there;
	uint64_t place, word = 0;

	if (row->ra.where == UNWIND_SAME && w->innermost && w->in->has_lr) {
		*ret = w->in->lr & w->in->ra_mask;
		return REPAIR_WHOLE;
	}
	if (row->ra.where == UNWIND_IN_REGISTER) {
		struct maybe ra = register_of(w, row, (unsigned int)row->ra.offset);

		*ret = ra.val & w->in->ra_mask;
		return ra.known ? REPAIR_WHOLE : REPAIR_NO_REGISTER;
	}
	if (row->ra.where == UNWIND_LOST || row->ra.where == UNWIND_SAME)
		return REPAIR_NO_REGISTER;
	is_there = place_of(w, row, cfa, &row->ra, &place) && load(w, place, &word);
	word &= w->in->ra_mask;
	if (owns && w->link < w->nr) {
		/* Both have read it. Stacks that were aligned anew hold the return address twice: what it is counts. */
		if (is_there && word != w->ips[w->link] && !is_probe(w, word))
			return REPAIR_CONFLICT;
		*ret = w->ips[w->link];
		return REPAIR_WHOLE;
	}
	*ret = w->innermost && w->probed && is_probe(w, word) ? w->probed : word;
	return is_there ? REPAIR_WHOLE : REPAIR_STACK_END;
}

/* The kernel's word that lies above @fp, or 0. It may have been there before: where its walk went astray and came back. */
static size_t link_of(const struct walk *w, uint64_t fp)
{
	uint64_t link = w->in->fp;
	size_t i;

	for (i = 1; i < w->nr; i++) {
		if (link == fp)
			return i >= w->next ? i : 0;
		if (!load(w, link, &link))
			return 0;
	}
	return 0;
}

/* What the frame pointer was in the caller. */
static void restore_fp(struct walk *w, const struct unwind_row *row, const struct maybe *cfa)
{
	bool owns = owns_link(w, row, cfa);
	struct maybe fp = unknown;
	uint64_t place;

	if (row->fp.where == UNWIND_SAME)
		return;
	if (place_of(w, row, cfa, &row->fp, &place)) {
		if (is_back(w, row, cfa, &row->fp, place))
			return;
		fp.known = load(w, place, &fp.val);
	}
	if (owns) {
		w->link++;
	} else {
		w->link = fp.known ? link_of(w, fp.val) : 0;
		w->astray = fp.known && !w->link;
	}
	w->fp = fp;
}

/* What the register base_nr was in the caller. */
static void restore_base(struct walk *w, const struct unwind_row *row, const struct maybe *cfa)
{
	struct maybe base = unknown;
	uint64_t place;

	if (w->innermost)
		w->base = register_of(w, row, row->base_nr);
	if (row->base_reg.where == UNWIND_SAME)
		return;
	if (place_of(w, row, cfa, &row->base_reg, &place)) {
		if (is_back(w, row, cfa, &row->base_reg, place))
			return;
		base.known = load(w, place, &base.val);
	}
	w->base = base;
}

/* --- the chain ------------------------------------------------------------------------------- */

static void put(struct walk *w, uint64_t word)
{
	struct repair *r = w->out;

	GROW(r->ips, r->nr, r->cap);
	r->ips[r->nr++] = word;
}

/* @word is the caller's. Is it the kernel's, too? */
static void put_caller(struct walk *w, uint64_t word, size_t link_before, bool owned)
{
	put(w, word);
	if (!owned || link_before >= w->nr) {
		w->out->put_in++;
		return;
	}
	w->out->taken_out += link_before - w->next;
	w->next = link_before + 1;
}

/* Was @ip put onto the stack without a call? */
static bool is_planted(const struct walk *w, uint64_t ip)
{
	return w->in->is_begin && w->in->is_begin(w->in->ctx, ip) && !w->in->is_return(w->in->ctx, ip);
}

/*
 * Can a function go on at @ip when it returns? A signal's handler was not called: it returns to the code that ends signals; and
 * the first function of a coroutine to the code that ends that.
 */
static bool may_return_to(const struct walk *w, uint64_t ip)
{
	const struct unwind_row *row;

	if (w->in->is_return(w->in->ctx, ip) || is_planted(w, ip))
		return true;
	row = w->in->row(w->in->ctx, ip);
	return row && (row->signal || row->base == UNWIND_OUTERMOST);
}

/* Where kernels had functions for programs before there was a vdso, in all of them. By now they do what is called there, and no code runs. */
#define VSYSCALL	0xffffffffff600000ULL
#define VSYSCALL_SIZE	4096	/* bytes */

/* A call by a pointer that was NULL has led nowhere, and one to the above to no code: nothing has been done since it was made. */
static bool is_nowhere(const struct walk *w)
{
	bool no_code = !w->ip || (!w->in->narrow && w->ip - VSYSCALL < VSYSCALL_SIZE);

	return no_code && w->in->calls_push && (w->innermost || w->interrupted);
}

/*
 * The row of the function at hand. A caller is looked up within its call; but where a coroutine begins, where a handler returns to, and
 * where code has pushed the address itself, no call stands in front of it, and the byte before may be of another function, or be run
 * with something else on the stack.
 */
static const struct unwind_row *row_of(const struct walk *w)
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

/* More than the kernel puts onto a stack for a handler: all registers, of vectors and matrices too. */
#define SIGNAL_FRAME_MAX	16384	/* bytes */

/*
 * The handler may have had a stack of its own. Not so if it lies right below: what was left with the same registers then was left by an earlier
 * signal.
 */
static void find_left_stack(struct walk *w)
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

/*
 * Nothing stands where the function would return to. Whoever makes a stack leaves it so for the first one, and sets *@ret_done. Any other
 * function comes back in another way.
 */
static enum repair_end ends_at_zero(struct walk *w, const struct unwind_row *row, const struct maybe *cfa, bool *ret_done)
{
	uint64_t place;

	/* But the first one has called others by now. */
	if (w->innermost)
		return REPAIR_CONFLICT;
	*ret_done = place_of(w, row, cfa, &row->ra, &place) &&
		    (stack_top__is_at(w->in, place) || (row->endless && stack_top__is_alone(w->in, place)));
	/* If it is the kernel's word, too, its walk has ended there. */
	w->astray |= owns_link(w, row, cfa);
	return *ret_done ? REPAIR_WHOLE : REPAIR_STACK_END;
}

/*
 * Does the function at hand begin at its address, though it is not about to run? Nobody has called it from there, so what is above is no return
 * address of its own: its row does not hold.
 */
static bool is_behind_no_call(const struct walk *w, const struct unwind_row *row)
{
	return !w->innermost && !w->interrupted && (!row || !row->signal) && w->in->is_first && w->in->is_first(w->in->ctx, w->ip) &&
	       !w->in->is_return(w->in->ctx, w->ip);
}

/*
 * A breakpoint says where the program goes on. Where it is the last instruction of a function, which does not go on, another one begins there, whose
 * row does not hold. The number may be of an earlier exception; then this one was interrupted at its first byte, which is rare.
 */
static bool is_behind_breakpoint(struct walk *w, const struct unwind_row *row)
{
	uint64_t place, number;

	return w->interrupted && w->handled && row && row->after_stop && signal_regs__trap_place(w->handled, w->handled_sp, &place) &&
	       load(w, place, &number) && number == SIGNAL_TRAP_BREAKPOINT;
}

/*
 * The function at hand is about to run, and at the place of its return address another one begins, @ra, from which nobody has called. A coroutine's
 * first function has there what ends it. But so has code that returns in order to jump, and a new task, whose maker leaves it what to run on its
 * stack: nothing tells them apart. What begins there is shown only if it can have no caller of its own anyway, or ends signals.
 */
static bool is_not_entered(const struct walk *w, uint64_t ra)
{
	const struct unwind_row *row;

	if ((!w->innermost && !w->interrupted) || !w->in->is_first || !w->in->is_first(w->in->ctx, ra) || w->in->is_return(w->in->ctx, ra))
		return false;
	row = w->in->row(w->in->ctx, ra);
	return !row || (!row->signal && row->base != UNWIND_OUTERMOST);
}

/*
 * A handler may let the program go on elsewhere, by writing registers into the signal's frame. The kernel has put that right below the interrupted
 * stack pointer: if what stands there now is not the one from which it was counted, the handler is at it, and registers are of two places. Of a
 * stack of the handler's own nothing tells.
 */
static bool is_rewritten(struct walk *w, const struct unwind_row *row, uint64_t sp)
{
	uint64_t place, area, word;

	if (!w->sp.known || sp - w->sp.val >= SIGNAL_FRAME_MAX || !signal_regs__vectors_place(row, w->sp.val, &place) || !load(w, place, &area) ||
	    !load(w, area + SIGNAL_VECTORS_WORD, &word) || (uint32_t)word != SIGNAL_VECTORS_MAGIC)
		return false;
	return sp - SIGNAL_RED_ZONE - (word >> 32) - area >= SIGNAL_VECTORS_ALIGN;
}

/* One step outwards. REPAIR_WHOLE with *@ret_done: there are no more. */
static enum repair_end step(struct walk *w, bool *ret_done)
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
	if (is_behind_no_call(w, row))
		return w->sp.known && stack_top__is_bare(w->in, w->sp.val) ? REPAIR_STACK_END : REPAIR_CONFLICT;
	if (is_behind_breakpoint(w, row))
		return REPAIR_CONFLICT;
	if (!row || row->base == UNWIND_NO_ROW)
		return REPAIR_NO_ROW;
	if (!find_cfa(w, row, &cfa)) {
		/* Where even the frame pointer's record is said to have no caller, the kernel has found none either. */
		w->astray |= row->base == UNWIND_FROM_OTHER && row->ra.where == UNWIND_LOST && row->fp.where == UNWIND_LOST;
		return row->base == UNWIND_FROM_EXPR && w->sp.known ? REPAIR_STACK_END : REPAIR_NO_REGISTER;
	}
	/* Stacks grow downwards; a signal's handler may have had one of its own. */
	if (cfa.known && w->sp.known && !row->signal && cfa.val < w->sp.val + (w->innermost ? 0 : repair_input__word_size(w->in)))
		return REPAIR_CONFLICT;
	if (row->signal && cfa.known && is_rewritten(w, row, cfa.val))
		return REPAIR_CONFLICT;
	end = return_address(w, row, &cfa, &ra);
	if (end != REPAIR_WHOLE)
		return end;
	/* A signal may have come since a pointer that leads nowhere was called. */
	if (!ra && !row->signal)
		return ends_at_zero(w, row, &cfa, ret_done);
	owned = owns_link(w, row, &cfa);
	if (!owned && !row->signal && is_not_entered(w, ra)) {
		w->astray = true;
		return cfa.known && stack_top__is_bare(w->in, cfa.val) ? REPAIR_STACK_END : REPAIR_CONFLICT;
	}
	restore_base(w, row, &cfa);
	if (!owned && !row->signal && !may_return_to(w, ra))
		return REPAIR_CONFLICT;
	restore_fp(w, row, &cfa);
	put_caller(w, ra, link, owned);
	w->handled = row->signal && w->sp.known ? row : NULL;
	w->handled_sp = w->sp.val;
	w->ip = ra;
	w->sp = cfa;
	w->interrupted = row->signal;
	w->innermost = false;
	if (w->interrupted)
		find_left_stack(w);
	return REPAIR_WHOLE;
}

static void leave_as_it_is(struct repair *r, const struct repair_input *in)
{
	size_t i;

	r->nr = r->put_in = r->taken_out = 0;
	for (i = 0; i < in->nr; i++) {
		GROW(r->ips, r->nr, r->cap);
		r->ips[r->nr++] = in->ips[i];
	}
}

/* What the kernel has further outwards, if its walk has not gone astray. */
static void take_rest(struct walk *w)
{
	size_t i = w->link ? w->link : w->next;

	if (w->astray)
		i = w->nr;
	w->out->taken_out += (i < w->nr ? i : w->nr) - w->next;
	for (; i < w->nr; i++)
		put(w, w->ips[i]);
}

/*
 * The kernel has begun with a frame pointer that was none, or there is no walk of it. What it is now functions have saved that use the register
 * for something else: from here the bytes tell what the kernel would have found.
 */
static void follow_frames(struct walk *w)
{
	uint64_t fp = w->fp.val, low = w->sp.known ? w->sp.val : w->in->sp, word;
	size_t size = repair_input__word_size(w->in);

	w->out->taken_out += w->nr - w->next;
	while (w->out->nr < w->in->max && fp >= low && !(fp % size) && load(w, fp + size, &word) && word) {
		put(w, word & w->in->ra_mask);
		low = fp + 2 * size;
		if (!load(w, fp, &fp))
			return;
	}
}

/*
 * Where a uprobe stands on the first instruction of a function, the kernel takes the return address from the top of the
 * stack before it walks along frame pointers.
 */
static bool begins_with_return_address(struct walk *w)
{
	const struct repair_input *in = w->in;
	uint64_t top, above;
	bool hidden, begins;

	if (in->nr < 2 || !load(w, in->sp, &top))
		return false;
	hidden = top != in->ips[1] && is_probe(w, top);
	if (top != in->ips[1] && !hidden)
		return false;
	if (load(w, in->fp + repair_input__word_size(in), &above))
		begins = above != in->ips[1] && !(hidden && is_probe(w, above));
	else
		begins = in->is_entry(in->ctx, in->ips[0]);
	w->probed = begins && hidden ? in->ips[1] : 0;
	return begins;
}

void repair__run(struct repair *r, const struct repair_input *in)
{
	struct walk w = {
		.in = in, .out = r, .ip = in->ips[0], .innermost = true, .sp = { in->sp, true },
		.fp = { in->fp, true }, .ips = in->ips, .nr = in->nr, .link = 1, .next = 1,
	};
	bool done = false, top = begins_with_return_address(&w);

	if (top) {
		w.ips++;
		w.nr--;
	}
	r->nr = r->put_in = r->taken_out = 0;
	r->gap = false;
	r->end = REPAIR_WHOLE;
	put(&w, in->ips[0]);
	while (!done && r->nr < in->max && r->end == REPAIR_WHOLE) {
		/* The kernel went no further, nor can the bytes tell of more. */
		r->end = w.link >= w.nr && !w.sp.known ? REPAIR_STACK_END : step(&w, &done);
	}
	/* As many as are wanted, but not all that there are. */
	if (!done && r->end == REPAIR_WHOLE)
		r->end = REPAIR_STACK_END;
	if (top && r->put_in)
		r->put_in--;
	else if (top && r->end != REPAIR_CONFLICT)
		r->end = REPAIR_CONFLICT;
	r->certain = r->nr;
	if (r->end == REPAIR_CONFLICT && in->exact) {
		r->taken_out += w.nr - w.next;
	} else if (r->end == REPAIR_CONFLICT) {
		leave_as_it_is(r, in);
		r->certain = 1;
	} else if (done) {
		r->taken_out += w.nr - w.next;
	} else if (r->end == REPAIR_NO_ROW && (!w.link || w.link >= w.nr) && w.fp.known && in->has_frames && in->has_frames(in->ctx, w.ip)) {
		follow_frames(&w);
	} else {
		take_rest(&w);
	}
}

void repair__exit(struct repair *r)
{
	free(r->ips);
	*r = (struct repair){ 0 };
}

struct chain_proof repair__proof(const struct repair *r)
{
	static const enum chain_end ends[REPAIR_NR_ENDS] = {
		[REPAIR_WHOLE] = CHAIN_END_ROOT, [REPAIR_STACK_END] = CHAIN_END_STACK, [REPAIR_NO_ROW] = CHAIN_END_NO_TABLE,
		[REPAIR_NO_REGISTER] = CHAIN_END_NO_REGISTER, [REPAIR_CONFLICT] = CHAIN_END_CONFLICT,
	};

	/* Behind a conflict stands the kernel's chain as it was; what lies behind entries that are certain is of that chain, too. */
	return (struct chain_proof){
		.certain = r->end == REPAIR_WHOLE ? r->nr : r->certain,
		.end = r->end != REPAIR_WHOLE && r->certain < r->nr ? CHAIN_END_NOT_SAID : ends[r->end],
		.gap = r->gap && r->end != REPAIR_WHOLE && r->certain < r->nr,
	};
}

const char *repair_end__text(enum repair_end end)
{
	static const char *const texts[REPAIR_NR_ENDS] = {
		[REPAIR_WHOLE] = "complete",
		[REPAIR_STACK_END] = "the end of the recorded piece of stack",
		[REPAIR_NO_ROW] = "code without unwind information",
		[REPAIR_NO_REGISTER] = "registers that were not recorded",
		[REPAIR_CONFLICT] = "bytes of the stack that do not fit the chain",
	};

	return (unsigned int)end < REPAIR_NR_ENDS ? texts[end] : "";
}
