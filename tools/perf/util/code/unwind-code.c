// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-code.h"

#include <elf.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/context-start.h"
#include "util/code/dwarf-op.h"
#include "util/code/go-file.h"
#include "util/code/go-frame.h"
#include "util/code/inline-thunk.h"
#include "util/code/signal-return.h"

/* So much code around an address is followed where nobody knows where its function begins and ends, bytes; in whole pages. */
#define AROUND		(16 << 10)
#define AROUND_PAGE	(4 << 10)
/* Between linkage tables that belong together, bytes. */
#define LINKAGE_GAP	64
/* A thread's first instructions are no more, bytes. */
#define THREAD_MAX	16

void unwind_code__init(struct unwind_code *u, const struct elf_view *elf, const struct unwind_machine *machine)
{
	*u = (struct unwind_code){ .elf = elf, .machine = machine };
	u->has_go = go_file__open(&u->go, elf);
}

void unwind_code__exit(struct unwind_code *u)
{
	func_starts__exit(&u->starts);
	if (!u->shared)
		stack_depth__delete(u->depth);
	zfree(&u->rows);
}

void unwind_code__share(struct unwind_code *u, struct stack_depth *depth)
{
	if (u->machine->calls == CALL_MACHINE_X86_64 && !u->opened && depth) {
		u->depth = depth;
		u->shared = true;
	}
}

/* --- what is in the file --------------------------------------------------------------------- */

/* The segment of code that has @addr: its bytes, and which addresses those are of. NULL: none. */
static const unsigned char *segment(const struct unwind_code *u, uint64_t addr, uint64_t *ret_low, uint64_t *ret_high)
{
	const struct elf_part *load = elf_view__load_at(u->elf, addr);

	if (!load || !(load->flags & PF_X))
		return NULL;
	*ret_low = load->addr;
	*ret_high = load->addr + load->size;
	return u->elf->bytes + load->offset;
}

/* Where the kernel or the loader starts the program. */
static uint64_t entry_of(const struct elf_view *elf)
{
	struct cursor c = cursor__make(elf->bytes, elf->size, elf->swap);

	cursor__skip(&c, offsetof(Elf64_Ehdr, e_entry), "header");
	return elf_view__word(elf, &c, "entry");
}

static void find_linkage(struct unwind_code *u)
{
	static const char *const names[] = { ".plt", ".plt.got", ".plt.sec", ".iplt" };
	struct elf_part part;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!elf_view__section(u->elf, names[i], &part) || !(part.flags & SHF_EXECINSTR) || part.size > UINT64_MAX - part.addr)
			continue;
		/* They lie beside each other, in this order. */
		if (u->linkage_end && part.addr - u->linkage_end > LINKAGE_GAP)
			continue;
		if (!u->linkage_end)
			u->linkage = part.addr;
		u->linkage_end = part.addr + part.size;
	}
}

static void find_main(struct unwind_code *u)
{
	struct stack_depth_input in = { .is_function = false };
	uint64_t entry = entry_of(u->elf);

	in.code = segment(u, entry, &in.start, &in.end);
	u->main = in.code ? stack_depth__main(u->depth, &in, entry) : 0;
}

static void open_late(struct unwind_code *u)
{
	if (u->opened)
		return;
	u->opened = true;
	if (!u->shared)
		u->depth = stack_depth__new(u->machine->calls);
	if (!u->depth)
		return;
	func_starts__read(&u->starts, u->elf);
	find_linkage(u);
	find_main(u);
}

/* --- Go -------------------------------------------------------------------------------------- */

bool unwind_code__may_know(const struct unwind_code *u)
{
	return u->has_go || u->machine->calls == CALL_MACHINE_X86_64;
}

uint64_t unwind_code__go_end(const struct unwind_code *u, uint64_t addr)
{
	struct go_function f;

	return u->has_go && go_table__function(&u->go, addr, &f) ? f.end : 0;
}

const char *unwind_code__go_name(const struct unwind_code *u, uint64_t addr)
{
	struct go_function f;

	return u->has_go && go_table__function(&u->go, addr, &f) && *f.name ? f.name : NULL;
}

static bool find_go(const struct unwind_code *u, uint64_t addr, struct go_function *f, const unsigned char **ret_code)
{
	uint64_t low, high;
	const unsigned char *code = segment(u, addr, &low, &high);

	if (!u->has_go || !code || !go_table__function(&u->go, addr, f) || f->start < low || f->end > high)
		return false;
	*ret_code = code + (f->start - low);
	return true;
}

