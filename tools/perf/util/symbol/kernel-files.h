/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds files of the recorded kernel and tables of its symbols. Private to util/symbol. */
#ifndef PERF_SYMBOL_KERNEL_FILES_H
#define PERF_SYMBOL_KERNEL_FILES_H

#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

/*
 * Returns the paths of tables like /proc/kallsyms that belong, or may belong, to @kernel (which may be NULL), the best
 * first; the array ends with NULL, and the caller frees it and each path. If there is none, the reason is stored in @dsos.
 */
char **kernel_files__kallsyms(struct dsos *dsos, const struct dso *kernel);
/*
 * Returns the release of the recorded kernel ("6.1.0-18-amd64"), safe to use in a path, or NULL if it is not known. The
 * caller frees it.
 */
char *kernel_files__release(struct dsos *dsos);
/*
 * Returns the path of the vmlinux that -k has named, now or when the recording was packed; or NULL. It lives as long as @dsos.
 */
const char *dsos__vmlinux(struct dsos *dsos);
/* Opens the vmlinux that has the build id of @kernel. Returns NULL if there is none on this machine. */
struct elf_file *kernel_files__vmlinux(const struct dso *kernel);
/*
 * Opens the file of @module, with the recorded build id if that is known. Returns NULL if there is none on this machine; then
 * the reason is stored in @s: @why a file was looked for, and which file was another build, or that none was found.
 */
struct elf_file *kernel_files__module(const struct dso *module, const char *why, struct dso_symbols *s);

#endif /* PERF_SYMBOL_KERNEL_FILES_H */
