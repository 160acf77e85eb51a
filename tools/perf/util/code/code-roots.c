// SPDX-License-Identifier: GPL-2.0-only
/* Code that libc, Go and others give a meaning to: where programs and threads begin and end, where Go changes stacks. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file-internal.h"
#include "util/code/go-table.h"

/* Bytes of `mov %rax,%fs:PLACE`. */
#define MOV_TO_THREAD	9

static const struct symbol *symbol_at(const struct code_file *cf, uint64_t addr)
{
	uint64_t offset;

	return code_file__to_dso(cf, addr, &offset) ? dso__find_symbol(cf->dso, offset) : NULL;
}

/* It has no name for others, but the one that has one does nothing but call it. */
static uint64_t find_thread_end(struct code_file *cf)
{
	const struct code_function *next;
	const struct code_edge *edges;
	struct elf_export export;
	bool unknown;
	size_t nr;

	if (code_file__export(cf, "__pthread_unwind", "GLIBC_PRIVATE", &export))
		return export.addr;
	next = code_file__export(cf, "__pthread_unwind_next", NULL, &export) ? code_file__function(cf, export.addr) : NULL;
	edges = next ? code_function__edges(next, false, &nr, &unknown) : NULL;
	return edges && nr == 1 && edges[0].to.kind == CODE_TARGET_HERE ? edges[0].to.addr : 0;
}

bool code_file__is_thread_end(struct code_file *cf, uint64_t addr)
{
	const struct symbol *sym;

	if (!cf->thread_end_tried) {
		cf->thread_end_tried = true;
		cf->thread_end = find_thread_end(cf);
	}
	if (cf->thread_end)
		return cf->thread_end == addr;
	/* A static program offers nothing. */
	sym = symbol_at(cf, addr);
	return sym && (!strcmp(sym->name, "__pthread_unwind") || !strcmp(sym->name, "__GI___pthread_unwind"));
}

/* Stripped programs have the names that their runtime needs itself. */
static bool is_go_function(struct code_file *cf, uint64_t addr, const char *const *names, size_t nr)
{
	const char *name = frame_states__go_name(cf->states_table, addr);
	const struct symbol *sym = name ? NULL : symbol_at(cf, addr);

	if (!name && !sym)
		return false;
	return go_name__is_any(name ? name : sym->name, names, nr);
}

bool code_file__changes_stack(struct code_file *cf, uint64_t addr)
{
	static const char *const names[] = { "runtime.systemstack", "runtime.mcall", "runtime.morestack" };

	return is_go_function(cf, addr, names, ARRAY_SIZE(names));
}

bool code_file__calls_c(struct code_file *cf, uint64_t addr)
{
	static const char *const names[] = { "runtime.asmcgocall" };

	return is_go_function(cf, addr, names, ARRAY_SIZE(names));
}

bool code_file__asks_vdso(struct code_file *cf, uint64_t addr)
{
	static const char *const names[] = { "runtime.nanotime1", "runtime.walltime", "runtime.walltime1", "time.now" };

	return is_go_function(cf, addr, names, ARRAY_SIZE(names));
}

bool code_file__is_behind_main(struct code_file *cf, uint64_t addr)
{
	static const unsigned char moves[][2] = { { 0x89, 0xc7 }, { 0x8b, 0xf8 } };	/* mov %eax,%edi */
	const struct symbol *around, *to;
	struct call_before call;
	struct elf_export leave;
	const unsigned char *code;
	size_t size;

	code = cf->machine == CALL_MACHINE_X86_64 ? code_file__bytes_at(cf, addr, &size) : NULL;
	if (!code || size < 7 || (memcmp(code, moves[0], 2) && memcmp(code, moves[1], 2)))
		return false;
	call_insn__before(cf->machine, code + 2, 5, addr + 7, &call);
	if (call.kind != CALL_DIRECT)
		return false;
	if (code_file__export(cf, "exit", NULL, &leave))
		return leave.addr == call.target;
	/* In a static program others may do the same: names tell. */
	around = symbol_at(cf, addr - 1);
	to = symbol_at(cf, call.target);
	return around && to && !strcmp(to->name, "exit") &&
	       (!strncmp(around->name, "__libc_start_", 13) || !strncmp(around->name, "libc_start_main_stage", 21));
}