void unwind_code__go_row(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret)
{
	struct go_function f;
	const unsigned char *code;
	struct go_row row;

	if (!find_go(u, addr, &f, &code))
		return;
	ret->function = f.start;
	ret->function_end = f.end;
	if (signal_return__row(u->machine, code, (size_t)(f.end - f.start), f.start, addr, ret) ||
	    !go_frame__row(&u->go, &f, code, addr, u->machine, &row))
		return;
	ret->row = row.row;
	ret->source = UNWIND_BY_GO;
	ret->start = row.start;
	ret->end = row.end;
}

/* --- code alone ------------------------------------------------------------------------------ */

static struct unwind_expr place(const struct unwind_code *u, int32_t at, bool by_sp)
{
	uint8_t reg = by_sp ? u->machine->sp : u->machine->fp;

	return (struct unwind_expr){ .nr = 1, .steps = { { (uint8_t)(OP_BREG0 + reg), (uint64_t)(int64_t)at, 0 } } };
}

/* Frames whose place only runs know, as the stack was aligned. */
static void add_exprs(struct unwind_code *u, const struct stack_depth_row *row, struct unwind_answer *ret)
{
	if (ret->row.base == UNWIND_FROM_EXPR) {
		u->cfa_expr = place(u, row->cfa_at, row->cfa_by_sp);
		u->cfa_expr.steps[u->cfa_expr.nr++] = (struct unwind_step){ OP_DEREF, 0, 0 };
		if (row->row.cfa_offset)
			u->cfa_expr.steps[u->cfa_expr.nr++] =
				(struct unwind_step){ OP_PLUS_UCONST, (uint64_t)(int64_t)row->row.cfa_offset, 0 };
		ret->row.cfa_offset = 0;
		ret->row.cfa_expr = &u->cfa_expr;
	}
	if (ret->row.fp.where == UNWIND_SAVED_EXPR) {
		u->fp_expr = place(u, row->fp_at, row->fp_by_sp);
		ret->row.fp.expr = &u->fp_expr;
	}
}

static void take(struct unwind_code *u, const struct stack_depth_row *row, uint64_t addr, struct unwind_answer *ret)
{
	ret->row = row->row;
	add_exprs(u, row, ret);
	ret->source = UNWIND_BY_CODE;
	ret->start = row->start <= addr ? row->start : addr;
	ret->end = row->end > addr ? row->end : addr + 1;
}

static void follow_function(struct unwind_code *u, const struct stack_depth_input *in)
{
	if (u->start == in->start && u->end == in->end)
		return;
	free(u->rows);
	u->rows = stack_depth__rows(u->depth, in, &u->nr);
	u->start = in->start;
	u->end = in->end;
}

