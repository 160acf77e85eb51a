// SPDX-License-Identifier: GPL-2.0-only
/* Pages of a mapped recording: which of them the process has. */
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/threads.h"
#include "util/data/data-file.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ	22
#endif

/* To unmap the pages of so many bytes takes longer than to start a thread for it. */
#define SHARE		(16U << 20)
#define MOST_THREADS	4

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

struct part {
	const struct data_segment *s;
	uint64_t from, to;
};

static void *give_back_part(void *arg)
{
	const struct part *part = arg;

	data_segment__give_back(part->s, part->from, part->to);
	return NULL;
}

static void share(const struct data_segment *s, unsigned int jobs)
{
	unsigned int nr = jobs < MOST_THREADS ? jobs : MOST_THREADS, i;
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	pthread_t threads[MOST_THREADS];
	struct part parts[MOST_THREADS];
	bool started[MOST_THREADS] = { false };
	uint64_t each;

	nr = s->size / SHARE < nr ? (unsigned int)(s->size / SHARE) : nr;
	nr = nr ? nr : 1;
	each = s->size / nr / page * page;
	/* Parts meet where a page ends, so that none is left out. */
	for (i = 0; i < nr; i++)
		parts[i] = (struct part){ s, i ? parts[i - 1].to : 0, i + 1 < nr ? page - (uintptr_t)s->records % page + i * each + each :
					  s->size };
	for (i = 1; i < nr; i++)
		started[i] = !thread__start(&threads[i], give_back_part, &parts[i]);
	(void)give_back_part(&parts[0]);
	for (i = 1; i < nr; i++) {
		if (started[i])
			pthread_join(threads[i], NULL);
		else
			(void)give_back_part(&parts[i]);
	}
}

void data_file__give_back(const struct data_file *df, unsigned int jobs)
{
	size_t i;

	for (i = 0; i < df->nr_segments; i++)
		share(&df->segments[i], jobs);
}
