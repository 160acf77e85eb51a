// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The AUX area beside a ring. */
#include <perf/mmap.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int perf_mmap__map_aux(struct perf_mmap *map, size_t pages, bool overwrite)
{
	struct perf_event_mmap_page *page = map->base;
	size_t size = pages * (size_t)sysconf(_SC_PAGESIZE);
	int prot = PROT_READ | (overwrite ? 0 : PROT_WRITE);
	void *aux;

	/* Where it lies in the file of the event is ours to say: directly behind the ring. */
	page->aux_offset = map->mapped;
	page->aux_size = size;
	aux = mmap(NULL, size, prot, MAP_SHARED, map->fd, (off_t)page->aux_offset);
	if (aux == MAP_FAILED)
		return -errno;
	perf_mmap__attach_aux(map, aux, size, overwrite);
	map->aux_mapped = true;
	return 0;
}

void perf_mmap__attach_aux(struct perf_mmap *map, void *data, size_t size, bool overwrite)
{
	map->aux = data;
	map->aux_size = size;
	map->aux_mapped = false;
	map->aux_overwrite = overwrite;
	map->aux_wrapped = false;
	map->aux_pos = overwrite ? 0 : ((struct perf_event_mmap_page *)map->base)->aux_tail;
}

/* What the driver wrote before it moved the head is visible behind this. */
static uint64_t read_aux_head(const struct perf_mmap *map)
{
	const struct perf_event_mmap_page *page = map->base;

	return __atomic_load_n(&page->aux_head, __ATOMIC_ACQUIRE);
}

/* @n bytes from @pos on, which may lie around the end. */
static void set_stretches(const struct perf_mmap *map, uint64_t pos, size_t n, struct iovec iov[2])
{
	size_t start = (size_t)(pos & (map->aux_size - 1)), first = map->aux_size - start;

	if (first > n)
		first = n;
	iov[0] = (struct iovec){ map->aux + start, first };
	iov[1] = (struct iovec){ map->aux, n - first };
}

size_t perf_mmap__unread_aux(struct perf_mmap *map, struct iovec iov[2], uint64_t *ret_offset)
{
	uint64_t n;

	if (!map->aux || map->aux_overwrite)
		return 0;
	n = read_aux_head(map) - map->aux_pos;
	/* Only memory that is no ring can say more. */
	if (n > map->aux_size)
		n = map->aux_size;
	set_stretches(map, map->aux_pos, (size_t)n, iov);
	*ret_offset = map->aux_pos;
	return (size_t)n;
}

void perf_mmap__consume_aux(struct perf_mmap *map, size_t bytes)
{
	struct perf_event_mmap_page *page = map->base;

	map->aux_pos += bytes;
	/* Our reads are over before the driver sees the room as free. */
	__atomic_store_n(&page->aux_tail, map->aux_pos, __ATOMIC_RELEASE);
}

/*
 * Has the driver come around? Its position tells where it only grows. Where it is a place in the area
 * the end of the area does: those bytes are zero until something is written there.
 */
static bool has_wrapped(const struct perf_mmap *map, uint64_t head)
{
	size_t from = head > map->aux_size / 2 ? (size_t)head : map->aux_size / 2, i;

	if (head >= map->aux_size || head < map->aux_pos)
		return true;
	for (i = map->aux_size; i > from; i--)
		if (map->aux[i - 1])
			return true;
	return false;
}

size_t perf_mmap__snapshot_aux(struct perf_mmap *map, size_t most, struct iovec iov[2],
			       uint64_t *ret_offset)
{
	uint64_t head, n, end;

	if (!map->aux || !map->aux_overwrite)
		return 0;
	head = read_aux_head(map);
	if (head == map->aux_pos)
		return 0;	/* nothing new, or a whole round to the byte: no driver ends so */
	if (!map->aux_wrapped)
		map->aux_wrapped = has_wrapped(map, head);
	end = head;
	n = map->aux_wrapped ? map->aux_size : head;
	/* A position beyond the area only grows: what the last snapshot had is known. */
	if (head >= map->aux_size && map->aux_pos <= head && n > head - map->aux_pos)
		n = head - map->aux_pos;
	else if (!map->aux_wrapped && map->aux_pos < head)
		n = head - map->aux_pos;
	if (n > most)
		n = most;
	/* A place in the area, of which older bytes lie behind it. */
	if (end < n)
		end += map->aux_size;
	set_stretches(map, end - n, (size_t)n, iov);
	*ret_offset = end - n;
	map->aux_pos = head;
	return (size_t)n;
}
