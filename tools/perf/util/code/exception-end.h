/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code that goes on where an exception is caught, known by its instructions. It writes what registers are to become to where its own
 * frame has saved those of its caller, the return address among them, and tables do not say so.
 */
#ifndef PERF_CODE_EXCEPTION_END_H
#define PERF_CODE_EXCEPTION_END_H

#include "util/code/unwind-file.h"

/* No function that throws is longer than that behind the last calls that it makes, bytes. */
#define EXCEPTION_END_BYTES	512

/*
 * @code are the @size bytes behind the start of a function, at address @start, @ret is what a table says of @addr in it. Is this in the
 * end of a function that leaves for a handler (__builtin_eh_return(), x86-64): in, behind or right before the last two calls, of which the
 * first writes into the frame? Then nothing is known of its caller, and its frame is none:
 * sets base, places, start and end of @ret.
 */
bool exception_end__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret);

#endif /* PERF_CODE_EXCEPTION_END_H */
