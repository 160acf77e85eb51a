/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to dwarf-lines.c, dwarf-file.c and dwarf-index.c: the debug information of a file. */
#ifndef PERF_SYMBOL_DWARF_LINES_INTERNAL_H
#define PERF_SYMBOL_DWARF_LINES_INTERNAL_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/symbol/dwarf-function.h"
#include "util/symbol/dwarf-lines.h"
#include "util/symbol/dwarf-ranges.h"

struct dwarf_unit {
	Dwarf_Die die;
	struct die_ranges functions;
	bool indexed;
};

U64_MAP(die_ranges_map, struct die_ranges *)

struct dwarf_lines {
	int fd;
	Dwarf *dwarf;
	int shared_fd;			/* of dwarf_lines__set_shared(); -1: libdw finds the file by itself */
	Dwarf *shared;
	Dwarf_CFI *eh_frame;		/* made when asked for */
	bool has_eh_frame;		/* it has been */
	bool demangle;
	struct dwarf_unit *units;
	size_t nr_units, cap_units;
	struct die_ranges ranges;
	bool indexed;
	struct u64text names;		/* where a function's entry is in memory -> its name */
	struct u64text paths;		/* where libdw has the relative path of a source -> the whole path */
	struct die_ranges_map parts;	/* the same -> struct die_ranges of what is inlined into it, and of blocks */
	struct arena arena;
};

/* --- dwarf-file.c ---------------------------------------------------------------------------------- */

/*
 * Is there something that is no regular file, or becomes too large, under the name @name, in @dir (or NULL), that the file has for a part
 * of itself? Nothing at all is fine.
 */
bool dwarf_lines__leads_astray(const struct dwarf_lines *d, const char *dir, const char *name);

/* --- dwarf-index.c --------------------------------------------------------------------------------- */

/* Returns the unit over @addr, or NULL. */
struct dwarf_unit *dwarf_lines__unit_at(struct dwarf_lines *d, uint64_t addr);
/* Sets @ret to the function of @u over @addr. Returns false if there is none. */
bool dwarf_unit__function(struct dwarf_unit *u, uint64_t addr, Dwarf_Die *ret);
/* Frees an element of dwarf_lines.parts. */
void dwarf_parts__delete(struct die_ranges *parts);

#endif /* PERF_SYMBOL_DWARF_LINES_INTERNAL_H */
