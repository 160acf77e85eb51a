/* SPDX-License-Identifier: GPL-2.0-only */
/* A sorted table of symbols. Private to util/symbol. */
#ifndef PERF_SYMBOL_SYMTAB_H
#define PERF_SYMBOL_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/symbol/dso.h"

/* Zero-initialised is empty. */
struct symtab {
	struct symbol *syms;
	size_t nr, cap;
	/* Nearest earlier symbol that reaches over this one's end, as index + 1; 0: none. */
	uint32_t *outer;
	struct arena names;
};

/* What a symbol without a size, followed by another one, covers. */
enum symtab_gaps {
	SYMTAB_FILL,			/* all up to the next one */
	SYMTAB_EXACT,			/* sizes are right as they are (perf-PID.map) */
};

void symtab__exit(struct symtab *t);
/* @name need not be zero-terminated; copied, as it may be shown (shown.h). @end == @start: the size is not known. */
void symtab__add(struct symtab *t, uint64_t start, uint64_t end, const char *name, size_t len,
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
