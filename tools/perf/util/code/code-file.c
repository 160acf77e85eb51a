// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file-internal.h"
#include "util/code/go-table.h"

/* Jumps to jumps that are followed. */
#define MAX_STUBS	4
/* Bytes of the longest call instruction of x86. */
#define MAX_CALL	9
/* Bytes of larger functions are not followed along all ways, to know the frame pointer at one address. */
#define MAX_FOLLOWED	2048
/* Bytes of `mov %rax,%fs:PLACE`. */
#define MOV_TO_THREAD	9
#define NR_MACHINES	(CALL_MACHINE_AARCH64 + 1)

U64_MAP(code_file_map, struct code_file *)

struct code_files {
	struct code_file_map by_dso;	/* struct code_file, or &nothing */
	struct disasm *disasm[NR_MACHINES];
	bool tried[NR_MACHINES];
};

static struct code_file nothing;

struct code_files *code_files__new(void)
{
	return xzalloc(sizeof(struct code_files));
}

static void code_file__close(struct code_file *cf)
{
	size_t i;

	if (!cf)
		return;
	HASH_EACH(&cf->functions, i)
		function__exit(cf->functions.slots[i].val);
	code_functions__exit(&cf->functions);
	code_targets__exit(&cf->calls);
	u64num__exit(&cf->states);
	u64num__exit(&cf->framed_callers);
	arena__exit(&cf->arena);
	elf_links__close(cf->links);
	frame_states__close(cf->states_table);
	free(cf->segs);
	dso_image__close(cf->image);
	free(cf);
}

bool code_file__can_follow(const struct code_file *cf)
{
	return cf->disasm;
}

void code_files__delete(struct code_files *files)
{
	size_t i;

	if (!files)
		return;
	HASH_EACH(&files->by_dso, i)
		if (files->by_dso.slots[i].val != &nothing)
			code_file__close(files->by_dso.slots[i].val);
	code_file_map__exit(&files->by_dso);
	for (i = 0; i < NR_MACHINES; i++)
		disasm__close(files->disasm[i]);
	free(files);
}

static enum call_machine machine_of(const unsigned char *bytes, size_t size)
{
	if (size < sizeof(Elf32_Ehdr) || bytes[EI_DATA] != ELFDATA2LSB)
		return CALL_MACHINE_UNKNOWN;
	switch (bytes[offsetof(Elf32_Ehdr, e_machine)] | (unsigned int)bytes[offsetof(Elf32_Ehdr, e_machine) + 1] << 8) {
	case EM_X86_64:		return CALL_MACHINE_X86_64;
	case EM_386:		return CALL_MACHINE_I386;
	case EM_AARCH64:	return CALL_MACHINE_AARCH64;
	default:		return CALL_MACHINE_UNKNOWN;
	}
}

static struct disasm *disasm_of(struct code_files *files, enum call_machine machine)
{
	static const char *const archs[NR_MACHINES] = {
		[CALL_MACHINE_X86_64] = "x86_64", [CALL_MACHINE_I386] = "i386", [CALL_MACHINE_AARCH64] = "aarch64",
	};

	if (archs[machine] && !files->tried[machine])
		files->disasm[machine] = disasm__open_or_warn(archs[machine]);
	files->tried[machine] = true;
	return files->disasm[machine];
}

static struct code_file *code_file__open(struct code_files *files, struct dso *dso)
{
	struct code_file *cf = xzalloc(sizeof(*cf));
	struct elf_file *f;

	cf->dso = dso;
	cf->image = dso_image__open(dso, NULL);
	cf->bytes = dso_image__bytes(cf->image, 0, &cf->size);
	if (!cf->bytes || elf_file__open_memory((void *)(uintptr_t)cf->bytes, cf->size, &f)) {
		code_file__close(cf);
		return NULL;
	}
	cf->nr_segs = elf_file__segments(f, &cf->segs);
	elf_file__close(f);
	cf->states_table = frame_states__open(cf->bytes, cf->size);
	cf->bits32 = cf->size > EI_CLASS && cf->bytes[EI_CLASS] == ELFCLASS32;
	cf->machine = machine_of(cf->bytes, cf->size);
	if (cf->states_table)
		cf->disasm = disasm_of(files, cf->machine);
	if (cf->states_table)
		return cf;
	code_file__close(cf);
	return NULL;
}

