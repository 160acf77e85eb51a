/* SPDX-License-Identifier: GPL-2.0-only */
/* The code that the kernel maps into each process: "[vdso]". */
#ifndef PERF_SYMBOL_VDSO_H
#define PERF_SYMBOL_VDSO_H

#include <stddef.h>
#include <stdint.h>

#define VDSO_NAME	"[vdso]"
/* The name of the vdso of 32-bit processes for dsos__get(); it is another file, but is shown as "[vdso]", too. */
#define VDSO32_NAME	"[vdso32]"

/* Which of the two a map at @start is of, that the kernel calls VDSO_NAME: addresses of 32-bit processes have 32 bits. */
static inline const char *vdso__name(uint64_t start)
{
	return start <= UINT32_MAX ? VDSO32_NAME : VDSO_NAME;
}

/*
 * Returns a copy of the vdso of this process, an ELF file of @ret_size bytes, which the caller frees; NULL if it has none,
 * or a 32-bit one.
 */
void *vdso__own(size_t *ret_size);
/*
 * The same of the vdso that the running kernel maps into 32-bit processes; NULL: it has none, or does not give it to
 * others. Starts a process for that and waits until it has ended.
 */
void *vdso__own32(size_t *ret_size);

#endif /* PERF_SYMBOL_VDSO_H */
