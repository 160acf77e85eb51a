/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Remembers the newest deferred sample of each recorded thread until its user half has come. All threads that empty rings share
 * one object.
 */
#ifndef PERF_RECORD_PENDING_HALVES_H
#define PERF_RECORD_PENDING_HALVES_H

#include <stdint.h>

struct pending_halves;

struct pending_halves *pending_halves__new(void);
void pending_halves__delete(struct pending_halves *p);
/*
 * Notes that thread @tid has a sample of @time (ns) that waits for the half with @cookie. Rings are emptied one after the other, so an
 * older sample may be noted later; it is then ignored.
 */
void pending_halves__sample(struct pending_halves *p, uint32_t tid, uint64_t time, uint64_t cookie);
/* Notes that this half of @tid has come. */
void pending_halves__came(struct pending_halves *p, uint32_t tid, uint64_t cookie);
/* Returns the cookie that @tid's newest sample waits for; 0 if it waits for none. */
uint64_t pending_halves__of(struct pending_halves *p, uint32_t tid);

#endif /* PERF_RECORD_PENDING_HALVES_H */
