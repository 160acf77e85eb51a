// SPDX-License-Identifier: GPL-2.0-only
/* Rows: which of a file's tables says where a caller is found, or else its code. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/context-start.h"
#include "util/code/exception-end.h"
#include "util/code/unwind-file-internal.h"

static void keep_value(struct unwind_file *f, struct unwind_value *v)
{
	if (v->where != UNWIND_SAVED_EXPR)
		return;
	v->expr = unwind_exprs__keep(&f->exprs, v->expr);
	if (!v->expr)
		v->where = UNWIND_LOST;
}

/* Expressions that are made anew each time are kept once. */
static void keep_exprs(struct unwind_file *f, struct unwind_row *row)
{
	if (row->base == UNWIND_FROM_EXPR) {
		row->cfa_expr = unwind_exprs__keep(&f->exprs, row->cfa_expr);
		if (!row->cfa_expr)
			row->base = UNWIND_FROM_OTHER;
	}
	keep_value(f, &row->ra);
	keep_value(f, &row->fp);
	keep_value(f, &row->base_reg);
}

/*
 * @ret has what a later table says of @addr. What is earlier counts where it says something: it says nothing from @addr on to @limit;
 * what it says before @addr was not asked.
 */
static void limit_to(struct unwind_answer *ret, uint64_t addr, uint64_t limit)
{
	ret->start = addr;
	if (ret->end > limit)
		ret->end = limit;
}

/* Earlier tables say nothing of @addr, up to @limit; UINT64_MAX: there are none. */
static void debug_row(struct unwind_file *f, struct cfi_table *t, uint64_t addr, uint64_t limit, struct unwind_answer *ret)
{
	uint64_t next;
	bool covered = cfi_table__row(t, addr, ret, &next);

	f->by = t;
	if (ret->source == UNWIND_BY_NOTHING)
		ret->end = covered ? addr + 1 : next;
	if (limit != UINT64_MAX)
		limit_to(ret, addr, limit);
}

/*
 * @but_go: not what .debug_frame says of functions of Go. Their linker writes no word about the frame pointer there, which they do
 * change: their own table is better.
 */
static void cfi_row(struct unwind_file *f, uint64_t addr, bool but_go, struct unwind_answer *ret)
{
	uint64_t next, limit;
	bool covered = cfi_table__row(&f->eh, addr, ret, &limit);

	f->by = &f->eh;
	if (ret->source != UNWIND_BY_NOTHING)
		return;
	if (covered)
		limit = addr + 1;
	else if (!f->eh.index.section.size)
		limit = UINT64_MAX;
	next = but_go ? unwind_code__go_end(&f->code, addr) : 0;
	if (next) {
		ret->end = limit < next ? limit : next;
		return;
	}
	debug_row(f, unwind_file__debug_table(f), addr, limit, ret);
	if (ret->source == UNWIND_BY_NOTHING && f->separate.bytes)
		debug_row(f, unwind_file__separate_table(f), addr, ret->end, ret);
}

/*
 * The same, but for what is wrong: the code's row is in its place, or none where the code proves that no more than that the table cannot be
 * right.
 */
static void true_cfi_row(struct unwind_file *f, uint64_t addr, bool but_go, struct unwind_answer *ret)
{
	enum table_doubt doubt;

	cfi_row(f, addr, but_go, ret);
	doubt = ret->source == UNWIND_BY_NOTHING ? TABLE_BELIEVED : table_doubts__of(&f->doubts, f->by, ret);
	if (doubt == TABLE_BELIEVED)
		return;
	/* A part of a function that begins as no function does proves nothing if it is followed as one: it would return with another stack. */
	if ((doubt == TABLE_SHIFTED || table_doubt__begins_function(f->by, ret)) && unwind_code__correct(&f->code, addr, ret)) {
		if (ret->source == UNWIND_BY_CODE)
			keep_exprs(f, &ret->row);
		return;
	}
	ret->mended = doubt == TABLE_SHIFTED || table_doubt__is_moved(f->by, addr, ret);
	if (ret->mended)
		ret->row.base = UNWIND_NO_ROW;
	ret->start = addr;
	ret->end = addr + 1;
}

static void sframe_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	struct sframe_function function;
	struct arena arena = { 0 };
	struct unwind_row row;
	uint64_t start, end;

	if (!f->has_sframe)
		return;
	/* Where the next function begins is not known. */
	ret->end = addr + 1;
	if (!sframe__find(&f->sframe, addr, &function))
		return;
	ret->function = function.start;
	ret->function_end = function.end;
	row = sframe__row_of(&f->sframe, &function, addr, &arena, &start, &end);
	if (row.base != UNWIND_NO_ROW) {
		ret->row = row;
		keep_exprs(f, &ret->row);
		ret->source = UNWIND_BY_SFRAME;
		ret->start = start;
		ret->end = end;
	}
	arena__exit(&arena);
}

static struct unwind_answer nothing_at(uint64_t addr)
{
	return (struct unwind_answer){ .row.base = UNWIND_NO_ROW, .start = addr, .end = addr + 1 };
}

