/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel saves the registers of what a signal interrupts. Private to util/callchain. */
#ifndef PERF_CALLCHAIN_SIGNAL_REGS_H
#define PERF_CALLCHAIN_SIGNAL_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/unwind-row.h"

/*
 * @row is that of code to which a signal's handler returns, with the stack pointer @sp there. Sets *@ret to the address
 * at which register @nr (DWARF's) of the interrupted function is saved. False: the row does not say that the stack
 * pointer is where the kernel for x86-64 saves it, or there is no such register.
 */
bool signal_regs__place(const struct unwind_row *row, uint64_t sp, unsigned int nr, uint64_t *ret);

/* The same for the number of the exception that the interrupted thread has caused last, whether this signal is of it or not. */
bool signal_regs__trap_place(const struct unwind_row *row, uint64_t sp, uint64_t *ret);
#define SIGNAL_TRAP_BREAKPOINT	3

/*
 * The same for the address of what the kernel has saved of vectors and other large registers: an area that begins with
 * struct fxregs of 512 bytes.
 */
bool signal_regs__vectors_place(const struct unwind_row *row, uint64_t sp, uint64_t *ret);
/* The word at this offset of the area has a magic number in its lower half and the size of the area, bytes, in the upper one. */
#define SIGNAL_VECTORS_WORD	464
#define SIGNAL_VECTORS_MAGIC	0x46505853U
/*
 * The area begins as far as that below the interrupted stack pointer and the bytes that functions may use beneath it,
 * down to a multiple of so many.
 */
#define SIGNAL_VECTORS_ALIGN	64
#define SIGNAL_RED_ZONE		128

#endif /* PERF_CALLCHAIN_SIGNAL_REGS_H */
