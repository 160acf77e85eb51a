/* SPDX-License-Identifier: GPL-2.0-only */
/* The names of system calls by their numbers, which differ between architectures. */
#ifndef PERF_EVENT_SYSCALL_NAMES_H
#define PERF_EVENT_SYSCALL_NAMES_H

#include <stdint.h>

/* Returns the name of system call @nr on @arch (as in `uname -m`, or NULL), a static text; NULL if it is not known. */
const char *syscall_name(const char *arch, int64_t nr);

#endif /* PERF_EVENT_SYSCALL_NAMES_H */
