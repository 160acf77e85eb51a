// SPDX-License-Identifier: GPL-2.0-only
/* Which samples have rows of their own that are not shown: those that a filter of the rows leaves out. */
#include <string.h>

#include "util/base/ranges.h"
#include "util/callchain/parent-match.h"
#include "util/data/header.h"
#include "util/offcpu/parallelism.h"
#include "util/rows/hist.h"

static bool listed(char **list, const char *token)
{
	for (; *list; list++)
		if (!strcmp(*list, token))
			return true;
	return false;
}

static bool has_id(const uint32_t *ids, size_t nr, uint32_t id)
{
	while (nr--)
		if (ids[nr] == id)
			return true;
	return false;
}

int hists__socket_of(const struct hists *h, uint32_t cpu)
{
	const struct perf_header *header = h->opts.header;

	return header && cpu < header->nr_cpus ? header->cpus[cpu].socket_id : -1;
}

bool hists__is_filtered(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	const struct dso *dso = ip && ip->map ? ip->map->dso : NULL;
	const struct symbol *sym = ip ? ip->sym : NULL;

	if (h->opts.exclude_other &&
	    !(h->opts.parent && parent_match__find(h->opts.parent, &s->chain, h->opts.graph.caller)))
		return true;
	if (h->opts.socket_filter && hists__socket_of(h, s->sample->cpu) != *h->opts.socket_filter)
		return true;
	if (h->opts.parallelism_levels &&
	    !ranges__contain(h->opts.parallelism_levels, parallelism__now(h->opts.parallelism)))
		return true;
	if ((h->opts.pids && !has_id(h->opts.pids, h->opts.nr_pids, s->pid)) ||
	    (h->opts.tids && !has_id(h->opts.tids, h->opts.nr_tids, s->tid)))
		return true;
	if (h->opts.comms && !listed(h->opts.comms, s->comm))
		return true;
	if (h->opts.dsos && (!dso || (!listed(h->opts.dsos, dso->short_name) &&
				      !listed(h->opts.dsos, dso->long_name))))
		return true;
	return h->opts.symbols && (!sym || !listed(h->opts.symbols, sym->name));
}
