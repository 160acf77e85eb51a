/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that tell that one task wakes another one, which ends its wait, and who it was that ran. */
#ifndef PERF_OFFCPU_WAKING_H
#define PERF_OFFCPU_WAKING_H

#include <stdbool.h>
#include <stdint.h>

#include "util/session/session.h"

struct evsel;

/* Does the event tell that one task wakes another? */
bool waking__is_event(const struct evsel *evsel);
/*
 * Returns true if the sample @s of a waking, of the thread @tid (offcpu__thread_of()), was taken in an interrupt, so that the thread that
 * ran had nothing to do with it; *@ret_nr is then the number of kernel frames of the interrupt itself. With false, *@ret_nr is not set.
 */
bool waking__in_interrupt(const struct session_sample *s, uint32_t tid, uint32_t *ret_nr);

#endif /* PERF_OFFCPU_WAKING_H */
