/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls that are made by hand: code that pushes where it shall go on, and jumps. No call stands in front of that address; but the
 * code there must name it.
 */
#ifndef PERF_CODE_PUSHED_RETURN_H
#define PERF_CODE_PUSHED_RETURN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/call-insn.h"

/* So far in front of the address it is looked for, bytes. */
#define PUSHED_RETURN_BYTES	64

/*
 * Has an instruction in the @size bytes at @code, which end at @addr, just this address as its operand (x86-64: relative to itself, or as
 * four bytes)? All are of the same file, and @addr is as linked. By chance that happens once in 2^32 times.
 */
bool pushed_return__is_named(enum call_machine machine, const unsigned char *code, size_t size, uint64_t addr);

#endif /* PERF_CODE_PUSHED_RETURN_H */
