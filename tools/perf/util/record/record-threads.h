/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --threads: several threads empty the rings. Each empties the rings of its CPUs into a file of its own, data.0, data.1, ...,
 * in the recording's folder. On a machine with many CPUs fewer records are lost than with one thread.
 */
#ifndef PERF_RECORD_RECORD_THREADS_H
#define PERF_RECORD_RECORD_THREADS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct recorder;
struct record_threads;

/*
 * Divides the rings of @r, which must be mapped, among threads as the options say. Returns 0, or negative errno with @r's diag
 * set. *@ret must be deleted in both cases.
 */
int record_threads__new(struct record_threads **ret, struct recorder *r);
/*
 * Opens the files in the recorder's folder and starts the threads; returns when all of them watch their rings. From now on no
 * other thread may poll a ring, because the kernel wakes only one of those that wait. Returns the same as above.
 */
int record_threads__start(struct record_threads *t);
/*
 * Waits until a file cannot be written, something was lost, --max-size may be reached, the last counted task has ended, a signal
 * comes, one of @also (-1: none) becomes readable, or @timeout_ms have passed (-1: for ever); @mask as for
 * ppoll(2). Returns 0, or -EINTR.
 */
int record_threads__wait(const struct record_threads *t, int timeout_ms, const sigset_t *mask,
			 const int also[2]);
/* Are the threads running? */
bool record_threads__running(const struct record_threads *t);
/* Did writing to a file fail? */
bool record_threads__failed(const struct record_threads *t);
/* Have all counted tasks ended? If whole CPUs are counted, this is never true. */
bool record_threads__ended(const struct record_threads *t);
/* Returns the number of bytes in all files of the threads so far. */
uint64_t record_threads__bytes(const struct record_threads *t);
/*
 * Calls @fn for each record of a map of a file in memory (memory-files.h) that threads have seen since the last call, in the thread that
 * calls this.
 */
void record_threads__take_memory(struct record_threads *t, void (*fn)(void *ctx, const void *record, size_t size), void *ctx);
/* Says how many samples all threads have written, and how many records found no room, as of at most a tenth of a second ago. */
void record_threads__losses(const struct record_threads *t, uint64_t *ret_samples, uint64_t *ret_lost);
/*
 * Makes the threads empty the rings once more, waits for them, and completes the files. Adds their counts to @r's
 * stats and result. Returns 0, or the negative errno of the first failure with @r's diag set.
 */
int record_threads__finish(struct record_threads *t);
/* Stops threads that still run. @t may be NULL. */
void record_threads__delete(struct record_threads *t);

#endif /* PERF_RECORD_RECORD_THREADS_H */
