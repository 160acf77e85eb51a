/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a task goes on that a program has asked the kernel for by a system call of its own: the code tells which one it was. For
 * x86-64. Private to util/code, but for the process that reads files.
 */
#ifndef PERF_CODE_NEW_TASK_H
#define PERF_CODE_NEW_TASK_H

#include <stdbool.h>
#include <stddef.h>

/* So many bytes in front of an address are enough. */
#define NEW_TASK_BYTES	64

/*
 * The @size bytes at @code end at an address. Do they end with the system call clone(2): is its number put into %rax, and is it still
 * there? True only where no jump, call, or other instruction that may write the register lies between.
 */
bool new_task__is_behind_clone(const unsigned char *code, size_t size);

#endif /* PERF_CODE_NEW_TASK_H */
