/* SPDX-License-Identifier: GPL-2.0-only */
/* What a stripped ELF file says of the file that has its debug information: the section .gnu_debuglink. */
#ifndef PERF_SYMBOL_DEBUG_LINK_H
#define PERF_SYMBOL_DEBUG_LINK_H

#include <stdint.h>

struct debug_link {
	char name[256];			/* of a file, without a folder */
	uint32_t crc;			/* of that file: crc32__add() */
};

/*
 * Reads it from the file that is open as @fd, with bounds for all that it says, and no library. Returns 0; -ENOENT if it has none, or
 * one that names no file; -ENOEXEC if it is no ELF file, or a damaged one.
 */
int debug_link__read_fd(int fd, struct debug_link *ret);

/* Computes the checksum of the file @path as it stands in .gnu_debuglink. Returns 0 or negative errno. */
int debug_link__checksum(const char *path, uint32_t *ret);

#endif /* PERF_SYMBOL_DEBUG_LINK_H */
