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
#include "util/base/cursor.h"
#include "util/symbol/build-id.h"
#include "util/base/file.h"
#include "util/symbol/unpack.h"

/* What a compressed file, and MiniDebugInfo, may become, bytes. */
#define MAX_UNPACKED	((size_t)512 << 20)
#define MAX_MINIDEBUG	((size_t)64 << 20)
/* A module has no more sections; tables for them are made. */
#define MAX_SECTIONS	((size_t)1 << 20)

struct elf_file {
	Elf *elf;
	int fd;				/* -1: in memory */
	char *path;
	char *image;			/* in memory, and ours to free; or NULL */
	GElf_Ehdr ehdr;
	size_t shstrndx, phnum;
	bool code_mapped;
	uint64_t code_pgoff;		/* see elf_file__set_code_offset() */
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
	f->path = xstrdup(path);
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

/* Unpacks @size bytes of @data, if they are packed, and opens what comes out. */
static int open_unpacked(const void *data, size_t size, size_t max, struct elf_file **ret)
{
	size_t unpacked_size;
	char *image;
	int err = unpack(data, size, max, &image, &unpacked_size);

	if (err)
		return err;
	err = elf_file__open_memory(image, unpacked_size, ret);
	if (err)
		free(image);
	else
		(*ret)->image = image;
	return err;
}

int elf_file__open_packed(const char *path, struct elf_file **ret)
{
	size_t size;
	char *data;
	int err = elf_file__open(path, ret);

	if (err != -ENOEXEC)
		return err;
	err = file__read_all(path, MAX_UNPACKED, &data, &size);
	if (err)
		return err;
	err = open_unpacked(data, size, MAX_UNPACKED, ret);
	free(data);
	if (err)
		return err == -EINVAL ? -ENOEXEC : err;
	(*ret)->path = xstrdup(path);
	return 0;
}

void elf_file__close(struct elf_file *f)
{
	if (!f)
		return;
	elf_end(f->elf);
	free(f->image);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
	free(f);
}

const char *elf_file__path(const struct elf_file *f)
{
	return f->path;
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

static bool is_swapped(const struct elf_file *f)
{
	return f->ehdr.e_ident[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
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
					 is_swapped(f), ret);
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

bool elf_file__has_dwarf(struct elf_file *f)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, ".debug_info", &shdr);

	if (!scn)
		scn = section_by_name(f, ".zdebug_info", &shdr);
	return scn && shdr.sh_type != SHT_NOBITS;
}

const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, ".gnu_debuglink", &shdr);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;
	struct cursor c;
	const char *name;

	if (!data || !data->d_buf)
		return NULL;
	/* A name, zero-terminated, padding up to a multiple of four, and a checksum. */
	c = cursor__make(data->d_buf, data->d_size, is_swapped(f));
	name = cursor__str(&c, "name");
	cursor__skip(&c, (4 - cursor__offset(&c) % 4) % 4, "padding");
	*ret_crc = cursor__u32(&c, "checksum");
	return c.bad || !name[0] || strchr(name, '/') ? NULL : name;
}

int elf_file__open_minidebug(struct elf_file *f, struct elf_file **ret)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, ".gnu_debugdata", &shdr);
	Elf_Data *data = scn && shdr.sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;

	if (!data || !data->d_buf)
		return -ENOENT;
	return open_unpacked(data->d_buf, data->d_size, MAX_MINIDEBUG, ret);
}

/* --- symbols -------------------------------------------------------------------------------- */

struct segments {
	struct elf_segment *segs;
	size_t nr, last;
};

void elf_file__set_code_offset(struct elf_file *f, uint64_t pgoff)
{
	f->code_mapped = true;
	f->code_pgoff = pgoff;
}

/* A debug file has the addresses of code and data, but neither their bytes nor where these were. */
static bool is_hollow(const GElf_Phdr *phdr)
{
	return !phdr->p_filesz && phdr->p_memsz && (phdr->p_flags & PF_X);
}

