/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code that signals' handlers return to, known by its instructions: C libraries and Go's runtime each have their
 * own.
 */
#ifndef PERF_CODE_SIGNAL_RETURN_H
#define PERF_CODE_SIGNAL_RETURN_H

#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

#define SIGNAL_RETURN_NR	15	/* of that system call, on x86-64 */

/*
 * Is @addr in the system call that ends a signal, or behind it, as the kernel says of a thread within, or at
 * instructions that lead there and do nothing else, in whatever form? It is in the @size bytes of code at @code, which
 * begin at @start. Then sets row, source, start and end of @ret for it: the registers of what was interrupted lie on
 * the stack. For x86-64.
 */
bool signal_return__row(const struct unwind_machine *machine, const unsigned char *code, size_t size, uint64_t start, uint64_t addr,
			struct unwind_answer *ret);

#endif /* PERF_CODE_SIGNAL_RETURN_H */
