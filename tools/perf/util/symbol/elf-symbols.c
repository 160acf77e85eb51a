// SPDX-License-Identifier: GPL-2.0-only
/* The one file that uses libelf. Sizes and offsets of the file are checked by libelf, names by elf_strptr(). */
#include "util/symbol/elf-symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/symbol/build-id.h"

struct elf_file {
	Elf *elf;
	int fd;				/* -1: in memory */
	GElf_Ehdr ehdr;
	size_t shstrndx, phnum;
};

static int elf_file__begin(struct elf_file *f)
{
	if (!f->elf || elf_kind(f->elf) != ELF_K_ELF || !gelf_getehdr(f->elf, &f->ehdr))
		return -ENOEXEC;
	if (elf_getshdrstrndx(f->elf, &f->shstrndx) || elf_getphdrnum(f->elf, &f->phnum))
		return -ENOEXEC;
	return 0;
}

int elf_file__open(const char *path, struct elf_file **ret)
{
	struct elf_file *f = xzalloc(sizeof(*f));
	struct stat st;
	int err;

	elf_version(EV_CURRENT);
	/* O_NONBLOCK: a recorded name may be a FIFO or a device by now. */
	f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	err = f->fd < 0 ? -errno : 0;
	if (!err && (fstat(f->fd, &st) || !S_ISREG(st.st_mode)))
		err = -ENOEXEC;
	if (!err) {
		f->elf = elf_begin(f->fd, ELF_C_READ_MMAP, NULL);
		err = elf_file__begin(f);
	}
	if (err) {
		elf_file__close(f);
		return err;
	}
	*ret = f;
	return 0;
}

int elf_file__open_memory(void *image, size_t size, struct elf_file **ret)
{
	struct elf_file *f = xzalloc(sizeof(*f));
	int err;

	elf_version(EV_CURRENT);
	f->fd = -1;
	f->elf = elf_memory(image, size);
	err = elf_file__begin(f);
	if (err) {
		elf_file__close(f);
		return err;
	}
	*ret = f;
	return 0;
}

void elf_file__close(struct elf_file *f)
{
	if (!f)
		return;
	elf_end(f->elf);
	if (f->fd >= 0)
		close(f->fd);
	free(f);
}

static const char *section_name(struct elf_file *f, const GElf_Shdr *shdr)
{
	const char *name = elf_strptr(f->elf, f->shstrndx, shdr->sh_name);

	return name ? name : "";
}

/* The section called @name with its header, or NULL. */
static Elf_Scn *section_by_name(struct elf_file *f, const char *name, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && !strcmp(section_name(f, ret), name))
			return scn;
	return NULL;
}

static Elf_Scn *section_by_type(struct elf_file *f, uint32_t type, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && ret->sh_type == type)
			return scn;
	return NULL;
}

int elf_file__build_id(struct elf_file *f, uint8_t ret[20])
{
	GElf_Shdr shdr;
	Elf_Scn *scn = NULL;
	Elf_Data *data;
	int n;

	while ((scn = elf_nextscn(f->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		n = build_id__from_notes(data->d_buf, data->d_size, shdr.sh_addralign,
					 f->ehdr.e_ident[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
								      ? ELFDATA2LSB : ELFDATA2MSB), ret);
		if (n > 0)
			return n;
	}
	return -ENOENT;
}

bool elf_file__has_symtab(struct elf_file *f)
{
	GElf_Shdr shdr;

	return section_by_type(f, SHT_SYMTAB, &shdr) != NULL;
}

const char *elf_file__debuglink(struct elf_file *f)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, ".gnu_debuglink", &shdr);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	/* A name, zero-terminated, then padding and a checksum. */
	if (!data || !data->d_buf || !memchr(data->d_buf, 0, data->d_size))
		return NULL;
	return strchr(data->d_buf, '/') ? NULL : data->d_buf;
}

/* --- symbols -------------------------------------------------------------------------------- */

struct segment {
	uint64_t vaddr, memsz, offset;
};

/* Where a file's parts are mapped from. */
struct segments {
	struct segment *segs;
	size_t nr, cap, last;
};

static void segments__init(struct segments *s, struct elf_file *f)
{
	GElf_Phdr phdr;
	size_t i;

	*s = (struct segments){ 0 };
	for (i = 0; i < f->phnum; i++) {
		if (!gelf_getphdr(f->elf, (int)i, &phdr) || phdr.p_type != PT_LOAD)
			continue;
		GROW(s->segs, s->nr, s->cap);
		s->segs[s->nr++] = (struct segment){ phdr.p_vaddr, phdr.p_memsz, phdr.p_offset };
	}
}

/* Turns @addr into a file offset. False if it lies in no segment. */
static bool segments__offset(struct segments *s, uint64_t *addr)
{
	size_t i, n;

	/* Symbols of one segment come together. */
	for (n = 0, i = s->last; n < s->nr; n++, i = i + 1 < s->nr ? i + 1 : 0) {
		if (*addr - s->segs[i].vaddr >= s->segs[i].memsz)
			continue;
		*addr = *addr - s->segs[i].vaddr + s->segs[i].offset;
		s->last = i;
		return true;
	}
	return false;
}

