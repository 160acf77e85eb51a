// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/elf-relocs.h"

#include <stdlib.h>

#include "util/base/alloc.h"

static void add_reloc(struct elf_file *f, const GElf_Shdr *dynsym, Elf_Data *syms, uint64_t offset,
		      uint64_t info, int64_t addend, struct elf_relocs *to)
{
	struct elf_reloc r = { .slot = offset, .type = (uint32_t)GELF_R_TYPE(info), .symbol = (uint32_t)GELF_R_SYM(info) };
	GElf_Sym sym;

	if (r.symbol && syms && gelf_getsym(syms, (int)r.symbol, &sym))
		r.name = elf_strptr(f->elf, dynsym->sh_link, sym.st_name);
	else if (!r.symbol)
		r.resolver = (uint64_t)addend;
	GROW(to->r, to->nr, to->cap);
	to->r[to->nr++] = r;
}

static int compare_slots(const void *a, const void *b)
{
	const struct elf_reloc *x = a, *y = b;

	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

void elf_relocs__read(struct elf_file *f, const char *rela_name, const char *rel_name, struct elf_relocs *to)
{
	GElf_Shdr shdr, dynsym = { 0 };
	Elf_Scn *dyn_scn = elf_section_by_type(f, SHT_DYNSYM, &dynsym);
	Elf_Data *syms = dyn_scn ? elf_getdata(dyn_scn, NULL) : NULL, *data;
	Elf_Scn *scn = elf_section_by_name(f, rela_name, &shdr);
	size_t i, nr;

	if (!scn)
		scn = elf_section_by_name(f, rel_name, &shdr);
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !data->d_buf || !shdr.sh_entsize)
		return;
	nr = data->d_size / shdr.sh_entsize;
	for (i = 0; i < nr && i < INT32_MAX; i++) {
		GElf_Rela rela;
		GElf_Rel rel;

		if (shdr.sh_type == SHT_RELA && gelf_getrela(data, (int)i, &rela))
			add_reloc(f, &dynsym, syms, rela.r_offset, rela.r_info, rela.r_addend, to);
		else if (shdr.sh_type == SHT_REL && gelf_getrel(data, (int)i, &rel))
			add_reloc(f, &dynsym, syms, rel.r_offset, rel.r_info, 0, to);
		else
			break;
	}
	if (to->nr)
		qsort(to->r, to->nr, sizeof(*to->r), compare_slots);
}

const struct elf_reloc *elf_relocs__find(const struct elf_relocs *relocs, uint64_t slot)
{
	struct elf_reloc key = { .slot = slot };

	return relocs->nr ? bsearch(&key, relocs->r, relocs->nr, sizeof(key), compare_slots) : NULL;
}
