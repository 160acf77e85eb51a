/* SPDX-License-Identifier: GPL-2.0-only */
/* x86-64 for stack-effect.c, which alone includes this. Only where perf is built with libcapstone. */
#ifndef PERF_CODE_STACK_EFFECT_X86_H
#define PERF_CODE_STACK_EFFECT_X86_H

#include "util/code/capstone.h"
#include "util/code/stack-effect.h"

/* Says in @ret what @insn does, which has details: the size is set already, and all registers are STACK_NO_REG. */
void stack_effect__x86(const cs_insn *insn, struct stack_effect *ret);

#endif /* PERF_CODE_STACK_EFFECT_X86_H */
