/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --threads: several threads empty the rings, each those of its CPUs, into a file of its own, data.0, data.1, ...
 * in the recording's folder. A machine with many CPUs then loses less than one thread would.
 */
#ifndef PERF_RECORD_RECORD_THREADS_H
#define PERF_RECORD_RECORD_THREADS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct recorder;
struct record_threads;

/*
 * Shares out @r's rings, which are mapped, as its options say. Returns 0 or negative errno with @r's diag
 * set. @ret is to be deleted in either case.
 */
int record_threads__new(struct record_threads **ret, struct recorder *r);
/*
 * Opens the files, in the recorder's folder, and starts the threads; returns when each of them looks at its rings. From now on nobody else must poll a
 * ring: the kernel tells one of those who wait. Returns as above.
 */
int record_threads__start(struct record_threads *t);
/*
 * Waits until a file cannot be written, --max-size may be reached, the last counted task has ended, a signal
 * comes, one of @also (-1: none) becomes readable, or @timeout_ms have passed (-1: for ever); @mask as for
 * ppoll(2). Returns 0, or -EINTR.
 */
int record_threads__wait(const struct record_threads *t, int timeout_ms, const sigset_t *mask,
			 const int also[2]);
/* Do they empty the rings by now? */
bool record_threads__running(const struct record_threads *t);
/* Could a file not be written? */
bool record_threads__failed(const struct record_threads *t);
/* Have all counted tasks ended? Never, where whole CPUs are counted. */
bool record_threads__ended(const struct record_threads *t);
/* Bytes in all their files so far. */
uint64_t record_threads__bytes(const struct record_threads *t);
/*
 * Lets them empty the rings once more, waits for them, and completes the files. Adds what they saw to @r's
 * stats and result. Returns 0, or the first failure, negative errno with @r's diag set.
 */
int record_threads__finish(struct record_threads *t);
/* May be NULL. Stops threads that still run. */
void record_threads__delete(struct record_threads *t);

#endif /* PERF_RECORD_RECORD_THREADS_H */
