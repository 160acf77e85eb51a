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

/* What the expressions of one answer are made in. */
struct exception_end_exprs {
	struct unwind_expr cfa, fp, base;
};

/*
 * @code are the @size bytes from @ret->function on, @ret is what a table says of @addr in that function. Is this in the
 * end of a function that leaves for a handler (__builtin_eh_return(), x86-64): in or behind the last two calls, of which the first writes
 * into the frame? Then sets base, places, start and end of @ret: the caller is the function that has the handler, at the call
 * out of which the exception came. Where that is not known either, nothing is. Expressions lie in @exprs, the caller's. If @addr is in front of
 * that end, @ret ends there.
 */
bool exception_end__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t addr,
			struct exception_end_exprs *exprs, struct unwind_answer *ret);

#endif /* PERF_CODE_EXCEPTION_END_H */