static bool is_debug_file(struct elf_file *f, unsigned int *ret_code_segments)
{
	bool hollow = false;
	GElf_Phdr phdr;
	size_t i;

	*ret_code_segments = 0;
	for (i = 0; i < f->phnum; i++) {
		if (!gelf_getphdr(f->elf, (int)i, &phdr) || phdr.p_type != PT_LOAD || !(phdr.p_flags & PF_X))
			continue;
		hollow = hollow || is_hollow(&phdr);
		++*ret_code_segments;
	}
	return hollow;
}

size_t elf_file__segments(struct elf_file *f, struct elf_segment **ret)
{
	uint64_t page = f->ehdr.e_machine == EM_PPC64 ? 65536 : 4096;
	struct elf_segment *segs = NULL;
	size_t i, nr = 0, cap = 0;
	unsigned int code;
	bool debug_file = is_debug_file(f, &code);
	GElf_Phdr phdr;

	for (i = 0; i < f->phnum; i++) {
		if (!gelf_getphdr(f->elf, (int)i, &phdr) || phdr.p_type != PT_LOAD)
			continue;
		if (debug_file) {
			/* The one code segment was mapped from the page on in which it begins. */
			if (!is_hollow(&phdr) || !f->code_mapped || code != 1)
				continue;
			phdr.p_offset = f->code_pgoff + (phdr.p_vaddr & (page - 1));
		}
		GROW(segs, nr, cap);
		segs[nr++] = (struct elf_segment){ phdr.p_vaddr, phdr.p_memsz, phdr.p_offset };
	}
	*ret = segs;
	return nr;
}

