// SPDX-License-Identifier: GPL-2.0-only
/* The symbols of an ELF file: which of them count, and where they begin. */
#include "util/symbol/elf-file.h"

#include <stdlib.h>
#include <string.h>

/* Labels of assembler code count, if they are in code or data. */
static bool is_label(struct elf_file *f, const GElf_Sym *sym)
{
	unsigned int visibility = GELF_ST_VISIBILITY(sym->st_other);
	GElf_Shdr shdr;
	Elf_Scn *scn;
	const char *name;

	if (GELF_ST_TYPE(sym->st_info) != STT_NOTYPE || visibility == STV_HIDDEN ||
	    visibility == STV_INTERNAL)
		return false;
	scn = elf_getscn(f->elf, sym->st_shndx);
	if (!scn || !gelf_getshdr(scn, &shdr))
		return false;
	name = elf_section_name(f, &shdr);
	return strstr(name, "text") || strstr(name, "data");
}

bool elf_wants_symbol(struct elf_file *f, const GElf_Sym *sym, const char *name)
{
	unsigned int type = GELF_ST_TYPE(sym->st_info);

	if (!name || !name[0] || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	/* "$x", "$d": where code and data alternate. */
	if (name[0] == '$' && name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.'))
		return false;
	/* "$xrv64gc", ".L0 ": the same, and labels that linking leaves. */
	if (f->ehdr.e_machine == EM_RISCV && (!strncmp(name, "$x", 2) || !strncmp(name, ".L", 2)))
		return false;
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT || is_label(f, sym);
}

static uint64_t section_shift(struct elf_file *f, const GElf_Sym *sym)
{
	Elf_Scn *scn = elf_getscn(f->elf, sym->st_shndx);
	GElf_Shdr shdr;

	return scn && gelf_getshdr(scn, &shdr) ? shdr.sh_addr - shdr.sh_offset : 0;
}

/* Where symbols go, and as what. */
struct adding {
	struct symtab *t;
	struct elf_map segments;	/* of the file that is mapped */
	enum elf_addresses addresses;
	bool demangle;
};

static int add_section(struct elf_file *f, Elf_Scn *scn, const GElf_Shdr *shdr, struct adding *to)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	struct elf_names names;
	bool debug_file;
	unsigned int code;
	size_t i, nr, len;
	int added = 0;
	GElf_Sym sym;

	debug_file = elf_file__is_debug(f, &code);
	if (!data || !data->d_buf || !shdr->sh_entsize)
		return 0;
	names = elf_names__keep(f, shdr->sh_link, to->t);
	nr = data->d_size / shdr->sh_entsize;
	for (i = 1; i < nr && i <= INT32_MAX; i++) {
		const char *name;
		uint64_t start;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		name = elf_names__at(&names, sym.st_name, &len);
		if (!elf_wants_symbol(f, &sym, name))
			continue;
		start = sym.st_value;
		if (f->ehdr.e_machine == EM_ARM && GELF_ST_TYPE(sym.st_info) == STT_FUNC)
			start &= ~1ULL;		/* the bit that says Thumb */
		if (to->addresses == ELF_FILE_OFFSETS && !elf_map__offset(&to->segments, &start)) {
			if (debug_file)
				continue;
			start -= section_shift(f, &sym);
		}
		if (!elf_names__add(&names, to->t, start, name, len, &sym))
			continue;
		to->t->syms[to->t->nr - 1].mangled = to->demangle;
		added++;
	}
	return added;
}

int elf_file__add_symbols(struct elf_file *f, struct elf_file *runtime, struct symtab *t,
			  enum elf_addresses addresses, bool demangle)
{
	struct adding to = { .t = t, .addresses = addresses, .demangle = demangle };
	struct elf_file *dynamic = f;
	GElf_Shdr shdr;
	Elf_Scn *scn;
	int added = 0;

	elf_map__init(&to.segments, runtime);
	scn = elf_section_by_type(f, SHT_SYMTAB, &shdr);
	if (scn)
		added += add_section(f, scn, &shdr, &to);
	/* A separate debug file has the header of .dynsym, not its contents. */
	scn = elf_section_by_type(dynamic, SHT_DYNSYM, &shdr);
	if (!scn || !elf_getdata(scn, NULL) || !elf_getdata(scn, NULL)->d_buf) {
		dynamic = runtime;
		scn = elf_section_by_type(dynamic, SHT_DYNSYM, &shdr);
	}
	if (scn)
		added += add_section(dynamic, scn, &shdr, &to);
	free(to.segments.segs);
	return added;
}
