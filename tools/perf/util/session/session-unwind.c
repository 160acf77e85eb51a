// SPDX-License-Identifier: GPL-2.0-only
/* User halves that are not in the callchain: from a copy of the stack, or from the branches of calls. */
#include "util/base/alloc.h"
#include "util/code/unwind-tables.h"
#include "util/data/rewrite-attr.h"
#include "util/session/session-internal.h"

/* As many as a kernel's callchain has unless somebody asks for more. */
#define DEFAULT_FRAMES	127

static bool has_stack_copy(const struct perf_sample *sample)
{
	return sample->user_regs.regs && sample->user_stack_dyn_size;
}

/* Beside a chain of frame pointers the copy is there to repair it: it alone, without the address, is not enough. */
static bool is_for_repair(const struct session *s, const struct session_sample *out)
{
	int ip = regs_arch__ip(regs_arch__of(s->header->arch));
	bool marker = out->nr_user_ips && out->user_ips[0] >= PERF_CONTEXT_MAX && !out->deferred;
	uint64_t val;

	return attr__has_repair_bytes(&out->evsel->attr) &&
	       (out->nr_user_ips > marker || ip < 0 || !regs_dump__get(&out->sample->user_regs, (unsigned int)ip, &val));
}

/*
 * libdw believes each table. How many of the @nr addresses at @ips are true: up to and with the first one at which the table is known to be
 * wrong?
 */
static size_t true_ips(struct session *s, const struct maps *maps, const uint64_t *ips, size_t nr)
{
	struct unwind_tables *tables = session__unwind_tables(s);
	size_t i;

	for (i = 0; i + 1 < nr; i++) {
		const struct map *map = maps__find(maps, ips[i]);

		if (map && unwind_tables__is_mended(tables, map->dso, map__to_dso(map, ips[i])))
			return i + 1;
	}
	return nr;
}

static void unwind(struct session *s, struct session_sample *out)
{
	/* A library that finds no more does not always know why: where it says nothing, the last function tells. */
	static const enum chain_end ends[UNWIND_NR_STOPS] = {
		[UNWIND_LIMIT] = CHAIN_END_STACK, [UNWIND_STACK_END] = CHAIN_END_STACK, [UNWIND_NO_INFO] = CHAIN_END_NO_TABLE,
		[UNWIND_NO_REGS] = CHAIN_END_NO_REGISTER, [UNWIND_NO_LIBDW] = CHAIN_END_NO_TABLE,
	};
	const struct maps *maps = machine__maps_at(out->machine, out->pid, out->sample->time);
	size_t max = s->opts->max_stack ? s->opts->max_stack : DEFAULT_FRAMES, nr, found;
	enum unwind_stop stop;
	const uint64_t *ips;
	struct dso *dso;

	if (!s->unwinder)
		s->unwinder = unwinder__new(regs_arch__of(s->header->arch), s->header->swap);
	found = unwinder__run(s->unwinder, out->machine, out->pid, maps, out->sample, max, &ips, &stop, &dso);
	nr = regs_arch__of(s->header->arch) == REGS_X86 && maps ? true_ips(s, maps, ips, found) : found;
	if (nr < found)
		stop = UNWIND_NO_INFO;
	s->stats.unwound++;
	s->stats.unwind_stops[stop]++;
	if (dso && !s->stats.no_unwind_info)
		s->stats.no_unwind_info = dso;
	if (!nr)
		return;
	out->user_ips = ips;
	out->nr_user_ips = nr;
	out->user_calls = true;
	out->user_unwound = true;
	out->user_end = ends[stop];
	out->user_time = out->sample->time;
}

/*
 * A stack of calls, as the hardware kept it: each branch comes from a caller, the first one leads to the
 * function where the program is. Where in it, only a sample of user mode tells.
 */
static void take_call_stack(struct session *s, struct session_sample *out)
{
	const struct perf_sample *sample = out->sample;
	uint64_t *own = session__own_ips(s, sample->nr_branches + 1);
	size_t i, nr = 0;

	own[nr++] = sample__is_user(sample) ? sample->ip : sample->branches[0].to;
	for (i = 0; i < sample->nr_branches; i++)
		own[nr++] = sample->branches[i].from;
	out->user_ips = own;
	out->nr_user_ips = nr;
	out->user_calls = true;
}

void session__make_user_half(struct session *s, struct session_sample *out)
{
	const struct perf_event_attr *attr = &out->evsel->attr;
	const struct perf_sample *sample = out->sample;

	if (!(attr->sample_type & PERF_SAMPLE_CALLCHAIN))
		return;
	if (has_stack_copy(sample) && !is_for_repair(s, out))
		unwind(s, out);
	else if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK &&
		 (sample->nr_branches || sample__is_user(sample)) && out->nr_user_ips &&
		 out->user_ips[0] == PERF_CONTEXT_USER)
		take_call_stack(s, out);
}
