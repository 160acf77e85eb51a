// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keys about memory accesses: what a load or store met (PERF_SAMPLE_DATA_SRC), and where the data lie. Words are
 * reduced to what the cell shows, so that equal cells are one row.
 */
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-sym.h"
#include "util/columns/column-tables.h"
#include "util/data/header.h"
#include "util/event/mem-data-src.h"

#define LEVEL_AND_BLANK		4	/* "[k] " */
#define UNRESOLVED_WIDTH	(LEVEL_AND_BLANK + COLUMN_ADDRESS_DIGITS + 2)
#define USUAL_CACHELINE		64	/* bytes, where the recording does not say */

/* Where data lie; interned. No padding: it is compared as bytes. */
struct data_place {
	uint64_t addr;			/* as recorded; of a cacheline: its first byte */
	const struct dso *dso;		/* or NULL: nothing is mapped there */
	const struct symbol *sym;	/* or NULL */
	int64_t offset;			/* from the symbol's start */
	uint32_t pid;			/* of memory that no file is behind; else 0 */
	uint16_t cpumode;
	uint16_t letter;		/* between the brackets */
};

_Static_assert(sizeof(struct data_place) == 2 * sizeof(void *) + 3 * 8, "padding in struct data_place");

static char code_level(const struct session_sample *s)
{
	return s->ip ? s->ip->level : '.';
}

/* The map over a data address: of the process, else of the kernel. */
static const struct map *data_map(const struct session_sample *s)
{
	const struct map *map;

	if (!s->machine)
		return NULL;
	map = maps__find(machine__maps_at(s->machine, s->pid, s->sample->time), s->sample->addr);
	return map ? map : machine__kernel_map(s->machine, s->sample->time, s->sample->addr);
}

static const struct data_place *cell_place(uint64_t cell)
{
	static const struct data_place nowhere = { .letter = '.' };

	return cell ? (const struct data_place *)(uintptr_t)cell : &nowhere;
}

/* --- symbols and files ------------------------------------------------------------------------ */

static uint64_t column_symbol_daddr_cell(const struct column_sample *c)
{
	const struct map *map = data_map(c->s);
	uint64_t addr = c->s->sample->addr, in_dso = map ? map__to_dso(map, addr) : 0;
	struct data_place p = { .addr = addr, .letter = (uint16_t)code_level(c->s) };

	p.dso = map ? map->dso : NULL;
	p.sym = map ? dso__find_symbol(map->dso, in_dso) : NULL;
	if (p.sym)
		p.offset = (int64_t)(in_dso - p.sym->start);
	return (uintptr_t)byte_pool__get(&c->h->pool, &p, sizeof(p));
}

/* The lowest address first. */
static int column_symbol_daddr_compare(uint64_t a, uint64_t b)
{
	const struct data_place *x = cell_place(a), *y = cell_place(b);
	int r = column_addr_compare(x->addr, y->addr);

	if (!r && x->dso != y->dso)
		r = !x->dso || !y->dso ? (x->dso ? -1 : 1) : strcmp(x->dso->long_name, y->dso->long_name);
	return r ? r : (int)x->letter - (int)y->letter;
}

static void column_symbol_daddr_print(const struct column_cell *c, struct strbuf *out)
{
	const struct data_place *p = cell_place(c->value);

	strbuf__addf(out, "[%c] ", p->letter);
	if (!p->sym)
		strbuf__addf(out, "%-#.*" PRIx64, COLUMN_ADDRESS_DIGITS, p->addr);
	else if (p->offset < 0)
		strbuf__addf(out, "%s-0x%" PRIx64, p->sym->name, -(uint64_t)p->offset);
	else
		strbuf__addf(out, "%s+0x%" PRIx64, p->sym->name, (uint64_t)p->offset);
}

static unsigned int column_symbol_daddr_width(const struct column_cell *c)
{
	const struct data_place *p = cell_place(c->value);

	/* As perf has it: room for the name and for an address. */
	return (p->sym ? p->sym->name_len : 0) + UNRESOLVED_WIDTH;
}

