// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/called-starts.h"

#include <elf.h>
#include <endian.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/code/called-jumps.h"
#include "util/code/code-bits.h"

#define CALL		0xe8	/* call, and four bytes of distance */
#define JUMP		0xe9	/* jmp, the same */
#define LEA		0x8d	/* lea; with the two bits of mode 0 and register 5 behind it a distance follows */
#define MOVE		0xb8	/* mov $NUMBER of four bytes into one of eight registers */
#define STORE		0xc7	/* mov $NUMBER of four bytes into a register or memory, which the next bytes tell */

#define ALIGNED	16	/* bytes, to which compilers align functions */

/* Files have some thirty sections; of hostile ones no more are looked through for each address. */
#define SECTIONS_MAX	64
/* Programs have a dozen segments, each looked at for every address, and none has a part of the file twice. */
#define LOADS_MAX	CODE_BITS_LOADS
#define LOADED_TIMES	2

/* The file that is read, and where its sections of code begin. */
struct reading {
	const struct elf_view *elf;
	uint64_t sections[SECTIONS_MAX];
	size_t nr_sections;
	struct code_bits found;
};

/* What fills gaps between functions ends with one of these. */
static bool ends_with_filler(const unsigned char *end, size_t size)
{
	static const struct { unsigned char nr, bytes[8]; } fillers[] = {
		{ 1, { 0x90 } }, { 1, { 0xcc } }, { 3, { 0x0f, 0x1f, 0x00 } }, { 4, { 0x0f, 0x1f, 0x40, 0x00 } }, { 5, { 0x0f, 0x1f, 0x44, 0x00, 0x00 } },
		{ 7, { 0x0f, 0x1f, 0x80, 0, 0, 0, 0 } }, { 8, { 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0 } },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fillers); i++)
		if (size >= fillers[i].nr && !memcmp(end - fillers[i].nr, fillers[i].bytes, fillers[i].nr))
			return true;
	return false;
}

/* Is there a return, a jump, a call that may not return, or what fills a gap? */
static bool ends_so(const unsigned char *end, size_t size)
{
	if (!size || end[-1] == 0xc3 || end[-1] == 0xf4)
		return true;
	if (size >= 2 && ((end[-2] == 0x0f && end[-1] == 0x0b) || end[-2] == 0xeb || (end[-2] == 0xff && (end[-1] & 0xf8) == 0xe0)))
		return true;
	if (size >= 5 && (end[-5] == CALL || end[-5] == JUMP))
		return true;
	if ((size >= 6 && end[-6] == 0xff && (end[-5] == 0x25 || end[-5] == 0x15)) || (size >= 3 && end[-3] == 0xc2))
		return true;
	return ends_with_filler(end, size);
}

/*
 * Does nothing run on from the @size bytes in front of @end? Free Pascal fills gaps with zeros, which may be the end of a number in an
 * instruction, too: less of them than functions are aligned to, and only behind what ends code.
 */
static bool ends_code(const unsigned char *end, size_t size)
{
	size_t zeros = 0;

	while (zeros < size && zeros < ALIGNED - 1 && !end[-1 - (ptrdiff_t)zeros])
		zeros++;
	return ends_so(end, size) || (zeros && ends_so(end - zeros, size - zeros));
}

bool called_starts__ends_code(const struct elf_view *elf, const struct elf_part *part, uint64_t addr)
{
	return ends_code(elf->bytes + part->offset + (addr - part->addr), (size_t)(addr - part->addr));
}

static void read_sections(struct reading *r)
{
	struct elf_part section;
	uint32_t i;

	for (i = 0; i < r->elf->nr_sections && i < SECTIONS_MAX; i++)
		if (elf_view__section_nr(r->elf, i, &section) && section.flags & SHF_EXECINSTR)
			r->sections[r->nr_sections++] = section.addr;
}

/* Does a section begin there? Between two of them may lie anything. */
static bool begins_section(const struct reading *r, uint64_t addr)
{
	size_t i;

	for (i = 0; i < r->nr_sections; i++)
		if (r->sections[i] == addr)
			return true;
	return false;
}

