/* SPDX-License-Identifier: GPL-2.0-only */
/* What probe-vars.c, which finds functions and their parameters, and probe-fetch.c, which says how these are fetched, share. */
#ifndef PERF_CODE_PROBE_VARS_INTERNAL_H
#define PERF_CODE_PROBE_VARS_INTERNAL_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe_vars {
	struct dsos *dsos;
	struct dso *dso;
	struct dwarf_lines *d;
	Dwarf_Die function;
	Dwarf_Die at;			/* what has the parameters: the function, or a copy of another one that was inlined into it */
	uint64_t start, entry;		/* of the function, and where its parameters are in place; as linked */
	uint64_t offset;		/* of start in the file */
	uint16_t machine;		/* EM_* */
	const char *name;
};

/* Something in memory or in a register, as the kernel writes it. */
struct probe_fetch {
	Dwarf_Die type;
	char *base;			/* a register, or what has been fetched; owned */
	bool in_memory;			/* it is at base + offset; else it is base */
	int64_t offset;
	Dwarf_Die *parts;		/* the variable is in parts, and this is offset bytes into it; base is NULL then; borrowed */
	const struct probe_vars *v;
};

/* Sets *@ret to how @var is fetched where @v says. False: it is neither in a register nor on the stack there. f->base is the caller's to free. */
bool probe_fetch__locate(struct probe_vars *v, Dwarf_Die *var, struct probe_fetch *ret);
/* @f is a pointer: now it is what that points to. */
void probe_fetch__follow(struct probe_fetch *f);
/*
 * Goes from @f to what @pos says of it: members, elements, what pointers lead to. Sets *@ret_last and *@ret_len to the last name in it. False: a
 * probe cannot fetch that.
 */
bool probe_fetch__enter(struct probe_fetch *f, const char *pos, const char **ret_last, size_t *ret_len);
/* As the kernel writes it; the caller frees. */
char *probe_fetch__text(const struct probe_fetch *f);
/* "s32", "x64", which the caller frees; NULL: @type is more than a number, or a floating point number. */
char *probe_fetch__type(Dwarf_Die *type);
/* Bytes of the name that @s begins with. */
size_t probe_fetch__name_length(const char *s);

#endif /* PERF_CODE_PROBE_VARS_INTERNAL_H */
