// SPDX-License-Identifier: GPL-2.0-only
/* User halves that are not in the callchain: from a copy of the stack, or from the branches of calls. */
#include "util/callchain/user-stack.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/callchain/infer.h"
#include "util/code/unwind-tables.h"
#include "util/data/rewrite-attr.h"

/* As many as a kernel's callchain has unless somebody asks for more. */
#define DEFAULT_FRAMES	127

uint64_t *own_entries__room(struct own_entries *own, size_t nr)
{
	if (nr > own->cap) {
		own->cap = nr;
		own->ips = xreallocarray(own->ips, own->cap, sizeof(*own->ips));
	}
	return own->ips;
}

void own_entries__exit(struct own_entries *own)
{
	free(own->ips);
	*own = (struct own_entries){ .cap = 0 };
}

struct unwind_tables *user_stacks__tables(struct user_stacks *us)
{
	if (!us->tables)
		us->tables = unwind_tables__new(us->code);
	return us->tables;
}

void user_stacks__exit(struct user_stacks *us)
{
	unwinder__delete(us->unwinder);
	repair_memo__exit(&us->memo);
	unwind_tables__delete(us->tables);
	infer__delete(us->infer);
	own_entries__exit(&us->own);
}

static bool has_stack_copy(const struct perf_sample *sample)
{
	return sample->user_regs.regs && sample->user_stack_dyn_size;
}

/* Beside a chain of frame pointers the copy is there to repair it: it alone, without the address, is not enough. */
static bool is_for_repair(const struct user_stacks *us, const struct user_stack_of *of, const struct user_stack *st)
{
	int ip = regs_arch__ip(us->arch);
	bool marker = st->nr && st->ips[0] >= PERF_CONTEXT_MAX && !of->deferred;
	uint64_t val;

	return attr__has_repair_bytes(of->attr) &&
	       (st->nr > marker || ip < 0 || !regs_dump__get(&of->sample->user_regs, (unsigned int)ip, &val));
}

/*
 * libdw believes each table. How many of the @nr addresses at @ips are true: up to and with the first one at which the table is known to be
 * wrong?
 */
static size_t true_ips(struct user_stacks *us, const struct maps *maps, const uint64_t *ips, size_t nr)
{
	struct unwind_tables *tables = user_stacks__tables(us);
	size_t i;

	for (i = 0; i + 1 < nr; i++) {
		const struct map *map = maps__find(maps, ips[i]);

		if (map && unwind_tables__is_mended(tables, map->dso, map__to_dso(map, ips[i])))
			return i + 1;
	}
	return nr;
}

static void unwind(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st)
{
	/* A library that finds no more does not always know why: where it says nothing, the last function tells. */
	static const enum chain_end ends[UNWIND_NR_STOPS] = {
		[UNWIND_LIMIT] = CHAIN_END_STACK, [UNWIND_STACK_END] = CHAIN_END_STACK, [UNWIND_NO_INFO] = CHAIN_END_NO_TABLE,
		[UNWIND_NO_REGS] = CHAIN_END_NO_REGISTER, [UNWIND_NO_LIBDW] = CHAIN_END_NO_TABLE,
	};
	const struct maps *maps = machine__maps_at(of->machine, of->pid, of->sample->time);
	struct unwound found;
	size_t nr;

	if (!us->unwinder)
		us->unwinder = unwinder__new(us->arch, us->swap);
	found = unwinder__run(us->unwinder, &(struct unwind_of){
			.machine = of->machine, .pid = of->pid, .maps = maps, .sample = of->sample,
			.max = us->max ? us->max : DEFAULT_FRAMES });
	nr = us->arch == REGS_X86 && maps ? true_ips(us, maps, found.ips, found.nr) : found.nr;
	if (nr < found.nr)
		found.stop = UNWIND_NO_INFO;
	us->counts->unwound++;
	us->counts->unwind_stops[found.stop]++;
	if (found.dso && !us->counts->no_unwind_info)
		us->counts->no_unwind_info = found.dso;
	if (!nr)
		return;
	st->ips = found.ips;
	st->nr = nr;
	st->calls = true;
	st->unwound = true;
	st->end = ends[found.stop];
	st->time = of->sample->time;
}

/*
 * A stack of calls, as the hardware kept it: each branch comes from a caller, the first one leads to the
 * function where the program is. Where in it, only a sample of user mode tells.
 */
static void take_call_stack(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st)
{
	const struct perf_sample *sample = of->sample;
	uint64_t *own = own_entries__room(&us->own, sample->nr_branches + 1);
	size_t i, nr = 0;

	own[nr++] = sample__is_user(sample) ? sample->ip : sample->branches[0].to;
	for (i = 0; i < sample->nr_branches; i++)
		own[nr++] = sample->branches[i].from;
	st->ips = own;
	st->nr = nr;
	st->calls = true;
}

void user_stacks__make(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st)
{
	const struct perf_event_attr *attr = of->attr;
	const struct perf_sample *sample = of->sample;

	if (!(attr->sample_type & PERF_SAMPLE_CALLCHAIN))
		return;
	if (has_stack_copy(sample) && !is_for_repair(us, of, st))
		unwind(us, of, st);
	else if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK &&
		 (sample->nr_branches || sample__is_user(sample)) && st->nr &&
		 st->ips[0] == PERF_CONTEXT_USER)
		take_call_stack(us, of, st);
}
