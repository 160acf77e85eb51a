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
	/* The AUX area, where a driver puts its trace beside the records. NULL: none */
	unsigned char *aux;
	size_t aux_size;	/* bytes, a power of two */
	bool aux_mapped;	/* munmap() takes it; else the memory is the caller's */
	bool aux_overwrite;	/* the kernel does not wait for the reader: it keeps the newest */
	bool aux_wrapped;	/* overwrite: every byte has been written */
	uint64_t aux_pos;	/* next byte of the trace to read; overwrite: where the last snapshot ended */
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

/*
 * Maps an AUX area of @pages pages (a power of two) beside the ring, whose owner (@fd) must be an
 * event of the driver that fills it. With @overwrite the driver does not wait for the reader: see
 * perf_mmap__snapshot_aux(). Returns 0 or negative errno: -EPERM as perf_mmap__map(), -EOPNOTSUPP:
 * that event's driver has no AUX area, -ENOMEM, -EINVAL: not a size for this driver.
 */
int perf_mmap__map_aux(struct perf_mmap *map, size_t pages, bool overwrite);
/* Uses memory of the caller as the AUX area: @size bytes, a power of two. */
void perf_mmap__attach_aux(struct perf_mmap *map, void *data, size_t size, bool overwrite);
/*
 * The part of the trace that is unread, in place, as at most two stretches; *@ret_offset is the
 * place of its first byte in the whole trace. Valid until perf_mmap__consume_aux(). Returns how many
 * bytes there are; 0 without an AUX area.
 */
size_t perf_mmap__unread_aux(struct perf_mmap *map, struct iovec iov[2], uint64_t *ret_offset);
/* Gives the first @bytes of them to the driver to write over. */
void perf_mmap__consume_aux(struct perf_mmap *map, size_t bytes);
/*
 * Of an area with overwrite the newest @most bytes at most, and nothing that an earlier snapshot has
 * already had where that can be told: drivers differ in whether their position ever goes back. The
 * driver must stand still meanwhile. Returns and sets as perf_mmap__unread_aux().
 */
size_t perf_mmap__snapshot_aux(struct perf_mmap *map, size_t most, struct iovec iov[2],
			       uint64_t *ret_offset);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_MMAP_H */
