// SPDX-License-Identifier: GPL-2.0-only
/* What is where in a file: its tables, in itself or in another one with debug information, and which of them are not read; its code. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/crc32.h"
#include "util/code/unwind-file-internal.h"

/* Larger files are not read to see whether they are the right ones: half a second of a CPU. */
#define CHECKED_MAX	((size_t)512 << 20)

#define TOO_MANY_ENTRIES "its unwind table has more entries than are read: functions behind them are not unwound"

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
	endless_functions__exit(&f->endless);
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
	return d->section.damaged ? "its .debug_frame is damaged, or packed in a way that this perf cannot unpack: callers may be missing" :
				    NULL;
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

bool unwind_file__has_sframe(const struct unwind_file *f)
{
	return f->has_sframe;
}

/* --- debug information ----------------------------------------------------------------------------------- */

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

struct cfi_table *unwind_file__debug_table(struct unwind_file *f)
{
	if (!f->debug.tried)
		open_debug_frame(f, &f->debug, &f->elf);
	return &f->debug.table;
}

struct cfi_table *unwind_file__separate_table(struct unwind_file *f)
{
	if (!f->separate.frame.tried)
		open_debug_frame(f, &f->separate.frame, open_separate(f));
	return &f->separate.frame.table;
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