void unwind_file__row_by(struct unwind_file *f, enum unwind_source source, uint64_t addr, struct unwind_answer *ret)
{
	*ret = nothing_at(addr);
	if (source == UNWIND_BY_CFI)
		cfi_row(f, addr, false, ret);
	else if (source == UNWIND_BY_SFRAME)
		sframe_row(f, addr, ret);
	else if (source == UNWIND_BY_GO)
		unwind_code__go_row(&f->code, addr, ret);
	else if (source == UNWIND_BY_CODE) {
		unwind_code__row(&f->code, addr, false, ret);
		keep_exprs(f, &ret->row);
	}
}

void unwind_file__true_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	*ret = nothing_at(addr);
	true_cfi_row(f, addr, false, ret);
}

void unwind_file__row_within(struct unwind_file *f, uint64_t addr, uint64_t start, uint64_t end, struct unwind_answer *ret)
{
	*ret = nothing_at(addr);
	unwind_code__row_within(&f->code, addr, start, end, ret);
	keep_exprs(f, &ret->row);
}

const char *unwind_file__go_name(const struct unwind_file *f, uint64_t addr)
{
	return unwind_code__go_name(&f->code, addr);
}

/* Go's table does not tell where assembler leaves the frame pointer; the code may, if it says the same of the rest. */
static void add_fp(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	struct unwind_answer code;

	unwind_file__row_by(f, UNWIND_BY_CODE, addr, &code);
	if (code.row.base != UNWIND_FROM_FP &&
	    (code.row.base != UNWIND_FROM_SP || code.row.cfa_offset != ret->row.cfa_offset))
		return;
	ret->row.fp = code.row.fp;
	ret->start = code.start > ret->start ? code.start : ret->start;
	ret->end = code.end < ret->end ? code.end : ret->end;
}

/* What no table says. @ret says that, and up to where. */
static void code_row(struct unwind_file *f, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	uint64_t limit = ret->end;

	ret->end = addr + 1;
	unwind_code__go_row(&f->code, addr, ret);
	if (ret->source == UNWIND_BY_GO && ret->row.base == UNWIND_FROM_SP && ret->row.fp.where == UNWIND_LOST)
		add_fp(f, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING)
		unwind_code__row(&f->code, addr, in_call, ret);
	/* Those of Go's table are static. */
	if (ret->source == UNWIND_BY_CODE)
		keep_exprs(f, &ret->row);
	limit_to(ret, addr, limit);
}

/* What the code of the function around @addr says that a table has an entry for. */
static void find_known_code(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	size_t left, size = (size_t)(ret->function_end - ret->function);
	const unsigned char *code = unwind_file__code(f, ret->function, &left);
	struct exception_end_exprs exprs;

	if (code && size <= left && !context_start__row(f->machine, code, size, ret->function, addr, ret) &&
	    exception_end__row(f->machine, code, size, addr, &exprs, ret))
		keep_exprs(f, &ret->row);
}

/* False: no table has a row. Then @ret says up to where. */
static bool find_in_tables(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	uint64_t limit;

	*ret = nothing_at(addr);
	true_cfi_row(f, addr, true, ret);
	if (ret->source != UNWIND_BY_NOTHING) {
		find_known_code(f, addr, ret);
		return true;
	}
	limit = ret->end;
	sframe_row(f, addr, ret);
	limit_to(ret, addr, limit);
	return ret->source != UNWIND_BY_NOTHING;
}

static void find_row(struct unwind_file *f, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	if (!find_in_tables(f, addr, ret) && unwind_code__may_know(&f->code))
		code_row(f, addr, in_call, ret);
}

/* A breakpoint as the last instruction of a function: what it has interrupted is the next one's beginning for those who see only the address. */
static bool is_behind_stop(const struct unwind_file *f, uint64_t addr)
{
	size_t size;
	const unsigned char *code = addr && f->machine->calls == CALL_MACHINE_X86_64 ? unwind_file__code(f, addr - 1, &size) : NULL;

	return code && *code == 0xcc;
}

void unwind_file__row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	find_row(f, addr, false, ret);
	/* Of the other instructions of a function this is not so. */
	if (ret->function == ret->function_end || ret->start > ret->function || !is_behind_stop(f, ret->function))
		return;
	ret->row.after_stop = addr == ret->function;
	ret->start = addr == ret->function ? addr : ret->function + 1;
	ret->end = addr == ret->function ? addr + 1 : ret->end;
}

void unwind_file__caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	find_row(f, addr - 1, true, ret);
	endless_functions__heed(&f->endless, &f->elf, ret);
}

bool unwind_file__quick_caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	if (find_in_tables(f, addr - 1, ret) || !unwind_code__may_know(&f->code)) {
		endless_functions__heed(&f->endless, &f->elf, ret);
		return true;
	}
	/* Go's table has all but some functions in assembler. */
	if (!unwind_code__go_end(&f->code, addr - 1))
		return false;
	code_row(f, addr - 1, true, ret);
	return true;
}