static void add_start(const struct reading *r, uint64_t addr)
{
	const struct elf_part *part = code_bits__code_at(&r->found, addr);

	if (part && !code_bits__has(&r->found, part, addr) &&
	    (called_starts__ends_code(r->elf, part, addr) || begins_section(r, addr)))
		code_bits__set(&r->found, part, addr);
}

static uint32_t load32(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return le32toh(v);
}

/* How many bytes of an instruction tell a register or memory: the first of them is @modrm, the next @sib. */
static size_t operand_size(unsigned char modrm, unsigned char sib)
{
	unsigned int mode = modrm >> 6, reg = modrm & 7;
	size_t n = 1 + (mode != 3 && reg == 4);

	if (mode == 1)
		return n + 1;
	return n + (mode == 2 || (mode == 0 && (reg == 5 || (reg == 4 && (sib & 7) == 5))) ? 4 : 0);
}

/* Calls, and instructions that take an address of code: by its distance, or as a number where the program cannot be moved. */
static void read_code(const struct reading *r, const struct elf_part *part)
{
	static const bool moved[256] = { [CALL] = true, [LEA] = true };
	static const bool fixed[256] = { [CALL] = true, [LEA] = true, [MOVE ... MOVE + 7] = true, [STORE] = true };
	const bool *begins = r->elf->type == ET_EXEC ? fixed : moved;
	const unsigned char *code = r->elf->bytes + part->offset;
	uint64_t at, number;

	for (at = 0; at + 5 <= part->size; at++) {
		uint64_t addr = part->addr + at;

		if (!begins[code[at]])
			continue;
		if (code[at] == CALL) {
			add_start(r, addr + 5 + (uint64_t)(int32_t)load32(code + at + 1));
		} else if (code[at] == LEA) {
			if ((code[at + 1] & 0xc7) == 0x05 && at + 6 <= part->size)
				add_start(r, addr + 6 + (uint64_t)(int32_t)load32(code + at + 2));
		} else if (code[at] == STORE) {
			number = at + 1 + operand_size(code[at + 1], code[at + 2]);
			if (number + 4 <= part->size)
				add_start(r, load32(code + number));
		} else {
			add_start(r, load32(code + at + 1));
		}
	}
}

/* Words of data. What the loader will write into a program that can be moved is among them, as a number to add. */
static void read_data(const struct reading *r, const struct elf_part *part)
{
	const unsigned char *bytes = r->elf->bytes + part->offset;
	uint64_t at, v;

	for (at = -part->addr % sizeof(v); part->size >= sizeof(v) && at <= part->size - sizeof(v); at += sizeof(v)) {
		memcpy(&v, bytes + at, sizeof(v));
		add_start(r, le64toh(v));
	}
}

/* A file of a few bytes can have all of them loaded a thousand times. */
static bool is_worth_reading(const struct elf_view *elf)
{
	uint64_t left = (uint64_t)elf->size * LOADED_TIMES;
	size_t i;

	for (i = 0; i < elf->nr_loads && elf->loads[i].size <= left; i++)
		left -= elf->loads[i].size;
	return i == elf->nr_loads && elf->nr_loads <= LOADS_MAX;
}

void called_starts__read(struct called_starts *s, const struct elf_view *elf)
{
	struct reading r = { .elf = elf };
	size_t i;

	if (!is_worth_reading(elf))
		return;
	read_sections(&r);
	code_bits__init(&r.found, elf);
	for (i = 0; i < elf->nr_loads; i++) {
		if (elf->loads[i].flags & PF_X)
			read_code(&r, &elf->loads[i]);
		read_data(&r, &elf->loads[i]);
	}
	code_bits__take(&r.found, CALLED_STARTS_MAX, &s->starts);
	called_jumps__read(s, elf, &r.found);
	code_bits__exit(&r.found);
}

void called_starts__exit(struct called_starts *s)
{
	free(s->starts.list);
	free(s->jumped.list);
	free(s->jumps);
	*s = (struct called_starts){ 0 };
}

size_t address_list__up_to(const struct address_list *s, uint64_t addr)
{
	return BISECT(s->nr, i, s->list[i] <= addr);
}

bool address_list__has(const struct address_list *s, uint64_t addr)
{
	size_t nr = address_list__up_to(s, addr);

	return nr && s->list[nr - 1] == addr;
}