struct code_file *code_files__get(struct code_files *files, struct dso *dso)
{
	struct code_file *cf;

	if (dso->kind != DSO_KIND_USER && dso->kind != DSO_KIND_VDSO)
		return NULL;
	cf = code_file_map__find(&files->by_dso, (uintptr_t)dso);
	if (!cf) {
		cf = code_file__open(files, dso);
		code_file_map__set(&files->by_dso, (uintptr_t)dso, cf ? cf : &nothing);
	}
	return cf == &nothing ? NULL : cf;
}

struct dso *code_file__dso(const struct code_file *cf)
{
	return cf->dso;
}

bool code_file__from_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret)
{
	return elf_segments__virtual(cf->segs, cf->nr_segs, addr, ret);
}

bool code_file__to_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret)
{
	size_t i;

	for (i = 0; i < cf->nr_segs; i++) {
		if (addr - cf->segs[i].vaddr >= cf->segs[i].memsz)
			continue;
		*ret = addr - cf->segs[i].vaddr + cf->segs[i].offset;
		return true;
	}
	return false;
}

bool code_file__is_loader(const struct code_file *cf)
{
	return !strncmp(cf->dso->short_name, "ld-", 3) || !strncmp(cf->dso->short_name, "ld.so", 5) ||
	       !strncmp(cf->dso->short_name, "ld64.so", 7);
}

static const unsigned char *bytes_at(const struct code_file *cf, uint64_t addr, size_t *ret_size)
{
	uint64_t offset;

	if (!code_file__to_dso(cf, addr, &offset) || offset >= cf->size)
		return NULL;
	*ret_size = cf->size - offset;
	return cf->bytes + offset;
}

/*
 * Size of an instruction with VEX or EVEX prefix (AVX), bytes, of which older versions of libcapstone do not know all; 0: it is
 * none. None of them is a jump or touches the frame pointer.
 */
static unsigned int vector_size(const unsigned char *code, size_t size)
{
	unsigned int prefix = size < 8 ? 0 : code[0] == 0xc5 ? 2 : code[0] == 0xc4 ? 3 : code[0] == 0x62 ? 4 : 0;
	unsigned int map = prefix == 2 ? 1 : prefix == 3 ? code[1] & 0x1f : code[1] & 7;
	unsigned int opcode, mod, rm, n = prefix + 2;

	if (!prefix)
		return 0;
	opcode = code[prefix];
	mod = code[prefix + 1] >> 6;
	rm = code[prefix + 1] & 7;
	if (mod != 3 && rm == 4) {
		/* With a byte of scale and index; without a base there are four bytes more. */
		if (mod == 0 && (code[prefix + 2] & 7) == 5)
			n += 4;
		n++;
	} else if (mod == 0 && rm == 5) {
		n += 4;
	}
	n += mod == 1 ? 1 : mod == 2 ? 4 : 0;
	/* Some have a constant behind it. */
	if (map == 3 || (map == 1 && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 || (opcode >= 0xc4 && opcode <= 0xc6))))
		n++;
	return n <= size ? n : 0;
}

bool code_file__decode(struct code_file *cf, uint64_t addr, struct disasm_insn *ret)
{
	size_t size;
	const unsigned char *code = cf->disasm ? bytes_at(cf, addr, &size) : NULL;

	if (!code)
		return false;
	if (size > DISASM_MAX_INSN)
		size = DISASM_MAX_INSN;
	if (disasm__decode(cf->disasm, code, size, addr, cf->bits32, ret))
		return true;
	*ret = (struct disasm_insn){ .size = cf->machine == CALL_MACHINE_X86_64 ? vector_size(code, size) : 0, .flow = DISASM_ON };
	return ret->size;
}

/* Opened when first needed: many files never are. */
static struct elf_links *links_of(struct code_file *cf)
{
	if (!cf->links_tried)
		cf->links = elf_links__open(cf->bytes, cf->size);
	cf->links_tried = true;
	return cf->links;
}

bool code_file__export(struct code_file *cf, const char *name, const char *version, struct elf_export *ret)
{
	const struct elf_links *links = links_of(cf);

	return links && elf_links__export(links, name, version, ret);
}

