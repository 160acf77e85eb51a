// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-code-internal.h"

#include <elf.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/context-start.h"
#include "util/code/go-file.h"
#include "util/code/go-frame.h"
#include "util/code/inline-thunk.h"
#include "util/code/signal-return.h"

/* Between linkage tables that belong together, bytes. */
#define LINKAGE_GAP	64

void unwind_code__init(struct unwind_code *u, const struct elf_view *elf, const struct unwind_machine *machine)
{
	*u = (struct unwind_code){ .elf = elf, .machine = machine };
	u->has_go = go_file__open(&u->go, elf);
}

void unwind_code__exit(struct unwind_code *u)
{
	func_parts__exit(&u->parts);
	func_starts__exit(&u->starts);
	called_starts__exit(&u->called);
	stack_depth__delete(u->from);
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

const unsigned char *unwind_code__segment(const struct unwind_code *u, uint64_t addr, uint64_t *ret_low, uint64_t *ret_high)
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

	in.code = unwind_code__segment(u, entry, &in.start, &in.end);
	u->main = in.code ? stack_depth__main(u->depth, &in, entry) : 0;
}

void unwind_code__open_late(struct unwind_code *u)
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
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high);

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

/* --- what is known of an address ------------------------------------------------------------ */

static bool signal_row(struct unwind_code *u, uint64_t addr, struct unwind_answer *ret)
{
	uint64_t low, high, start, end;
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high);

	if (!code || !signal_return__row(u->machine, code, (size_t)(high - low), low, addr, ret))
		return false;
	unwind_code__open_late(u);
	/* Where the next function follows at once, its first byte is also what the kernel says of a thread in the system call. */
	if (addr != ret->end - 1 || !func_starts__find(&u->starts, addr, low, high, &start, &end) || start != addr)
		return true;
	*ret = (struct unwind_answer){ .row.base = UNWIND_NO_ROW, .start = addr, .end = addr + 1 };
	return false;
}

void unwind_code__row(struct unwind_code *u, uint64_t addr, bool in_call, struct unwind_answer *ret)
{
	struct stack_depth_input in = { .is_function = true };
	uint64_t low, high, begin, end, base;
	const unsigned char *code = unwind_code__segment(u, addr, &low, &high), *go_code;
	struct inline_thunk_code thunk;
	struct go_function f;
	int32_t pushed;

	if (!code)
		return;
	if (signal_row(u, addr, ret) || context_start__boost_row(u->machine, code, (size_t)(high - low), low, addr, ret))
		return;
	unwind_code__open_late(u);
	if (!u->depth)
		return;
	if (find_go(u, addr, &f, &go_code)) {
		in.start = f.start;
		in.end = f.end;
	} else {
		in.is_function = func_starts__find(&u->starts, addr, low, high, &in.start, &in.end);
	}
	/* Its code cannot lie beyond these. */
	begin = in.start;
	end = in.end;
	if (!in.is_function)
		unwind_code__stay_around(&in, addr);
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
			unwind_code__in_thunk(u, &in, addr, base, pushed, ret);
		return;
	}
	if (in.is_function)
		unwind_code__in_function(u, &in, addr, ret);
	else if (u->machine->calls == CALL_MACHINE_X86_64)
		unwind_code__in_part(u, addr, ret);
	/* What the ways from the function's beginning come to, and do not prove, is not proven by some of them that lead to a return. */
	if (ret->source == UNWIND_BY_NOTHING && ret->function == ret->function_end)
		unwind_code__alone(u, &in, addr, in_call, ret);
	if (!in.is_function && u->machine->calls == CALL_MACHINE_X86_64)
		unwind_code__by_start(u, begin, end, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING && !in.is_function)
		unwind_code__in_main(u, &in, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING && u->machine->calls == CALL_MACHINE_X86_64)
		unwind_code__of_thread(u, &in, addr, ret);
	if (ret->source == UNWIND_BY_NOTHING && u->machine->calls == CALL_MACHINE_X86_64)
		unwind_code__of_jump(u, &in, addr, ret);
}
