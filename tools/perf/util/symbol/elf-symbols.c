// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file, elf-plt.c and elf-module.c use libelf. Sizes and offsets of the file are checked by libelf,
 * names by elf_strptr().
 */
#include "util/symbol/elf-file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/base/names-file.h"
#include "util/base/open-regular.h"
#include "util/data/shrunk-file.h"
#include "util/symbol/build-id.h"
#include "util/symbol/unpack.h"

/* Larger compressed files are not read: bytes. */
#define MAX_PACKED	((size_t)512 << 20)

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
	char first;
	int err;

	elf_version(EV_CURRENT);
	f->path = xstrdup(path);
	/* A recorded name may be a FIFO or a device by now. */
	f->fd = names_file__open(path, NULL);
	err = f->fd < 0 ? f->fd : 0;
	if (open_regular__is_other_type(err))
		err = -ENOEXEC;
	/* What libelf says of a file that cannot be read does not differ from what it says of one that is none. */
	if (!err && pread(f->fd, &first, 1, 0) < 0) {
		err = -errno;
		names_file__failed(path, err);
	}
	if (!err) {
		shrunk_file__guard();
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

/* Unpacks @size bytes of @data, if they are packed, and opens what comes out. @path, @part: what they are, for a message. */
static int open_unpacked(const void *data, size_t size, const char *path, const char *part, struct elf_file **ret)
{
	struct unpack_room room;
	size_t unpacked_size;
	char *image = NULL;
	int err = unpack(data, size, &room, &image, &unpacked_size);

	if (err == -EFBIG)
		unpack__tell_refused(path, part, 0);
	if (!err)
		err = elf_file__open_memory(image, unpacked_size, ret);
	if (err) {
		unpack_room__exit(&room);
		free(image);
		return err;
	}
	(*ret)->image = image;
	(*ret)->room = room;
	return 0;
}

int elf_file__open_packed(const char *path, struct elf_file **ret)
{
	size_t size;
	char *data;
	int err = elf_file__open(path, ret);

	if (err != -ENOEXEC)
		return err;
	err = names_file__read_all(path, MAX_PACKED, &data, &size);
	if (err)
		return err;
	err = open_unpacked(data, size, path, NULL, ret);
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
	unpack_room__exit(&f->room);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
	free(f);
}

const char *elf_file__path(const struct elf_file *f)
{
	return f->path;
}

const char *elf_section_name(struct elf_file *f, const GElf_Shdr *shdr)
{
	const char *name = elf_strptr(f->elf, f->shstrndx, shdr->sh_name);

	return name ? name : "";
}

/* The section called @name with its header, or NULL. */
Elf_Scn *elf_section_by_name(struct elf_file *f, const char *name, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && !strcmp(elf_section_name(f, ret), name))
			return scn;
	return NULL;
}

Elf_Scn *elf_section_by_type(struct elf_file *f, uint32_t type, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, ret) && ret->sh_type == type)
			return scn;
	return NULL;
}

static bool is_swapped(const struct elf_file *f)
{
	return f->ehdr.e_ident[EI_DATA] !=
	       (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
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

	return elf_section_by_type(f, SHT_SYMTAB, &shdr) != NULL;
}

bool elf_file__has_dwarf(struct elf_file *f)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, ".debug_info", &shdr);

	if (!scn)
		scn = elf_section_by_name(f, ".zdebug_info", &shdr);
	return scn && shdr.sh_type != SHT_NOBITS;
}

const char *elf_file__debuglink(struct elf_file *f, uint32_t *ret_crc)
{
	GElf_Shdr shdr;
	Elf_Scn *scn = elf_section_by_name(f, ".gnu_debuglink", &shdr);
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
	Elf_Scn *scn = elf_section_by_name(f, ".gnu_debugdata", &shdr);
	Elf_Data *data = scn && shdr.sh_type != SHT_NOBITS ? elf_rawdata(scn, NULL) : NULL;

	if (!data || !data->d_buf)
		return -ENOENT;
	return open_unpacked(data->d_buf, data->d_size, f->path ? f->path : "", ".gnu_debugdata", ret);
}

/* --- symbols -------------------------------------------------------------------------------- */

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
		segs[nr++] = (struct elf_segment){ phdr.p_vaddr, phdr.p_memsz, phdr.p_offset,
						   phdr.p_flags & PF_X };
	}
	*ret = segs;
	return nr;
}

void elf_map__init(struct elf_map *s, struct elf_file *f)
{
	s->last = 0;
	s->nr = elf_file__segments(f, &s->segs);
}

/* Turns @addr into a file offset. False if it lies in no segment. */
bool elf_map__offset(struct elf_map *s, uint64_t *addr)
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

	if (GELF_ST_TYPE(sym->st_info) != STT_NOTYPE || visibility == STV_HIDDEN ||
	    visibility == STV_INTERNAL)
		return false;
	scn = elf_getscn(f->elf, sym->st_shndx);
	if (!scn || !gelf_getshdr(scn, &shdr))
		return false;
	name = elf_section_name(f, &shdr);
	return strstr(name, "text") || strstr(name, "data");
}

static bool is_plain(const char *s, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (s[i] && (s[i] < ' ' || s[i] > '~'))
			return false;
	return true;
}

struct elf_names elf_names__keep(struct elf_file *f, size_t link, struct symtab *t)
{
	Elf_Scn *scn = elf_getscn(f->elf, link);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;

	if (!data || !data->d_buf || !data->d_size)
		return (struct elf_names){ .kept = NULL };
	return (struct elf_names){ .kept = symtab__keep(t, data->d_buf, data->d_size), .size = data->d_size,
				   .plain = is_plain(data->d_buf, data->d_size),
				   .room = data->d_size < SIZE_MAX / 4 ? 4 * data->d_size : SIZE_MAX };
}

bool elf_names__add(struct elf_names *names, struct symtab *t, uint64_t start, const char *name, size_t len, const GElf_Sym *sym)
{
	const struct symtab_entry e = {
		.start = start, .end = start + sym->st_size, .name = name, .len = len,
		.type = GELF_ST_TYPE(sym->st_info), .binding = GELF_ST_BIND(sym->st_info),
	};
	size_t before = t->nr;

	/* Of a name that is too long only a copy can be cut. */
	if (names->plain && len <= SYMTAB_MAX_NAME) {
		symtab__add_kept(t, &e);
		return true;
	}
	if (len > names->room)
		return false;
	names->room -= len;
	symtab__add(t, &e);
	return t->nr > before;
}

const char *elf_names__at(const struct elf_names *names, size_t offset, size_t *ret_len)
{
	size_t room, len;

	*ret_len = 0;
	if (offset >= names->size)
		return NULL;
	room = names->size - offset;
	len = strnlen(names->kept + offset, room < SYMTAB_MAX_NAME + 1 ? room : SYMTAB_MAX_NAME + 1);
	if (len == room)
		return NULL;		/* without an end */
	*ret_len = len;
	return names->kept + offset;
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

	debug_file = is_debug_file(f, &code);
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
