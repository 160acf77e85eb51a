// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/go-file.h"

#include <elf.h>

#define WORD		8	/* bytes; programs of Go for machines of 32 bits are not unwound here */

/* In the words of the runtime's moduledata, whose first one is the table's address: that of the symbol runtime.text. */
#define MODULE_TEXT	22

/* What the loader writes at @addr, in programs that can be moved. Those link editors that use RELA leave zero there. */
static uint64_t relocated(const struct elf_view *elf, uint64_t addr)
{
	struct elf_part part;
	struct cursor c;
	uint64_t where, info, addend;
	uint32_t i;

	for (i = 0; i < elf->nr_sections; i++) {
		if (!elf_view__section_nr(elf, i, &part) || part.type != SHT_RELA || !(part.flags & SHF_ALLOC))
			continue;
		c = elf_view__cursor(elf, &part);
		while (cursor__left(&c) >= sizeof(Elf64_Rela)) {
			where = cursor__u64(&c, "offset");
			info = cursor__u64(&c, "info");
			addend = cursor__u64(&c, "addend");
			if (where == addr && !ELF64_R_SYM(info))
				return addend;
		}
	}
	return 0;
}

static uint64_t word_at(const struct elf_view *elf, const struct elf_part *part, uint64_t at)
{
	struct cursor c = elf_view__cursor(elf, part);
	uint64_t v;

	cursor__skip(&c, at, "word");
	v = cursor__u64(&c, "word");
	return v ? v : relocated(elf, part->addr + at);
}

/* Where the head of the table does not say it (since Go 1.26), the runtime's own data does. */
static uint64_t text_of(const struct elf_view *elf, const struct elf_part *table)
{
	struct elf_part module;
	size_t at = go_table__text_at(elf->bytes + table->offset, (size_t)table->size);
	uint64_t text = at ? word_at(elf, table, at) : 0;

	if (text || !at)
		return text;
	if (!elf_view__section(elf, ".go.module", &module) || word_at(elf, &module, 0) != table->addr)
		return 0;
	return word_at(elf, &module, MODULE_TEXT * WORD);
}

bool go_file__open(struct go_table *t, const struct elf_view *elf)
{
	struct diag ignored = DIAG_INIT;
	struct elf_part part;

	if (!elf->is_64 || (!elf_view__section(elf, ".gopclntab", &part) && !elf_view__section(elf, ".data.rel.ro.gopclntab", &part)))
		return false;
	return !go_table__open(t, elf->bytes + part.offset, (size_t)part.size, text_of(elf, &part), &ignored);
}
