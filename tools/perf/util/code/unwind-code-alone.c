// SPDX-License-Identifier: GPL-2.0-only
/* Rows of single addresses, of which nobody knows where their function begins. */
#include "util/code/unwind-code-internal.h"

#include <stdlib.h>
#include <string.h>

/* So much code around an address is followed where nobody knows where its function begins and ends, bytes; in whole pages. */
#define AROUND		(16 << 10)
#define AROUND_PAGE	(4 << 10)
/* A thread's first instructions are no more, bytes. */
#define THREAD_MAX	16

static bool is_behind_call(const struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr)
{
	uint64_t back = addr - in->start;
	struct call_before call;

	if (back > CALL_INSN_MAX)
		back = CALL_INSN_MAX;
	call_insn__before(u->machine->calls, in->code + (addr - back - in->start), (size_t)back, addr, &call);
	return call.kind == CALL_DIRECT || call.kind == CALL_INDIRECT;
}

void unwind_code__stay_around(struct stack_depth_input *in, uint64_t addr)
{
	uint64_t page = addr - addr % AROUND_PAGE;

	if (page > in->start && page - in->start > AROUND)
		in->start = page - AROUND;
	if (in->end - addr > AROUND + AROUND_PAGE)
		in->end = page + AROUND_PAGE + AROUND;
}

static bool row_from(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, bool behind_call,
		     struct stack_depth_row *ret)
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
void unwind_code__alone(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	struct stack_depth_row at, behind;
	bool has_at = !in_call && row_from(u, in, addr, false, &at), is_behind = addr + 1 < in->end && is_behind_call(u, in, addr + 1);
	bool has_behind = is_behind && row_from(u, in, addr + 1, true, &behind);

	/* What begins in the middle of a call is no instruction, and may lead anywhere. */
	if (has_at && is_behind &&
	    (!has_behind || at.row.base != behind.row.base || at.row.cfa_offset != behind.row.cfa_offset ||
	     at.row.fp.where != behind.row.fp.where || at.row.fp.offset != behind.row.fp.offset || at.cfa_at != behind.cfa_at))
		return;
	if (!has_behind && !has_at)
		return;
	unwind_code__take(u, has_behind ? &behind : &at, addr, ret);
	/* Whether an instruction begins there is not known: what begins in the middle of one ends in the middle of another one. */
	ret->start = addr;
	ret->end = addr + 1;
}

/*
 * A new thread begins in the middle of the function that has asked the kernel for it: it clears the frame pointer,
 * takes its argument from its empty stack and calls what it is for. Followed as a function, that is a root.
 */
void unwind_code__of_thread(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
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
				unwind_code__take(u, &rows[i], addr, ret);
		free(rows);
	}
}

/*
 * In main(), up to its first call: it may never return, and nothing else in a stripped program says where it begins. Free Pascal's is so.
 */
void unwind_code__in_main(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
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
			unwind_code__take(u, &rows[i], addr, ret);
	free(rows);
}

/*
 * Linkage tables of programs that are linked statically have no table, and no functions: each entry is a jump to where a pointer of the
 * file leads. Whoever leaves so has nothing on the stack any more.
 */
void unwind_code__of_jump(struct unwind_code *u, const struct stack_depth_input *in, uint64_t addr, struct unwind_answer *ret)
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
