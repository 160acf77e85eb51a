/* SPDX-License-Identifier: GPL-2.0-only */
/* /proc/kallsyms, or a copy of one. Private to util/symbol. */
#ifndef PERF_SYMBOL_KALLSYMS_H
#define PERF_SYMBOL_KALLSYMS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/hash-table.h"
#include "util/symbol/symtab.h"

struct kallsyms_module;

HASH_SET_TYPE(kallsyms_modules, struct kallsyms_module *)

struct kallsyms {
	struct symtab kernel;
	struct kallsyms_modules modules;
	char *text;			/* the file, in which nearly all names lie */
	const char *ref_name;		/* as given to kallsyms__load() */
	uint64_t ref_addr;		/* the address of @ref_name; 0: not found */
	bool hidden;			/* all addresses are 0 */
};

/* Reads @path. Also finds the address of @ref_name, unless it is NULL. Returns 0 or negative errno. */
int kallsyms__load(struct kallsyms *k, const char *path, const char *ref_name);
/*
 * Returns the address of the kernel's own symbol @name in @path; 0 if it is not there, hidden, or the file cannot be read. Reads no
 * further than to it: the kernel writes all of /proc/kallsyms in 40 ms, and symbols that others are told by come early.
 */
uint64_t kallsyms__find(const char *path, const char *name);
/* To be called once, after symtab__move() of @k->kernel if that is needed. @demangle: the names may be mangled. */
void kallsyms__finish(struct kallsyms *k, bool demangle);
void kallsyms__exit(struct kallsyms *k);
/* Returns the symbols of module @name ("[e1000]"), or NULL. */
struct symtab *kallsyms__module(struct kallsyms *k, const char *name);

#endif /* PERF_SYMBOL_KALLSYMS_H */
