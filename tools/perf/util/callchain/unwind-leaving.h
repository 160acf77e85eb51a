/* SPDX-License-Identifier: GPL-2.0-only */
/* Code at the end of functions, where registers that were saved have been taken back from the stack already. */
#ifndef PERF_CALLCHAIN_UNWIND_LEAVING_H
#define PERF_CALLCHAIN_UNWIND_LEAVING_H

#include <stdbool.h>

#define UNWIND_LEAVING_BYTES	3

/*
 * Does what stands at @code follow the first pop of a function that ends? A return, another pop, or a jump to the
 * function that does the rest. Jumps by a short distance are those within a function. x86, of 32 or 64 bits.
 */
bool unwind__is_leaving_x86(const unsigned char code[UNWIND_LEAVING_BYTES]);

#endif /* PERF_CALLCHAIN_UNWIND_LEAVING_H */
