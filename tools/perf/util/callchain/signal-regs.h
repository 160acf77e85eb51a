/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel saves the registers of what a signal interrupts. Private to util/callchain. */
#ifndef PERF_CALLCHAIN_SIGNAL_REGS_H
#define PERF_CALLCHAIN_SIGNAL_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/unwind-row.h"

/*
 * @row is that of code to which a signal's handler returns, with the stack pointer @sp there. Sets *@ret to the address at which register @nr
 * (DWARF's) of the interrupted function is saved. False: the row does not say that the stack pointer is where the kernel for x86-64 saves it, or
 * there is no such register.
 */
bool signal_regs__place(const struct unwind_row *row, uint64_t sp, unsigned int nr, uint64_t *ret);

/* The same for the number of the exception that the interrupted thread has caused last, whether this signal is of it or not. */
bool signal_regs__trap_place(const struct unwind_row *row, uint64_t sp, uint64_t *ret);
#define SIGNAL_TRAP_BREAKPOINT	3

#endif /* PERF_CALLCHAIN_SIGNAL_REGS_H */
