// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/elf-view.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* The kernel starts no program with more; what lies behind them is not looked at. */
#define MAX_LOADS	1024
/* A table of sections with more is no table. */
#define MAX_SECTIONS	(1U << 20)

/* Where the tables of the file begin, as its header says. */
struct tables {
	uint64_t segments, sections;
	uint16_t segment_size, segments_nr, section_size, sections_nr, names;
};

uint64_t elf_view__word(const struct elf_view *v, struct cursor *c, const char *what)
{
	return v->is_64 ? cursor__u64(c, what) : cursor__u32(c, what);
}

static bool is_inside(const struct elf_view *v, uint64_t offset, uint64_t size)
{
	return offset <= v->size && size <= v->size - offset;
}

struct cursor elf_view__cursor(const struct elf_view *v, const struct elf_part *part)
{
	return cursor__make(v->bytes + part->offset, (size_t)part->size, v->swap);
}

/* From @offset to the end of the file. */
static struct cursor cursor_at(const struct elf_view *v, uint64_t offset)
{
	struct cursor c = cursor__make(v->bytes, v->size, v->swap);

	cursor__skip(&c, offset, "offset");
	return c;
}

/* --- headers --------------------------------------------------------------------------------------------- */

static int refuse(struct diag *diag, const char *field, const char *what)
{
	return diag__set(diag, -ENOEXEC, DIAG_NO_OFFSET, "ELF header", field, "%s", what);
}

static int read_header(struct elf_view *v, struct tables *t, struct diag *diag)
{
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	const unsigned char *ident = v->bytes;
	struct cursor c;

	if (v->size < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG))
		return refuse(diag, "magic", "not an ELF file");
	if (ident[EI_CLASS] != ELFCLASS64 && ident[EI_CLASS] != ELFCLASS32)
		return refuse(diag, "class", "neither of 32 nor of 64 bits");
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return refuse(diag, "data", "its byte order is not known");
	v->is_64 = ident[EI_CLASS] == ELFCLASS64;
	v->swap = (ident[EI_DATA] == ELFDATA2MSB) != host_is_big;
	c = cursor_at(v, EI_NIDENT);
	v->type = cursor__u16(&c, "e_type");
	v->machine = cursor__u16(&c, "e_machine");
	cursor__skip(&c, 4, "e_version");
	(void)elf_view__word(v, &c, "e_entry");
	t->segments = elf_view__word(v, &c, "e_phoff");
	t->sections = elf_view__word(v, &c, "e_shoff");
	cursor__skip(&c, 6, "e_flags, e_ehsize");
	t->segment_size = cursor__u16(&c, "e_phentsize");
	t->segments_nr = cursor__u16(&c, "e_phnum");
	t->section_size = cursor__u16(&c, "e_shentsize");
	t->sections_nr = cursor__u16(&c, "e_shnum");
	t->names = cursor__u16(&c, "e_shstrndx");
	return c.bad ? refuse(diag, c.bad, "the file ends within its header") : 0;
}

/* --- segments -------------------------------------------------------------------------------------------- */

/* As much of it as lies in the file. False: nothing does. */
static bool read_segment(const struct elf_view *v, uint64_t at, struct elf_part *ret)
{
	struct cursor c = cursor_at(v, at);

	ret->type = cursor__u32(&c, "p_type");
	if (v->is_64)
		ret->flags = cursor__u32(&c, "p_flags");
	ret->offset = elf_view__word(v, &c, "p_offset");
	ret->addr = elf_view__word(v, &c, "p_vaddr");
	(void)elf_view__word(v, &c, "p_paddr");
	ret->size = elf_view__word(v, &c, "p_filesz");
	(void)elf_view__word(v, &c, "p_memsz");
	if (!v->is_64)
		ret->flags = cursor__u32(&c, "p_flags");
	if (c.bad || ret->offset >= v->size)
		return false;
	if (ret->size > v->size - ret->offset)
		ret->size = v->size - ret->offset;
	return ret->size && ret->size - 1 <= UINT64_MAX - ret->addr;
}

static void read_segments(struct elf_view *v, const struct tables *t)
{
	size_t smallest = v->is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), cap = 0;
	uint16_t i;

	if (t->segment_size < smallest || !is_inside(v, t->segments, (uint64_t)t->segment_size * t->segments_nr))
		return;
	for (i = 0; i < t->segments_nr; i++) {
		struct elf_part part;

		if (!read_segment(v, t->segments + (uint64_t)i * t->segment_size, &part))
			continue;
		if (part.type == PT_GNU_EH_FRAME && !v->eh_frame_hdr.size)
			v->eh_frame_hdr = part;
		if (part.type != PT_LOAD || v->nr_loads == MAX_LOADS)
			continue;
		GROW(v->loads, v->nr_loads, cap);
		v->loads[v->nr_loads++] = part;
	}
}

