/* SPDX-License-Identifier: GPL-2.0-only */
/* What the readers of SFrame's functions (sframe.c) and of their rows (sframe-row.c) share. Private to util/code. */
#ifndef PERF_CODE_SFRAME_INTERNAL_H
#define PERF_CODE_SFRAME_INTERNAL_H

#include "util/base/cursor.h"
#include "util/code/sframe.h"

/* A row as it lies there. */
struct sframe_raw_row {
	uint32_t start;			/* bytes from the function's start */
	bool from_sp;			/* the CFA counts from the stack pointer */
	uint8_t nr;
	int32_t words[15];
};

/* Returns the bytes of @s from @offset of its rows on. */
struct cursor sframe__rows_from(const struct sframe *s, uint64_t offset);
/* Reads the next row of @f into @ret. Returns false if it is damaged, or ends too soon. */
bool sframe__read_row(struct cursor *c, const struct sframe_function *f, struct sframe_raw_row *ret);

#endif /* PERF_CODE_SFRAME_INTERNAL_H */
