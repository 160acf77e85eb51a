/* SPDX-License-Identifier: GPL-2.0-only */
/* One thread of --threads: it empties some of the rings into a file of its own. record-threads.c has all of them. */
#ifndef PERF_RECORD_RECORD_THREAD_H
#define PERF_RECORD_RECORD_THREAD_H

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "util/record/recorder-internal.h"
#include "util/record/thread-spec.h"

struct record_thread {
	struct record_threads *all;
	pthread_t thread;
	const struct perf_cpu_map *affinity;	/* NULL: anywhere */
	struct perf_mmap **rings;	/* borrowed each */
	size_t nr_rings, cap_rings;
	struct pollfd *fds;		/* the first tells that it is over; then the rings' counters */
	size_t nr_fds, cap_fds, nr_alive;
	struct ring_stats stats;
	uint64_t told_samples, told_lost;	/* what of them is in the counts of all threads */
	int64_t told_at;		/* when the main thread last heard of a loss, ns of the monotonic clock */
	struct perf_writer *writer;
	struct drain_priority priority;
	unsigned long wakeups;
	struct diag diag;
	int err;
};

struct record_threads {
	struct recorder *r;
	struct thread_shares shares;
	struct record_thread *list;
	size_t nr, nr_running;
	int over_fd, news_fd;		/* eventfds: to the threads, and to the main thread */
	pthread_mutex_t files_lock;	/* of the recorder's set of files, and of @memory */
	struct strbuf memory;		/* records of maps of files in memory, which the main thread opens */
	atomic_uint_least64_t bytes;
	atomic_uint_least64_t samples, lost;	/* of all threads so far */
	atomic_bool failed;
	atomic_size_t nr_alive;		/* threads with counters that still count */
	sem_t ready;			/* each of them posts once, when it looks at its rings */
};

/*
 * Gives @t, whose @all is set, the rings of @cpus and the file "data.IDX". Returns 0, or negative errno with the recorder's diag set; it
 * must be closed in both cases.
 */
int record_thread__init(struct record_thread *t, const struct perf_cpu_map *cpus, size_t idx);
/* The thread itself: @arg is a struct record_thread. Returns NULL. */
void *record_thread__run(void *arg);
/* The thread has ended: completes its file and adds what it saw. Returns 0 or its failure, with the recorder's diag set. */
int record_thread__finish(struct record_thread *t);
/* Frees what @t owns. */
void record_thread__exit(struct record_thread *t);

#endif /* PERF_RECORD_RECORD_THREAD_H */
