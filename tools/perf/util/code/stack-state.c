// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-state.h"

#define WORD	8	/* bytes */
#define LIMIT	(1 << 30)	/* bytes; sums of two offsets that are smaller do not overflow */

static struct stack_value value(enum stack_kind kind, int32_t n)
{
	return (struct stack_value){ .kind = (uint8_t)kind, .n = n };
}

/* Is it an address of the stack? */
static bool is_place(struct stack_value v)
{
	return v.kind == STACK_ORIGIN || v.kind == STACK_FIRST_FP || v.kind == STACK_ALIGNED;
}

static struct stack_value plus(struct stack_value v, int64_t n)
{
	int64_t sum = v.n + n, word = v.from + n;

	if ((v.kind == STACK_AT_ORIGIN || v.kind == STACK_AT_FIRST_FP) && word >= INT16_MIN && word <= INT16_MAX) {
		v.from = (int16_t)word;
		return v;
	}
	if (!is_place(v) && v.kind != STACK_NUMBER)
		return n ? value(STACK_LOST, 0) : v;
	if (sum <= -LIMIT || sum >= LIMIT)
		return value(STACK_LOST, 0);
	v.n = (int32_t)sum;
	return v;
}

static struct stack_value align(struct stack_value v, unsigned int bits)
{
	/* It may be aligned already. */
	if (v.kind == STACK_ALIGNED && bits <= v.bits && !(v.n & ((1 << bits) - 1)))
		return v;
	if (v.kind != STACK_ORIGIN || v.n % WORD || v.n < INT16_MIN || v.n > -WORD)
		return value(STACK_LOST, 0);
	return (struct stack_value){ .kind = STACK_ALIGNED, .bits = (uint8_t)bits, .from = (int16_t)v.n };
}

struct stack_state stack_state__begin(bool inside)
{
	struct stack_state s = { .from_inside = inside, .top_fp = -LIMIT, .written_fp = -LIMIT };

	/* The call has stored the return address below the caller's frame. */
	s.regs[STACK_SP] = value(STACK_ORIGIN, inside ? 0 : -WORD);
	s.regs[STACK_FP] = value(STACK_FIRST_FP, 0);
	if (!inside)
		s.ra_slot = value(STACK_ORIGIN, -WORD);
	return s;
}

/* Can they be the same? Of an aligned place only limits are known, from the origin. */
static bool overlaps(struct stack_value slot, struct stack_value at, unsigned int size)
{
	int64_t slot_low = slot.n, slot_end = slot.n + WORD, low = at.n, end = at.n + (int64_t)size;

	if (slot.kind == STACK_LOST || (slot.kind == STACK_FIRST_FP) != (at.kind == STACK_FIRST_FP))
		return false;
	if (slot.kind != at.kind || slot.bits != at.bits || slot.from != at.from) {
		slot_low += slot.from + 1 - (1 << slot.bits);
		slot_end += slot.from;
		low += at.from + 1 - (1 << at.bits);
		end += at.from;
	}
	return low < slot_end && slot_low < end;
}

/* Who aligns the stack saves the origin below, as nothing else leads back to it. Copies of it are only that. */
static void store_origin(struct stack_state *s, struct stack_value at, struct stack_value v, unsigned int size)
{
	if (overlaps(s->cfa_slot, at, size) && !(stack_value__equal(s->cfa_slot, at) && stack_value__equal(s->cfa_saved, v)))
		s->cfa_slot.kind = STACK_LOST;
	if (s->cfa_slot.kind == STACK_LOST && at.kind == STACK_ALIGNED && v.kind == STACK_ORIGIN) {
		s->cfa_slot = at;
		s->cfa_saved = v;
	}
}

/* Stores register @reg, or with STACK_NO_REG something else, at @at. */
static void store(struct stack_state *s, struct stack_value at, int reg, unsigned int size)
{
	struct stack_value v = reg >= 0 && size >= WORD ? s->regs[reg] : value(STACK_LOST, 0);
	bool loaded = reg == STACK_FP && (v.kind == STACK_AT_ORIGIN || v.kind == STACK_AT_FIRST_FP) && !v.from;
	bool same_fp = (v.kind == STACK_FIRST_FP && !v.n) || loaded;

	if (!is_place(at))
		return;
	store_origin(s, at, v, size);
	if (at.kind == STACK_FIRST_FP && at.n + (int64_t)size > s->written_fp)
		s->written_fp = at.n + (int32_t)size;
	if (overlaps(s->fp_slot, at, size) &&
	    !(same_fp && stack_value__equal(s->fp_slot, at) && stack_value__equal(s->fp_saved, v)))
		s->fp_slot.kind = STACK_LOST;
	if (overlaps(s->ra_slot, at, size))
		s->ra_slot.kind = STACK_LOST;
	/* It was taken from the stack for a while: what is called by vfork() writes there. */
	if (v.kind == STACK_RETURN_ADDRESS && at.kind == STACK_ORIGIN && at.n == -WORD)
		s->ra_slot = at;
	/* A function that is jumped to at the end saves the register for a second time. */
	if (same_fp && (loaded || s->fp_slot.kind == STACK_LOST)) {
		s->fp_slot = at;
		s->fp_saved = v;
	}
}

