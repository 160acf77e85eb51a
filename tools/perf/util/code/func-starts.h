/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the functions of an ELF file begin and end, by its symbols. Private to util/code. */
#ifndef PERF_CODE_FUNC_STARTS_H
#define PERF_CODE_FUNC_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/code/elf-view.h"

#define FUNC_STARTS_MAX	(1U << 21)	/* symbols; a file with more is read without them */

struct func_start {
	uint64_t start, size;		/* as linked; a size of 0: not told */
	uint32_t name;			/* where it stands among the names of its table */
	uint8_t table;			/* 0: .symtab, 1: .dynsym */
};

/* Is it the name of a part of a function, put elsewhere as it seldom runs ("main.cold")? No call leads there: it is jumped to. */
static inline bool func_name__is_part(const char *name)
{
	return strstr(name, ".cold") || strstr(name, ".__part.");
}

/* Zero-initialised is empty. */
struct func_starts {
	const struct elf_view *elf;	/* borrowed */
	struct elf_part names[2];	/* of both tables: only those that are asked for are read */
	struct func_start *list;	/* in the order of their addresses, each once */
	size_t nr, cap;
	bool cut;			/* there are more than are read */
	struct elf_part whole[2];	/* .init and .fini: one function each, whether it has a symbol or not; size 0: there is none */
};

/* Reads .symtab and .dynsym of @elf, and where .init and .fini lie. @elf has to stay as it is as long as @f is used. */
void func_starts__read(struct func_starts *f, const struct elf_view *elf);
void func_starts__exit(struct func_starts *f);
/*
 * Sets [*@ret_start, *@ret_end) to the function that @addr is in, and returns true; false: none is known, and these are
 * the bounds that its code cannot lie beyond, within [@low, @high).
 */
bool func_starts__find(const struct func_starts *f, uint64_t addr, uint64_t low, uint64_t high, uint64_t *ret_start, uint64_t *ret_end);

/* Returns the place in the list of the last symbol that does not begin behind @addr; f->nr: none. */
size_t func_starts__symbol(const struct func_starts *f, uint64_t addr);
/* Returns the name of a symbol, by its place in the list; NULL: its table does not have it. Borrowed as the file is. */
const char *func_starts__name(const struct func_starts *f, size_t symbol);
/* Is it a part of a function, put elsewhere? */
bool func_starts__is_part(const struct func_starts *f, size_t symbol);

#endif /* PERF_CODE_FUNC_STARTS_H */