/* What is stored at @slot. */
static void follow_slot(struct code_file *cf, uint64_t slot, bool in_got, struct code_target *ret)
{
	struct elf_links *links = links_of(cf);
	struct elf_link link = { .kind = ELF_LINK_NONE };

	if (links && (!in_got || elf_links__got(links)))
		elf_links__at(links, in_got ? (uint32_t)(elf_links__got(links) + slot) : slot, &link);
	switch (link.kind) {
	case ELF_LINK_NAME:
		ret->kind = CODE_TARGET_NAME;
		ret->name = link.name;
		ret->version = link.version;
		break;
	case ELF_LINK_HERE:
		ret->kind = CODE_TARGET_HERE;
		ret->addr = link.addr;
		break;
	case ELF_LINK_CHOSEN:
		ret->kind = CODE_TARGET_CHOSEN;
		ret->addr = link.addr;
		break;
	case ELF_LINK_NONE:
		ret->kind = CODE_TARGET_UNKNOWN;
		break;
	}
}

static uint32_t word_at(const struct code_file *cf, uint64_t addr)
{
	size_t size;
	const unsigned char *p = bytes_at(cf, addr, &size);

	return p && size >= 4 ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : 0;
}

/*
 * aarch64's entries: adrp x16, PAGE; ldr x17, [x16, N]; add x16, x16, N; br x17. Maybe with a landing pad in front.
 */
static bool arm64_entry(const struct code_file *cf, uint64_t addr, uint64_t *ret_slot)
{
	uint32_t w = word_at(cf, addr);
	int64_t page;

	if (w == 0xd503245f)
		w = word_at(cf, addr += 4);
	if ((w & 0x9f00001f) != 0x90000010 || (word_at(cf, addr + 4) & 0xffc003ff) != 0xf9400211 ||
	    word_at(cf, addr + 12) != 0xd61f0220)
		return false;
	page = (int64_t)((uint64_t)((w >> 5 & 0x7ffff) << 2 | (w >> 29 & 3)) << 43) >> 31;
	*ret_slot = (addr & ~(uint64_t)4095) + (uint64_t)page + (word_at(cf, addr + 4) >> 10 & 0xfff) * 8;
	return true;
}

/* Is @insn x86's mark of a place that may be jumped to? It does nothing else. */
static bool is_landing_pad(const struct disasm_insn *insn)
{
	return insn->mnemonic && !strncmp(insn->mnemonic, "endbr", 5);
}

/* If nothing but a jump lies at ret->addr, where that leads. False: a function does. */
static bool follow_stub(struct code_file *cf, struct code_target *ret)
{
	uint64_t addr = ret->addr, slot;
	struct disasm_insn insn;

	if (arm64_entry(cf, addr, &slot)) {
		ret->stub = addr;
		follow_slot(cf, slot, false, ret);
		return false;
	}
	if (!code_file__decode(cf, addr, &insn))
		return false;
	if (is_landing_pad(&insn) && !code_file__decode(cf, addr + insn.size, &insn))
		return false;
	if (insn.flow != DISASM_JUMP)
		return false;
	if (insn.has_slot) {
		ret->stub = addr;
		follow_slot(cf, insn.slot, insn.slot_in_got, ret);
		return false;
	}
	if (!insn.has_target)
		return false;
	ret->addr = insn.target;
	return true;
}

void code_file__target(struct code_file *cf, const struct disasm_insn *insn, struct code_target *ret)
{
	int i;

	*ret = (struct code_target){ .kind = CODE_TARGET_UNKNOWN };
	if (insn->has_slot) {
		follow_slot(cf, insn->slot, insn->slot_in_got, ret);
	} else if (insn->has_target) {
		ret->kind = CODE_TARGET_HERE;
		ret->addr = insn->target;
	}
	for (i = 0; ret->kind == CODE_TARGET_HERE && i < MAX_STUBS && follow_stub(cf, ret); i++)
		;
}

/* Is @addr, in front of @end, where an instruction begins when one decodes from a place where one surely does? */
static bool is_boundary(struct code_file *cf, uint64_t addr, uint64_t end)
{
	struct function *f = function_at(cf, addr);
	uint64_t at = addr;
	struct disasm_insn insn;

	/* Rows of the table begin with instructions. */
	if (f) {
		function__read_rows(f);
		at = function__row(f, addr)->start;
	}
	while (at < addr && code_file__decode(cf, at, &insn))
		at += insn.size;
	return at == addr && at < end;
}

