// SPDX-License-Identifier: GPL-2.0-only
/* Who takes how much of a critical path. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/critical.h"

const char *critical_step__state(const struct critical_step *s)
{
	const struct offcpu_span span = { .state = s->state, .letter = s->letter };

	return offcpu_span__text(&span);
}

double critical_path__share(const struct critical_path *p, uint64_t ns)
{
	return 100.0 * (double)ns / (double)(p->span.to - p->span.from);
}

static int by_who(const void *a, const void *b)
{
	const struct critical_step *x = ((const struct critical_part *)a)->step, *y = ((const struct critical_part *)b)->step;

	if (x->life->tid != y->life->tid)
		return x->life->tid < y->life->tid ? -1 : 1;
	return strcmp(x->comm, y->comm) ?: strcmp(critical_step__state(x), critical_step__state(y));
}

static int by_total(const void *a, const void *b)
{
	const struct critical_part *x = a, *y = b;

	return x->total != y->total ? (x->total > y->total ? -1 : 1) : by_who(a, b);
}

struct critical_part *critical_path__parts(const struct critical_path *p, size_t *ret_nr)
{
	struct critical_part *parts = xcalloc(p->nr + 1, sizeof(*parts));
	size_t i, nr = 0;

	for (i = 0; i < p->nr; i++) {
		uint64_t ns = p->steps[i].to - p->steps[i].from;

		parts[i] = (struct critical_part){ &p->steps[i], 1, ns, ns };
	}
	qsort(parts, p->nr, sizeof(*parts), by_who);
	for (i = 0; i < p->nr; i++) {
		if (!nr || by_who(&parts[nr - 1], &parts[i])) {
			parts[nr++] = parts[i];
			continue;
		}
		parts[nr - 1].nr++;
		parts[nr - 1].total += parts[i].total;
		if (parts[i].max > parts[nr - 1].max)
			parts[nr - 1].max = parts[i].max;
	}
	qsort(parts, nr, sizeof(*parts), by_total);
	*ret_nr = nr;
	return parts;
}
