/* SPDX-License-Identifier: GPL-2.0-only */
/* The section .sframe of an ELF file, and its size beside those of .eh_frame. There only where libelf is. */
#ifndef PERF_CODE_SFRAME_FILE_H
#define PERF_CODE_SFRAME_FILE_H

#include <stdint.h>

#include "util/code/sframe.h"

struct sframe_file {
	struct sframe table;
	void *bytes;			/* @table's */
	uint64_t eh_frame;		/* bytes of .eh_frame and .eh_frame_hdr */
	uint64_t code;			/* bytes of sections that are executed */
};

/*
 * Returns 0, -ENOENT: there is no such section (@ret has its other numbers); -EBADMSG, -ENOTSUP: it cannot be read, with
 * @diag; or negative errno of the file.
 */
int sframe_file__open(struct sframe_file *ret, const char *path, struct diag *diag);
/* The same for a file in memory, which stays the caller's. */
int sframe_file__open_memory(struct sframe_file *ret, void *image, size_t size, struct diag *diag);
void sframe_file__close(struct sframe_file *f);

#endif /* PERF_CODE_SFRAME_FILE_H */
