// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-file.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/crc32.h"
#include "util/code/cfi-table.h"
#include "util/code/context-start.h"
#include "util/code/debug-section.h"
#include "util/code/elf-view.h"
#include "util/code/exception-end.h"
#include "util/code/sframe.h"
#include "util/code/table-doubt.h"
#include "util/code/unwind-code.h"

/* Larger files are not read to see whether they are the right ones: half a second of a CPU. */
#define CHECKED_MAX	((size_t)512 << 20)

#define TOO_MANY_ENTRIES "its unwind table has more entries than are read: functions behind them are not unwound"

/* .debug_frame, which is looked for when it is needed. */
struct debug_frame {
	bool tried;
	struct debug_section section;	/* its bytes */
	struct cfi_table table;
};

/* Another file, which has only debug information. */
struct debug_file {
	const void *bytes;		/* NULL: there is none */
	size_t size;
	bool check;			/* only if its checksum is @crc */
	uint32_t crc;
	struct elf_view elf;
	struct debug_frame frame;
};

struct unwind_file {
	struct elf_view elf;
	const struct unwind_machine *machine;
	struct cfi_table eh;		/* .eh_frame */
	struct debug_frame debug;
	struct debug_file separate;
	struct sframe sframe;
	bool has_sframe;
	struct unwind_code code;
	struct cfi_table *by;		/* which of the tables has answered last */
	struct table_doubts doubts;
	struct unwind_exprs exprs;
};

/* --- sections -------------------------------------------------------------------------------------------- */

static struct cfi_section section_of(const struct unwind_file *f, const struct elf_part *part)
{
	return (struct cfi_section){ .bytes = f->elf.bytes + part->offset, .size = (size_t)part->size, .addr = part->addr,
				     .is_64 = f->elf.is_64, .swap = f->elf.swap };
}

/* The section called @name, which is not compressed, in a file that is linked: before that its addresses are still to be filled in. */
static bool find_section(const struct unwind_file *f, const char *name, struct elf_part *ret)
{
	return f->elf.type != ET_REL && elf_view__section(&f->elf, name, ret) && !(ret->flags & SHF_COMPRESSED) &&
	       ret->size - 1 <= UINT64_MAX - ret->addr;
}

/* What programs use when they unwind themselves: from the address in .eh_frame_hdr on, to the end of what is loaded there. */
static bool find_loaded(const struct unwind_file *f, const struct cfi_section *hdr, struct cfi_section *ret)
{
	const struct elf_part *load;
	struct elf_part part;
	uint64_t addr, skip;

	if (!cfi_hdr__section(hdr, &addr))
		return false;
	load = elf_view__load_at(&f->elf, addr);
	/* The headers of a separate debug file speak of bytes that are in another file. */
	if (!load || elf_view__lacks(&f->elf, ".eh_frame"))
		return false;
	skip = addr - load->addr;
	part = (struct elf_part){ .offset = load->offset + skip, .size = load->size - skip, .addr = addr };
	*ret = section_of(f, &part);
	ret->open_end = true;
	if (find_section(f, ".eh_frame", &part) && part.addr == addr && part.size <= ret->size) {
		ret->size = (size_t)part.size;
		ret->open_end = false;
	}
	return true;
}

static void init_tables(struct unwind_file *f)
{
	struct cfi_section hdr = { .size = 0 }, eh = { .size = 0 };
	struct diag ignored = DIAG_INIT;
	struct elf_part part;

	if (f->elf.eh_frame_hdr.size)
		hdr = section_of(f, &f->elf.eh_frame_hdr);
	if (!find_loaded(f, &hdr, &eh) && find_section(f, ".eh_frame", &part))
		eh = section_of(f, &part);
	eh.eh = true;
	cfi_table__init(&f->eh, &eh, &hdr, f->machine, &f->exprs);
	f->eh.code = &f->elf;
	if (find_section(f, ".sframe", &part))
		f->has_sframe = !sframe__open(&f->sframe, f->elf.bytes + part.offset, (size_t)part.size, part.addr, &ignored);
}

struct unwind_file *unwind_file__new(const void *bytes, size_t size, struct diag *diag)
{
	struct unwind_file *f = xzalloc(sizeof(*f));

