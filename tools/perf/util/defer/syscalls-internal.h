/* SPDX-License-Identifier: GPL-2.0-only */
/* The system calls that threads are in (syscalls-calls.c), for who reads the recording (syscalls.c). */
#ifndef PERF_DEFER_SYSCALLS_INTERNAL_H
#define PERF_DEFER_SYSCALLS_INTERNAL_H

#include "util/defer/syscalls.h"

/* The call that thread @tid is in, or NULL. */
struct syscall_call *syscall_call__of(struct syscalls *c, uint32_t tid);
/* From @s on its thread is in the call @name (interned); one that it was in is forgotten. */
void syscall_call__open(struct syscalls *c, const struct session_sample *s, const char *name);
/* @call ends at @to, ns, returned @ret, and is counted. It is not open any more, and its room is the thread's next call's. */
void syscall_call__close(struct syscalls *c, struct syscall_call *call, uint64_t to, int64_t ret);
/* Something has happened in it. */
void syscall_call__add_inside(struct syscall_call *call, const struct syscall_inside *inside);
/* The recording ends: stays end with what is known of them, and calls are counted as unfinished. */
void syscalls__close_open(struct syscalls *c);

#endif /* PERF_DEFER_SYSCALLS_INTERNAL_H */