static void segments__init(struct segments *s, struct elf_file *f)
{
	s->last = 0;
	s->nr = elf_file__segments(f, &s->segs);
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
	return strstr(name, "text") || strstr(name, "data");
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
	bool debug_file;
	unsigned int code;
	size_t i, nr;
	int added = 0;
	GElf_Sym sym;

	debug_file = is_debug_file(f, &code);
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
		if (addresses == ELF_FILE_OFFSETS && !segments__offset(segments, &start)) {
			if (debug_file)
				continue;
			start -= section_shift(f, &sym);
		}
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

/* --- kernel modules --------------------------------------------------------------------------- */

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
		if (!gelf_getshdr(scn, &shdr) || (shdr.sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) != (SHF_ALLOC | SHF_EXECINSTR) ||
		    !strncmp(section_name(f, &shdr), ".init", 5))
			continue;
		align = shdr.sh_addralign && !(shdr.sh_addralign & (shdr.sh_addralign - 1)) ? shdr.sh_addralign : 1;
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
	Elf_Scn *scn = section_by_type(f, SHT_SYMTAB, &shdr);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t i, nr, nr_sections;
	uint64_t *sections;
	int added = 0;
	GElf_Sym sym;

	if (f->ehdr.e_type != ET_REL || !data || !data->d_buf || !shdr.sh_entsize)
		return -ENOENT;
	sections = module_layout(f, start, &nr_sections);
	nr = data->d_size / shdr.sh_entsize;
	for (i = 1; sections && i < nr && i <= INT32_MAX; i++) {
		const char *name;
		uint64_t addr;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		name = elf_strptr(f->elf, shdr.sh_link, sym.st_name);
		if (sym.st_shndx >= nr_sections || sections[sym.st_shndx] == UINT64_MAX || !is_wanted(f, &sym, name))
			continue;
		addr = sections[sym.st_shndx] + sym.st_value;
		symtab__add(t, addr, addr + sym.st_size, name, strlen(name), GELF_ST_TYPE(sym.st_info),
			    GELF_ST_BIND(sym.st_info));
		t->syms[t->nr - 1].mangled = demangle;
		added++;
	}
	free(sections);
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

static int compare_slots(const void *a, const void *b)
{
	const struct plt_reloc *x = a, *y = b;

	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Adds the relocations of section @rela_name; of @rel_name where there is no such one. Sorted by slot. */
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
	if (to->nr)
		qsort(to->r, to->nr, sizeof(*to->r), compare_slots);
}

/* Sizes of the first entry, which calls the linker, and of the others, bytes. */
static bool plt_sizes(struct elf_file *f, const GElf_Shdr *plt, uint64_t *header, uint64_t *entry)
{
	switch (f->ehdr.e_machine) {
	case EM_X86_64:
	case EM_386:
		*entry = *header = plt->sh_entsize >= 4 ? plt->sh_entsize : 16;
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
	const struct plt_relocs *relocs;
};

static void add_plt_section(struct elf_file *f, const struct plt_section *plt, struct segments *segments,
			    const struct symtab *known, struct symtab *t)
{
	static const struct plt_reloc none;
	GElf_Shdr shdr;
	Elf_Scn *scn = section_by_name(f, plt->name, &shdr);
	Elf_Data *data = scn && shdr.sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;
	uint64_t pos, nr = 0;

	if (!data || !data->d_buf)
		return;
	for (pos = plt->header; pos < data->d_size && plt->entry <= data->d_size - pos; pos += plt->entry, nr++) {
		const struct plt_reloc *r = nr < plt->relocs->nr ? &plt->relocs->r[nr] : &none;
		struct plt_reloc key = { 0 };

		if (f->ehdr.e_machine == EM_X86_64)
			key.slot = slot_of_entry((const unsigned char *)data->d_buf + pos, plt->entry,
						 shdr.sh_addr + pos);
		if (key.slot && plt->relocs->nr) {
			r = bsearch(&key, plt->relocs->r, plt->relocs->nr, sizeof(key), compare_slots);
			if (!r)
				r = &none;
		}
		if (r != &none || key.slot)
			add_plt_symbol(t, known, r, segments, shdr.sh_offset + pos, plt->entry);
	}
}

int elf_file__add_plt(struct elf_file *f, const struct symtab *known, struct symtab *t)
{
	struct plt_relocs lazy = { 0 }, all = { 0 };
	struct plt_section plt = { .name = ".plt", .relocs = &lazy };
	struct plt_section got = { .name = ".plt.got", .relocs = &all };
	struct plt_section sec = { .name = ".plt.sec", .relocs = &lazy };
	struct segments segments;
	GElf_Shdr shdr;
	size_t before = t->nr;

	if (!section_by_name(f, plt.name, &shdr) || shdr.sh_type == SHT_NOBITS ||
	    !plt_sizes(f, &shdr, &plt.header, &plt.entry))
		return 0;
	segments__init(&segments, f);
	read_relocs(f, ".rela.plt", ".rel.plt", &lazy);
	/* A program without a dynamic linker has no first entry, which would call it, and may have short ones. */
	if (f->ehdr.e_machine == EM_X86_64 && lazy.nr && (lazy.nr * 16 == shdr.sh_size || lazy.nr * 8 == shdr.sh_size)) {
		plt.header = 0;
		plt.entry = shdr.sh_size / lazy.nr;
	} else {
		symtab__add(t, shdr.sh_offset, shdr.sh_offset + plt.header, ".plt", 4, STT_FUNC, STB_GLOBAL);
	}
	if (f->ehdr.e_machine == EM_X86_64) {
		read_relocs(f, ".rela.dyn", ".rel.dyn", &all);
		if (section_by_name(f, got.name, &shdr))
			got.entry = shdr.sh_entsize == 16 ? 16 : 8;
		add_plt_section(f, &got, &segments, known, t);
	}
	/* With branch tracking calls go to .plt.sec, and .plt is only its lazy half. */
	sec.entry = plt.entry;
	if (section_by_name(f, sec.name, &shdr))
		add_plt_section(f, &sec, &segments, known, t);
	else
		add_plt_section(f, &plt, &segments, known, t);
	free(lazy.r);
	free(all.r);
	free(segments.segs);
	return (int)(t->nr - before);
}
