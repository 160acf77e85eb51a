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
static void add_time(struct offcpu_cpu *p, uint64_t time, uint32_t tid)
{
	if (time <= p->since)
		return;
	*(tid ? &p->running : &p->idle) += time - p->since;
	p->since = time;
}

/* The same of @p, the CPU @cpu; and tells who wants to know when it was idle. */
static int count(const struct offcpu_cpus *c, struct offcpu_cpu *p, uint32_t cpu, uint64_t time, uint32_t tid)
{
	uint64_t from = p->since;

	add_time(p, time, tid);
	return time > from && !tid && c->idle ? c->idle(c->ctx, cpu, from, time) : 0;
}

static void begin(const struct offcpu_cpus *c, struct offcpu_cpu *p)
{
	if (p->seen)
		return;
	p->there = p->seen = true;
	p->since = c->first;
}

int offcpu_cpus__any_switch(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);
	int err;

	if (!p)
		return 0;
	begin(c, p);
	/* Who leaves has run, whoever came last: between them a switch is missing. */
	c->missing += p->known && p->tid != prev;
	if (p->known && p->tid != prev && time > p->since) {
		p->unknown += time - p->since;
		p->since = time;
	}
	err = count(c, p, cpu, time, prev);
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

uint64_t offcpu_cpus__ran_since(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t time)
{
	const struct offcpu_cpu *p = cpu < c->nr ? &c->list[cpu] : NULL;

	if (!p || !p->seen)
		return c->first;
	return (p->known && p->tid != tid) || p->since > time ? time : p->since;
}

bool offcpu_cpus__has_lost(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid)
{
	const struct offcpu_cpu *p = cpu < c->nr ? &c->list[cpu] : NULL;

	return p && p->seen && !(p->known && p->tid == tid);
}

void offcpu_cpus__sampled(struct offcpu_cpus *c, uint32_t cpu, uint32_t tid)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p || (p->seen && p->known))
		return;
	begin(c, p);
	p->tid = tid;
	p->known = true;
}

int offcpu_cpus__lost(struct offcpu_cpus *c, uint32_t cpu, uint64_t time)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);
	int err = 0;

	if (!p)
		return 0;
	begin(c, p);
	if (p->known)
		err = count(c, p, cpu, p->newest, p->tid);
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
	add_time(p, until, p->tid);
	if (time > p->since) {
		p->unknown += time - p->since;
		p->since = time;
	}
	p->known = false;
}

void offcpu_cpus__not_known(struct offcpu_cpus *c, uint32_t cpu, uint64_t until)
{
	struct offcpu_cpu *p = cpu_of(c, cpu);

	if (!p)
		return;
	begin(c, p);
	if (until > p->since) {
		p->unknown += until - p->since;
		p->since = until;
	}
}

int offcpu_cpus__finish(struct offcpu_cpus *c, uint64_t end)
{
	size_t i;
	int err = 0;

	for (i = 0; i < c->nr && !err; i++) {
		struct offcpu_cpu *p = &c->list[i];

		if (!p->there)
			continue;
		if (!p->seen)
			p->since = c->first;
		if (p->known)
			err = count(c, p, (uint32_t)i, end, p->tid);
		else if (end > p->since)
			p->unknown += end - p->since;
		p->since = end;
	}
	return err;
}
