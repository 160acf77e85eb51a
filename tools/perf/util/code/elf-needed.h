/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads from the dynamic section of an ELF file which libraries it needs. Knows both classes and both byte orders. */
#ifndef PERF_CODE_ELF_NEEDED_H
#define PERF_CODE_ELF_NEEDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_needed {
	bool is_64, is_big;
	uint16_t machine;
	bool no_default;		/* DF_1_NODEFLIB: do not search the loader's cache and its default folders */
	char *interpreter;		/* PT_INTERP, or NULL */
	char *rpath, *runpath;		/* or NULL */
	char **names;			/* DT_NEEDED, in the order of the file */
	size_t nr, cap;
};

/*
 * Reads the file @fd into @ret. Returns 0, and the caller calls elf_needed__exit(); or -ENOEXEC if it is not an ELF file, or
 * is damaged.
 */
int elf_needed__read(int fd, struct elf_needed *ret);
void elf_needed__exit(struct elf_needed *n);

#endif /* PERF_CODE_ELF_NEEDED_H */
