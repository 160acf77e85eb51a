/* SPDX-License-Identifier: GPL-2.0-only */
/* The code that the kernel maps into each process: "[vdso]". */
#ifndef PERF_SYMBOL_VDSO_H
#define PERF_SYMBOL_VDSO_H

#include <stddef.h>

#define VDSO_NAME	"[vdso]"
/* The name under which dsos__get() knows that of 32-bit processes, another one; people call it "[vdso]", too. */
#define VDSO32_NAME	"[vdso32]"

/* A copy of this process's, an ELF file of @ret_size bytes; the caller frees. NULL: it has none, or a 32-bit one. */
void *vdso__own(size_t *ret_size);

#endif /* PERF_SYMBOL_VDSO_H */