static uint64_t column_dso_daddr_cell(const struct column_sample *c)
{
	return column_file_cell(c->h, data_map(c->s));
}

/* --- cachelines -------------------------------------------------------------------------------- */

static uint64_t cacheline_size(const struct hists *h)
{
	uint64_t size = h->opts.header ? h->opts.header->cache_line_size : 0;

	return size && !(size & (size - 1)) ? size : USUAL_CACHELINE;
}

static bool is_file(const struct map *map)
{
	return map->dso->long_name[0] == '/' && strncmp(map->dso->long_name, "//", 2);
}

static uint64_t column_dcacheline_cell(const struct column_sample *c)
{
	const struct map *map = data_map(c->s);
	uint64_t addr = c->s->sample->addr, line = addr & ~(cacheline_size(c->h) - 1);
	struct data_place p = { .addr = line, .letter = map ? (uint16_t)code_level(c->s) : 'X',
				.cpumode = (uint16_t)sample__cpumode(c->s->sample) };

	if (map) {
		p.dso = map->dso;
		p.sym = dso__find_symbol(map->dso, map__to_dso(map, addr));
		if (p.sym)
			p.offset = (int64_t)(map__to_dso(map, addr) - p.sym->start - (addr - line));
		if (map->flags & MAP_SHARED && !(map->prot & PROT_EXEC) && is_file(map))
			p.letter = 's';
		/* What no file is behind is each process's own. */
		if (p.cpumode != PERF_RECORD_MISC_KERNEL && !is_file(map))
			p.pid = c->s->pid;
	}
	return (uintptr_t)byte_pool__get(&c->h->pool, &p, sizeof(p));
}

static int column_dcacheline_compare(uint64_t a, uint64_t b)
{
	const struct data_place *x = cell_place(a), *y = cell_place(b);

	return column_smaller_first(x->cpumode, y->cpumode) ?: column_smaller_first(!x->dso, !y->dso) ?:
	       column_smaller_first(x->pid, y->pid) ?: column_symbol_daddr_compare(a, b);
}

static unsigned int column_dcacheline_width(const struct column_cell *c)
{
	const struct data_place *p = cell_place(c->value);

	return p->sym ? column_symbol_daddr_width(c) + 1 : UNRESOLVED_WIDTH;
}

/* --- physical addresses -------------------------------------------------------------------------- */

static uint64_t column_phys_daddr_cell(const struct column_sample *c)
{
	struct data_place p = { .addr = c->s->sample->phys_addr, .letter = (uint16_t)code_level(c->s) };

	return (uintptr_t)byte_pool__get(&c->h->pool, &p, sizeof(p));
}

static unsigned int column_phys_daddr_width(const struct column_cell *c)
{
	(void)c;
	return UNRESOLVED_WIDTH;
}

DEFINE_FIELD_CELL(data_page_size, data_page_size)

static unsigned int column_symbol_iaddr_width(const struct column_cell *c)
{
	const struct symbol *sym = place__kind(hist_entry__place(c->e))->sym;

	return (sym ? sym->name_len : 0) + UNRESOLVED_WIDTH;
}

/* --- what the access met ------------------------------------------------------------------------- */

/* A cell holds the part of data_src that it shows; see mem-data-src.h. */
#define DEFINE_SOURCE_KEY(key, part)									\
	static uint64_t column_##key##_cell(const struct column_sample *c)				\
	{												\
		return mem_data_src__part(c->s->sample->data_src, part);				\
	}												\
	static void column_##key##_print(const struct column_cell *c, struct strbuf *out)		\
	{												\
		mem_data_src__part_text(c->value, part, out);						\
	}

DEFINE_SOURCE_KEY(locked, MEM_LOCK)
DEFINE_SOURCE_KEY(tlb, MEM_TLB)
DEFINE_SOURCE_KEY(mem, MEM_LEVEL)
DEFINE_SOURCE_KEY(snoop, MEM_SNOOP)
DEFINE_SOURCE_KEY(blocked, MEM_BLOCKED)

