// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/durations.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"

#define STEPS	(1U << DURATIONS_STEP_BITS)

/* Below 2 * STEPS each length is a step; above, the highest bits are the step, and how many are left out stands in front. */
static uint32_t step_of(uint64_t ns)
{
	unsigned int bits = 64 - (unsigned int)__builtin_clzll(ns | 1), shift;

	if (bits <= DURATIONS_STEP_BITS + 1)
		return (uint32_t)ns;
	shift = bits - DURATIONS_STEP_BITS - 1;
	return shift * STEPS + (uint32_t)(ns >> shift);
}

/* The longest one of that step. */
static uint64_t longest_of(uint32_t step)
{
	uint32_t shift = step < 2 * STEPS ? 0 : step / STEPS - 1;

	return (((uint64_t)(step - shift * STEPS) + 1) << shift) - 1;
}

static void count(struct durations *d, uint32_t step)
{
	size_t low = 0, high = d->nr_steps;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (d->steps[middle].step < step)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == d->nr_steps || d->steps[low].step != step) {
		GROW(d->steps, d->nr_steps, d->cap_steps);
		memmove(d->steps + low + 1, d->steps + low, (d->nr_steps++ - low) * sizeof(*d->steps));
		d->steps[low] = (struct duration_step){ .step = step };
	}
	d->steps[low].nr++;
}

void durations__add(struct durations *d, uint64_t ns)
{
	size_t i;

	if (ns > d->max)
		d->max = ns;
	if (d->nr < DURATIONS_EXACT) {
		GROW(d->list, d->nr, d->cap);
		d->list[d->nr++] = ns;
		return;
	}
	for (i = 0; d->list && i < DURATIONS_EXACT; i++)
		count(d, step_of(d->list[i]));
	zfree(&d->list);
	count(d, step_of(ns));
	d->nr++;
}

static int by_length(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void durations__finish(struct durations *d)
{
	if (d->list)
		qsort(d->list, d->nr, sizeof(*d->list), by_length);
}

uint64_t durations__percentile(const struct durations *d, unsigned int percent)
{
	uint64_t rank = d->nr / 100 * percent + (d->nr % 100 * percent + 99) / 100, before = 0, ns;
	size_t i;

	rank = rank ? rank : 1;
	if (!d->nr || d->list)
		return d->nr ? d->list[rank - 1] : 0;
	for (i = 0; i + 1 < d->nr_steps && before + d->steps[i].nr < rank; i++)
		before += d->steps[i].nr;
	ns = longest_of(d->steps[i].step);
	return ns < d->max ? ns : d->max;
}

void durations__exit(struct durations *d)
{
	free(d->list);
	free(d->steps);
	*d = (struct durations){ .nr = 0 };
}

void durations__print_ms(struct text_out *out, uint64_t ns, int width)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
	text_out__addf(out, " %*s", width, text);
}
