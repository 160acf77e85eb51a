// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/endless.h"

#include <elf.h>

#include "util/code/insn-bytes.h"
#include "util/code/insn-outline.h"

/* Larger functions are not looked at, bytes. */
#define MAX_SIZE	8192
/* So many functions of a file are remembered. */
#define MAX_KNOWN	((size_t)1 << 18)

enum { RETURNS = 1, ENDLESS };

/* Can the instruction @i, at @at of @size bytes, leave the function? @o is its outline. */
static bool leaves(const struct insn_bytes *i, const struct insn_outline *o, size_t at, size_t size)
{
	uint8_t op = i->op, what = i->modrm >> 3 & 7;
	int64_t distance;

	if (i->packed || i->map > 1)
		return false;
	if (insn_bytes__jump(i, &distance))
		return i->short_numbers || distance < -(int64_t)(at + i->at) || distance >= (int64_t)(size - at - i->at);
	/* syscall, sysret, sysenter, sysexit */
	if (i->map)
		return op == 0x05 || op == 0x07 || op == 0x34 || op == 0x35;
	/* far returns, those from interrupts; int; jumps by a pointer */
	return o->returns || op == 0xca || op == 0xcb || op == 0xcf || op == 0xcd || (op == 0xff && (what == 4 || what == 5));
}

bool endless__is(const unsigned char *code, size_t size)
{
	struct insn_outline o;
	struct insn_bytes i;
	bool ended = false;
	size_t at;

	for (at = 0; at < size; at += i.at) {
		if (!insn_bytes__read(code + at, size - at, &i))
			return false;
		insn_outline__of(&i, &o);
		if (leaves(&i, &o, at, size))
			return false;
		/* A call at the end does not come back. */
		ended = o.ends || o.calls;
	}
	return ended;
}

void endless_functions__exit(struct endless_functions *e)
{
	u64num__exit(&e->known);
}

static bool look(const struct elf_view *elf, const struct unwind_answer *ret)
{
	const struct elf_part *load = elf_view__load_at(elf, ret->function);
	uint64_t size = ret->function_end - ret->function;

	return load && load->flags & PF_X && ret->function_end - load->addr <= load->size &&
	       endless__is(elf->bytes + load->offset + (ret->function - load->addr), (size_t)size);
}

void endless_functions__heed(struct endless_functions *e, const struct elf_view *elf, struct unwind_answer *ret)
{
	uint64_t known;

	if (elf->machine != EM_X86_64 || ret->row.ra.where != UNWIND_SAVED || ret->row.base == UNWIND_NO_ROW || ret->function_end <= ret->function ||
	    ret->function_end - ret->function > MAX_SIZE)
		return;
	known = u64num__find(&e->known, ret->function + 1);
	if (!known) {
		if (e->known.nr >= MAX_KNOWN)
			u64num__exit(&e->known);
		known = look(elf, ret) ? ENDLESS : RETURNS;
		u64num__set(&e->known, ret->function + 1, known);
	}
	ret->row.endless = known == ENDLESS;
}
