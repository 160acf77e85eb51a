/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which threads owe a user half: the newest sample of each that is deferred, as long as its half has not come. For all
 * threads that empty rings.
 */
#ifndef PERF_RECORD_PENDING_HALVES_H
#define PERF_RECORD_PENDING_HALVES_H

#include <stdint.h>

struct pending_halves;

struct pending_halves *pending_halves__new(void);
void pending_halves__delete(struct pending_halves *p);
/*
 * Thread @tid has a sample of @time (ns) that waits for the half with @cookie. Rings are emptied one after the other, so that an
 * older one may come later.
 */
void pending_halves__sample(struct pending_halves *p, uint32_t tid, uint64_t time, uint64_t cookie);
/* That half of @tid's is there. */
void pending_halves__came(struct pending_halves *p, uint32_t tid, uint64_t cookie);
/* The cookie that @tid's newest sample waits for; 0: none. */
uint64_t pending_halves__of(struct pending_halves *p, uint32_t tid);

#endif /* PERF_RECORD_PENDING_HALVES_H */
