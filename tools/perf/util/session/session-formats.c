// SPDX-License-Identifier: GPL-2.0-only
/* The formats of a recording's tracepoints, and names for the kernel addresses in their fields. */
#include <linux/perf_event.h>

#include "util/event/tracepoint-format.h"
#include "util/session/session-internal.h"

/* Formats do not know of time: an address is named as of the recording's end. */
static const char *kernel_name(void *ctx, uint64_t addr, uint64_t *ret_start)
{
	struct session *s = ctx;
	const struct map *map = machine__kernel_map(s->host, UINT64_MAX, addr);
	const struct symbol *sym = map ? dso__find_symbol(map->dso, map__to_dso(map, addr)) : NULL;

	if (!sym)
		return NULL;
	*ret_start = sym->start;
	return sym->name;
}

static bool has_tracepoints(const struct evlist *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		if (list->evsels[i]->attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

void session__read_formats(struct session *s)
{
	struct perf_header *h = s->header;
	struct diag diag = DIAG_INIT;

	if (!h->tracing_data || !has_tracepoints(h->evlist))
		return;
	s->formats = tracepoint_formats__parse(h->tracing_data, h->tracing_data_size, &diag);
	if (diag__is_set(&diag))
		session__damaged(s, &diag);
	if (!s->formats)
		return;
	evlist__set_tracepoint_formats(h->evlist, s->formats);
	tracepoint_formats__set_resolver(s->formats, kernel_name, s);
}

void session__free_formats(struct session *s)
{
	tracepoint_formats__delete(s->formats);
}