/* The recorded level first, as perf has it; what it leaves out then. */
static int column_mem_compare(uint64_t a, uint64_t b)
{
	return column_smaller_first(mem_data_src__recorded_level(a), mem_data_src__recorded_level(b)) ?: column_smaller_first(a, b);
}

/* --- the columns ----------------------------------------------------------------------------- */

/* A key with a cell about a memory access. */
#define ACCESS(fn) .mem = true, .looks_at = SESSION_NEEDS_FIELDS, CELL(fn)

static const struct column columns[] = {
	{
		.rank = 710, .name = "symbol_daddr", .header = "Data Symbol", ACCESS(symbol_daddr),
		.help = "with --mem-mode: the symbol that was accessed",
		.cell_compare = column_symbol_daddr_compare, .width = column_symbol_daddr_width,
	},
	{
		.rank = 720, .name = "dso_daddr", .header = "Data Object",
		.help = "with --mem-mode: the file whose data were accessed",
		.mem = true, .looks_at = SESSION_NEEDS_FIELDS, .cell = column_dso_daddr_cell, FILE_CELL,
	},
	{
		.rank = 730, .name = "locked", .header = "Locked", ACCESS(locked), .blanks = true,
		.help = "with --mem-mode: whether the access was locked",
	},
	{
		.rank = 740, .name = "tlb", .header = "TLB access", ACCESS(tlb), .blanks = true, .min_width = 22,
		.help = "with --mem-mode: how the address was translated",
	},
	{
		.rank = 750, .name = "mem", .header = "Memory access", ACCESS(mem), .blanks = true, .cell_compare = column_mem_compare,
		.help = "with --mem-mode: the cache or memory that the data were found in",
		.min_width = 39,
	},
	{
		.rank = 760, .name = "snoop", .header = "Snoop", ACCESS(snoop), .blanks = true, .min_width = 12,
		.help = "with --mem-mode: what other caches answered",
	},
	{
		.rank = 770, .name = "dcacheline", .header = "Data Cacheline", .mem = true,
		.help = "with --mem-mode: the cache line; an s in brackets means a shared mapping, an X that nothing "
			"is mapped there",
		.looks_at = SESSION_NEEDS_FIELDS, .cell = column_dcacheline_cell,
		.print = column_symbol_daddr_print, .cell_compare = column_dcacheline_compare, .width = column_dcacheline_width,
	},
	{
		.rank = 780, .name = "symbol_iaddr", .header = "Code Symbol", .mem = true,
		.help = "with --mem-mode: the function, as sym",
		.needs = NEEDS_PLACE, .parts = column_sym_parts, .order_parts = column_sym_order_parts,
		.print = column_sym_print, .width = column_symbol_iaddr_width,
	},
	{
		.rank = 790, .name = "phys_daddr", .header = "Data Physical Address",
		.help = "with --mem-mode: the physical address of the data",
		.mem = true, .looks_at = SESSION_NEEDS_FIELDS, .cell = column_phys_daddr_cell,
		.print = column_symbol_daddr_print, .blanks = true,
		.cell_compare = column_symbol_daddr_compare, .width = column_phys_daddr_width,
	},
	{
		.rank = 800, .name = "data_page_size", .header = "Data Page Size", .mem = true,
		.help = "with --mem-mode: the size of the page that the data lie in",
		.looks_at = SESSION_NEEDS_FIELDS, .cell = column_data_page_size_cell,
		.print = column_page_size_print, .blanks = true, .min_width = 22,
	},
	{
		.rank = 810, .name = "blocked", .header = "Blocked", ACCESS(blocked), .cut = true, .min_width = 10,
		.help = "with --mem-mode: what the access was blocked by",
	},
};

const struct column_table column_table_mem = COLUMN_TABLE(columns);
