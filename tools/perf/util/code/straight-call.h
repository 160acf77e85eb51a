/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which system call code comes to that has no jump on the way: handlers of signals return to such code, in whatever form a program has
 * written it. Instructions of x86-64 that put numbers into %rax, push, pop, or do nothing. Private to util/code.
 */
#ifndef PERF_CODE_STRAIGHT_CALL_H
#define PERF_CODE_STRAIGHT_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many bytes are looked at. */
#define STRAIGHT_CALL_BYTES	48

/*
 * Do the instructions at @code, of which there are @size bytes, come to the system call @nr, with the stack pointer
 * where it is at the first one? False as well: there is another instruction on the way, or one that does nothing is the
 * first, since that fills the gap in front of such code.
 */
bool straight_call__comes_to(const unsigned char *code, size_t size, uint32_t nr);

#endif /* PERF_CODE_STRAIGHT_CALL_H */