/* Can x86's @code be the first byte of a call? Of one with a prefix, too. */
static bool may_be_call(unsigned char code)
{
	return code == 0xe8 || code == 0xff || code == 0x9a || (code >= 0x40 && code <= 0x4f) || code == 0x66 || code == 0x67 ||
	       code == 0x2e || code == 0x3e || code == 0xf2 || code == 0xf3 || code == 0x64 || code == 0x65;
}

/* Which call the bytes in front of @end look like. */
static void look_like(const struct code_file *cf, uint64_t end, struct call_before *ret)
{
	const unsigned char *code = NULL;
	uint64_t n = CALL_INSN_MAX < end ? CALL_INSN_MAX : end;
	size_t size = 0;

	for (; n && !code; n -= !code)
		code = bytes_at(cf, end - n, &size);
	call_insn__before(cf->machine, code, n <= size ? n : 0, end, ret);
}

/* Does the call lead to where a function, or an entry of a linkage table, begins? Other bytes hardly ever look like that. */
static bool leads_to_function(struct code_file *cf, uint64_t target, struct code_target *ret)
{
	const struct disasm_insn insn = { .has_target = true, .target = target };
	uint64_t start, end;

	code_file__target(cf, &insn, ret);
	return ret->stub || (ret->kind == CODE_TARGET_HERE && frame_states__function(cf->states_table, ret->addr, &start, &end) &&
			     start == ret->addr);
}

/* Does @insn, a call, lead to code of the same function that goes on to where only runs know (inline-thunk.h)? */
static bool leads_on(const struct code_file *cf, const struct disasm_insn *insn)
{
	struct inline_thunk_code code = { .start = insn->target };
	uint64_t base;
	int32_t pushed;

	if (!insn->has_target || cf->machine != CALL_MACHINE_X86_64)
		return false;
	code.bytes = bytes_at(cf, insn->target, &code.size);
	code.size = code.size < INLINE_THUNK_BYTES ? code.size : INLINE_THUNK_BYTES;
	return inline_thunk__is_at(&code, insn->target, &base, &pushed);
}

static void find_call(struct code_file *cf, uint64_t end, struct code_target *ret)
{
	struct disasm_insn insn, found = { .size = 0 };
	struct call_before call;
	size_t size;
	int n, nr = 0;

	look_like(cf, end, &call);
	if (call.kind == CALL_DIRECT && leads_to_function(cf, call.target, ret))
		return;
	*ret = (struct code_target){ .kind = call.kind == CALL_NONE ? CODE_TARGET_NONE : CODE_TARGET_UNKNOWN };
	if (call.kind == CALL_NONE || call.kind == CALL_UNKNOWN || !cf->disasm)
		return;
	/* What looks like a call may be the end of another instruction. */
	ret->kind = CODE_TARGET_NONE;
	for (n = 2; n <= MAX_CALL; n++) {
		const unsigned char *code = (uint64_t)n > end ? NULL : bytes_at(cf, end - (uint64_t)n, &size);

		if (!code || (cf->machine == CALL_MACHINE_X86_64 && !may_be_call(*code)) ||
		    !code_file__decode(cf, end - (uint64_t)n, &insn) || insn.size != (unsigned int)n ||
		    insn.flow != DISASM_CALL || !is_boundary(cf, end - (uint64_t)n, end))
			continue;
		found = insn;
		nr++;
	}
	if (nr == 1 && leads_on(cf, &found))
		ret->kind = CODE_TARGET_UNKNOWN;
	else if (nr == 1)
		code_file__target(cf, &found, ret);
	else if (nr)
		/* Where no table tells what an instruction is, it may begin with or without its prefix. */
		ret->kind = CODE_TARGET_UNKNOWN;
}

void code_file__call_before(struct code_file *cf, uint64_t addr, struct code_target *ret)
{
	struct code_target *known = code_targets__find(&cf->calls, addr);

	if (!known) {
		known = arena__alloc(&cf->arena, sizeof(*known));
		find_call(cf, addr, known);
		code_targets__set(&cf->calls, addr, known);
	}
	*ret = *known;
}

