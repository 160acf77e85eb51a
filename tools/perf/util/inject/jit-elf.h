/* SPDX-License-Identifier: GPL-2.0-only */
/* An ELF file for a function that a runtime (a JIT compiler) has made. */
#ifndef PERF_INJECT_JIT_ELF_H
#define PERF_INJECT_JIT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct jit_line;

/* Offset of the code in the file, bytes. */
#define JIT_ELF_TEXT	0x80

/* Returns true if perf was built with libelf, without which no file can be written. */
bool jit_elf__can_write(void);
/* A function, for the file that is made of it. */
struct jit_function {
	const char *name;
	const void *code;		/* @size bytes */
	size_t size;
	const struct jit_line *lines;	/* ordered by offset; NULL: not known */
	size_t nr_lines;
};

/*
 * Makes the file @path, or replaces it: it contains @f, for @machine (as in e_machine). The file gets its name only
 * when it is complete. Returns 0, or negative errno.
 */
int jit_elf__write(const char *path, uint16_t machine, bool big_endian, const struct jit_function *f);

#endif /* PERF_INJECT_JIT_ELF_H */
