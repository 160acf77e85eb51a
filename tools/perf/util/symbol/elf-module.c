// SPDX-License-Identifier: GPL-2.0-only
/* Symbols of a kernel module's file, at the addresses that the kernel gives them. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/elf-file.h"

/* A module has no more sections; tables for them are made. */
#define MAX_SECTIONS	((size_t)1 << 20)

/*
 * Where the kernel puts a module's code: its sections of that kind in the order of the file, each
 * aligned, those for the start only ("init") elsewhere. UINT64_MAX for what is not among them.
 */
static uint64_t *module_layout(struct elf_file *f, uint64_t start, size_t *ret_nr)
{
	uint64_t *addrs, at = start, align;
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	size_t nr, i;

	if (elf_getshdrnum(f->elf, &nr) || !nr || nr > MAX_SECTIONS)
		return NULL;
	addrs = xcalloc(nr, sizeof(*addrs));
	for (i = 0; i < nr; i++)
		addrs[i] = UINT64_MAX;
	while ((scn = elf_nextscn(f->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) ||
		    (shdr.sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) != (SHF_ALLOC | SHF_EXECINSTR) ||
		    !strncmp(elf_section_name(f, &shdr), ".init", 5))
			continue;
		align = shdr.sh_addralign && !(shdr.sh_addralign & (shdr.sh_addralign - 1)) ?
				shdr.sh_addralign :
				1;
		at = (at + align - 1) & ~(align - 1);
		if (elf_ndxscn(scn) < nr)
			addrs[elf_ndxscn(scn)] = at;
		at += shdr.sh_size;
	}
	*ret_nr = nr;
	return addrs;
}

int elf_file__add_module_symbols(struct elf_file *f, uint64_t start, struct symtab *t, bool demangle)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_type(f, SHT_SYMTAB, &shdr);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t i, nr, nr_sections, len;
	struct elf_names names;
	uint64_t *sections;
	int added = 0;
	GElf_Sym sym;

	if (f->ehdr.e_type != ET_REL || !data || !data->d_buf || !shdr.sh_entsize)
		return -ENOENT;
	sections = module_layout(f, start, &nr_sections);
	nr = data->d_size / shdr.sh_entsize;
	names = elf_names__keep(f, shdr.sh_link, t);
	for (i = 1; sections && i < nr && i <= INT32_MAX; i++) {
		const char *name;
		uint64_t addr;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		name = elf_names__at(&names, sym.st_name, &len);
		if (sym.st_shndx >= nr_sections || sections[sym.st_shndx] == UINT64_MAX ||
		    !elf_wants_symbol(f, &sym, name))
			continue;
		addr = sections[sym.st_shndx] + sym.st_value;
		if (!elf_names__add(&names, t, addr, name, len, &sym))
			continue;
		t->syms[t->nr - 1].mangled = demangle;
		added++;
	}
	free(sections);
	return added;
}
