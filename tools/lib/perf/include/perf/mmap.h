/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The ring buffer that the kernel writes records into.
 *
 * The kernel moves data_head forward, the reader data_tail; what lies between is unread. A reader
 * either takes everything at once, in place, as one or two stretches (perf_mmap__unread()), or
 * record by record (perf_mmap__next()); then it gives the room back (perf_mmap__consume()). One
 * reader a ring.
 */
#ifndef LIBPERF_MMAP_H
#define LIBPERF_MMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_event_header;

struct perf_mmap {
	void *base; /* the control page; the data follow at its data_offset. NULL: not mapped */
	unsigned char *data;
	size_t size;		/* of the data area, bytes, a power of two */
	size_t mapped;		/* bytes that munmap() takes; 0: the memory is the caller's */
	int cpu;		/* whose records these are, or PERF_CPU_ANY */
	int fd;			/* the event that owns the ring; borrowed */
	uint64_t pos; /* next byte to read: data_tail, or further during perf_mmap__next() */
	char *copy;		/* a record that lay around the end of the data area; owned */
};

/*
 * Maps @pages pages (a power of two) of @fd's ring. Returns 0 or negative errno: -EPERM means that
 * perf_event_mlock_kb and RLIMIT_MEMLOCK do not allow that many.
 */
int perf_mmap__map(struct perf_mmap *map, int fd, int cpu, size_t pages);
/*
 * Uses memory that somebody else laid out as a ring (a test, a core dump): @base is the control
 * page,
 * @data the data area of @size bytes, a power of two.
 */
void perf_mmap__attach(struct perf_mmap *map, void *base, void *data, size_t size);
/* Unmaps; what was not read is gone. May be called on a zeroed one. */
void perf_mmap__unmap(struct perf_mmap *map);

/*
 * Everything that is unread, in place: at most two stretches in @iov, of which the first may end
 * inside a record. Valid until perf_mmap__consume(). Returns how many bytes there are in all.
 */
size_t perf_mmap__unread(struct perf_mmap *map, struct iovec iov[2]);
/* Gives the first @bytes of the unread to the kernel to write over. */
void perf_mmap__consume(struct perf_mmap *map, size_t bytes);

/*
 * The next record, or NULL when there is none (or the ring's contents make no sense, which only a
 * broken kernel or memory can do; or there is no memory for a copy). Valid until the next call.
 */
const struct perf_event_header *perf_mmap__next(struct perf_mmap *map);
/* Gives back all records that perf_mmap__next() returned. */
void perf_mmap__done(struct perf_mmap *map);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_MMAP_H */