	if (!elf_view__open(&f->elf, bytes, size, diag)) {
		f->machine = unwind_machine__of(f->elf.machine);
		if (f->machine) {
			init_tables(f);
			unwind_code__init(&f->code, &f->elf, f->machine);
			return f;
		}
		diag__set(diag, -ENOTSUP, DIAG_NO_OFFSET, "ELF header", "e_machine",
			  "how machine %u unwinds is not known here", f->elf.machine);
	}
	unwind_file__delete(f);
	return NULL;
}

void unwind_file__share(struct unwind_file *f, struct stack_depth *depth)
{
	unwind_code__share(&f->code, depth);
}

static void debug_frame__exit(struct debug_frame *d)
{
	cfi_table__exit(&d->table);
	debug_section__exit(&d->section);
}

void unwind_file__delete(struct unwind_file *f)
{
	if (!f)
		return;
	cfi_table__exit(&f->eh);
	debug_frame__exit(&f->debug);
	debug_frame__exit(&f->separate.frame);
	unwind_code__exit(&f->code);
	table_doubts__exit(&f->doubts);
	unwind_exprs__exit(&f->exprs);
	elf_view__close(&f->separate.elf);
	elf_view__close(&f->elf);
	free(f);
}

const struct unwind_machine *unwind_file__machine(const struct unwind_file *f)
{
	return f->machine;
}

static const char *debug_refused(const struct debug_frame *d)
{
	if (d->table.index.cut)
		return TOO_MANY_ENTRIES;
	return d->section.damaged ? "its .debug_frame is damaged, or packed in a way that this perf cannot unpack: callers may be missing" : NULL;
}

const char *unwind_file__refused(const struct unwind_file *f, bool debug)
{
	if (debug)
		return debug_refused(&f->separate.frame);
	if (f->eh.index.cut)
		return TOO_MANY_ENTRIES;
	if (f->exprs.arena.total > UNWIND_EXPRS_BYTES)
		return "its unwind table has more expressions than are kept: functions with others are not unwound";
	if (f->code.starts.cut)
		return "it has more symbols than are read: functions without an unwind table are unwound without them";
	return debug_refused(&f->debug);
}

bool unwind_file__too_large(const struct unwind_file *f, bool debug, uint64_t *ret_size)
{
	const struct debug_section *d = debug ? &f->separate.frame.section : &f->debug.section;

	*ret_size = d->claimed;
	return d->too_large;
}

/* --- rows ------------------------------------------------------------------------------------------------ */

