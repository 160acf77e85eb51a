// SPDX-License-Identifier: GPL-2.0-only
#include "util/hardware/mem-stat.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/event/mem-data-src.h"

/* The words of a column, in the order of its parts; the last one is what is none of the others. */
static const char *const names[MEM_STAT_NR][MEM_STAT_CATEGORIES] = {
	[MEM_STAT_OP] = { "Load", "Store", "Ld+St", "Pfetch", "Exec", "Other" },
	[MEM_STAT_CACHE] = { "L1", "L2", "L3", "L4", "L1-buf", "L2-buf", "Other" },
	[MEM_STAT_MEMORY] = { "RAM", "MSC", "Uncach", "CXL", "IO", "PMEM", "Other" },
	[MEM_STAT_SNOOP] = { "Hit", "HitM", "Miss", "Other" },
	[MEM_STAT_DTLB] = { "L1-Hit", "L2-Hit", "L?-Hit", "Miss", "Other" },
};

const char *mem_stat__category_name(enum mem_stat stat, unsigned int category)
{
	return category < MEM_STAT_CATEGORIES ? names[stat][category] : NULL;
}

/* The place of @value in @values; behind them, if it is none. */
static unsigned int place_of(unsigned int value, const unsigned char *values, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr && values[i] != value; i++)
		;
	return i;
}

static unsigned int op_category(unsigned int op)
{
	static const unsigned char values[] = { 2, 4, 6 };	/* load, store, both */

	unsigned int i = place_of(op, values, sizeof(values));

	if (op & 8)
		return 3;
	if (op & 0x10)
		return 4;
	return i < sizeof(values) ? i : 5;
}

static unsigned int dtlb_category(unsigned int tlb)
{
	static const unsigned char values[] = { 0x0a, 0x12, 0x1a };	/* a hit in the first level, the second, either */
	unsigned int i = place_of(tlb, values, sizeof(values));

	if (tlb & 4)
		return 3;
	return i < sizeof(values) ? i : 4;
}

uint64_t mem_stat__categories(uint64_t data_src)
{
	static const unsigned char caches[] = { 1, 2, 3, 4, 12, 5 }, memories[] = { 13, 6, 8, 9, 10, 14 };
	static const unsigned char snoops[] = { 4, 0x10, 8 };
	struct mem_fields f = mem_data_src__fields(data_src);

	return (uint64_t)op_category(f.op) << 4 * MEM_STAT_OP |
	       (uint64_t)place_of(f.level, caches, sizeof(caches)) << 4 * MEM_STAT_CACHE |
	       (uint64_t)place_of(f.level, memories, sizeof(memories)) << 4 * MEM_STAT_MEMORY |
	       (uint64_t)place_of(f.snoop, snoops, sizeof(snoops)) << 4 * MEM_STAT_SNOOP |
	       (uint64_t)dtlb_category(f.tlb) << 4 * MEM_STAT_DTLB;
}

void mem_weights__add(struct mem_weights *w, uint64_t categories, uint64_t weight)
{
	int i;

	for (i = MEM_STAT_NONE + 1; i < MEM_STAT_NR; i++)
		w->by[i][categories >> 4 * i & (MEM_STAT_CATEGORIES - 1)] += weight;
}

void mem_weights__add_all(struct mem_weights *w, const struct mem_weights *more)
{
	int i, k;

	for (i = 0; i < MEM_STAT_NR; i++)
		for (k = 0; k < MEM_STAT_CATEGORIES; k++)
			w->by[i][k] += more->by[i][k];
}

unsigned int mem_stat__nr_shown(enum mem_stat stat, const struct mem_weights *total)
{
	unsigned int i, nr = 0;

	for (i = 0; i < MEM_STAT_CATEGORIES; i++)
		nr += total->by[stat][i] > 0;
	return nr;
}

void mem_stat__add_title(const char *title, unsigned int width, struct strbuf *out)
{
	unsigned int len = (unsigned int)strlen(title), dashes, i;

	/* A single part has no room for them. */
	if (width < len + 4) {
		strbuf__addf(out, "%*s", (int)width, title);
		return;
	}
	dashes = (width - len - 2) / 2;
	for (i = 0; i < dashes; i++)
		strbuf__addch(out, '-');
	strbuf__addf(out, " %s ", title);
	for (i += len + 2; i < width; i++)
		strbuf__addch(out, '-');
}

void mem_stat__add_names(enum mem_stat stat, const struct mem_weights *total, struct strbuf *out)
{
	unsigned int i;

	for (i = 0; mem_stat__category_name(stat, i); i++)
		if (total->by[stat][i])
			strbuf__addf(out, "%*s", MEM_STAT_PART_WIDTH, names[stat][i]);
}
