/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that work for the main one. */
#ifndef PERF_BASE_THREADS_H
#define PERF_BASE_THREADS_H

#include <pthread.h>

/*
 * Does the same as pthread_create() without attributes, but gives the thread a stack that libraries can work on, also where
 * the limit of the main one is small (ulimit -s).
 */
int thread__create(pthread_t *ret, void *(*fn)(void *arg), void *arg);
/*
 * Starts a thread to which no signal is delivered but what it causes itself: a page of a file that was cut meanwhile, or what comes of a
 * bug. All others are the main thread's. Returns 0 or a positive errno, as pthread_create() does.
 */
int thread__start(pthread_t *ret, void *(*fn)(void *arg), void *arg);

#endif /* PERF_BASE_THREADS_H */
