// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/cpus.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define MOST_CPUS	65536

void offcpu_cpus__exit(struct offcpu_cpus *c)
{
	free(c->list);
	*c = (struct offcpu_cpus){ .nr = 0 };
}

static struct offcpu_cpu *cpu_of(struct offcpu_cpus *c, uint32_t cpu)
{
	size_t nr = c->nr;

	if (cpu >= MOST_CPUS)
		return NULL;
	if (cpu >= nr) {
		nr = nr * 2 > (size_t)cpu + 1 ? nr * 2 : (size_t)cpu + 1;
		c->list = xreallocarray(c->list, nr, sizeof(*c->list));
		memset(c->list + c->nr, 0, (nr - c->nr) * sizeof(*c->list));
		c->nr = nr;
	}
	return &c->list[cpu];
}

void offcpu_cpus__expect(struct offcpu_cpus *c, uint32_t cpu)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (p)
		p->there = true;
}

void offcpu_cpus__first_record(struct offcpu_cpus *c, uint32_t cpu, uint64_t time)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p)
		return;
	p->there = true;
	p->newest = time;
}

/* From p->since to @time task @tid ran. */
static int count(struct offcpu_cpu *p, uint32_t cpu, uint64_t time, uint32_t tid, offcpu_idle_fn idle, void *ctx)
{
	uint64_t from = p->since;

	if (time <= from)
		return 0;
	p->since = time;
	if (tid) {
		p->running += time - from;
		return 0;
	}
	p->idle += time - from;
	return idle ? idle(ctx, cpu, from, time) : 0;
}

static void begin(struct offcpu_cpu *p, uint64_t first)
{
	if (p->seen)
		return;
	p->there = p->seen = true;
	p->since = first;
}

int offcpu_cpus__any_switch(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next, uint64_t first,
			offcpu_idle_fn idle, void *ctx)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);
	int err;

	if (!p)
		return 0;
	begin(p, first);
	/* Who leaves has run, whoever came last: between them a switch is missing. */
	c->missing += p->known && p->tid != prev;
	if (p->known && p->tid != prev && time > p->since) {
		p->unknown += time - p->since;
		p->since = time;
	}
	err = count(p, cpu, time, prev, idle, ctx);
	p->tid = next;
	p->known = true;
	return err;
}

uint32_t offcpu_cpus__current(const struct offcpu_cpus *c, uint32_t cpu)
{
	return cpu < c->nr && c->list[cpu].known ? c->list[cpu].tid : (uint32_t)-1;
}

uint64_t offcpu_cpus__newest(const struct offcpu_cpus *c, uint32_t cpu)
{
	return cpu < c->nr ? c->list[cpu].newest : 0;
}

uint64_t offcpu_cpus__ran_since(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t time, uint64_t first)
{
	const struct offcpu_cpu *p = cpu < c->nr ? &c->list[cpu] : NULL;

	if (!p || !p->seen)
		return first;
	return (p->known && p->tid != tid) || p->since > time ? time : p->since;
}

bool offcpu_cpus__has_lost(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid)
{
	const struct offcpu_cpu *p = cpu < c->nr ? &c->list[cpu] : NULL;

	return p && p->seen && !(p->known && p->tid == tid);
}

void offcpu_cpus__sampled(struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t first)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p || (p->seen && p->known))
		return;
	begin(p, first);
	p->tid = tid;
	p->known = true;
}

int offcpu_cpus__lost(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint64_t first, offcpu_idle_fn idle, void *ctx)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);
	int err = 0;

	if (!p)
		return 0;
	begin(p, first);
	if (p->known)
		err = count(p, cpu, p->newest, p->tid, idle, ctx);
	if (time > p->since) {
		p->unknown += time - p->since;
		p->since = time;
	}
	p->known = false;
	return err;
}

void offcpu_cpus__gone(struct offcpu_cpus *c, uint32_t cpu, uint64_t until, uint64_t time)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p)
		return;
	(void)count(p, cpu, until, p->tid, NULL, NULL);
	if (time > p->since) {
		p->unknown += time - p->since;
		p->since = time;
	}
	p->known = false;
}

void offcpu_cpus__not_known(struct offcpu_cpus *c, uint32_t cpu, uint64_t until, uint64_t first)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p)
		return;
	begin(p, first);
	if (until > p->since) {
		p->unknown += until - p->since;
		p->since = until;
	}
}

int offcpu_cpus__finish(struct offcpu_cpus *c, uint64_t first, uint64_t end, offcpu_idle_fn idle, void *ctx)
{
	size_t i;
	int err = 0;

	for (i = 0; i < c->nr && !err; i++) {
		struct offcpu_cpu *p = &c->list[i];

		if (!p->there)
			continue;
		if (!p->seen)
			p->since = first;
		if (p->known)
			err = count(p, (uint32_t)i, end, p->tid, idle, ctx);
		else if (end > p->since)
			p->unknown += end - p->since;
		p->since = end;
	}
	return err;
}
