// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-state.h"

#define WORD	8	/* bytes */
#define LIMIT	(1 << 30)	/* bytes; sums of two offsets that are smaller do not overflow */

static struct stack_value value(enum stack_kind kind, int32_t n)
{
	return (struct stack_value){ .kind = (uint8_t)kind, .n = n };
}

static struct stack_value plus(struct stack_value v, int64_t n)
{
	int64_t sum = v.n + n;

	if (v.kind != STACK_ORIGIN && v.kind != STACK_FIRST_FP && v.kind != STACK_NUMBER)
		return n ? value(STACK_LOST, 0) : v;
	return sum > -LIMIT && sum < LIMIT ? value((enum stack_kind)v.kind, (int32_t)sum) : value(STACK_LOST, 0);
}

struct stack_state stack_state__begin(bool inside)
{
	struct stack_state s = { .from_inside = inside, .top_fp = -LIMIT };

	/* The call has stored the return address below the caller's frame. */
	s.regs[STACK_SP] = value(STACK_ORIGIN, inside ? 0 : -WORD);
	s.regs[STACK_FP] = value(STACK_FIRST_FP, 0);
	if (!inside)
		s.ra_slot = value(STACK_ORIGIN, -WORD);
	return s;
}

static bool overlaps(struct stack_value slot, struct stack_value at, unsigned int size)
{
	return slot.kind != STACK_LOST && slot.kind == at.kind && at.n < slot.n + WORD && slot.n < at.n + (int64_t)size;
}

/* Stores register @reg, or with STACK_NO_REG something else, at @at. */
static void store(struct stack_state *s, struct stack_value at, int reg, unsigned int size)
{
	struct stack_value v = reg >= 0 && size >= WORD ? s->regs[reg] : value(STACK_LOST, 0);
	bool loaded = reg == STACK_FP && (v.kind == STACK_AT_ORIGIN || v.kind == STACK_AT_FIRST_FP);
	bool same_fp = (v.kind == STACK_FIRST_FP && !v.n) || loaded;

	if (at.kind != STACK_ORIGIN && at.kind != STACK_FIRST_FP)
		return;
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
	if (at.kind != STACK_ORIGIN && at.kind != STACK_FIRST_FP)
		return value(STACK_LOST, 0);
	if (stack_value__equal(s->fp_slot, at))
		return s->fp_saved;
	if (stack_value__equal(s->ra_slot, at))
		return value(STACK_RETURN_ADDRESS, 0);
	if (!s->from_inside || reg != STACK_FP || at.n < (at.kind == STACK_ORIGIN ? s->top : s->top_fp))
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

void stack_state__apply(struct stack_state *s, const struct stack_effect *e)
{
	struct stack_value at;
	unsigned int i;

	if (e->store_base >= 0) {
		at = plus(s->regs[e->store_base], e->store_at);
		store(s, at, e->store_reg, e->store_size);
	}
	if (e->move_to >= 0)
		s->regs[e->move_to] = e->move_from >= 0 ? plus(s->regs[e->move_from], e->move_add)
							: value(STACK_NUMBER, e->move_add);
	if (e->load_base >= 0) {
		at = plus(s->regs[e->load_base], e->load_at);
		s->regs[e->load_to] = load(s, e->load_to, at);
	}
	if (e->sp_add)
		s->regs[STACK_SP] = plus(s->regs[STACK_SP], e->sp_add);
	for (i = 0; i < STACK_REGS; i++)
		if (e->lost >> i & 1)
			s->regs[i].kind = STACK_LOST;
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

bool stack_state__meet(struct stack_state *to, const struct stack_state *from)
{
	bool changed = meet(&to->fp_slot, from->fp_slot);
	unsigned int i;

	changed |= meet(&to->ra_slot, from->ra_slot);
	if (to->fp_slot.kind != STACK_LOST)
		changed |= meet(&to->fp_saved, from->fp_saved);
	if (from->top > to->top || from->top_fp > to->top_fp) {
		to->top = from->top > to->top ? from->top : to->top;
		to->top_fp = from->top_fp > to->top_fp ? from->top_fp : to->top_fp;
		changed = true;
	}
	for (i = 0; i < STACK_REGS; i++)
		changed |= meet(&to->regs[i], from->regs[i]);
	return changed;
}