static struct stack_value load(const struct stack_state *s, int reg, struct stack_value at)
{
	if (!is_place(at))
		return value(STACK_LOST, 0);
	if (stack_value__equal(s->fp_slot, at))
		return s->fp_saved;
	if (stack_value__equal(s->cfa_slot, at))
		return s->cfa_saved;
	if (stack_value__equal(s->ra_slot, at))
		return value(STACK_RETURN_ADDRESS, 0);
	if (!s->from_inside || at.kind == STACK_ALIGNED || at.n < (at.kind == STACK_ORIGIN ? s->top : s->top_fp))
		return value(STACK_LOST, 0);
	/* Others than the caller's frame pointer are of interest only as what a function has saved that has aligned the stack. */
	if (reg != STACK_FP && (reg == STACK_SP || at.kind != STACK_FIRST_FP || at.n < s->written_fp))
		return value(STACK_LOST, 0);
	return value(at.kind == STACK_ORIGIN ? STACK_AT_ORIGIN : STACK_AT_FIRST_FP, at.n);
}

static void raise_top(struct stack_state *s)
{
	struct stack_value sp = s->regs[STACK_SP];

	if (sp.kind == STACK_ORIGIN && sp.n > s->top)
		s->top = sp.n;
	if (sp.kind == STACK_FIRST_FP && sp.n > s->top_fp)
		s->top_fp = sp.n;
}

/* Who takes its arguments off the stack, as many as there are, puts the return address back where the stack pointer is then. */
static bool is_ra_pushed(const struct stack_state *s, const struct stack_effect *e)
{
	return e->store_base == STACK_SP && e->store_at == -WORD && e->sp_add == -WORD && e->store_reg >= 0 &&
	       s->regs[e->store_reg].kind == STACK_RETURN_ADDRESS;
}

/* Does @e leave the stack pointer alone, and the word there? */
static bool keeps_top(const struct stack_effect *e)
{
	return e->store_base == STACK_NO_REG && e->move_to != STACK_SP && e->load_to != STACK_SP && e->align_reg != STACK_SP &&
	       !e->sp_add && !(e->lost >> STACK_SP & 1) && e->flow != STACK_CALL;
}

/*
 * What was taken off the stack is written over by what is called next, so that the caller's frame pointer is no longer there. @sp: where the
 * stack ended before.
 */
static void drop_popped(struct stack_state *s, struct stack_value sp)
{
	struct stack_value slot = s->fp_slot, now = s->regs[STACK_SP];

	if (slot.kind != now.kind || slot.bits != now.bits || slot.from != now.from || slot.n >= now.n)
		return;
	/* What functions store below the stack pointer without a push is kept for them. */
	if (sp.kind != now.kind || sp.bits != now.bits || sp.from != now.from || slot.n >= sp.n)
		s->fp_slot.kind = STACK_LOST;
}

void stack_state__apply(struct stack_state *s, const struct stack_effect *e)
{
	struct stack_value at, sp = s->regs[STACK_SP];
	unsigned int i;

	s->ra_on_top = is_ra_pushed(s, e) || (s->ra_on_top && keeps_top(e));
	if (e->store_base >= 0) {
		at = plus(s->regs[e->store_base], e->store_at);
		store(s, at, e->store_reg, e->store_size);
	}
	if (e->move_to >= 0)
		s->regs[e->move_to] = e->move_from >= 0 ? plus(s->regs[e->move_from], e->move_add)
							: value(STACK_NUMBER, e->move_add);
	if (e->align_reg >= 0)
		s->regs[e->align_reg] = align(s->regs[e->align_reg], e->align_bits);
	if (e->load_base >= 0) {
		at = plus(s->regs[e->load_base], e->load_at);
		s->regs[e->load_to] = load(s, e->load_to, at);
	}
	if (e->sp_add)
		s->regs[STACK_SP] = plus(s->regs[STACK_SP], e->sp_add);
	for (i = 0; i < STACK_REGS; i++)
		if (e->lost >> i & 1)
			s->regs[i].kind = STACK_LOST;
	drop_popped(s, sp);
	if (s->from_inside)
		raise_top(s);
}

static bool meet(struct stack_value *to, struct stack_value from)
{
	if (to->kind == STACK_LOST || stack_value__equal(*to, from))
		return false;
	to->kind = STACK_LOST;
	return true;
}

static bool raise_to(int32_t *to, int32_t from)
{
	if (from <= *to)
		return false;
	*to = from;
	return true;
}

bool stack_state__meet(struct stack_state *to, const struct stack_state *from)
{
	bool changed = meet(&to->fp_slot, from->fp_slot);
	unsigned int i;

	changed |= meet(&to->ra_slot, from->ra_slot);
	changed |= meet(&to->cfa_slot, from->cfa_slot);
	if (to->fp_slot.kind != STACK_LOST)
		changed |= meet(&to->fp_saved, from->fp_saved);
	if (to->cfa_slot.kind != STACK_LOST)
		changed |= meet(&to->cfa_saved, from->cfa_saved);
	if (to->ra_on_top && !from->ra_on_top) {
		to->ra_on_top = false;
		changed = true;
	}
	changed |= raise_to(&to->top, from->top);
	changed |= raise_to(&to->top_fp, from->top_fp);
	changed |= raise_to(&to->written_fp, from->written_fp);
	for (i = 0; i < STACK_REGS; i++)
		changed |= meet(&to->regs[i], from->regs[i]);
	return changed;
}
