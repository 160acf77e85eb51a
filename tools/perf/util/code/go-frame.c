// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/go-frame.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/code/dwarf-op.h"

#define WORD	8	/* bytes */

/* --- functions with a name ------------------------------------------------------------------- */

/*
 * Before Go 1.17 functions have no flags. Later ones with the name of such a function may be compiled, have a frame and call it: these
 * pass arguments from registers to the stack. For the runtime the handlers of signals are the outermost frames of their
 * stack; but they return to the code that ends signals, and that to what was interrupted.
 */
static unsigned int flags_of(const struct go_table *t, const struct go_function *f)
{
	static const char *const tops[] = { "runtime.goexit", "runtime.mstart", "runtime.rt0_go" };
	static const char *const writers[] = {
		"runtime.asmcgocall", "runtime.cgocallback", "runtime.cgocallback_gofunc", "runtime.gogo", "runtime.mcall",
		"runtime.morestack", "runtime.systemstack",
	};
	static const char *const handlers[] = { "runtime.sigtramp", "runtime.cgoSigtramp" };

	unsigned int flags = f->flags;

	if (go_name__is_any(f->name, handlers, ARRAY_SIZE(handlers)))
		flags &= ~(unsigned int)GO_TOP_FRAME;
	if (go_name__is_any(f->name, tops, ARRAY_SIZE(tops)))
		flags |= GO_TOP_FRAME;
	if (t->version < GO_1_18 && go_name__is_any(f->name, writers, ARRAY_SIZE(writers)))
		flags |= GO_WRITES_SP;
	return flags;
}

/*
 * The runtime's handlers of signals make the interrupted code go on in one of these, as if it had called it: what lies
 * on the stack as return address is where it was interrupted.
 */
static bool is_injected(const struct go_function *f)
{
	static const char *const names[] = { "runtime.sigpanic", "runtime.sigpanic0", "runtime.asyncPreempt", "runtime.debugCallV1",
					     "runtime.debugCallV2" };

	return go_name__is_any(f->name, names, ARRAY_SIZE(names));
}

/*
 * Is @addr the last byte of the call in runtime.mcall, where its callee was called from? A goroutine that gives its thread away ends
 * there: what it calls has the scheduler's stack, begins there anew each time, and never returns. (Where runtime.systemstack and
 * runtime.morestack call something on that stack, the goroutine's goes on, but where that is no register tells.)
 */
static bool begins_scheduler(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine)
{
	static const char *const names[] = { "runtime.mcall" };
	struct call_before call;

	if (!go_name__is_any(f->name, names, ARRAY_SIZE(names)))
		return false;
	call_insn__before(machine->calls, code, (size_t)(addr + 1 - f->start), addr + 1, &call);
	return call.kind == CALL_INDIRECT;
}

/*
 * A new thread of the system begins behind the return of runtime.clone to the thread that has asked for it: with a stack of its own, on
 * which nothing has been put. Is @addr there? Sets *@ret_start to where that is, 0: nowhere.
 */
static bool begins_thread(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine,
			  uint64_t *ret_start)
{
	static const char *const names[] = { "runtime.clone" };
	static const unsigned char insns[] = { 0xc3, 0x48, 0x89, 0xf4 };	/* ret; mov %rsi,%rsp */
	const unsigned char *found;

	*ret_start = 0;
	if (machine->calls != CALL_MACHINE_X86_64 || !go_name__is_any(f->name, names, ARRAY_SIZE(names)))
		return false;
	found = memmem(code, (size_t)(f->end - f->start), insns, sizeof(insns));
	if (!found)
		return false;
	*ret_start = f->start + (uint64_t)(found - code) + 1;
	return addr >= *ret_start;
}

/*
 * runtime.asmcgocall calls C. If it is on the system's stack already, that is only aligned, and the stack pointer that it had is kept 40
 * bytes above the new one: it is taken from there behind the call. (If it has come from the stack of a goroutine, only the distance
 * from that stack's end is kept, and where this is stands in memory that is not recorded.) Is @addr the last byte of that call?
 */
static bool calls_c(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine)
{
	static const char *const names[] = { "runtime.asmcgocall" };
	/* mov 40(%rsp),%rsi; mov %rsi,%rsp */
	static const unsigned char insns[] = { 0x48, 0x8b, 0x74, 0x24, 0x28, 0x48, 0x89, 0xf4 };
	struct call_before call;

	if (machine->calls != CALL_MACHINE_X86_64 || !go_name__is_any(f->name, names, ARRAY_SIZE(names)) || f->end - addr <= sizeof(insns) ||
	    memcmp(code + (addr + 1 - f->start), insns, sizeof(insns)) != 0)
		return false;
	call_insn__before(machine->calls, code, (size_t)(addr + 1 - f->start), addr + 1, &call);
	return call.kind == CALL_INDIRECT;
}

/* --- rows ------------------------------------------------------------------------------------ */

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
	static const struct unwind_expr cfa = { .nr = 3, .steps = { { OP_BREG7, 40, 0 }, { OP_DEREF, 0, 0 }, { OP_PLUS_UCONST, WORD, 0 } } };

	row->base = UNWIND_FROM_EXPR;
	row->cfa_expr = &cfa;
	row->ra = saved(-WORD);
	row->fp.where = UNWIND_SAME;
}

bool go_frame__row(const struct go_table *t, const struct go_function *f, const unsigned char *code, uint64_t addr,
		   const struct unwind_machine *machine, struct go_row *ret)
{
	struct cursor c = cursor__make(code, (size_t)(f->end - f->start), false);
	unsigned int flags = flags_of(t, f);
	struct go_move m;
	uint64_t start;

	*ret = (struct go_row){ .row = { .base = UNWIND_OUTERMOST, .sp_reg = machine->sp, .fp_reg = machine->fp, .ip_reg = machine->ip },
				.start = f->start, .end = f->end };
	if (flags & GO_TOP_FRAME)
		return true;
	if (begins_thread(f, code, addr, machine, &start)) {
		ret->start = start;
		return true;
	}
	if (calls_c(f, code, addr, machine)) {
		row_of_c_call(&ret->row);
		ret->start = addr;
		ret->end = addr + 1;
		return true;
	}
	if (begins_scheduler(f, code, addr, machine)) {
		ret->start = addr;
		ret->end = addr + 1;
		return true;
	}
	if (flags & GO_WRITES_SP || !go_table__move(t, f, addr, &m) || m.depth < 0 || m.depth > INT32_MAX - WORD)
		return false;
	ret->start = m.start;
	ret->end = start && start < m.end ? start : m.end;
	/* The second instruction of a frame has a row of its own. */
	if (m.start == m.first_moved && addr != m.start)
		ret->start = m.start + t->quantum;
	ret->row.signal = is_injected(f);
	if (machine->calls == CALL_MACHINE_X86_64)
		return x86_row(c, f, &m, addr, ret);
	return machine->calls == CALL_MACHINE_AARCH64 && arm64_row(c, f, &m, addr, ret);
}
