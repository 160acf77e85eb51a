// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <perf/mmap.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define RECORD_MAX	65536	/* header.size has 16 bits */

int perf_mmap__map(struct perf_mmap *map, int fd, int cpu, size_t pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = (pages + 1) * page;
	void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (base == MAP_FAILED)
		return -errno;
	memset(map, 0, sizeof(*map));
	map->base = base;
	map->data = (unsigned char *)base + page;
	map->size = pages * page;
	map->mapped = size;
	map->cpu = cpu;
	map->fd = fd;
	return 0;
}

void perf_mmap__attach(struct perf_mmap *map, void *base, void *data, size_t size)
{
	memset(map, 0, sizeof(*map));
	map->base = base;
	map->data = data;
	map->size = size;
	map->cpu = -1;
	map->fd = -1;
	map->pos = ((struct perf_event_mmap_page *)base)->data_tail;
}

void perf_mmap__unmap(struct perf_mmap *map)
{
	/* The AUX area first: it stands on the ring. */
	if (map->aux_mapped)
		munmap(map->aux, map->aux_size);
	if (map->mapped)
		munmap(map->base, map->mapped);
	free(map->copy);
	memset(map, 0, sizeof(*map));
}

/* What the kernel wrote before it moved the head is visible behind this. */
static uint64_t read_head(const struct perf_mmap *map)
{
	const struct perf_event_mmap_page *page = map->base;

	return __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
}

/* Our reads are over before the kernel sees the room as free. */
static void write_tail(struct perf_mmap *map, uint64_t tail)
{
	struct perf_event_mmap_page *page = map->base;

	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

size_t perf_mmap__unread(struct perf_mmap *map, struct iovec iov[2])
{
	uint64_t n = read_head(map) - map->pos;
	size_t start = (size_t)(map->pos & (map->size - 1));
	size_t first;

	if (n > map->size)
		n = map->size;
	first = n < map->size - start ? (size_t)n : map->size - start;
	iov[0] = (struct iovec){ map->data + start, first };
	iov[1] = (struct iovec){ map->data, (size_t)n - first };
	return (size_t)n;
}

void perf_mmap__consume(struct perf_mmap *map, size_t bytes)
{
	map->pos += bytes;
	write_tail(map, map->pos);
}

const struct perf_event_header *perf_mmap__next(struct perf_mmap *map)
{
	struct iovec iov[2];
	size_t n = perf_mmap__unread(map, iov);
	struct perf_event_header header;

	/* Records are multiples of 8 bytes: a header never lies around the end. */
	if (n < sizeof(header))
		return NULL;
	memcpy(&header, iov[0].iov_base, sizeof(header));
	if (header.size < sizeof(header) || header.size > n)
		return NULL;
	map->pos += header.size;
	if (header.size <= iov[0].iov_len)
		return iov[0].iov_base;
	if (!map->copy)
		map->copy = malloc(RECORD_MAX);
	if (!map->copy) {
		map->pos -= header.size;
		return NULL;
	}
	memcpy(map->copy, iov[0].iov_base, iov[0].iov_len);
	memcpy(map->copy + iov[0].iov_len, iov[1].iov_base, header.size - iov[0].iov_len);
	return (const struct perf_event_header *)map->copy;
}

void perf_mmap__done(struct perf_mmap *map)
{
	write_tail(map, map->pos);
}
