// SPDX-License-Identifier: GPL-2.0-only
/* Procedure linkage tables: what calls go through to other objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/elf-relocs.h"

/* Sizes of the first entry, which calls the linker, and of the others, bytes. */
static bool plt_sizes(struct elf_file *f, const GElf_Shdr *plt, uint64_t *header, uint64_t *entry)
{
	switch (f->ehdr.e_machine) {
	case EM_X86_64:
		*entry = *header = plt->sh_entsize >= 4 ? plt->sh_entsize : 16;
		return true;
	case EM_386:
		/* Linkers write 4 there, the size of an address. */
		*entry = *header = 16;
		return true;
	case EM_ARM:
		*header = 20;
		*entry = 12;
		return true;
	case EM_AARCH64:
	case 258:			/* EM_LOONGARCH */
	case EM_RISCV:
		*header = 32;
		*entry = 16;
		return true;
	default:
		*header = *entry = plt->sh_entsize;
		return *entry >= 4;
	}
}

static void add_plt_symbol(struct symtab *t, const struct symtab *known, const struct elf_reloc *r,
			   struct elf_map *segments, uint64_t offset, uint64_t size)
{
	const char *name = r->name;
	char text[512];
	int n;

	if (!name && r->resolver) {
		uint64_t addr = r->resolver;
		const struct symbol *sym = NULL;

		if (elf_map__offset(segments, &addr))
			sym = symtab__find(known, addr);
		name = sym ? sym->name : NULL;
	}
	if (name && name[0])
		n = snprintf(text, sizeof(text), "%s@plt", name);
	else
		n = snprintf(text, sizeof(text), "offset_%#llx@plt", (unsigned long long)offset);
	if (n > 0 && (size_t)n < sizeof(text))
		symtab__add(t, &(struct symtab_entry){ offset, offset + size, text, (size_t)n, STT_FUNC, STB_GLOBAL });
}

/*
 * x86-64: the GOT slot that the entry at address @addr jumps through, an indirect jump relative to the
 * instruction pointer. 0 if no such jump is in @code.
 */
static uint64_t slot_of_entry(const unsigned char *code, uint64_t size, uint64_t addr)
{
	uint64_t i;
	int32_t disp;

	for (i = 0; i + 6 <= size; i++) {
		if (code[i] != 0xff || code[i + 1] != 0x25)
			continue;
		memcpy(&disp, code + i + 2, sizeof(disp));
		return addr + i + 6 + (uint64_t)(int64_t)disp;
	}
	return 0;
}

/* One section of entries, which are in the order of their slots unless the code says otherwise. */
struct plt_section {
	const char *name;
	uint64_t header, entry;		/* sizes of what comes first, and of the others; bytes */
	const struct elf_relocs *relocs;
};

static void add_plt_section(struct elf_file *f, const struct plt_section *plt, struct elf_map *segments,
			    const struct symtab *known, struct symtab *t)
{
	static const struct elf_reloc none;
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, plt->name, &shdr);
	Elf_Data *data = scn && shdr.sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;
	uint64_t pos, nr = 0;

	if (!data || !data->d_buf)
		return;
	for (pos = plt->header; pos < data->d_size && plt->entry <= data->d_size - pos;
	     pos += plt->entry, nr++) {
		const struct elf_reloc *r = nr < plt->relocs->nr ? &plt->relocs->r[nr] : &none;
		uint64_t slot = 0;

		if (f->ehdr.e_machine == EM_X86_64)
			slot = slot_of_entry((const unsigned char *)data->d_buf + pos, plt->entry, shdr.sh_addr + pos);
		if (slot && plt->relocs->nr) {
			r = elf_relocs__find(plt->relocs, slot);
			if (!r)
				r = &none;
		}
		if (r != &none || slot)
			add_plt_symbol(t, known, r, segments, shdr.sh_offset + pos, plt->entry);
	}
}

int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t)
{
	struct elf_relocs lazy = { 0 }, all = { 0 };
	struct plt_section plt = { .name = ".plt", .relocs = &lazy };
	struct plt_section got = { .name = ".plt.got", .relocs = &all };
	struct plt_section sec = { .name = ".plt.sec", .relocs = &lazy };
	struct elf_map segments;
	GElf_Shdr shdr;
	size_t before = t->nr;

	if (!elf_section_by_name(f, plt.name, &shdr) || shdr.sh_type == SHT_NOBITS ||
	    !plt_sizes(f, &shdr, &plt.header, &plt.entry))
		return 0;
	elf_map__init(&segments, f);
	elf_relocs__read(f, ".rela.plt", ".rel.plt", &lazy);
	/*
	 * A program without a dynamic linker has no first entry, which would call it, and may have short
	 * ones.
	 */
	if (f->ehdr.e_machine == EM_X86_64 && lazy.nr &&
	    (lazy.nr * 16 == shdr.sh_size || lazy.nr * 8 == shdr.sh_size)) {
		plt.header = 0;
		plt.entry = shdr.sh_size / lazy.nr;
	} else {
		symtab__add(t, &(struct symtab_entry){ shdr.sh_offset, shdr.sh_offset + plt.header, ".plt", 4, STT_FUNC, STB_GLOBAL });
	}
	/* Large libraries have hundreds of thousands of these relocations, and most of them no such section. */
	if (f->ehdr.e_machine == EM_X86_64 && elf_section_by_name(f, got.name, &shdr)) {
		elf_relocs__read(f, ".rela.dyn", ".rel.dyn", &all);
		got.entry = shdr.sh_entsize == 16 ? 16 : 8;
		add_plt_section(f, &got, &segments, known, t);
	}
	/* With branch tracking calls go to .plt.sec, and .plt is only its lazy half. */
	sec.entry = plt.entry;
	if (elf_section_by_name(f, sec.name, &shdr))
		add_plt_section(f, &sec, &segments, known, t);
	else
		add_plt_section(f, &plt, &segments, known, t);
	free(lazy.r);
	free(all.r);
	free(segments.segs);
	return (int)(t->nr - before);
}
