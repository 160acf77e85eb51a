// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-expr.h"

#include <string.h>

#include "util/base/leb128.h"
#include "util/code/dwarf-op.h"

/* --- taking apart ---------------------------------------------------------------------------------------- */

static void read_const(struct cursor *c, struct unwind_step *step)
{
	switch (step->atom) {
	case OP_CONST1U:
		step->a = cursor__u8(c, "constant");
		break;
	case OP_CONST1S:
		step->a = (uint64_t)(int64_t)(int8_t)cursor__u8(c, "constant");
		break;
	case OP_CONST2U:
		step->a = cursor__u16(c, "constant");
		break;
	case OP_CONST2S:
		step->a = (uint64_t)(int64_t)(int16_t)cursor__u16(c, "constant");
		break;
	case OP_CONST4U:
		step->a = cursor__u32(c, "constant");
		break;
	case OP_CONST4S:
		step->a = (uint64_t)(int64_t)(int32_t)cursor__u32(c, "constant");
		break;
	case OP_CONST8U:
	case OP_CONST8S:
		step->a = cursor__u64(c, "constant");
		break;
	case OP_CONSTU:
		step->a = cursor__uleb128(c, "constant");
		break;
	default:
		step->a = (uint64_t)cursor__sleb128(c, "constant");
	}
}

/* The operands of @step, whose atom is set. An atom that is not known makes @c bad. */
static void read_operands(const struct cfi_section *s, struct cursor *c, struct unwind_step *step)
{
	uint8_t atom = step->atom;

	if (atom >= OP_CONST1U && atom <= OP_CONSTS) {
		read_const(c, step);
	} else if (atom == OP_ADDR) {
		step->a = s->is_64 ? cursor__u64(c, "address") : cursor__u32(c, "address");
	} else if (atom == OP_PICK || atom == OP_DEREF_SIZE) {
		step->a = cursor__u8(c, "operand");
	} else if (atom == OP_BRA || atom == OP_SKIP) {
		step->a = (uint64_t)(int64_t)(int16_t)cursor__u16(c, "distance");
	} else if (atom == OP_PLUS_UCONST || atom == OP_REGX) {
		step->a = cursor__uleb128(c, "operand");
	} else if (atom >= OP_BREG0 && atom <= OP_BREG31) {
		step->a = (uint64_t)cursor__sleb128(c, "offset");
	} else if (atom == OP_BREGX) {
		step->a = cursor__uleb128(c, "register");
		step->b = (uint64_t)cursor__sleb128(c, "offset");
	} else if (atom != OP_DEREF && atom != OP_NOP && atom != OP_CALL_FRAME_CFA && atom != OP_STACK_VALUE &&
		   (atom < OP_DUP || atom > OP_REG31)) {
		cursor__fail(c, "operation");
	}
}

bool cfi_expr__decode(const struct cfi_section *s, const struct cfi_block *block, bool with_cfa, struct unwind_expr *ret)
{
	struct cursor c = cursor__make(s->bytes + block->at, block->size, s->swap);

	memset(ret, 0, sizeof(*ret));
	if (with_cfa)
		ret->steps[ret->nr++].atom = OP_CALL_FRAME_CFA;
	while (cursor__left(&c)) {
		if (ret->nr == UNWIND_EXPR_MAX)
			return false;
		ret->steps[ret->nr].atom = cursor__u8(&c, "operation");
		read_operands(s, &c, &ret->steps[ret->nr++]);
		if (c.bad)
			return false;
	}
	return block->size;
}

bool cfi_expr__is_register(const struct unwind_expr *e, uint64_t *ret_reg, int64_t *ret_offset)
{
	const struct unwind_step *step = &e->steps[0];
	bool packed = step->atom >= OP_BREG0 && step->atom <= OP_BREG31;

	if (e->nr != 1 || (!packed && step->atom != OP_BREGX))
		return false;
	*ret_reg = packed ? (uint64_t)(step->atom - OP_BREG0) : step->a;
	*ret_offset = (int64_t)(packed ? step->a : step->b);
	return true;
}

bool cfi_expr__is_cfa(const struct unwind_expr *e, int64_t *ret_offset)
{
	if (e->nr != 2 || e->steps[0].atom != OP_CALL_FRAME_CFA || e->steps[1].atom != OP_PLUS_UCONST)
		return false;
	*ret_offset = (int64_t)e->steps[1].a;
	return true;
}

/* --- the store ------------------------------------------------------------------------------------------- */

struct kept_expr {
	struct unwind_expr expr;
	struct kept_expr *next;		/* with the same hash */
};

static bool is_same(const struct unwind_expr *a, const struct unwind_expr *b)
{
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (a->steps[i].atom != b->steps[i].atom || a->steps[i].a != b->steps[i].a || a->steps[i].b != b->steps[i].b)
			return false;
	return a->nr == b->nr;
}

static uint64_t hash_of(const struct unwind_expr *e)
{
	uint64_t words[UNWIND_EXPR_MAX * 3];
	size_t i;

	for (i = 0; i < e->nr; i++) {
		words[i * 3] = e->steps[i].atom;
		words[i * 3 + 1] = e->steps[i].a;
		words[i * 3 + 2] = e->steps[i].b;
	}
	return hash_bytes(words, e->nr * 3 * sizeof(*words), e->nr) | 1;
}

const struct unwind_expr *unwind_exprs__keep(struct unwind_exprs *x, const struct unwind_expr *e)
{
	uint64_t hash = hash_of(e);
	struct kept_expr *first = kept_exprs__find(&x->by_hash, hash), *k;

	for (k = first; k; k = k->next)
		if (is_same(&k->expr, e))
			return &k->expr;
	if (x->arena.total > UNWIND_EXPRS_BYTES)
		return NULL;
	k = arena__alloc(&x->arena, sizeof(*k));
	k->expr = *e;
	k->next = first;
	kept_exprs__set(&x->by_hash, hash, k);
	return &k->expr;
}

void unwind_exprs__exit(struct unwind_exprs *x)
{
	kept_exprs__exit(&x->by_hash);
	arena__exit(&x->arena);
}
