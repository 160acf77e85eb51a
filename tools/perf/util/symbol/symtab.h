/* SPDX-License-Identifier: GPL-2.0-only */
/* A sorted table of symbols. Private to util/symbol. */
#ifndef PERF_SYMBOL_SYMTAB_H
#define PERF_SYMBOL_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/symbol/dso.h"

/*
 * Bytes. No language has longer names, but a file whose symbols share one long string has some of any length. What is cut
 * off ends in SYMTAB_CUT.
 */
#define SYMTAB_MAX_NAME	16384
#define SYMTAB_CUT	"..."

/* Zero-initialised is empty. */
struct symtab {
	struct symbol *syms;
	size_t nr, cap;
	/* For tables with nested symbols, sorted: the symbol for the addresses from @start up to the next piece. */
	struct symtab_piece {
		uint64_t start;
		uint32_t sym;		/* index + 1; 0: none */
	} *pieces;
	size_t nr_pieces;
	struct arena names;
};

/* Which addresses a symbol covers if its size is not known. */
enum symtab_gaps {
	SYMTAB_FILL,			/* all up to the next symbol */
	SYMTAB_EXACT,			/* none: sizes are right as they are (perf-PID.map) */
};

void symtab__exit(struct symtab *t);
/* A symbol to be added. */
struct symtab_entry {
	uint64_t start, end;		/* equal: the size is not known */
	const char *name;
	size_t len;			/* of the name, bytes */
	uint8_t type, binding;		/* STT_FUNC, STB_GLOBAL, ... */
};

/*
 * Adds @e, whose name need not be zero-terminated; a copy is made that may be shown (shown.h). A copy that would be longer than
 * SYMTAB_MAX_NAME is cut there.
 */
void symtab__add(struct symtab *t, const struct symtab_entry *e);
/* Copies @data, which contains names, for symtab__add_kept(). The copy lives as long as @t. */
const char *symtab__keep(struct symtab *t, const void *data, size_t size);
/* The same as symtab__add() for a name that symtab__keep() has copied and that may be shown; its length: up to its zero byte. */
void symtab__add_kept(struct symtab *t, const struct symtab_entry *e);
/* Makes @t, which must be empty, a complete table of one symbol. @name is borrowed. */
void symtab__set_one(struct symtab *t, uint64_t start, uint64_t end, const char *name);
/* Adds @delta to all addresses, wrapping around. To be called before symtab__finish(). */
void symtab__move(struct symtab *t, uint64_t delta);
/* To be called after the last symbol was added: sorts the symbols, sets sizes, chooses among aliases. */
void symtab__finish(struct symtab *t, enum symtab_gaps gaps);
/* Part of that: leaves one symbol at each address, the one whose name perf shows. */
void symtab__drop_aliases(struct symtab *t, enum symtab_gaps gaps);
/* Demangles the name of @sym, which belongs to @t. */
void symtab__demangle(struct symtab *t, struct symbol *sym);
/* Makes symbols that begin before @addr end there at the latest. */
void symtab__truncate(struct symtab *t, uint64_t addr);
const struct symbol *symtab__find(const struct symtab *t, uint64_t addr);
/* The same for whoever owns the table and may change the symbol, but not its addresses or name. */
struct symbol *symtab__find_own(struct symtab *t, uint64_t addr);

#endif /* PERF_SYMBOL_SYMTAB_H */
