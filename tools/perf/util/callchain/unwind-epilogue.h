/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that are about to return. Private to util/callchain; there only where libdw is.
 *
 * A copy of the stack begins at the stack pointer. In front of a return instruction the saved registers have been taken
 * from the stack already: what the unwind table says of their places lies below the copy, but they hold the caller's
 * values again.
 */
#ifndef PERF_CALLCHAIN_UNWIND_EPILOGUE_H
#define PERF_CALLCHAIN_UNWIND_EPILOGUE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/callchain/unwind-regs.h"

/* Bytes from an address on; false: they are not known. */
typedef bool (*unwind_read_fn)(void *ctx, uint64_t addr, size_t size, void *buf);

/* Where a program is. */
struct unwind_at {
	const struct unwind_regs *regs;
	const struct regs_dump *values;	/* of these */
	uint64_t ip;
};

/*
 * The word at @addr, which lies below the stack pointer, where the function at @at had saved a register: that register's
 * value now, into @ret. False: nothing like that is there, or the function does not return yet.
 */
bool unwind_epilogue__read(Dwfl *dwfl, const struct unwind_at *at, uint64_t addr, unwind_read_fn read, void *ctx, uint64_t *ret);

#endif /* PERF_CALLCHAIN_UNWIND_EPILOGUE_H */
