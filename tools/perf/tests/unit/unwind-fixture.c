// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/unwind-fixture.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/code/unwind-file.h"

#define SECTIONS	0xc00
#define NAMES		0xe00

void made__begin(struct made_elf *m)
{
	memset(m, 0, sizeof(*m));
	m->is_64 = true;
	m->machine = EM_X86_64;
	m->section = ".eh_frame";
	m->at = MADE_EH;
}

void made__put(struct made_elf *m, uint64_t v, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		m->bytes[m->at + i] = (unsigned char)(v >> (m->big ? size - 1 - i : i) * 8);
	m->at += size;
}

void made__word(struct made_elf *m, uint64_t v)
{
	made__put(m, v, m->is_64 ? 8 : 4);
}

void made__hex(struct made_elf *m, const char *hex)
{
	char *end;

	while (*hex) {
		m->bytes[m->at++] = (unsigned char)strtoul(hex, &end, 16);
		hex = end + strspn(end, " ");
	}
}

void made__entry(struct made_elf *m)
{
	m->entry = m->at;
	made__put(m, 0, 4);
}

void made__end(struct made_elf *m)
{
	size_t end;

	while ((m->at - m->entry) % 8 != 4)
		m->bytes[m->at++] = 0;
	end = m->at;
	m->at = m->entry;
	made__put(m, end - m->entry - 4, 4);
	m->at = end;
}

size_t made__cie(struct made_elf *m, const char *augmentation, const char *data, unsigned int ra, const char *program)
{
	size_t size = 0;

	made__entry(m);
	made__put(m, 0, 4);
	made__put(m, 1, 1);
	memcpy(m->bytes + m->at, augmentation, strlen(augmentation) + 1);
	m->at += strlen(augmentation) + 1;
	made__hex(m, "01 78");
	made__put(m, ra, 1);
	if (augmentation[0] == 'z') {
		for (size = 0; size < (strlen(data) + 1) / 3; size++)
			;
		made__put(m, size, 1);
		made__hex(m, data);
	}
	made__hex(m, program);
	made__end(m);
	return m->entry;
}

/* The address of byte @at of the section. */
static uint64_t addr_of(size_t at)
{
	return MADE_EH_ADDR + at - MADE_EH;
}

size_t made__fde(struct made_elf *m, size_t cie, uint64_t start, uint32_t size, const char *program)
{
	made__entry(m);
	made__put(m, m->at - cie, 4);
	made__put(m, start - addr_of(m->at), 4);
	made__put(m, size, 4);
	made__put(m, 0, 1);
	made__hex(m, program);
	made__end(m);
	return m->entry;
}

static void put_load(struct made_elf *m, uint32_t type, uint32_t flags, uint64_t offset, uint64_t addr, uint64_t size)
{
	made__put(m, type, 4);
	if (m->is_64)
		made__put(m, flags, 4);
	made__word(m, offset);
	made__word(m, addr);
	made__word(m, addr);
	made__word(m, size);
	made__word(m, size);
	if (!m->is_64)
		made__put(m, flags, 4);
	made__word(m, 0x1000);
}

static void put_section(struct made_elf *m, uint32_t name, uint32_t type, uint64_t flags, uint64_t addr, uint64_t offset,
			uint64_t size)
{
	made__put(m, name, 4);
	made__put(m, type, 4);
	made__word(m, flags);
	made__word(m, addr);
	made__word(m, offset);
	made__word(m, size);
	made__put(m, 0, 8);
	made__word(m, 0);
	made__word(m, 0);
}

static void put_header(struct made_elf *m)
{
	size_t head = m->is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);

	m->at = 0;
	made__hex(m, "7f 45 4c 46");
	made__put(m, m->is_64 ? ELFCLASS64 : ELFCLASS32, 1);
	made__put(m, m->big ? ELFDATA2MSB : ELFDATA2LSB, 1);
	made__put(m, 1, 1);
	m->at = EI_NIDENT;
	made__put(m, ET_DYN, 2);
	made__put(m, m->machine, 2);
	made__put(m, 1, 4);
	made__word(m, MADE_CODE_ADDR);
	made__word(m, head);
	made__word(m, m->section ? SECTIONS : 0);
	made__put(m, 0, 4);
	made__put(m, head, 2);
	made__put(m, m->is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), 2);
	made__put(m, m->hdr ? 3 : 2, 2);
	made__put(m, m->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr), 2);
	made__put(m, m->section ? 3 : 0, 2);
	made__put(m, m->section ? 2 : 0, 2);
}

