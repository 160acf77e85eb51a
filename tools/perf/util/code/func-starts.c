// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/func-starts.h"

#include <elf.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

const char *func_starts__name(const struct func_starts *f, size_t symbol)
{
	struct cursor c = elf_view__cursor(f->elf, &f->names[f->list[symbol].table]);

	cursor__skip(&c, f->list[symbol].name, "name");
	return cursor__str(&c, "name");
}

bool func_starts__is_part(const struct func_starts *f, size_t symbol)
{
	const char *name = func_starts__name(f, symbol);

	return name && func_name__is_part(name);
}

static bool read_symbol(const struct elf_view *elf, struct cursor *c, struct func_start *ret)
{
	uint8_t info = 0;
	uint16_t section = 0;

	ret->name = cursor__u32(c, "name");
	if (elf->is_64) {
		info = cursor__u8(c, "info");
		cursor__skip(c, 1, "other");
		section = cursor__u16(c, "section");
	}
	ret->start = elf_view__word(elf, c, "value");
	ret->size = elf_view__word(elf, c, "size");
	if (!elf->is_64) {
		info = cursor__u8(c, "info");
		cursor__skip(c, 1, "other");
		section = cursor__u16(c, "section");
	}
	if (c->bad || (ELF64_ST_TYPE(info) != STT_FUNC && ELF64_ST_TYPE(info) != STT_GNU_IFUNC) || section == SHN_UNDEF || !ret->start)
		return false;
	if (ret->size > UINT64_MAX - ret->start)
		ret->size = 0;
	return true;
}

static void read_section(struct func_starts *f, uint8_t table, const char *symbols, const char *strings)
{
	const struct elf_view *elf = f->elf;
	size_t entry = elf->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	struct func_start s = { .table = table };
	struct elf_part part;
	struct cursor c;

	if (!elf_view__section(elf, symbols, &part) || !elf_view__section(elf, strings, &f->names[table]))
		return;
	c = elf_view__cursor(elf, &part);
	while (cursor__left(&c) >= entry) {
		if (f->nr >= FUNC_STARTS_MAX) {
			f->cut = true;
			return;
		}
		if (!read_symbol(elf, &c, &s))
			continue;
		GROW(f->list, f->nr, f->cap);
		f->list[f->nr++] = s;
	}
}

/* Of several at one address the longest comes first. */
static int by_start(const void *a, const void *b)
{
	const struct func_start *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->size > y->size ? -1 : x->size < y->size;
}

void func_starts__read(struct func_starts *f, const struct elf_view *elf)
{
	static const char *const whole[ARRAY_SIZE(f->whole)] = { ".init", ".fini" };
	size_t i, nr = 0;

	f->elf = elf;
	for (i = 0; i < ARRAY_SIZE(whole); i++)
		if (!elf_view__section(elf, whole[i], &f->whole[i]))
			f->whole[i].size = 0;
	read_section(f, 0, ".symtab", ".strtab");
	read_section(f, 1, ".dynsym", ".dynstr");
	if (f->cut)
		f->nr = 0;
	if (f->nr)
		qsort(f->list, f->nr, sizeof(*f->list), by_start);
	for (i = 0; i < f->nr; i++)
		if (!nr || f->list[nr - 1].start != f->list[i].start)
			f->list[nr++] = f->list[i];
	f->nr = nr;
}

void func_starts__exit(struct func_starts *f)
{
	free(f->list);
	*f = (struct func_starts){ 0 };
}

/* The first that begins behind @addr. */
static size_t first_behind(const struct func_starts *f, uint64_t addr)
{
	return BISECT(f->nr, mid, f->list[mid].start <= addr);
}

size_t func_starts__symbol(const struct func_starts *f, uint64_t addr)
{
	size_t next = first_behind(f, addr);

	return next ? next - 1 : f->nr;
}

static bool find_whole(const struct func_starts *f, uint64_t addr, uint64_t low, uint64_t high, uint64_t *ret_start, uint64_t *ret_end)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(f->whole); i++) {
		const struct elf_part *w = &f->whole[i];

		if (addr < w->addr || addr - w->addr >= w->size || w->addr < low || w->size > high - w->addr)
			continue;
		*ret_start = w->addr;
		*ret_end = w->addr + w->size;
		return true;
	}
	return false;
}

bool func_starts__find(const struct func_starts *f, uint64_t addr, uint64_t low, uint64_t high, uint64_t *ret_start, uint64_t *ret_end)
{
	size_t from = first_behind(f, addr);
	const struct func_start *s;
	uint64_t end;

	if (find_whole(f, addr, low, high, ret_start, ret_end))
		return true;
	if (from < f->nr && f->list[from].start < high)
		high = f->list[from].start;
	*ret_start = low;
	*ret_end = high;
	if (!from)
		return false;
	s = &f->list[from - 1];
	end = s->size && s->size < high - s->start ? s->start + s->size : high;
	if (addr >= end) {
		/* Behind it, where functions lie that have no symbol. */
		if (end > low)
			*ret_start = end;
		return false;
	}
	if (s->start >= low)
		*ret_start = s->start;
	*ret_end = end;
	return s->start >= low && !func_starts__is_part(f, from - 1);
}
