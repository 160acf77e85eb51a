// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/exact-values.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/temp-file.h"

#define SMALL_BYTES	(EXACT_VALUES_SMALL * sizeof(uint64_t))
#define RUN_BYTES	(EXACT_VALUES_LIST * sizeof(uint64_t))

/* By digits of 8 bits, the lowest first; most of the higher ones are zero in all numbers, and are passed over. */
static void sort_list(struct exact_values *v)
{
	uint64_t *from = v->list, *to, *swap, any = 0, all = UINT64_MAX;
	unsigned int shift, d;
	size_t i;

	if (v->nr_sorted == v->nr_list)
		return;
	to = xreallocarray(NULL, v->nr_list, sizeof(*to));
	for (i = 0; i < v->nr_list; i++) {
		any |= from[i];
		all &= from[i];
	}
	for (shift = 0; shift < 64; shift += 8) {
		size_t begin[257] = { 0 };

		if (!((any ^ all) >> shift & 0xff))
			continue;
		for (i = 0; i < v->nr_list; i++)
			begin[(from[i] >> shift & 0xff) + 1]++;
		for (d = 0; d < 256; d++)
			begin[d + 1] += begin[d];
		for (i = 0; i < v->nr_list; i++)
			to[begin[from[i] >> shift & 0xff]++] = from[i];
		swap = from;
		from = to;
		to = swap;
	}
	/* Which of the two has the result depends on how many digits were looked at; the list keeps its room. */
	if (from != v->list) {
		memcpy(v->list, from, v->nr_list * sizeof(*from));
		free(from);
	} else {
		free(to);
	}
	v->nr_sorted = v->nr_list;
}

static inline void add_small(struct exact_values *v, uint64_t value)
{
	v->small[value]++;
	v->blocks[value / EXACT_VALUES_BLOCK]++;
}

/* From now on small numbers are counted; what is left in the list is not small. */
static void count_small(struct exact_values *v)
{
	size_t i, left = 0;

	/* Fresh pages are empty already, and most of them are never used. */
	v->small = mmap(NULL, SMALL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (v->small == MAP_FAILED)
		alloc__failed();
	v->blocks = xcalloc(EXACT_VALUES_SMALL / EXACT_VALUES_BLOCK, sizeof(*v->blocks));
	for (i = 0; i < v->nr_list; i++) {
		if (v->list[i] < EXACT_VALUES_SMALL)
			add_small(v, v->list[i]);
		else
			v->list[left++] = v->list[i];
	}
	v->nr_list = left;
	v->nr_sorted = 0;
}

static bool write_run(int fd, const void *data, off_t at)
{
	size_t done = 0;
	ssize_t n;

	while (done < RUN_BYTES) {
		n = pwrite(fd, (const char *)data + done, RUN_BYTES - done, at + (off_t)done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

/* The list, which is full, becomes a run. */
static void spill(struct exact_values *v)
{
	const char *dir;
	int fd;

	if (!v->file) {
		fd = temp_file__open(&dir);
		v->no_file = fd < 0;
		if (fd < 0)
			return;
		v->file = fd + 1;
	}
	sort_list(v);
	if (!write_run(v->file - 1, v->list, (off_t)v->nr_runs * (off_t)RUN_BYTES)) {
		v->no_file = true;
		return;
	}
	v->nr_runs++;
	v->nr_list = v->nr_sorted = 0;
}

static __attribute__((noinline)) void make_room(struct exact_values *v)
{
	if (v->nr_list == EXACT_VALUES_LIST && !v->small)
		count_small(v);
	/* Where only few were small it will be full again soon. */
	if (v->nr_list >= EXACT_VALUES_LIST && !v->no_file)
		spill(v);
	GROW(v->list, v->nr_list, v->cap_list);
}

static inline void add(struct exact_values *v, uint64_t value)
{
	if (v->small && value < EXACT_VALUES_SMALL) {
		add_small(v, value);
		return;
	}
	if (v->nr_list == v->cap_list) {
		make_room(v);
		/* It may be counted from now on. */
		if (v->small && value < EXACT_VALUES_SMALL) {
			add_small(v, value);
			return;
		}
	}
	v->list[v->nr_list++] = value;
}

void exact_values__add(struct exact_values *v, const uint64_t *values, size_t nr)
{
	uint64_t *small = v->small, *blocks = v->blocks;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (mostly(small && values[i] < EXACT_VALUES_SMALL)) {
			small[values[i]]++;
			blocks[values[i] / EXACT_VALUES_BLOCK]++;
			continue;
		}
		add(v, values[i]);
		small = v->small;
		blocks = v->blocks;
	}
}

/* --- questions ---------------------------------------------------------------------------------- */

/* How many of the @nr sorted numbers at @list are not larger than @value. */
static size_t at_most(const uint64_t *list, size_t nr, uint64_t value)
{
	return BISECT(nr, i, list[i] <= value);
}

static uint64_t small_at_most(const struct exact_values *v, uint64_t value)
{
	/* Whole blocks have sums: most of the numbers that are asked about end one. */
	uint64_t nr = 0, i, block = (value + 1) / EXACT_VALUES_BLOCK;

	for (i = 0; i < block; i++)
		nr += v->blocks[i];
	for (i = block * EXACT_VALUES_BLOCK; i <= value; i++)
		nr += v->small[i];
	return nr;
}

static void unmap_runs(struct exact_values *v)
{
	if (v->runs)
		munmap((void *)(uintptr_t)v->runs, v->nr_mapped * RUN_BYTES);
	v->runs = NULL;
}

/* Makes all that was added ready for questions. */
static void prepare(struct exact_values *v)
{
	void *map;

	sort_list(v);
	if (v->nr_mapped == v->nr_runs)
		return;
	unmap_runs(v);
	map = mmap(NULL, v->nr_runs * RUN_BYTES, PROT_READ, MAP_SHARED, v->file - 1, 0);
	/* There is no room for it among the addresses. */
	if (map == MAP_FAILED)
		alloc__failed();
	v->runs = map;
	v->nr_mapped = v->nr_runs;
}

uint64_t exact_values__at_most(struct exact_values *v, uint64_t value)
{
	uint64_t nr;
	size_t i;

	prepare(v);
	nr = at_most(v->list, v->nr_list, value);
	if (v->small)
		nr += small_at_most(v, value < EXACT_VALUES_SMALL ? value : EXACT_VALUES_SMALL - 1);
	for (i = 0; i < v->nr_runs; i++)
		nr += at_most(v->runs + i * EXACT_VALUES_LIST, EXACT_VALUES_LIST, value);
	return nr;
}

uint64_t exact_values__nr(struct exact_values *v)
{
	return exact_values__at_most(v, UINT64_MAX);
}

uint64_t exact_values__percentile(struct exact_values *v, double percent)
{
	const uint64_t largest_small = EXACT_VALUES_SMALL - 1;
	uint64_t nr = exact_values__nr(v), place, low = 0, high = UINT64_MAX;

	if (!nr)
		return 0;
	place = (uint64_t)((double)nr * percent / 100);
	if (place >= nr)
		place = nr - 1;
	/* Most are small, and then there are fewer to ask for. */
	if (exact_values__at_most(v, largest_small) > place)
		high = largest_small;
	/* The smallest number that has more than @place at most as large as itself, which is one of the values. */
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (exact_values__at_most(v, middle) > place)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

void exact_values__exit(struct exact_values *v)
{
	unmap_runs(v);
	if (v->file)
		close(v->file - 1);
	free(v->list);
	if (v->small)
		munmap(v->small, SMALL_BYTES);
	free(v->blocks);
	*v = (struct exact_values){ 0 };
}
