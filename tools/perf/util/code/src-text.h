/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of source lines. Each file is read once. */
#ifndef PERF_CODE_SRC_TEXT_H
#define PERF_CODE_SRC_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-table.h"

struct src_file;

HASH_SET_TYPE(src_files, struct src_file *)

/* Zero-initialised is empty. */
struct src_text {
	struct src_files files;		/* owned */
	size_t bytes;			/* of all files together */
};

void src_text__exit(struct src_text *t);
/*
 * Returns line @line (from 1) of the file @path without its newline, and sets *@ret_len to its length in bytes. Returns NULL
 * if there is no such file or line, or the file is too large to keep. Borrowed until src_text__exit().
 */
const char *src_text__line(struct src_text *t, const char *path, uint32_t line, size_t *ret_len);

#endif /* PERF_CODE_SRC_TEXT_H */