/* The first row that ends behind @addr. */
static size_t first_behind(const struct unwind_code *u, uint64_t addr)
{
	size_t low = 0, high = u->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (u->rows[mid].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void row_in_function(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
{
	size_t i;

	follow_function(u, in);
	i = first_behind(u, addr);
	if (i == u->nr || u->rows[i].start > addr)
		return;
	ret->function = in->start;
	ret->function_end = in->end;
	if (u->rows[i].row.base != UNWIND_NO_ROW)
		take(u, &u->rows[i], addr, ret);
}

/* Code that calls itself, and would look like another function: the row is that of @base, with @pushed bytes more. */
static void row_in_thunk(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, uint64_t base, int32_t pushed,
			 struct unwind_answer *ret)
{
	row_in_function(u, in, base, ret);
	inline_thunk__push(&ret->row, pushed);
	ret->start = addr;
	ret->end = addr + 1;
}

static bool is_behind_call(const struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr)
{
	uint64_t back = addr - in->start;
	struct call_before call;

	if (back > CALL_INSN_MAX)
		back = CALL_INSN_MAX;
	call_insn__before(u->machine->calls, in->code + (addr - back - in->start), (size_t)back, addr, &call);
	return call.kind == CALL_DIRECT || call.kind == CALL_INDIRECT;
}

static void stay_around(struct stack_depth_input *in, uint64_t addr)
{
	uint64_t page = addr - addr % AROUND_PAGE;

	if (page > in->start && page - in->start > AROUND)
		in->start = page - AROUND;
	if (in->end - addr > AROUND + AROUND_PAGE)
		in->end = page + AROUND_PAGE + AROUND;
}

static bool row_from(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, bool behind_call, struct stack_depth_row *ret)
{
	struct seen_code before;

	if (u->alone.addr != addr || u->alone.behind_call != behind_call || u->alone.start != in->start || u->alone.end != in->end) {
		u->alone.addr = addr;
		u->alone.behind_call = behind_call;
		u->alone.start = in->start;
		u->alone.end = in->end;
		before = stack_depth__take_seen(u->depth);
		u->alone.has_row = stack_depth__row_at(u->depth, in, addr, behind_call, &u->alone.row);
		u->alone.seen = stack_depth__take_seen(u->depth);
		stack_depth__see(u->depth, &before);
	}
	stack_depth__see(u->depth, &u->alone.seen);
	*ret = u->alone.row;
	return u->alone.has_row;
}

/*
 * Who walks a stack asks for the last byte of a call, in which no instruction begins: what holds there is what holds
 * behind the call. If it may be both, both must say the same.
 */
static void row_alone(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	struct stack_depth_row at, behind;
	bool has_at = !in_call && row_from(u, in, addr, false, &at), has_behind;

	has_behind = addr + 1 < in->end && is_behind_call(u, in, addr + 1) && row_from(u, in, addr + 1, true, &behind);
	if (has_at && has_behind && (at.row.base != behind.row.base || at.row.cfa_offset != behind.row.cfa_offset ||
				     at.row.fp.where != behind.row.fp.where || at.row.fp.offset != behind.row.fp.offset ||
				     at.cfa_at != behind.cfa_at))
		return;
	if (!has_behind && !has_at)
		return;
	take(u, has_behind ? &behind : &at, addr, ret);
	/* Whether an instruction begins there is not known: what begins in the middle of one ends in the middle of another one. */
	ret->start = addr;
	ret->end = addr + 1;
}

/*
 * A new thread begins in the middle of the function that has asked the kernel for it: it clears the frame pointer,
 * takes its argument from its empty stack and calls what it is for. Followed as a function, that is a root.
 */
static void row_of_thread(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
{
	static const unsigned char clear[] = { 0x31, 0xed };	/* xor %ebp,%ebp */
	struct stack_depth_input from = { .is_function = true };
	struct stack_depth_row *rows;
	uint64_t back;
	size_t nr, i;

	for (back = sizeof(clear); back <= THREAD_MAX && back <= addr - in->start; back++) {
		from.start = addr - back;
		from.code = in->code + (from.start - in->start);
		from.end = in->end - from.start > 2 * THREAD_MAX ? from.start + 2 * THREAD_MAX : in->end;
		if (memcmp(from.code, clear, sizeof(clear)) != 0)
			continue;
		rows = stack_depth__rows(u->depth, &from, &nr);
		for (i = 0; i < nr; i++)
			if (rows[i].row.base == UNWIND_OUTERMOST && addr >= rows[i].start && addr < rows[i].end)
				take(u, &rows[i], addr, ret);
		free(rows);
	}
}

static bool signal_row(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret)
{
	uint64_t low, high, start, end;
	const unsigned char *code = segment(u, addr, &low, &high);

	if (!code || !signal_return__row(u->machine, code, (size_t)(high - low), low, addr, ret))
		return false;
	open_late(u);
	/* Where the next function follows at once, its first byte is also what the kernel says of a thread in the system call. */
	if (addr != ret->end - 1 || !func_starts__find(&u->starts, addr, low, high, &start, &end) || start != addr)
		return true;
	*ret = (struct unwind_answer){ .row.base = UNWIND_NO_ROW, .start = addr, .end = addr + 1 };
	return false;
}

/*
 * In main(), up to its first call: it may never return, and nothing else in a stripped program says where it begins. Free Pascal's is so.
 */
static void row_in_main(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
{
	struct stack_depth_input from = { .start = u->main, .end = in->end, .is_function = true };
	struct stack_depth_row *rows;
	size_t nr, i;

	if (u->main < in->start || u->main > addr)
		return;
	from.code = in->code + (u->main - in->start);
	if (!stack_depth__is_entry(u->depth, &from, u->main, addr))
		return;
	rows = stack_depth__rows(u->depth, &from, &nr);
	for (i = 0; i < nr; i++)
		if (addr >= rows[i].start && addr < rows[i].end)
			take(u, &rows[i], addr, ret);
	free(rows);
}

/*
 * Linkage tables of programs that are linked statically have no table, and no functions: each entry is a jump to where a pointer of the
 * file leads. Whoever leaves so has nothing on the stack any more.
 */
static void row_of_jump(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
{
	static const unsigned char jump[] = { 0xff, 0x25 };	/* jmp *distance(%rip), six bytes */
	const unsigned char *code = in->code + (addr - in->start);

	if (in->end - addr < 6 || memcmp(code, jump, sizeof(jump)) != 0 || is_behind_call(u, in, addr + 1))
		return;
	ret->row = (struct unwind_row){
		.base = UNWIND_FROM_SP, .cfa_offset = 8, .ra = { .where = UNWIND_SAVED, .offset = -8 }, .fp.where = UNWIND_SAME,
		.base_reg.where = UNWIND_SAME, .sp_reg = u->machine->sp, .fp_reg = u->machine->fp, .ip_reg = u->machine->ip,
		.base_nr = u->machine->base,
	};
	ret->source = UNWIND_BY_CODE;
	ret->start = addr;
	ret->end = addr + 1;
}

void unwind_code__row(struct unwind_code *u, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	struct stack_depth_input in = { .is_function = true };
	uint64_t low, high, base;
	const unsigned char *code = segment(u, addr, &low, &high), *go_code;
	struct inline_thunk_code thunk;
	struct go_function f;
	int32_t pushed;

	if (!code)
		return;
	if (signal_row(u, addr, ret) || context_start__boost_row(u->machine, code, (size_t)(high - low), low, addr, ret))
		return;
	open_late(u);
	if (!u->depth)
		return;
	if (find_go(u, addr, &f, &go_code)) {
		in.start = f.start;
		in.end = f.end;
	} else {
		in.is_function = func_starts__find(&u->starts, addr, low, high, &in.start, &in.end);
	}
	if (!in.is_function)
		stay_around(&in, addr);
	in.all = true;
	in.linkage = u->linkage;
	in.linkage_end = u->linkage_end;
	in.code = code + (in.start - low);
	if (stack_depth__is_entry(u->depth, &in, entry_of(u->elf), addr)) {
		ret->row = (struct unwind_row){ .base = UNWIND_OUTERMOST, .sp_reg = u->machine->sp, .fp_reg = u->machine->fp,
						.ip_reg = u->machine->ip };
		ret->source = UNWIND_BY_CODE;
		return;
	}
	thunk = (struct inline_thunk_code){ .bytes = in.code, .size = (size_t)(in.end - in.start), .start = in.start };
	if (inline_thunk__is_at(&thunk, addr, &base, &pushed)) {
		if (in.is_function)
			row_in_thunk(u, &in, addr, base, pushed, ret);
		return;
	}
	if (in.is_function)
		row_in_function(u, &in, addr, ret);
	/* What the ways from the function's beginning come to, and do not prove, is not proven by some of them that lead to a return. */
	if (ret->source == UNWIND_BY_NOTHING && ret->function == ret->function_end)
		row_alone(u, &in, addr, in_call, ret);
	if (ret->source == UNWIND_BY_NOTHING && !in.is_function)
		row_in_main(u, &in, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING && u->machine->calls == CALL_MACHINE_X86_64)
		row_of_thread(u, &in, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING && u->machine->calls == CALL_MACHINE_X86_64)
		row_of_jump(u, &in, addr, ret);
}

void unwind_code__row_within(struct unwind_code *u, uint64_t addr, uint64_t start, uint64_t end, struct unwind_answer *ret)
{
	struct stack_depth_input in = { .start = start, .end = end, .is_function = true, .all = true };
	uint64_t low, high;
	const unsigned char *code = segment(u, addr, &low, &high);
	size_t i;

	ret->end = end;
	open_late(u);
	if (!code || !u->depth || start < low || end > high || addr < start || addr >= end)
		return;
	in.code = code + (start - low);
	row_in_function(u, &in, addr, ret);
	i = first_behind(u, addr);
	if (ret->source == UNWIND_BY_NOTHING && i < u->nr)
		ret->end = u->rows[i].start > addr ? u->rows[i].start : u->rows[i].end;
}
