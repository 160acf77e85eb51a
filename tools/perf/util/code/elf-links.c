// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/elf-links.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/symbol/elf-relocs.h"

/* Index of a version that hides the symbol from who does not name it. */
#define VERSION_HIDDEN	0x8000
#define VERSION_MASK	0x7fff
/* More versions than this has no file. */
#define MAX_VERSIONS	4096

struct exported {
	struct exported *next;		/* the same name in another version */
	const char *name, *version;	/* @version NULL: none */
	bool hidden;
	struct elf_export to;
};

static inline uint64_t export_names__hash(const char *name)
{
	return hash_str(name);
}

static inline bool export_names__is(const struct exported *e, const char *name)
{
	return !strcmp(e->name, name);
}

HASH_SET(export_names, const char *, struct exported *)

struct elf_links {
	struct elf_file *f;
	/* Of linkage tables, and the others, which can be many: each read when it is first needed. */
	struct elf_relocs plt, dyn;
	bool plt_read, dyn_read;
	Elf_Data *versym;		/* or NULL */
	const char *versions[MAX_VERSIONS];	/* by index; NULL: no such one */
	struct export_names exports;	/* of each name the last one */
	struct exported *list;		/* all of them */
	size_t nr;
	uint64_t got_start, got_end, got_base;
};

/* --- versions --------------------------------------------------------------------------------------- */

static void set_version(struct elf_links *l, unsigned int index, const char *name)
{
	if (index < MAX_VERSIONS && name)
		l->versions[index] = name;
}

static void read_needed(struct elf_links *l)
{
	GElf_Shdr sh;
	Elf_Scn *scn = elf_section_by_type(l->f, SHT_GNU_verneed, &sh);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t off = 0, i, n;
	GElf_Vernaux aux;
	GElf_Verneed need;

	for (i = 0; data && i < sh.sh_info && off <= INT32_MAX && gelf_getverneed(data, (int)off, &need); i++) {
		size_t at = off + need.vn_aux;

		for (n = 0; n < need.vn_cnt && at <= INT32_MAX && gelf_getvernaux(data, (int)at, &aux); n++) {
			set_version(l, aux.vna_other & VERSION_MASK, elf_strptr(l->f->elf, sh.sh_link, aux.vna_name));
			if (!aux.vna_next)
				break;
			at += aux.vna_next;
		}
		if (!need.vn_next)
			break;
		off += need.vn_next;
	}
}

static void read_defined(struct elf_links *l)
{
	GElf_Shdr sh;
	Elf_Scn *scn = elf_section_by_type(l->f, SHT_GNU_verdef, &sh);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Verdaux aux;
	GElf_Verdef def;
	size_t off = 0, i;

	for (i = 0; data && i < sh.sh_info && off <= INT32_MAX && gelf_getverdef(data, (int)off, &def); i++) {
		if (def.vd_aux <= INT32_MAX - off && gelf_getverdaux(data, (int)(off + def.vd_aux), &aux))
			set_version(l, def.vd_ndx & VERSION_MASK, elf_strptr(l->f->elf, sh.sh_link, aux.vda_name));
		if (!def.vd_next)
			break;
		off += def.vd_next;
	}
}

/* The version of symbol @index, or NULL; whether it is hidden from who does not name it. */
static const char *version_of(const struct elf_links *l, uint32_t index, bool *ret_hidden)
{
	GElf_Versym v;

	*ret_hidden = false;
	if (!l->versym || index > INT32_MAX || !gelf_getversym(l->versym, (int)index, &v))
		return NULL;
	*ret_hidden = v & VERSION_HIDDEN;
	/* 0 and 1: of this file, and of no version. */
	return (v & VERSION_MASK) > 1 && (v & VERSION_MASK) < MAX_VERSIONS ? l->versions[v & VERSION_MASK] : NULL;
}

/* --- exports ---------------------------------------------------------------------------------------- */

static bool is_function(const GElf_Sym *sym)
{
	unsigned int type = GELF_ST_TYPE(sym->st_info), bind = GELF_ST_BIND(sym->st_info);

	return sym->st_shndx != SHN_UNDEF && sym->st_value &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE) &&
	       (bind == STB_GLOBAL || bind == STB_WEAK) && GELF_ST_VISIBILITY(sym->st_other) != STV_HIDDEN &&
	       GELF_ST_VISIBILITY(sym->st_other) != STV_INTERNAL;
}

static void read_exports(struct elf_links *l)
{
	GElf_Shdr sh;
	Elf_Scn *scn = elf_section_by_type(l->f, SHT_DYNSYM, &sh);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t i, nr = data && sh.sh_entsize ? data->d_size / sh.sh_entsize : 0;
	GElf_Sym sym;

	l->list = nr ? xmalloc(nr * sizeof(*l->list)) : NULL;
	for (i = 0; i < nr && i < INT32_MAX && gelf_getsym(data, (int)i, &sym); i++) {
		const char *name = is_function(&sym) ? elf_strptr(l->f->elf, sh.sh_link, sym.st_name) : NULL;
		struct exported *e = &l->list[l->nr], **last;

		if (!name || !name[0])
			continue;
		last = export_names__place(&l->exports, name);
		*e = (struct exported){ .next = *last, .name = name,
					.to = { sym.st_value, GELF_ST_TYPE(sym.st_info) == STT_GNU_IFUNC } };
		e->version = version_of(l, (uint32_t)i, &e->hidden);
		*last = e;
		l->nr++;
	}
}