/* Labels of assembler code count, if they are in code or data. */
static bool is_label(struct elf_file *f, const GElf_Sym *sym)
{
	unsigned int visibility = GELF_ST_VISIBILITY(sym->st_other);
	GElf_Shdr shdr;
	Elf_Scn *scn;
	const char *name;

	if (GELF_ST_TYPE(sym->st_info) != STT_NOTYPE || visibility == STV_HIDDEN || visibility == STV_INTERNAL)
		return false;
	scn = elf_getscn(f->elf, sym->st_shndx);
	if (!scn || !gelf_getshdr(scn, &shdr))
		return false;
	name = section_name(f, &shdr);
	return strstr(name, ".text") || strstr(name, ".data");
}

static bool is_wanted(struct elf_file *f, const GElf_Sym *sym, const char *name)
{
	unsigned int type = GELF_ST_TYPE(sym->st_info);

	if (!name || !name[0] || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	/* "$x", "$d": where code and data alternate. */
	if (name[0] == '$' && name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.'))
		return false;
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT || is_label(f, sym);
}

static uint64_t section_shift(struct elf_file *f, const GElf_Sym *sym)
{
	Elf_Scn *scn = elf_getscn(f->elf, sym->st_shndx);
	GElf_Shdr shdr;

	return scn && gelf_getshdr(scn, &shdr) ? shdr.sh_addr - shdr.sh_offset : 0;
}

static int add_section(struct elf_file *f, Elf_Scn *scn, const GElf_Shdr *shdr, struct segments *segments,
		       struct symtab *t, enum elf_addresses addresses, bool demangle)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t i, nr;
	int added = 0;
	GElf_Sym sym;

	if (!data || !data->d_buf || !shdr->sh_entsize)
		return 0;
	nr = data->d_size / shdr->sh_entsize;
	for (i = 1; i < nr && i <= INT32_MAX; i++) {
		const char *name;
		uint64_t start;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		name = elf_strptr(f->elf, shdr->sh_link, sym.st_name);
		if (!is_wanted(f, &sym, name))
			continue;
		start = sym.st_value;
		if (f->ehdr.e_machine == EM_ARM && GELF_ST_TYPE(sym.st_info) == STT_FUNC)
			start &= ~1ULL;		/* the bit that says Thumb */
		if (addresses == ELF_FILE_OFFSETS && !segments__offset(segments, &start))
			start -= section_shift(f, &sym);
		symtab__add(t, start, start + sym.st_size, name, strlen(name),
			    GELF_ST_TYPE(sym.st_info), GELF_ST_BIND(sym.st_info));
		t->syms[t->nr - 1].mangled = demangle;
		added++;
	}
	return added;
}

int elf_file__add_symbols(struct elf_file *f, struct elf_file *runtime, struct symtab *t,
			  enum elf_addresses addresses, bool demangle)
{
	struct segments segments;
	struct elf_file *dynamic = f;
	GElf_Shdr shdr;
	Elf_Scn *scn;
	int added = 0;

	segments__init(&segments, runtime);
	scn = section_by_type(f, SHT_SYMTAB, &shdr);
	if (scn)
		added += add_section(f, scn, &shdr, &segments, t, addresses, demangle);
	/* A separate debug file has the header of .dynsym, not its contents. */
	scn = section_by_type(dynamic, SHT_DYNSYM, &shdr);
	if (!scn || !elf_getdata(scn, NULL) || !elf_getdata(scn, NULL)->d_buf) {
		dynamic = runtime;
		scn = section_by_type(dynamic, SHT_DYNSYM, &shdr);
	}
	if (scn)
		added += add_section(dynamic, scn, &shdr, &segments, t, addresses, demangle);
	free(segments.segs);
	return added;
}

/* --- procedure linkage tables --------------------------------------------------------------- */

struct plt_reloc {
	uint64_t slot;			/* address of the GOT entry */
	const char *name;		/* or NULL */
	uint64_t resolver;		/* address of the function that chooses (IRELATIVE), or 0 */
};

struct plt_relocs {
	struct plt_reloc *r;
	size_t nr, cap;
};

static void add_reloc(struct elf_file *f, const GElf_Shdr *dynsym, Elf_Data *syms, uint64_t offset,
		      uint64_t info, int64_t addend, struct plt_relocs *to)
{
	struct plt_reloc r = { .slot = offset };
	GElf_Sym sym;

	if (GELF_R_SYM(info) && syms && gelf_getsym(syms, (int)GELF_R_SYM(info), &sym))
		r.name = elf_strptr(f->elf, dynsym->sh_link, sym.st_name);
	else if (!GELF_R_SYM(info))
		r.resolver = (uint64_t)addend;
	GROW(to->r, to->nr, to->cap);
	to->r[to->nr++] = r;
}

/* The relocations of section @name (".rela.plt"), in order; its ".rel" form where there is no other. */
static void read_relocs(struct elf_file *f, const char *rela_name, const char *rel_name, struct plt_relocs *to)
{
	GElf_Shdr shdr, dynsym = { 0 };
	Elf_Scn *dyn_scn = section_by_type(f, SHT_DYNSYM, &dynsym);
	Elf_Data *syms = dyn_scn ? elf_getdata(dyn_scn, NULL) : NULL, *data;
	Elf_Scn *scn = section_by_name(f, rela_name, &shdr);
	size_t i, nr;

	if (!scn)
		scn = section_by_name(f, rel_name, &shdr);
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
}

/* Sizes of the first entry, which calls the linker, and of the others, bytes. */
static bool plt_sizes(struct elf_file *f, const GElf_Shdr *plt, uint64_t *header, uint64_t *entry)
{
	switch (f->ehdr.e_machine) {
	case EM_X86_64:
	case EM_386:
		*entry = *header = plt->sh_entsize ? plt->sh_entsize : 16;
		/* Some linkers give the size of a .plt.got entry. */
		if (*entry < 16)
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

static void add_plt_symbol(struct symtab *t, const struct symtab *known, const struct plt_reloc *r,
			   struct segments *segments, uint64_t offset, uint64_t size)
{
	const char *name = r->name;
	char text[512];
	int n;

	if (!name && r->resolver) {
		uint64_t addr = r->resolver;
		const struct symbol *sym = NULL;

		if (segments__offset(segments, &addr))
			sym = symtab__find(known, addr);
		name = sym ? sym->name : NULL;
	}
	if (name && name[0])
		n = snprintf(text, sizeof(text), "%s@plt", name);
	else
		n = snprintf(text, sizeof(text), "offset_%#llx@plt", (unsigned long long)offset);
	if (n > 0 && (size_t)n < sizeof(text))
		symtab__add(t, offset, offset + size, text, (size_t)n, STT_FUNC, STB_GLOBAL);
}

/* .plt.got: entries in any order, each a jump through a GOT slot relative to the instruction. */
static void add_plt_got(struct elf_file *f, struct symtab *t, const struct symtab *known,
			struct segments *segments)
{
	struct plt_relocs relocs = { 0 };
	struct u64map by_slot = { 0 };
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, ".plt.got", &shdr);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;
	uint64_t entry, pos, i;

	if (!data || !data->d_buf)
		return;
	read_relocs(f, ".rela.dyn", ".rel.dyn", &relocs);
	for (i = 0; i < relocs.nr; i++)
		u64map__set(&by_slot, relocs.r[i].slot, &relocs.r[i]);
	entry = shdr.sh_entsize == 16 ? 16 : 8;
	for (pos = 0; pos + entry <= data->d_size; pos += entry) {
		const unsigned char *code = (const unsigned char *)data->d_buf + pos;
		struct plt_reloc none = { 0 }, *r = NULL;

		for (i = 0; i + 6 <= entry && !r; i++) {
			int32_t disp;

			if (code[i] != 0xff || code[i + 1] != 0x25)
				continue;
			memcpy(&disp, code + i + 2, sizeof(disp));
			r = u64map__find(&by_slot, shdr.sh_addr + pos + i + 6 + (uint64_t)(int64_t)disp);
		}
		add_plt_symbol(t, known, r ? r : &none, segments, shdr.sh_offset + pos, entry);
	}
	u64map__exit(&by_slot);
	free(relocs.r);
}

int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t)
{
	struct plt_relocs relocs = { 0 };
	struct segments segments;
	GElf_Shdr plt, sec;
	uint64_t header, entry, offset, end;
	size_t before = t->nr, i;

	if (!section_by_name(f, ".plt", &plt) || plt.sh_type == SHT_NOBITS ||
	    !plt_sizes(f, &plt, &header, &entry))
		return 0;
	segments__init(&segments, f);
	read_relocs(f, ".rela.plt", ".rel.plt", &relocs);
	offset = plt.sh_offset + header;
	end = plt.sh_offset + plt.sh_size;
	/* A program without a dynamic linker has no first entry. */
	if (f->ehdr.e_machine == EM_X86_64 && relocs.nr * entry == plt.sh_size)
		offset = plt.sh_offset;
	else
		symtab__add(t, plt.sh_offset, plt.sh_offset + header, ".plt", 4, STT_FUNC, STB_GLOBAL);
	if (f->ehdr.e_machine == EM_X86_64 || f->ehdr.e_machine == EM_386) {
		if (f->ehdr.e_machine == EM_X86_64)
			add_plt_got(f, t, known, &segments);
		/* With branch tracking calls go to .plt.sec, and .plt is only its lazy half. */
		if (section_by_name(f, ".plt.sec", &sec) && sec.sh_type != SHT_NOBITS) {
			offset = sec.sh_offset;
			end = sec.sh_offset + sec.sh_size;
		}
	}
	for (i = 0; i < relocs.nr && offset < end && entry <= end - offset; i++, offset += entry)
		add_plt_symbol(t, known, &relocs.r[i], &segments, offset, entry);
	free(relocs.r);
	free(segments.segs);
	return (int)(t->nr - before);
}
