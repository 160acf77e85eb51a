// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file-internal.h"

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

const unsigned char *code_file__bytes_at(const struct code_file *cf, uint64_t addr, size_t *ret_size)
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
	const unsigned char *code = cf->disasm ? code_file__bytes_at(cf, addr, &size) : NULL;

	if (!code)
		return false;
	if (size > DISASM_MAX_INSN)
		size = DISASM_MAX_INSN;
	if (disasm__decode(cf->disasm, code, size, addr, cf->bits32, ret))
		return true;
	*ret = (struct disasm_insn){ .size = cf->machine == CALL_MACHINE_X86_64 ? vector_size(code, size) : 0, .flow = DISASM_ON };
	return ret->size;
}
