/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --sleepers: when a recording ends, each thread that sleeps then becomes one sample of an event "sleepers", with the stack that it
 * sleeps with. The sample's weight is how many ns it has slept at least, if it has slept since the recording began. Its transaction is
 * the letter of the thread's state, 'S', 'D' and so on. Besides, samples that still wait for their user half get it, if their thread
 * has not run since.
 */
#ifndef PERF_RECORD_SLEEPERS_H
#define PERF_RECORD_SLEEPERS_H

#include <stddef.h>

#include "util/base/diag.h"

struct evlist;
struct recorder;
struct sleepers;

/* What became of it. */
struct sleepers_result {
	size_t written;			/* threads */
	size_t whole;			/* of those with a user half: how many reach the outermost function */
	size_t user, kernel;		/* with that half */
	size_t halves;			/* samples' user halves that were due */
	size_t failed;			/* threads that sleep, and have no stack here */
	int error;			/* why, of the last one of these; negative errno, or 0 */
};

/* Adds the event. All of @evlist's events are open, and have IDENTIFIER. */
void sleepers__add_event(struct evlist *evlist);
/* The recording has begun: who sleeps? @r is borrowed. */
struct sleepers *sleepers__new(struct recorder *r);
void sleepers__delete(struct sleepers *s);
/* Events are still on: from now on it counts who runs. */
void sleepers__mark(struct sleepers *s);
/* All events are off, and the rings are empty. Returns 0, or negative errno with the recorder's diag: cannot write. */
int sleepers__write(struct sleepers *s, struct sleepers_result *ret);

#endif /* PERF_RECORD_SLEEPERS_H */
