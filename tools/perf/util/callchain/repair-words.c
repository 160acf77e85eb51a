// SPDX-License-Identifier: GPL-2.0-only
/* The words of the stack that a walk reads, the registers it knows, and where by these a function has its frame. */
#include "util/callchain/repair-internal.h"

#include "util/callchain/signal-regs.h"
#include "util/callchain/unwind-expr.h"

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

static bool load_piece(const struct repair_input *in, const struct repair_piece *p, uint64_t addr, uint64_t *ret)
{
	uint64_t at = addr - p->sp;

	if (addr < p->sp || at > p->size || p->size - at < repair_input__word_size(in))
		return false;
	*ret = repair_input__word(in, repair_input__raw_word(in, (const char *)p->bytes + at));
	return true;
}

bool repair_walk__load(const struct repair_walk *w, uint64_t addr, uint64_t *ret)
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
	return repair_walk__load(ctx, addr, ret);
}

static bool evaluate(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa,
		     const struct unwind_expr *expr, uint64_t *ret)
{
	struct unwind_expr_input in = {
		.ip = w->ip, .sp = w->sp.val, .fp = w->fp.val, .has_sp = w->sp.known, .has_fp = w->fp.known,
		.cfa = cfa->val, .has_cfa = cfa->known, .row = row, .load = load_for_expr, .ctx = w,
	};

	return unwind_expr__run(expr, &in, ret);
}

struct maybe repair_walk__register_of(struct repair_walk *w, const struct unwind_row *row, unsigned int nr)
{
	struct maybe v = unknown;
	uint64_t place;

	if (w->innermost)
		v.known = w->in->reg && w->in->reg(w->in->ctx, nr, &v.val);
	else if (w->handled && signal_regs__place(w->handled, w->handled_sp, nr, &place))
		v.known = repair_walk__load(w, place, &v.val);
	else if (nr == row->base_nr)
		v = w->base;
	return v;
}

bool repair_walk__find_cfa(struct repair_walk *w, const struct unwind_row *row, struct maybe *ret)
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
		*ret = repair_walk__register_of(w, row, row->cfa_reg);
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

bool repair_walk__place_of(struct repair_walk *w, const struct unwind_row *row, const struct maybe *cfa,
			   const struct unwind_value *v, uint64_t *ret)
{
	if (v->where == UNWIND_SAVED_EXPR)
		return evaluate(w, row, cfa, v->expr, ret);
	*ret = cfa->val + (uint64_t)(int64_t)v->offset;
	return v->where == UNWIND_SAVED && cfa->known;
}
