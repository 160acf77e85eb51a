/* SPDX-License-Identifier: GPL-2.0-only */
/* The code that the first function of a coroutine returns to, known by its instructions. */
#ifndef PERF_CODE_CONTEXT_START_H
#define PERF_CODE_CONTEXT_START_H

#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

/*
 * Is @addr in the code that a coroutine of makecontext() returns to, in glibc on x86-64, which the table describes as if it had been
 * called? A function of @size bytes at @code begins at @start. Then sets row, source, start and end of @ret: there is no caller.
 */
bool context_start__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret);
/*
 * The same of coroutines of Boost.Context, which PHP's fibers are, too: in assembler without a table, part of the function that makes
 * them. @code: @size bytes around @addr, of which @start is the first one's address. start and end of @ret are set to that part.
 */
bool context_start__boost_row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			      struct unwind_answer *ret);

#endif /* PERF_CODE_CONTEXT_START_H */
