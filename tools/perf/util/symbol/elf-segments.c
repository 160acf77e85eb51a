// SPDX-License-Identifier: GPL-2.0-only
/* Which part of an ELF file is mapped where, also of a debug file, which has addresses and no bytes. */
#include "util/symbol/elf-file.h"

#include "util/base/alloc.h"

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

bool elf_file__is_debug(struct elf_file *f, unsigned int *ret_code_segments)
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
	bool debug_file = elf_file__is_debug(f, &code);
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
