// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/called-jumps.h"

#include <elf.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

#define JUMP		0xe9	/* jmp, and four bytes of distance */
#define SHORT_JUMP	0xeb	/* the same with one byte */

static uint32_t load32(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return le32toh(v);
}

/* Is there a jump at @code, of six bytes? Sets *@ret to how far it leads from its beginning. */
static bool is_jump(const unsigned char *code, int64_t *ret)
{
	if (code[0] == SHORT_JUMP)
		*ret = 2 + (int8_t)code[1];
	else if (code[0] == JUMP)
		*ret = 5 + (int64_t)(int32_t)load32(code + 1);
	else if (code[0] == 0x0f && (code[1] & 0xf0) == 0x80)
		*ret = 6 + (int64_t)(int32_t)load32(code + 2);
	else
		return false;
	return true;
}

/*
 * Jumps that leave the stretch between two of the starts, where they would be loops: to other functions, and to parts that lie elsewhere.
 * Two bytes look like a short jump in the middle of other instructions, too: it counts where nothing runs on to where it leads.
 */
static void read_jumps(struct called_starts *s, const struct code_bits *found, const struct elf_part *part, size_t *cap)
{
	const struct address_list *starts = &s->starts;
	const unsigned char *code = found->elf->bytes + part->offset;
	size_t next = address_list__up_to(starts, part->addr);
	const struct elf_part *target;
	uint64_t at, addr, to;
	int64_t distance;
	bool leaves;

	for (at = 0; at + 6 <= part->size; at++) {
		if (!is_jump(code + at, &distance))
			continue;
		addr = part->addr + at;
		to = addr + (uint64_t)distance;
		while (next < starts->nr && starts->list[next] <= addr)
			next++;
		leaves = (next && to < starts->list[next - 1]) || (next < starts->nr && to >= starts->list[next]);
		target = leaves ? code_bits__code_at(found, to) : NULL;
		if (!target || (code[at] == SHORT_JUMP && !called_starts__ends_code(found->elf, target, to)))
			continue;
		code_bits__set(found, target, to);
		if (s->nr_jumps > CALLED_STARTS_MAX)
			continue;
		GROW(s->jumps, s->nr_jumps, *cap);
		s->jumps[s->nr_jumps++] = (struct called_jump){ .to = to, .from = addr };
	}
}

static int by_target(const void *a, const void *b)
{
	const struct called_jump *x = a, *y = b;

	return x->to != y->to ? (x->to < y->to ? -1 : 1) : (x->from > y->from) - (x->from < y->from);
}

void called_jumps__read(struct called_starts *s, const struct elf_view *elf, struct code_bits *found)
{
	size_t i, cap = 0;

	for (i = 0; i < elf->nr_loads; i++)
		if (elf->loads[i].flags & PF_X)
			read_jumps(s, found, &elf->loads[i], &cap);
	code_bits__take(found, CALLED_STARTS_MAX, &s->jumped);
	if (s->nr_jumps > CALLED_STARTS_MAX) {
		zfree(&s->jumps);
		s->nr_jumps = 0;
	}
	if (s->nr_jumps)
		qsort(s->jumps, s->nr_jumps, sizeof(*s->jumps), by_target);
}

/* How many of @s->jumps lead to @addr or below. */
static size_t jumps_up_to(const struct called_starts *s, uint64_t addr)
{
	return BISECT(s->nr_jumps, mid, s->jumps[mid].to <= addr);
}

const struct called_jump *called_starts__jumps_to(const struct called_starts *s, uint64_t low, uint64_t high, size_t *ret_nr)
{
	size_t first = jumps_up_to(s, low);

	*ret_nr = jumps_up_to(s, high) - first;
	return s->jumps ? s->jumps + first : NULL;
}
