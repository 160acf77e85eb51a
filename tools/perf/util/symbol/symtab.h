/* SPDX-License-Identifier: GPL-2.0-only */
/* A sorted table of symbols. Private to util/symbol. */
#ifndef PERF_SYMBOL_SYMTAB_H
#define PERF_SYMBOL_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/symbol/dso.h"

/* Bytes. No language has longer names; a file whose symbols share one long string would have some of any length. */
#define SYMTAB_MAX_NAME	16384

/* Zero-initialised is empty. */
struct symtab {
	struct symbol *syms;
	size_t nr, cap;
	/* Of tables with nested symbols, sorted: from where on which symbol counts, up to the next one. */
	struct symtab_piece {
		uint64_t start;
		uint32_t sym;		/* index + 1; 0: none */
	} *pieces;
	size_t nr_pieces;
	struct arena names;
};

/* What a symbol without a size, followed by another one, covers. */
enum symtab_gaps {
	SYMTAB_FILL,			/* all up to the next one */
	SYMTAB_EXACT,			/* sizes are right as they are (perf-PID.map) */
};

void symtab__exit(struct symtab *t);
/*
 * @name need not be zero-terminated; copied, as it may be shown (shown.h). @end == @start: the size is not known.
 * Nothing is added if the name is longer than SYMTAB_MAX_NAME then.
 */
void symtab__add(struct symtab *t, uint64_t start, uint64_t end, const char *name, size_t len,
		 uint8_t type, uint8_t binding);
/* Copies @data, names one after the other, for symtab__add_kept(). It lives as long as @t. */
const char *symtab__keep(struct symtab *t, const void *data, size_t size);
/* As symtab__add(), of a name that is kept already and may be shown; @len: all of it, up to its zero. */
void symtab__add_kept(struct symtab *t, uint64_t start, uint64_t end, const char *name, size_t len,
		      uint8_t type, uint8_t binding);
/* Makes @t, empty yet, the table of one symbol; complete then. @name is borrowed. */
void symtab__set_one(struct symtab *t, uint64_t start, uint64_t end, const char *name);
/* Adds @delta to all addresses, wrapping. Before symtab__finish(). */
void symtab__move(struct symtab *t, uint64_t delta);
/* To be called after the last add: sorts, gives sizes, chooses among aliases. */
void symtab__finish(struct symtab *t, enum symtab_gaps gaps);
/* Gives @sym, one of @t's, its readable name if it has one. */
void symtab__demangle(struct symtab *t, struct symbol *sym);
/* What lies over @addr, and began before it, ends there. */
void symtab__truncate(struct symtab *t, uint64_t addr);
const struct symbol *symtab__find(const struct symtab *t, uint64_t addr);

#endif /* PERF_SYMBOL_SYMTAB_H */