void made__finish(struct made_elf *m)
{
	size_t end = m->at;

	put_header(m);
	put_load(m, PT_LOAD, PF_R | PF_X, MADE_CODE, MADE_CODE_ADDR, MADE_CODE_SIZE);
	put_load(m, PT_LOAD, PF_R, MADE_EH, MADE_EH_ADDR, MADE_HDR + MADE_HDR_SIZE - MADE_EH);
	if (m->hdr)
		put_load(m, PT_GNU_EH_FRAME, PF_R, MADE_HDR, MADE_HDR_ADDR, MADE_HDR_SIZE);
	if (!m->section)
		return;
	m->at = SECTIONS;
	put_section(m, 0, SHT_NULL, 0, 0, 0, 0);
	put_section(m, 1, m->section_type ? m->section_type : SHT_PROGBITS, m->section_flags, m->debug ? 0 : MADE_EH_ADDR, MADE_EH,
		    end - MADE_EH);
	put_section(m, 1 + (uint32_t)strlen(m->section) + 1, SHT_STRTAB, 0, 0, NAMES, 64);
	memcpy(m->bytes + NAMES + 1, m->section, strlen(m->section) + 1);
	memcpy(m->bytes + NAMES + 1 + strlen(m->section) + 1, ".shstrtab", 10);
}

void made__table(struct made_elf *m, const uint64_t (*pairs)[2], size_t nr)
{
	size_t end = m->at, i;

	m->hdr = true;
	m->at = MADE_HDR;
	/* Version 1; the section's address relative to here, the number as it is, entries relative to the table. */
	made__hex(m, "01 1b 03 3b");
	made__put(m, MADE_EH_ADDR - (MADE_HDR_ADDR + 4), 4);
	made__put(m, nr, 4);
	for (i = 0; i < nr; i++) {
		made__put(m, pairs[i][0] - MADE_HDR_ADDR, 4);
		made__put(m, addr_of((size_t)pairs[i][1]) - MADE_HDR_ADDR, 4);
	}
	m->at = end;
}

struct unwind_file *made__open(const struct made_elf *m)
{
	struct diag diag = DIAG_INIT;

	return unwind_file__new(m->bytes, sizeof(m->bytes), &diag);
}

const char *made__row_at(struct unwind_file *f, uint64_t addr)
{
	static char text[64 + UNWIND_ROW_TEXT];
	struct unwind_answer a;
	int n;

	unwind_file__row(f, addr, &a);
	if (a.start > addr || a.end <= addr)
		return "the row does not have the address";
	if (a.source == UNWIND_BY_NOTHING)
		return "nothing";
	n = snprintf(text, sizeof(text), "%llx-%llx %s", (unsigned long long)(a.start - MADE_CODE_ADDR),
		     (unsigned long long)(a.end - MADE_CODE_ADDR), a.row.signal ? "signal, " : "");
	unwind_row__text(&a.row, text + n);
	return text;
}

struct unwind_file *made__one_function(struct made_elf *m, const char *cie, const char *program)
{
	size_t at = made__cie(m, "zR", "1b", m->machine == EM_AARCH64 ? 30 : 16, cie);

	made__fde(m, at, MADE_CODE_ADDR, 0x80, program);
	made__put(m, 0, 4);
	made__finish(m);
	return made__open(m);
}

struct unwind_file *made__open_two(struct made_elf *m, const char *first, const char *second)
{
	size_t cie, sizes[2];

	made__begin(m);
	m->at = MADE_CODE;
	made__hex(m, first);
	sizes[0] = m->at - MADE_CODE;
	made__hex(m, second);
	sizes[1] = m->at - MADE_CODE - sizes[0];
	m->at = MADE_EH;
	cie = made__cie(m, "zR", "1b", 16, MADE_USUAL_CIE);
	made__fde(m, cie, MADE_CODE_ADDR, (uint32_t)sizes[0], "00");
	made__fde(m, cie, (uint32_t)(MADE_CODE_ADDR + sizes[0]), (uint32_t)sizes[1], "00");
	made__put(m, 0, 4);
	made__finish(m);
	return made__open(m);
}
