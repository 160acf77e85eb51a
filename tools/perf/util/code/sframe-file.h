/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the section .sframe of an ELF file, and the sizes of .eh_frame and of the code. Only where perf is built with
 * libelf.
 */
#ifndef PERF_CODE_SFRAME_FILE_H
#define PERF_CODE_SFRAME_FILE_H

#include <stdint.h>

#include "util/code/sframe.h"

struct sframe_file {
	struct sframe table;
	void *bytes;			/* the bytes that @table reads; owned */
	uint64_t eh_frame;		/* bytes of .eh_frame and .eh_frame_hdr */
	uint64_t code;			/* bytes of executable sections */
};

/*
 * Opens the file at @path. Returns 0; -ENOENT if it has no such section (the sizes in @ret are set nevertheless); -EBADMSG
 * or -ENOTSUP, with @diag set, if the section cannot be read; or another negative errno if the file cannot be read.
 */
int sframe_file__open(struct sframe_file *ret, const char *path, struct diag *diag);
/* The same for a file in memory. The caller keeps the memory and frees it. */
int sframe_file__open_memory(struct sframe_file *ret, void *image, size_t size, struct diag *diag);
void sframe_file__close(struct sframe_file *f);

#endif /* PERF_CODE_SFRAME_FILE_H */
