/* SPDX-License-Identifier: GPL-2.0-only */
/* What an ELF file says of the libraries that it needs: its dynamic section, of either class and byte order. */
#ifndef PERF_DEFER_ELF_NEEDED_H
#define PERF_DEFER_ELF_NEEDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_needed {
	bool is_64, is_big;
	uint16_t machine;
	bool no_default;		/* DF_1_NODEFLIB: neither the loader's cache nor its own folders */
	char *interpreter;		/* PT_INTERP, or NULL */
	char *rpath, *runpath;		/* or NULL */
	char **names;			/* DT_NEEDED, in their order */
	size_t nr, cap;
};

/* Reads it from @fd. 0, or -ENOEXEC: no ELF file, or a damaged one. The caller calls elf_needed__exit() if it is 0. */
int elf_needed__read(int fd, struct elf_needed *ret);
void elf_needed__exit(struct elf_needed *n);

#endif /* PERF_DEFER_ELF_NEEDED_H */
