/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A ring buffer into which the kernel writes records.
 *
 * The kernel moves data_head forward, and the reader moves data_tail; what lies between them is unread. A reader
 * takes either everything at once, in place, as one or two pieces (perf_mmap__unread()), or one
 * record after the other (perf_mmap__next()). Then it gives the room back (perf_mmap__consume(), perf_mmap__done()). A ring
 * has only one reader.
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
	size_t mapped;		/* how many bytes to unmap; 0: the memory belongs to the caller */
	int cpu;		/* whose records these are, or PERF_CPU_ANY */
	int fd;			/* the event that owns the ring; borrowed */
	uint64_t pos; /* next byte to read: data_tail, or further during perf_mmap__next() */
	char *copy;		/* of a record that continued at the beginning of the data area; owned */
	/* The AUX area, where a driver puts its trace beside the records. NULL: none */
	unsigned char *aux;
	size_t aux_size;	/* bytes, a power of two */
	bool aux_mapped;	/* it must be unmapped; else the memory belongs to the caller */
	bool aux_overwrite;	/* the driver does not wait for the reader, but overwrites the oldest bytes */
	bool aux_wrapped;	/* with aux_overwrite: every byte has been written once */
	uint64_t aux_pos;	/* next byte of the trace to read; with aux_overwrite: where the last snapshot ended */
};

/*
 * Maps @pages pages (a power of two) of @fd's ring. Returns 0 or negative errno: -EPERM means that
 * perf_event_mlock_kb and RLIMIT_MEMLOCK do not allow that many.
 */
int perf_mmap__map(struct perf_mmap *map, int fd, int cpu, size_t pages);
/*
 * Uses memory that has the form of a ring, for example in a test or from a core dump: @base is the control
 * page, @data the data area of @size bytes, a power of two.
 */
void perf_mmap__attach(struct perf_mmap *map, void *base, void *data, size_t size);
/* Unmaps the ring; what was not read is lost. @map may be zeroed memory. */
void perf_mmap__unmap(struct perf_mmap *map);

/*
 * Finds everything that is unread, in place: at most two pieces in @iov, of which the first may end
 * inside a record. They are valid until perf_mmap__consume(). Returns the number of bytes in both.
 */
size_t perf_mmap__unread(struct perf_mmap *map, struct iovec iov[2]);
/* Gives the room of the first @bytes unread bytes back to the kernel. */
void perf_mmap__consume(struct perf_mmap *map, size_t bytes);

/*
 * Returns the next record, which is valid until the next call. Returns NULL if there is none, if there is no memory for a
 * copy, or if the ring's contents are invalid, which happens only if the kernel or the memory is broken.
 */
const struct perf_event_header *perf_mmap__next(struct perf_mmap *map);
/* Gives the room of all records that perf_mmap__next() has returned back to the kernel. */
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
 * Finds the part of the trace that is unread, in place, as at most two pieces in @iov; *@ret_offset is the
 * position of its first byte in the whole trace. They are valid until perf_mmap__consume_aux(). Returns the number of
 * bytes, which is 0 if there is no AUX area.
 */
size_t perf_mmap__unread_aux(struct perf_mmap *map, struct iovec iov[2], uint64_t *ret_offset);
/* Gives the room of the first @bytes unread bytes back to the driver. */
void perf_mmap__consume_aux(struct perf_mmap *map, size_t bytes);
/*
 * Finds the newest bytes of an area with overwrite, at most @most. Bytes that an earlier snapshot has already had are left out
 * if that can be known, which depends on whether the driver's position ever goes back. The driver must be stopped
 * meanwhile. Returns the same as perf_mmap__unread_aux(), and sets @iov and @ret_offset as it does.
 */
size_t perf_mmap__snapshot_aux(struct perf_mmap *map, size_t most, struct iovec iov[2],
			       uint64_t *ret_offset);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_MMAP_H */
