// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/cfi-functions.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"

/* A section of the file, and how its numbers are to be read. */
struct section {
	const unsigned char *ident;
	Elf_Data *data;
	uint64_t addr;			/* as linked */
	bool eh;			/* .eh_frame */
	bool is_64, swap;
	size_t names;			/* index of the section with the names of sections */
};

static bool find_section(Elf *elf, const char *name, struct section *ret)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (elf_getshdrstrndx(elf, &ret->names))
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *found = gelf_getshdr(scn, &sh) ? elf_strptr(elf, ret->names, sh.sh_name) : NULL;

		if (!found || strcmp(found, name) || sh.sh_type == SHT_NOBITS)
			continue;
		ret->data = elf_rawdata(scn, NULL);
		ret->addr = sh.sh_addr;
		return ret->data && ret->data->d_buf && !(sh.sh_flags & SHF_COMPRESSED);
	}
	return false;
}

/* Bytes of the value in @encoding; 0: not one that is known here. */
static size_t size_of(const struct section *s, uint8_t encoding)
{
	switch (encoding & 0xf) {
	case DW_EH_PE_absptr:
		return s->is_64 ? 8 : 4;
	case DW_EH_PE_udata2:
	case DW_EH_PE_sdata2:
		return 2;
	case DW_EH_PE_udata4:
	case DW_EH_PE_sdata4:
		return 4;
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return 8;
	default:
		return 0;
	}
}

/*
 * The encoding of addresses in the entries of @cie: the data of augmentation letter 'R'. Before it may lie that of 'P', a
 * pointer with an encoding of its own, and of 'L', a byte.
 */
static uint8_t encoding_of(const struct section *s, const Dwarf_CIE *cie)
{
	const uint8_t *data = cie->augmentation_data;
	size_t pos = 0, i, size = data ? cie->augmentation_data_size : 0;
	const char *letter = cie->augmentation;

	if (!letter || *letter++ != 'z')
		return DW_EH_PE_absptr;
	for (i = 0; letter[i] && pos < size; i++) {
		if (letter[i] == 'R')
			return data[pos];
		if (letter[i] == 'P') {
			if (!size_of(s, data[pos]))
				return DW_EH_PE_omit;
			pos += size_of(s, data[pos]);
		}
		pos += letter[i] == 'P' || letter[i] == 'L';
	}
	return DW_EH_PE_absptr;
}

static uint64_t read_value(struct cursor *c, size_t size, bool is_signed)
{
	switch (size) {
	case 2:
		return is_signed ? (uint64_t)(int64_t)(int16_t)cursor__u16(c, "address") : cursor__u16(c, "address");
	case 4:
		return is_signed ? (uint64_t)(int64_t)(int32_t)cursor__u32(c, "address") : cursor__u32(c, "address");
	default:
		return cursor__u64(c, "address");
	}
}

static void add_entry(const struct section *s, uint8_t encoding, size_t at, struct cfi_functions *to)
{
	struct cursor c = cursor__make(s->data->d_buf, s->data->d_size, s->swap);
	size_t size = size_of(s, encoding);
	uint64_t start, length;

	if (encoding == DW_EH_PE_omit || !size || encoding & DW_EH_PE_indirect)
		return;
	cursor__skip(&c, at, "entry");
	start = read_value(&c, size, encoding & 8);
	length = read_value(&c, size, false);
	if ((encoding & 0x70) == DW_EH_PE_pcrel)
		start += s->addr + at;
	else if (encoding & 0x70)
		return;
	if (!s->is_64)
		start = (uint32_t)start;
	if (c.bad || !start || !length || length > UINT64_MAX - start)
		return;
	GROW(to->list, to->nr, to->cap);
	to->list[to->nr++] = (struct cfi_function){ .start = start, .end = start + length };
}

void cfi_functions__read(Elf *elf, const char *name, struct cfi_functions *to)
{
	struct section s = { .eh = !strcmp(name, ".eh_frame") };
	Dwarf_Off off = 0, next, last_cie = UINT64_MAX;
	Dwarf_CFI_Entry entry, cie;
	uint8_t encoding = DW_EH_PE_omit;

	s.ident = (const unsigned char *)elf_getident(elf, NULL);
	if (!s.ident || !find_section(elf, name, &s))
		return;
	s.is_64 = s.ident[EI_CLASS] == ELFCLASS64;
	s.swap = (s.ident[EI_DATA] == ELFDATA2MSB) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	for (; !dwarf_next_cfi(s.ident, s.data, s.eh, off, &next, &entry) && next > off; off = next) {
		if (dwarf_cfi_cie_p(&entry))
			continue;
		if (entry.fde.CIE_pointer != last_cie) {
			Dwarf_Off behind;

			last_cie = entry.fde.CIE_pointer;
			encoding = DW_EH_PE_omit;
			if (!dwarf_next_cfi(s.ident, s.data, s.eh, last_cie, &behind, &cie) && dwarf_cfi_cie_p(&cie))
				encoding = encoding_of(&s, &cie.cie);
		}
		add_entry(&s, encoding, (size_t)(entry.fde.start - (const uint8_t *)s.data->d_buf), to);
	}
}

static int by_start(const void *a, const void *b)
{
	const struct cfi_function *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

void cfi_functions__sort(struct cfi_functions *f)
{
	if (f->nr)
		qsort(f->list, f->nr, sizeof(*f->list), by_start);
}

void cfi_functions__exit(struct cfi_functions *f)
{
	free(f->list);
	*f = (struct cfi_functions){ 0 };
}

const struct cfi_function *cfi_functions__find(const struct cfi_functions *f, uint64_t addr)
{
	size_t low = 0, high = f->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (f->list[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr < f->list[low - 1].end ? &f->list[low - 1] : NULL;
}