/* Expressions that are made anew each time are kept once. */
static void keep_exprs(struct unwind_file *f, struct unwind_row *row)
{
	if (row->base == UNWIND_FROM_EXPR) {
		row->cfa_expr = unwind_exprs__keep(&f->exprs, row->cfa_expr);
		if (!row->cfa_expr)
			row->base = UNWIND_FROM_OTHER;
	}
	if (row->ra.where == UNWIND_SAVED_EXPR) {
		row->ra.expr = unwind_exprs__keep(&f->exprs, row->ra.expr);
		if (!row->ra.expr)
			row->ra.where = UNWIND_LOST;
	}
	if (row->fp.where == UNWIND_SAVED_EXPR) {
		row->fp.expr = unwind_exprs__keep(&f->exprs, row->fp.expr);
		if (!row->fp.expr)
			row->fp.where = UNWIND_LOST;
	}
	if (row->base_reg.where == UNWIND_SAVED_EXPR) {
		row->base_reg.expr = unwind_exprs__keep(&f->exprs, row->base_reg.expr);
		if (!row->base_reg.expr)
			row->base_reg.where = UNWIND_LOST;
	}
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

void unwind_file__add_debug(struct unwind_file *f, const void *bytes, size_t size, const uint32_t *crc)
{
	if (!f->separate.bytes)
		f->separate = (struct debug_file){ .bytes = bytes, .size = size, .check = crc, .crc = crc ? *crc : 0 };
}

/* @elf: where it is. False: there is none. */
static void open_debug_frame(struct unwind_file *f, struct debug_frame *d, const struct elf_view *elf)
{
	struct cfi_section none = { .size = 0 }, section = none;

	d->tried = true;
	if (elf && elf->type != ET_REL)
		debug_section__open(&d->section, elf, &section);
	cfi_table__init(&d->table, &section, &none, f->machine, &f->exprs);
	d->table.code = &f->elf;
}

/* The separate file, if it is what was said; NULL: there is none. */
static const struct elf_view *open_separate(struct unwind_file *f)
{
	struct debug_file *d = &f->separate;
	struct diag ignored = DIAG_INIT;

	if (!d->bytes || (d->check && (d->size > CHECKED_MAX || crc32__add(0, d->bytes, d->size) != d->crc)) ||
	    elf_view__open(&d->elf, d->bytes, d->size, &ignored))
		return NULL;
	/* The other file's frames would be laid out otherwise. */
	return d->elf.machine == f->elf.machine && d->elf.is_64 == f->elf.is_64 && d->elf.swap == f->elf.swap ? &d->elf : NULL;
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
	if (!f->debug.tried)
		open_debug_frame(f, &f->debug, &f->elf);
	debug_row(f, &f->debug.table, addr, limit, ret);
	if (ret->source != UNWIND_BY_NOTHING || !f->separate.bytes)
		return;
	if (!f->separate.frame.tried)
		open_debug_frame(f, &f->separate.frame, open_separate(f));
	debug_row(f, &f->separate.frame.table, addr, ret->end, ret);
}

/*
 * The same, but for what is wrong: the code's row is in its place, or none where the code proves that no more than that the table cannot be
 * right.
 */
static void true_cfi_row(struct unwind_file *f, uint64_t addr, bool but_go, struct unwind_answer *ret)
{
	cfi_row(f, addr, but_go, ret);
	if (ret->source == UNWIND_BY_NOTHING || !table_doubts__has(&f->doubts, f->by, ret))
		return;
	if (table_doubt__begins_function(f->by, ret) && unwind_code__correct(&f->code, addr, ret)) {
		if (ret->source == UNWIND_BY_CODE)
			keep_exprs(f, &ret->row);
		return;
	}
	ret->mended = table_doubt__is_moved(f->by, addr, ret);
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
	    exception_end__row(f->machine, code, size, ret->function, addr, &exprs, ret))
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

void unwind_file__row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	find_row(f, addr, false, ret);
}

void unwind_file__caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	find_row(f, addr - 1, true, ret);
}

bool unwind_file__quick_caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret)
{
	if (find_in_tables(f, addr - 1, ret) || !unwind_code__may_know(&f->code))
		return true;
	/* Go's table has all but some functions in assembler. */
	if (!unwind_code__go_end(&f->code, addr - 1))
		return false;
	code_row(f, addr - 1, true, ret);
	return true;
}

bool unwind_file__has_sframe(const struct unwind_file *f)
{
	return f->has_sframe;
}

/* --- code ------------------------------------------------------------------------------------------------ */

/* Linkers let segments share pages of the file, so that one offset may be in two of them: code is asked for. */
bool unwind_file__from_offset(const struct unwind_file *f, uint64_t offset, uint64_t *ret_addr)
{
	bool found = false;
	size_t i;

	for (i = 0; i < f->elf.nr_loads; i++) {
		const struct elf_part *load = &f->elf.loads[i];

		if (offset < load->offset || offset - load->offset >= load->size || (found && !(load->flags & PF_X)))
			continue;
		*ret_addr = load->addr + (offset - load->offset);
		found = true;
		if (load->flags & PF_X)
			break;
	}
	return found;
}

const unsigned char *unwind_file__code(const struct unwind_file *f, uint64_t addr, size_t *ret_size)
{
	const struct elf_part *load;
	size_t i;

	for (i = 0; i < f->elf.nr_loads; i++) {
		load = &f->elf.loads[i];
		if (!(load->flags & PF_X) || addr < load->addr || addr - load->addr >= load->size)
			continue;
		*ret_size = (size_t)(load->size - (addr - load->addr));
		return f->elf.bytes + load->offset + (addr - load->addr);
	}
	return NULL;
}

bool unwind_file__is_return(struct unwind_file *f, uint64_t addr)
{
	struct call_before call;
	const unsigned char *code;
	size_t back, left;

	/* At the beginning of the code there are fewer bytes before it. */
	for (back = CALL_INSN_MAX; back; back--) {
		code = addr >= back ? unwind_file__code(f, addr - back, &left) : NULL;
		if (!code || left < back)
			continue;
		call_insn__before(f->machine->calls, code, back, addr, &call);
		return call.kind == CALL_DIRECT || call.kind == CALL_INDIRECT;
	}
	return false;
}
