// SPDX-License-Identifier: GPL-2.0-only
/* Which samples have rows of their own that are not shown: those that a filter of the rows leaves out. */
#include "util/base/id-list.h"
#include "util/base/ranges.h"
#include "util/callchain/parent-match.h"
#include "util/data/header.h"
#include "util/offcpu/parallelism.h"
#include "util/rows/hist.h"

int hists__socket_of(const struct hists *h, uint32_t cpu)
{
	const struct perf_header *header = h->opts.header;

	return header && cpu < header->nr_cpus ? header->cpus[cpu].socket_id : -1;
}

bool hists__is_filtered(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	const struct dso *dso = ip && ip->map ? ip->map->dso : NULL;
	const struct symbol *sym = ip ? ip->sym : NULL;

	if (h->opts.exclude_other && !(h->opts.parent && parent_match__find(h->opts.parent, &s->chain, h->opts.graph.caller)))
		return true;
	if (h->opts.socket_filter && hists__socket_of(h, s->sample->cpu) != *h->opts.socket_filter)
		return true;
	if (h->opts.parallelism_levels && !ranges__contain(h->opts.parallelism_levels, parallelism__now(h->opts.parallelism)))
		return true;
	if ((h->opts.pids && !id_list__has(h->opts.pids, h->opts.nr_pids, s->pid)) ||
	    (h->opts.tids && !id_list__has(h->opts.tids, h->opts.nr_tids, s->tid)))
		return true;
	if (h->opts.comms.nr && !name_list__has(&h->opts.comms, s->comm))
		return true;
	if (h->opts.dsos.nr && !(dso && (name_list__has(&h->opts.dsos, dso->short_name) || name_list__has(&h->opts.dsos, dso->long_name))))
		return true;
	return h->opts.symbols.nr && (!sym || !name_list__has(&h->opts.symbols, sym->name));
}
