// SPDX-License-Identifier: GPL-2.0-only
/* Pages of a mapped recording: which of them the process has. */
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/workers.h"
#include "util/data/data-file.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ	22
#endif

/* To unmap the pages of so many bytes takes longer than to wake a thread for it. */
#define SHARE		(16U << 20)
#define MOST_PARTS	4

void data_file__map_bytes(const unsigned char *p, uint64_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = (uintptr_t)p & ~(page - 1), end = (uintptr_t)p + size;

	/* A page that cannot be had is met again when it is read. */
	(void)madvise((void *)first, end - first, MADV_POPULATE_READ);
}

void data_file__map_pages(const struct data_file *df, uint64_t pos, uint64_t size)
{
	uint64_t left;
	const unsigned char *p = data_file__bytes(df, pos, &left);

	if (p)
		data_file__map_bytes(p, size < left ? size : left);
}

void data_segment__give_back(const struct data_segment *s, uint64_t from, uint64_t to)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)s->records + from + page - 1) & ~(page - 1), last = ((uintptr_t)s->records + to) & ~(page - 1);

	if (first < last)
		(void)madvise((void *)first, last - first, MADV_DONTNEED);
}

struct parts {
	const struct data_segment *s;
	uint64_t each;			/* bytes: whole pages */
	size_t nr;
};

/* Parts meet where a page ends, so that none is left out. */
static uint64_t part_from(const struct parts *p, size_t number)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return number == p->nr ? p->s->size : number ? page - (uintptr_t)p->s->records % page + number * p->each : 0;
}

static void give_back_part(void *ctx, size_t number)
{
	const struct parts *p = ctx;

	data_segment__give_back(p->s, part_from(p, number), part_from(p, number + 1));
}

static void share(const struct data_segment *s, struct workers *workers)
{
	size_t nr = workers__jobs(workers) < MOST_PARTS ? workers__jobs(workers) : MOST_PARTS;
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct parts p = { .s = s };

	nr = s->size / SHARE < nr ? (size_t)(s->size / SHARE) : nr;
	p.nr = nr ? nr : 1;
	p.each = s->size / p.nr / page * page;
	workers__share(workers, p.nr, give_back_part, &p);
}

void data_file__give_back(const struct data_file *df, struct workers *workers)
{
	size_t i;

	for (i = 0; i < df->nr_segments; i++)
		share(&df->segments[i], workers);
}