bool elf_links__export(const struct elf_links *l, const char *name, const char *version, struct elf_export *ret)
{
	const struct exported *e = export_names__find(&l->exports, name), *best = NULL;

	for (; e; e = e->next)
		if (version && e->version ? !strcmp(e->version, version) : !e->hidden)
			best = e;
	if (best)
		*ret = best->to;
	return best;
}

/* --- entries ---------------------------------------------------------------------------------------- */

static void find_got(struct elf_links *l)
{
	GElf_Shdr sh;

	if (elf_section_by_name(l->f, ".got", &sh)) {
		l->got_start = l->got_base = sh.sh_addr;
		l->got_end = sh.sh_addr + sh.sh_size;
	}
	if (elf_section_by_name(l->f, ".got.plt", &sh))
		l->got_base = sh.sh_addr;
}

struct elf_links *elf_links__open(const void *image, size_t size)
{
	struct elf_links *l = xzalloc(sizeof(*l));
	GElf_Shdr sh;
	Elf_Scn *scn;

	/* libelf does not write to it. */
	if (elf_file__open_memory((void *)(uintptr_t)image, size, &l->f)) {
		free(l);
		return NULL;
	}
	scn = elf_section_by_type(l->f, SHT_GNU_versym, &sh);
	l->versym = scn ? elf_getdata(scn, NULL) : NULL;
	read_needed(l);
	read_defined(l);
	read_exports(l);
	find_got(l);
	return l;
}

void elf_links__close(struct elf_links *l)
{
	if (!l)
		return;
	export_names__exit(&l->exports);
	free(l->plt.r);
	free(l->dyn.r);
	free(l->list);
	elf_file__close(l->f);
	free(l);
}

uint64_t elf_links__got(const struct elf_links *l)
{
	return l->got_base;
}

enum reloc_kind { RELOC_OTHER, RELOC_NAME, RELOC_RELATIVE, RELOC_CHOSEN };

static enum reloc_kind kind_of(unsigned int machine, uint32_t type)
{
	switch (machine) {
	case EM_X86_64:
		return type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT ? RELOC_NAME
		       : type == R_X86_64_RELATIVE ? RELOC_RELATIVE : type == R_X86_64_IRELATIVE ? RELOC_CHOSEN : RELOC_OTHER;
	case EM_386:
		return type == R_386_GLOB_DAT || type == R_386_JMP_SLOT ? RELOC_NAME : RELOC_OTHER;
	case EM_AARCH64:
		return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_JUMP_SLOT ? RELOC_NAME
		       : type == R_AARCH64_RELATIVE ? RELOC_RELATIVE : type == R_AARCH64_IRELATIVE ? RELOC_CHOSEN : RELOC_OTHER;
	default:
		return RELOC_OTHER;
	}
}

static const struct elf_reloc *find_reloc(struct elf_links *l, uint64_t slot)
{
	const struct elf_reloc *r;

	if (!l->plt_read)
		elf_relocs__read(l->f, ".rela.plt", ".rel.plt", &l->plt);
	l->plt_read = true;
	r = elf_relocs__find(&l->plt, slot);
	if (r)
		return r;
	if (!l->dyn_read)
		elf_relocs__read(l->f, ".rela.dyn", ".rel.dyn", &l->dyn);
	l->dyn_read = true;
	return elf_relocs__find(&l->dyn, slot);
}

void elf_links__at(struct elf_links *l, uint64_t slot, struct elf_link *ret)
{
	const struct elf_reloc *r = find_reloc(l, slot);
	bool hidden;

	*ret = (struct elf_link){ .kind = ELF_LINK_NONE };
	switch (r ? kind_of(l->f->ehdr.e_machine, r->type) : RELOC_OTHER) {
	case RELOC_NAME:
		if (!r->name || !r->name[0])
			return;
		ret->kind = ELF_LINK_NAME;
		ret->name = r->name;
		ret->version = version_of(l, r->symbol, &hidden);
		break;
	case RELOC_RELATIVE:
		/* Elsewhere it is a variable, which the program may change. */
		if (slot < l->got_start || slot >= l->got_end)
			return;
		ret->kind = ELF_LINK_HERE;
		ret->addr = r->resolver;
		break;
	case RELOC_CHOSEN:
		ret->kind = ELF_LINK_CHOSEN;
		ret->addr = r->resolver;
		break;
	case RELOC_OTHER:
		break;
	}
}
