// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/elf-relocs.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/merge-runs.h"

/* Symbols that relocations name: those of .dynsym. */
struct named {
	struct elf_file *f;
	GElf_Shdr dynsym;
	Elf_Data *syms;			/* NULL: there are none */
};

static void add_reloc(struct elf_relocs *to, const struct named *n, const GElf_Rela *rela)
{
	struct elf_reloc r = {
		.slot = rela->r_offset, .type = (uint32_t)GELF_R_TYPE(rela->r_info), .symbol = (uint32_t)GELF_R_SYM(rela->r_info),
	};
	GElf_Sym sym;

	if (r.symbol && n->syms && gelf_getsym(n->syms, (int)r.symbol, &sym))
		r.name = elf_strptr(n->f->elf, n->dynsym.sh_link, sym.st_name);
	else if (!r.symbol)
		r.resolver = (uint64_t)rela->r_addend;
	GROW(to->r, to->nr, to->cap);
	to->r[to->nr++] = r;
}

static int compare_slots(const void *a, const void *b)
{
	const struct elf_reloc *x = a, *y = b;

	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Linkers write those of each kind in this order, and one kind behind the other. */
MERGE_RUNS_FUNCTIONS(relocs, struct elf_reloc, slot)

void elf_relocs__read(struct elf_file *f, const char *rela_name, const char *rel_name, struct elf_relocs *to)
{
	struct named n = { .f = f };
	Elf_Scn *dyn_scn = elf_section_by_type(f, SHT_DYNSYM, &n.dynsym), *scn;
	struct elf_reloc *sorted;
	Elf_Data *data;
	GElf_Shdr shdr;
	size_t i, nr;

	n.syms = dyn_scn ? elf_getdata(dyn_scn, NULL) : NULL;
	scn = elf_section_by_name(f, rela_name, &shdr);
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
			add_reloc(to, &n, &rela);
		else if (shdr.sh_type == SHT_REL && gelf_getrel(data, (int)i, &rel))
			add_reloc(to, &n, &(GElf_Rela){ .r_offset = rel.r_offset, .r_info = rel.r_info });
		else
			break;
	}
	sorted = relocs__sort(to->r, to->nr);
	if (sorted != to->r)
		to->cap = to->nr;
	to->r = sorted;
}

const struct elf_reloc *elf_relocs__find(const struct elf_relocs *relocs, uint64_t slot)
{
	struct elf_reloc key = { .slot = slot };

	return relocs->nr ? bsearch(&key, relocs->r, relocs->nr, sizeof(key), compare_slots) : NULL;
}
