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

#endif /* PERF_CODE_CONTEXT_START_H */
