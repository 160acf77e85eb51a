// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/losses.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"

/* A number from a file may be anything; of more CPUs than any machine has the recording's beginning is taken. */
#define MAX_CPUS	65536

void losses__exit(struct losses *l)
{
	free(l->last);
	free(l->untold);
	free(l->list);
	*l = (struct losses){ 0 };
}

/* Makes room for @cpu. False: there is none of that number. */
static bool place(struct losses *l, uint32_t *cpu)
{
	size_t nr;

	/* Buffers of single tasks need not tell a CPU: then there is one of all. */
	if (*cpu == (uint32_t)-1)
		*cpu = 0;
	if (*cpu >= MAX_CPUS)
		return false;
	if (*cpu >= l->nr_cpus) {
		nr = (size_t)*cpu + 16;
		l->last = xreallocarray(l->last, nr, sizeof(*l->last));
		l->untold = xreallocarray(l->untold, nr, sizeof(*l->untold));
		memset(l->last + l->nr_cpus, 0, (nr - l->nr_cpus) * sizeof(*l->last));
		memset(l->untold + l->nr_cpus, 0, (nr - l->nr_cpus) * sizeof(*l->untold));
		l->nr_cpus = nr;
	}
	return true;
}

void losses__record(struct losses *l, uint32_t cpu, uint64_t time)
{
	if (place(l, &cpu))
		l->last[cpu] = time;
}

static void add(struct losses *l, uint64_t from, uint64_t to)
{
	/* Ends come in the order of time, beginnings need not. */
	while (l->nr && l->list[l->nr - 1].to >= from) {
		if (l->list[l->nr - 1].from < from)
			from = l->list[l->nr - 1].from;
		l->nr--;
	}
	GROW(l->list, l->nr, l->cap);
	l->list[l->nr++] = (struct loss){ from, to };
}

/* Numbers of a file may be anything. */
static int64_t limited(uint64_t nr)
{
	return nr < INT32_MAX ? (int64_t)nr : INT32_MAX;
}

void losses__lost(struct losses *l, uint32_t cpu, uint64_t time, uint64_t nr)
{
	bool known = place(l, &cpu);

	if (known)
		l->untold[cpu] -= limited(nr);
	add(l, known ? l->last[cpu] : 0, time);
}

void losses__counted(struct losses *l, uint32_t cpu, uint64_t nr)
{
	if (place(l, &cpu))
		l->untold[cpu] += limited(nr);
}

void losses__finish(struct losses *l, uint64_t end)
{
	size_t i;

	for (i = 0; i < l->nr_cpus; i++)
		if (l->untold[i] > 0 && l->last[i] < end)
			add(l, l->last[i], end);
}

bool losses__search(const struct losses *l, uint64_t from, uint64_t to, struct loss *ret)
{
	size_t low = BISECT(l->nr, mid, l->list[mid].to <= from);

	if (low == l->nr || l->list[low].from >= to)
		return false;
	*ret = l->list[low];
	return true;
}

uint64_t losses__last_end(const struct losses *l, uint64_t to)
{
	size_t low = BISECT(l->nr, mid, l->list[mid].from < to);

	return low ? l->list[low - 1].to : 0;
}
