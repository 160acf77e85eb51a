/* SPDX-License-Identifier: GPL-2.0-only */
/* Where files of the recorded kernel are, and tables of its symbols. Private to util/symbol. */
#ifndef PERF_SYMBOL_KERNEL_FILES_H
#define PERF_SYMBOL_KERNEL_FILES_H

#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

/*
 * Paths of tables like /proc/kallsyms that are, or may be, those of @kernel (may be NULL), the best
 * first; NULL-terminated, the caller frees each and the array. None: why not goes to @dsos.
 */
char **kernel_files__kallsyms(struct dsos *dsos, const struct dso *kernel);
/* The recorded kernel's release ("6.1.0-18-amd64"), which can be a part of a path; the caller frees. NULL: not known. */
char *kernel_files__release(struct dsos *dsos);
/* The vmlinux whose build id is that of @kernel; NULL: none is here. */
struct elf_file *kernel_files__vmlinux(const struct dso *kernel);
/*
 * The file of @module, of the recorded build id if there is one; NULL: none is here. What was another
 * build, or that nothing was found, goes to @s, after @why it was looked for.
 */
struct elf_file *kernel_files__module(const struct dso *module, const char *why, struct dso_symbols *s);

#endif /* PERF_SYMBOL_KERNEL_FILES_H */
