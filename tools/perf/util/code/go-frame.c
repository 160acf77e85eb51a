// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/go-frame.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/code/dwarf-op.h"
#include "util/code/go-stacks.h"

#define WORD		8	/* bytes */
#define DISP8_STORE	5U	/* bytes of mov %rbp,disp(%rsp) with a short displacement */

static struct unwind_value saved(int32_t offset)
{
	return (struct unwind_value){ .where = UNWIND_SAVED, .offset = offset };
}

/* "mov %rbp,disp(%rsp)" at @at: the displacement. False: another instruction. */
static bool x86_saves_fp(struct cursor c, uint64_t at, int32_t *ret_disp)
{
	static const unsigned char disp0[] = { 0x48, 0x89, 0x2c, 0x24 }, disp8[] = { 0x48, 0x89, 0x6c, 0x24 },
				   disp32[] = { 0x48, 0x89, 0xac, 0x24 };
	const unsigned char *insn;

	cursor__skip(&c, at, "code");
	insn = cursor__bytes(&c, sizeof(disp8), "code");
	if (!insn)
		return false;
	*ret_disp = 0;
	if (!memcmp(insn, disp8, sizeof(disp8)))
		*ret_disp = (int8_t)cursor__u8(&c, "displacement");
	else if (!memcmp(insn, disp32, sizeof(disp32)))
		*ret_disp = (int32_t)cursor__u32(&c, "displacement");
	else if (memcmp(insn, disp0, sizeof(disp0)) != 0)
		return false;
	return !c.bad;
}

/*
 * runtime.cgocallback goes from the stack on which C has run to a goroutine's, and calls Go there. It has set up a
 * frame before, to which the frame pointer leads: the stack pointer does not. Is @addr the last byte of that call?
 * (Elsewhere the register may be the caller's again.)
 */
static bool calls_with_frame(const struct go_function *f, const struct go_move *m, const unsigned char *code, uint64_t addr)
{
	static const char *const names[] = { "runtime.cgocallback" };
	/* lea disp(%rsp),%rbp behind the store; or since Go 1.21, behind push %rbp, mov %rsp,%rbp */
	static const unsigned char leads[] = { 0x48, 0x8d, 0x6c, 0x24 }, sets[] = { 0x48, 0x89, 0xe5 };
	uint64_t first = m->first_moved - f->start, size = f->end - f->start;
	struct cursor c = cursor__make(code, (size_t)size, false);
	struct call_before call;
	bool framed;
	int32_t disp;

	if (!go_name__is_any(f->name, names, ARRAY_SIZE(names)) || m->depth <= 0 || !first ||
	    size - first < DISP8_STORE + sizeof(leads) + 1)
		return false;
	if (x86_saves_fp(c, first, &disp))
		framed = disp == m->first_depth - WORD && !memcmp(code + first + DISP8_STORE, leads, sizeof(leads)) &&
			 (int8_t)code[first + DISP8_STORE + sizeof(leads)] == disp;
	else
		framed = m->first_depth == WORD && code[first - 1] == 0x55 && !memcmp(code + first, sets, sizeof(sets));
	call_insn__before(CALL_MACHINE_X86_64, code, (size_t)(addr + 1 - f->start), addr + 1, &call);
	return framed && call.kind == CALL_INDIRECT;
}

static void row_of_frame(struct unwind_row *row)
{
	row->base = UNWIND_FROM_FP;
	row->cfa_offset = 2 * WORD;
	row->ra = saved(-WORD);
	row->fp = saved(-2 * WORD);
}

/*
 * A frame begins in one of two ways: the stack pointer is moved down, then the frame pointer stored at the upper end of
 * what was made room for; or, since Go 1.21, it is pushed. Either way it is below the return address. Assembler may do
 * something else.
 */
static bool x86_row(struct cursor code, const struct go_function *f, const struct go_move *m, uint64_t addr, struct go_row *ret)
{
	uint64_t first = m->first_moved - f->start;
	const unsigned char *push;
	struct cursor c = code;
	int32_t disp;

	ret->row.base = UNWIND_FROM_SP;
	ret->row.cfa_offset = m->depth + WORD;
	ret->row.ra = saved(-WORD);
	ret->row.fp.where = UNWIND_LOST;
	if (!m->depth) {
		ret->row.fp.where = UNWIND_SAME;
		return true;
	}
	if (x86_saves_fp(code, first, &disp) && disp == m->first_depth - WORD) {
		ret->row.fp = saved(-2 * WORD);
		if (addr != m->first_moved)
			return true;
		/* Not yet. */
		ret->row.fp = (struct unwind_value){ .where = UNWIND_SAME };
		ret->end = addr + 1;
		return true;
	}
	cursor__skip(&c, first ? first - 1 : 0, "code");
	push = cursor__bytes(&c, 1, "code");
	if (first && push && *push == 0x55 && m->first_depth == WORD)
		ret->row.fp = saved(-2 * WORD);
	return true;
}