/* Such a function takes the addresses of all that it may choose. */
size_t code_file__choices(struct code_file *cf, uint64_t resolver, uint64_t *ret, size_t max)
{
	struct function *f = function_at(cf, resolver);
	struct disasm_insn insn;
	uint64_t addr;
	size_t nr = 0;

	if (!f || f->f.start != resolver)
		return 0;
	for (addr = resolver; addr < f->f.end; addr += insn.size) {
		const struct function *g;

		if (!code_file__decode(cf, addr, &insn))
			return 0;
		g = insn.has_address ? function_at(cf, insn.address) : NULL;
		if (!g || g->f.start != insn.address)
			continue;
		if (nr == max)
			return 0;
		ret[nr++] = insn.address;
	}
	return nr;
}

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

	code = cf->machine == CALL_MACHINE_X86_64 ? bytes_at(cf, addr, &size) : NULL;
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

	code = bytes_at(cf, addr, &size);
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

	code = cf->machine == CALL_MACHINE_X86_64 ? bytes_at(cf, addr, &size) : NULL;
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
	const unsigned char *first = nr ? bytes_at(cf, f->start, &size) : NULL;

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

bool code_file__main(struct code_file *cf, uint64_t *ret)
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
			return false;
		g = main_addr ? function_at(cf, main_addr) : NULL;
		*ret = main_addr;
		return g && g->f.start == main_addr && to.kind != CODE_TARGET_UNKNOWN;
	}
	return false;
}

/* On which ways the instruction of @f that @addr lies in is reached; a caller's address lies within its call, not where that begins. */
static uint8_t ways_at(struct code_file *cf, const struct function *f, uint64_t addr)
{
	struct disasm_insn insn;
	uint64_t at;

	for (at = addr; f->ways && at >= f->f.start && addr - at < DISASM_MAX_INSN; at--)
		if (f->ways[at - f->f.start])
			return at == addr || (code_file__decode(cf, at, &insn) && at + insn.size > addr) ?
			       f->ways[at - f->f.start] : 0;
	return 0;
}

uint8_t function__ways_to(struct code_file *cf, const struct function *f, uint64_t addr)
{
	uint8_t ways = ways_at(cf, f, addr);

	return ways & FP_WAY_RECORD ? (uint8_t)((ways & ~FP_WAY_RECORD) | FP_WAY_OWN) : ways;
}

/* Where the table says only that the caller's frame pointer is saved, the code tells. */
static enum frame_state followed_state(struct code_file *cf, uint64_t addr)
{
	struct function *f = function_at(cf, addr);
	uint8_t ways;

	if (!f)
		return FRAME_STATE_UNKNOWN;
	/* Most functions use the register for something else soon: then the ways to here are short, or there are none. */
	function__walk(f, false);
	ways = function__ways_to(cf, f, addr);
	if (!ways)
		return f->lost_way ? FRAME_STATE_UNKNOWN : FRAME_STATE_LOST;
	/* To know that no other way leads here takes all of the code. */
	if (f->f.end - f->f.start > MAX_FOLLOWED)
		return ways == FP_WAY_OWN ? FRAME_STATE_UNKNOWN : FRAME_STATE_LOST;
	function__walk(f, true);
	ways = function__ways_to(cf, f, addr);
	if (f->lost_way && ways != FP_WAY_OTHER)
		return FRAME_STATE_UNKNOWN;
	return ways == FP_WAY_OWN ? FRAME_STATE_OWN : ways == FP_WAY_CALLERS ? FRAME_STATE_CALLERS : FRAME_STATE_LOST;
}

static enum frame_state find_state(struct code_file *cf, uint64_t addr)
{
	struct frame_row row;
	struct function *f;

	frame_states__at(cf->states_table, addr, &row);
	if (row.state == FRAME_STATE_UNKNOWN) {
		/* The debug file may have a table, which is looked for with the function. */
		f = function_at(cf, addr);
		if (f)
			row = *function__row(f, addr);
	}
	return row.state == FRAME_STATE_SAVED && cf->disasm ? followed_state(cf, addr) : row.state;
}

bool code_file__has_table(struct code_file *cf, uint64_t addr)
{
	struct function *f = function_at(cf, addr);

	return f && !f->by_code;
}

enum frame_state code_file__state(struct code_file *cf, uint64_t addr)
{
	uint64_t known = u64num__find(&cf->states, addr);
	enum frame_state state;

	if (known)
		return (enum frame_state)(known - 1);
	state = find_state(cf, addr);
	u64num__set(&cf->states, addr, state + 1);
	return state;
}