const struct elf_part *elf_view__load_at(const struct elf_view *v, uint64_t addr)
{
	size_t i;

	for (i = 0; i < v->nr_loads; i++)
		if (addr >= v->loads[i].addr && addr - v->loads[i].addr < v->loads[i].size)
			return &v->loads[i];
	return NULL;
}

/* --- sections -------------------------------------------------------------------------------------------- */

struct section {
	struct elf_part part;
	uint32_t name, link, info;
};

static bool read_section(const struct elf_view *v, uint32_t i, struct section *ret)
{
	struct cursor c = cursor_at(v, v->headers.offset + (uint64_t)i * v->header_size);

	ret->name = cursor__u32(&c, "sh_name");
	ret->part.type = cursor__u32(&c, "sh_type");
	ret->part.flags = elf_view__word(v, &c, "sh_flags");
	ret->part.addr = elf_view__word(v, &c, "sh_addr");
	ret->part.offset = elf_view__word(v, &c, "sh_offset");
	ret->part.size = elf_view__word(v, &c, "sh_size");
	ret->link = cursor__u32(&c, "sh_link");
	ret->info = cursor__u32(&c, "sh_info");
	return !c.bad;
}

static bool has_bytes(const struct elf_view *v, const struct elf_part *part)
{
	return part->type != SHT_NULL && part->type != SHT_NOBITS && part->size && is_inside(v, part->offset, part->size);
}

static void read_sections(struct elf_view *v, const struct tables *t)
{
	size_t smallest = v->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	uint64_t nr = t->sections_nr;
	uint32_t names = t->names;
	struct section s;

	v->header_size = t->section_size;
	v->headers.offset = t->sections;
	if (!t->sections || t->section_size < smallest || !is_inside(v, t->sections, t->section_size) ||
	    !read_section(v, 0, &s))
		return;
	/* Numbers that are too large for the header are in the first section. */
	if (!nr)
		nr = s.part.size;
	if (names == SHN_XINDEX)
		names = s.link;
	if (nr > MAX_SECTIONS || !is_inside(v, t->sections, nr * t->section_size))
		return;
	v->nr_sections = (uint32_t)nr;
	if (names < nr && read_section(v, names, &s) && has_bytes(v, &s.part))
		v->names = s.part;
}

bool elf_view__section_nr(const struct elf_view *v, uint32_t i, struct elf_part *ret)
{
	struct section s;

	if (!read_section(v, i, &s) || !has_bytes(v, &s.part))
		return false;
	*ret = s.part;
	return true;
}

/* The first section called @name from number @i on. */
static bool find_section(const struct elf_view *v, const char *name, uint32_t i, uint32_t *ret_i, struct section *ret)
{
	size_t size = strlen(name) + 1;

	for (; i < v->nr_sections; i++) {
		if (!read_section(v, i, ret) || ret->name > v->names.size || size > v->names.size - ret->name ||
		    memcmp(v->bytes + v->names.offset + ret->name, name, size))
			continue;
		*ret_i = i;
		return true;
	}
	return false;
}

bool elf_view__section(const struct elf_view *v, const char *name, struct elf_part *ret)
{
	struct section s;
	uint32_t i;

	for (i = 0; find_section(v, name, i, &i, &s); i++)
		if (has_bytes(v, &s.part)) {
			*ret = s.part;
			return true;
		}
	return false;
}

bool elf_view__lacks(const struct elf_view *v, const char *name)
{
	struct section s;
	uint32_t i;

	return find_section(v, name, 0, &i, &s) && !has_bytes(v, &s.part);
}

int elf_view__open(struct elf_view *v, const void *bytes, size_t size, struct diag *diag)
{
	struct tables t = { 0 };
	int err;

	*v = (struct elf_view){ .bytes = bytes, .size = size };
	err = read_header(v, &t, diag);
	if (err)
		return err;
	read_segments(v, &t);
	read_sections(v, &t);
	return 0;
}

void elf_view__close(struct elf_view *v)
{
	free(v->loads);
	*v = (struct elf_view){ 0 };
}
