/* SPDX-License-Identifier: GPL-2.0-only */
/* System calls by their numbers, which differ between architectures. */
#ifndef PERF_EVENT_SYSCALL_NAMES_H
#define PERF_EVENT_SYSCALL_NAMES_H

#include <stdint.h>

/* The name of system call @nr on @arch (as uname -m has it; may be NULL). NULL: it is not known. Static. */
const char *syscall_name(const char *arch, int64_t nr);

#endif /* PERF_EVENT_SYSCALL_NAMES_H */
