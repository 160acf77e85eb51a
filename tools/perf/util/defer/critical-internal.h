/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads, places and wakers (critical-lives.c), for who reads the recording (critical.c). */
#ifndef PERF_DEFER_CRITICAL_INTERNAL_H
#define PERF_DEFER_CRITICAL_INTERNAL_H

#include "util/defer/critical.h"

/* A thread that begins to live under the number @tid, which stands for it from now on; it belongs to @c. */
struct critical_life *critical_life__new(struct critical *c, uint32_t tid);
/* The thread for which @tid stands now. */
struct critical_life *critical_life__of(struct critical *c, uint32_t tid);
/* It was heard of at @time, ns, by @s. */
void critical_life__know(struct critical *c, struct critical_life *life, const struct session_sample *s, uint64_t time);
/* Interned: equal ones have equal pointers. */
const struct critical_place *critical_place__of(struct critical *c, const char *comm, const struct chain_half *kernel,
						const struct chain_half *user);
/* Who has woken by @s, a sample of an event of wakings. Interned as well. */
const struct critical_waker *critical_waker__of(struct critical *c, const struct session_sample *s);

#endif /* PERF_DEFER_CRITICAL_INTERNAL_H */
