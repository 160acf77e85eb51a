/* SPDX-License-Identifier: GPL-2.0-only */
/* Source lines and inlined functions from DWARF. They are read within the process, and each address is looked up once. */
#ifndef PERF_SYMBOL_SRCLINE_H
#define PERF_SYMBOL_SRCLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"
#include "util/symbol/dso.h"

/* One function at an address. Strings live as long as the dso. */
struct src_frame {
	const char *function;		/* demangled if that is asked for; NULL: not known */
	/* as the compiler was given it, below the folder where that ran; to be printed by shown(); NULL: not known */
	const char *file;
	uint32_t line;			/* 0: the compiler names no line for this code */
};

/* Innermost first; all but the last are inlined, the last is the function that the symbol names. */
struct src_frames {
	uint32_t nr : 31;		/* at least 1 */
	uint32_t has_lines : 1;
	struct src_frame frames[];
};

/* Did symbol_opts ask for inlined functions? */
bool dso__wants_inlines(const struct dso *dso);
/*
 * Returns the functions at @addr (as for dso__find_symbol()), or NULL if there is no debug information about it.
 * They are valid as long as the dso. Not thread-safe.
 */
const struct src_frames *dso__source(struct dso *dso, uint64_t addr);
/* The same without files and lines, which may be missing. */
const struct src_frames *dso__functions(struct dso *dso, uint64_t addr);
/*
 * Turn an address as dso__find_symbol() takes it into the one that the linker gave it, which is what objdump and others show, and
 * back. Where these are the same, or it is not known which part of a file is mapped there, return what they were given.
 */
uint64_t dso__to_linked(struct dso *dso, uint64_t addr);
uint64_t dso__from_linked(struct dso *dso, uint64_t linked);
/*
 * Appends upstream's text for frame @index of dso__source() at @addr: "file.c:12", with the base name of the file unless
 * symbol_opts.full_source_path is set, or "dso[address]" if the line is not known. @is_caller: @addr is a return address; the
 * line is then that of the call.
 */
void srcline__text(struct strbuf *sb, struct dso *dso, uint64_t addr, bool is_caller, uint32_t index);

#endif /* PERF_SYMBOL_SRCLINE_H */
