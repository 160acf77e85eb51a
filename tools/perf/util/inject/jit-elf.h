/* SPDX-License-Identifier: GPL-2.0-only */
/* An ELF file for a function that a runtime has made. */
#ifndef PERF_INJECT_JIT_ELF_H
#define PERF_INJECT_JIT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the code lies in the file, bytes. */
#define JIT_ELF_TEXT	0x80

/* Was perf built with libelf? */
bool jit_elf__can_write(void);
/*
 * Makes @path anew: one function @name with @size bytes of @code, for @machine (as e_machine). The file
 * appears when it is complete. Returns 0, or negative errno.
 */
int jit_elf__write(const char *path, uint16_t machine, bool big_endian, const char *name, const void *code,
		   size_t size);

#endif /* PERF_INJECT_JIT_ELF_H */
