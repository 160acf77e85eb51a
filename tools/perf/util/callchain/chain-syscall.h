/* SPDX-License-Identifier: GPL-2.0-only */
/* Which system call a thread is in, by the kernel half of its stack. */
#ifndef PERF_CALLCHAIN_CHAIN_SYSCALL_H
#define PERF_CALLCHAIN_CHAIN_SYSCALL_H

#include "util/callchain/chain.h"

/*
 * The system call whose function is in @kernel ("read" of __x64_sys_read), or the outermost function that is not
 * the entry of all of them; NULL if there is none, or no half. Borrowed from the function's name.
 */
const char *chain_half__syscall(const struct chain_half *kernel);

#endif /* PERF_CALLCHAIN_CHAIN_SYSCALL_H */
