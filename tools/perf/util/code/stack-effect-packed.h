/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an instruction of vectors, which libcapstone may be too old to know, does to the registers that are followed and
 * to the stack. Private to util/code.
 */
#ifndef PERF_CODE_STACK_EFFECT_PACKED_H
#define PERF_CODE_STACK_EFFECT_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "util/code/stack-effect.h"

/*
 * @ret is as of an instruction that does nothing. Sets it to what the instruction does with which the @size bytes at
 * @code begin. False: it has neither the prefix VEX nor EVEX, or where it writes is not told by its bytes alone.
 */
bool stack_effect__packed(const unsigned char *code, size_t size, struct stack_effect *ret);

#endif /* PERF_CODE_STACK_EFFECT_PACKED_H */
