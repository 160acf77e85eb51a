/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads the kernel half of the stack of a thread that sleeps. /proc/TID/stack has names, which are turned into addresses. */
#ifndef PERF_RECORD_KERNEL_STACK_H
#define PERF_RECORD_KERNEL_STACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct kernel_names;

/* Returns the names of /proc/kallsyms; NULL if it cannot be read, or hides the addresses. */
struct kernel_names *kernel_names__new(void);
void kernel_names__delete(struct kernel_names *k);
/*
 * Writes the addresses of @tid's kernel stack to @ret, innermost first, at most @max. Returns how many, or negative errno: -EACCES
 * because only root may read it.
 */
int kernel_stack__read(const struct kernel_names *k, pid_t tid, uint64_t *ret, size_t max);

#endif /* PERF_RECORD_KERNEL_STACK_H */