/* In musl the thread ends with what its first function has returned: mov %rax,%rdi, call pthread_exit. */
static bool passes_to_pthread_exit(struct code_file *cf, uint64_t addr)
{
	static const unsigned char move[] = { 0x48, 0x89, 0xc7 };
	const unsigned char *code;
	struct call_before call;
	struct elf_export leave;
	const struct symbol *to;
	size_t size;

	code = code_file__bytes_at(cf, addr, &size);
	if (!code || size < 8 || memcmp(code, move, sizeof(move)))
		return false;
	call_insn__before(cf->machine, code + 3, 5, addr + 8, &call);
	if (call.kind != CALL_DIRECT)
		return false;
	if (code_file__export(cf, "pthread_exit", NULL, &leave))
		return leave.addr == call.target;
	to = symbol_at(cf, call.target);
	return to && (!strcmp(to->name, "__pthread_exit") || !strcmp(to->name, "pthread_exit"));
}

bool code_file__is_behind_thread(struct code_file *cf, uint64_t addr)
{
	static const unsigned char move[] = { 0x64, 0x48, 0x89, 0x04, 0x25 };	/* mov %rax,%fs:PLACE */
	const unsigned char *code;
	struct elf_export create;
	size_t size;

	code = cf->machine == CALL_MACHINE_X86_64 ? code_file__bytes_at(cf, addr, &size) : NULL;
	if (!code || size < MOV_TO_THREAD)
		return false;
	if (!memcmp(code, move, sizeof(move)))
		return code_file__export(cf, "pthread_create", NULL, &create);
	return passes_to_pthread_exit(cf, addr);
}

bool code_file__begins_stack(struct code_file *cf, uint64_t addr)
{
	static const unsigned char x86[] = { 0x90 }, arm64[] = { 0x1f, 0x20, 0x03, 0xd5 };
	const struct code_function *f = code_file__state(cf, addr) == FRAME_STATE_OUTERMOST ? code_file__function(cf, addr) : NULL;
	const uint64_t nr = f ? addr - f->start : 0;
	size_t size = 0;
	const unsigned char *first = nr ? code_file__bytes_at(cf, f->start, &size) : NULL;

	return first && size >= nr && ((nr == sizeof(x86) && !memcmp(first, x86, sizeof(x86))) ||
				       (nr == sizeof(arm64) && !memcmp(first, arm64, sizeof(arm64))));
}

/* Where the program begins; 0: it is none. */
static uint64_t entry_of(const struct code_file *cf)
{
	Elf64_Ehdr eh;

	/* Only x86-64 is asked. */
	if (cf->size < sizeof(eh))
		return 0;
	memcpy(&eh, cf->bytes, sizeof(eh));
	return eh.e_machine == EM_X86_64 && eh.e_ident[EI_CLASS] == ELFCLASS64 && (eh.e_type == ET_EXEC || eh.e_type == ET_DYN)
	       ? eh.e_entry : 0;
}

/* The number or address that @insn puts into the register of the first argument. */
static bool first_argument(const struct disasm_insn *insn, uint64_t *ret)
{
	const char *comma = insn->operands ? strrchr(insn->operands, ',') : NULL;

	if (!comma || strcmp(comma, ", %rdi"))
		return false;
	if (insn->has_address)
		*ret = insn->address;
	else if (!strncmp(insn->mnemonic, "mov", 3) && insn->operands[0] == '$')
		*ret = strtoull(insn->operands + 1, NULL, 0);
	else
		return false;
	return true;
}

static uint64_t find_main(struct code_file *cf)
{
	uint64_t addr = entry_of(cf), main_addr = 0;
	const struct function *f = addr ? function_at(cf, addr) : NULL;
	struct code_target to;
	struct disasm_insn insn;

	for (; f && addr < f->f.end && code_file__decode(cf, addr, &insn); addr += insn.size) {
		const struct function *g;

		(void)first_argument(&insn, &main_addr);
		if (insn.flow != DISASM_CALL)
			continue;
		code_file__target(cf, &insn, &to);
		/* In a static program it is called directly. */
		if (to.kind == CODE_TARGET_NAME && strcmp(to.name, "__libc_start_main"))
			return 0;
		g = main_addr ? function_at(cf, main_addr) : NULL;
		return g && g->f.start == main_addr && to.kind != CODE_TARGET_UNKNOWN ? main_addr : 0;
	}
	return 0;
}

bool code_file__main(struct code_file *cf, uint64_t *ret)
{
	/* It is asked of all that each process has mapped. */
	if (!cf->main_tried)
		cf->main = find_main(cf);
	cf->main_tried = true;
	*ret = cf->main;
	return cf->main;
}