static uint32_t arm64_insn(struct cursor c, uint64_t at)
{
	const unsigned char *p;

	cursor__skip(&c, at, "code");
	p = cursor__bytes(&c, 4, "code");
	return p ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : 0;
}

/*
 * The link register is stored at the lower end of the frame, in the instruction that moves the stack pointer, or before
 * it; the frame pointer in the word below, where nothing else writes.
 */
static bool arm64_row(struct cursor code, const struct go_function *f, const struct go_move *m, uint64_t addr, struct go_row *ret)
{
	enum {
		STR_LR_PRE = 0xf8000ffe, STR_LR_PRE_BITS = 0xffe00fff,	/* str x30, [sp, #n]! */
		STP_X20 = 0xa93ffa9d,					/* stp x29, x30, [x20, #-8] */
		MOV_SP_X20 = 0x9100029f,				/* mov sp, x20 */
		STUR_FP = 0xf81f83fd,					/* stur x29, [sp, #-8] */
	};
	uint64_t first = m->first_moved - f->start;
	uint32_t mover, before;
	int32_t n;

	ret->row.base = UNWIND_FROM_SP;
	ret->row.cfa_offset = m->depth;
	ret->row.ra.where = ret->row.fp.where = UNWIND_SAME;
	if (!m->depth)
		return true;
	if (first < 4)
		return false;
	mover = arm64_insn(code, first - 4);
	before = first >= 8 ? arm64_insn(code, first - 8) : 0;
	n = (int32_t)(mover >> 12 & 0x1ff);
	ret->row.ra = saved(-m->depth);
	ret->row.fp = saved(-m->depth - WORD);
	if ((mover & STR_LR_PRE_BITS) == STR_LR_PRE && n >= 0x100 && 0x200 - n == m->first_depth) {
		if (arm64_insn(code, first) != STUR_FP)
			ret->row.fp = (struct unwind_value){ .where = UNWIND_LOST };
		if (addr - f->start < first + 4) {
			ret->row.fp = (struct unwind_value){ .where = UNWIND_SAME };
			ret->end = f->start + first + 4;
		}
		return m->depth == m->first_depth;
	}
	return mover == MOV_SP_X20 && before == STP_X20 && m->depth == m->first_depth;
}

static void row_of_c_call(struct unwind_row *row)
{
	static const struct unwind_expr cfa = { .nr = 3,
						.steps = { { OP_BREG7, 40, 0 }, { OP_DEREF, 0, 0 }, { OP_PLUS_UCONST, WORD, 0 } } };

	row->base = UNWIND_FROM_EXPR;
	row->cfa_expr = &cfa;
	row->ra = saved(-WORD);
	row->fp.where = UNWIND_SAME;
}

bool go_frame__row(const struct go_table *t, const struct go_function *f, const unsigned char *code, uint64_t addr,
		   const struct unwind_machine *machine, struct go_row *ret)
{
	struct cursor c = cursor__make(code, (size_t)(f->end - f->start), false);
	unsigned int flags = go_stacks__flags(t, f);
	struct go_move m;
	uint64_t start;

	*ret = (struct go_row){ .row = { .base = UNWIND_OUTERMOST, .sp_reg = machine->sp, .fp_reg = machine->fp, .ip_reg = machine->ip },
				.start = f->start, .end = f->end };
	if (flags & GO_TOP_FRAME)
		return true;
	if (go_stacks__begins_thread(f, code, addr, machine, &start)) {
		ret->start = start;
		return true;
	}
	if (go_stacks__calls_c(f, code, addr, machine)) {
		row_of_c_call(&ret->row);
		ret->start = addr;
		ret->end = addr + 1;
		return true;
	}
	if (go_stacks__begins_scheduler(f, code, addr, machine)) {
		ret->start = addr;
		ret->end = addr + 1;
		return true;
	}
	if (!go_table__move(t, f, addr, &m) || m.depth < 0 || m.depth > INT32_MAX - WORD)
		return false;
	if (machine->calls == CALL_MACHINE_X86_64 && calls_with_frame(f, &m, code, addr)) {
		row_of_frame(&ret->row);
		ret->start = addr;
		ret->end = addr + 1;
		return true;
	}
	if (flags & GO_WRITES_SP)
		return false;
	ret->start = m.start;
	ret->end = start && start < m.end ? start : m.end;
	/* The second instruction of a frame has a row of its own. */
	if (m.start == m.first_moved && addr != m.start)
		ret->start = m.start + t->quantum;
	ret->row.signal = go_stacks__is_injected(f);
	if (machine->calls == CALL_MACHINE_X86_64)
		return x86_row(c, f, &m, addr, ret);
	return machine->calls == CALL_MACHINE_AARCH64 && arm64_row(c, f, &m, addr, ret);
}
