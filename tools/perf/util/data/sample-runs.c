// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/sample-runs.h"

#include <stdlib.h>

#include "util/base/alloc.h"

/* A page is read for what lies on it in any case. */
#define SHORTEST	4096
/* 8 MB, which are enough for 2 GB at the very least, and for far more as it comes. */
#define RUNS_MAX	(512 * 1024)

void sample_runs__add(struct sample_runs *r, uint64_t pos, uint64_t size)
{
	struct sample_run *last = r->nr ? &r->runs[r->nr - 1] : NULL;

	if (last && last->pos + last->size == pos) {
		last->size += size;
		return;
	}
	if (size < SHORTEST || r->nr == RUNS_MAX)
		return;
	GROW(r->runs, r->nr, r->cap);
	r->runs[r->nr++] = (struct sample_run){ pos, size };
}

uint64_t sample_runs__at(const struct sample_runs *r, size_t *i, uint64_t pos)
{
	while (*i < r->nr && r->runs[*i].pos + r->runs[*i].size <= pos)
		(*i)++;
	return *i < r->nr && pos >= r->runs[*i].pos ? r->runs[*i].pos + r->runs[*i].size - pos : 0;
}

void sample_runs__exit(struct sample_runs *r)
{
	free(r->runs);
	*r = (struct sample_runs){ 0 };
}
