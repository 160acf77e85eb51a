/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What each CPU did, by its context switches alone: at each moment of the recording it ran a task, or was idle, or records
 * are missing. On each CPU these three times add up to the length of the recording.
 */
#ifndef PERF_OFFCPU_CPUS_H
#define PERF_OFFCPU_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct offcpu_cpu {
	bool there;			/* the CPU was recorded */
	bool seen;			/* there are switches on it, or losses; if not, all of its time is unknown */
	uint64_t running, idle, unknown;	/* ns */
	/* Used while a recording is read: */
	uint64_t since, newest;		/* ns: time up to @since is counted; time of its newest record */
	uint32_t tid;			/* the task that has run since @since, if @known */
	bool known;
};

struct offcpu_cpus {
	struct offcpu_cpu *list;	/* by number */
	size_t nr;
	uint64_t missing;		/* switches that are certainly missing, although no record tells of a loss; a lower bound */
	/* Set by who uses it: */
	uint64_t first;			/* beginning of the recording, ns */
	/* Called for each period in which @cpu was idle, @from and @to in ns; or NULL. If it returns nonzero, reading ends. */
	int (*idle)(void *ctx, uint32_t cpu, uint64_t from, uint64_t to);
	void *ctx;			/* of @idle */
};

void offcpu_cpus__exit(struct offcpu_cpus *c);
/* Says that @cpu (-1: none) is recorded, even if no record of it follows. */
void offcpu_cpus__expect(struct offcpu_cpus *c, uint32_t cpu);
/* Does the same as offcpu_cpus__record(), for a CPU that has had no record yet. */
void offcpu_cpus__first_record(struct offcpu_cpus *c, uint32_t cpu, uint64_t time);
/* Takes note of a record of @cpu (-1: not known) at @time, ns. To be called in the order of time. */
static inline void offcpu_cpus__record(struct offcpu_cpus *c, uint32_t cpu, uint64_t time)
{
	if (cpu >= c->nr || !c->list[cpu].there)
		offcpu_cpus__first_record(c, cpu, time);
	else if (time > c->list[cpu].newest)
		c->list[cpu].newest = time;
}
int offcpu_cpus__any_switch(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next);
/*
 * Takes note of a switch on @cpu at @time (ns) from task @prev to task @next (0: the idle task). Returns what c->idle returns, or 0 if it
 * was not called.
 */
static inline int offcpu_cpus__switch(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next)
{
	struct offcpu_cpu *p = cpu < c->nr ? &c->list[cpu] : NULL;

	/* As most often: the task that came last leaves. */
	if (!p || !p->known || p->tid != prev || !prev || !p->seen || time <= p->since)
		return offcpu_cpus__any_switch(c, cpu, time, prev, next);
	p->running += time - p->since;
	p->since = time;
	p->tid = next;
	return 0;
}
/* Returns the tid of the task that runs on @cpu, or -1 if that is not known. */
uint32_t offcpu_cpus__current(const struct offcpu_cpus *c, uint32_t cpu);
/* Returns the time of the newest record of @cpu, ns; 0 if there is none. */
uint64_t offcpu_cpus__newest(const struct offcpu_cpus *c, uint32_t cpu);
/*
 * Returns since when @tid has run on @cpu, given that it runs there at @time, as far as the switches show; @time itself if
 * they show another task there. In ns.
 */
uint64_t offcpu_cpus__ran_since(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t time);
/*
 * Returns true if a record that @tid left @cpu, where it ran last, must be missing, since @tid is no longer known to run
 * there. Returns false if there are no switches on @cpu.
 */
bool offcpu_cpus__has_lost(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid);
/*
 * Takes note of a sample, which shows that @tid runs on @cpu. If it was not known who runs there, @tid is assumed to have
 * run for all of the time that is not counted yet.
 */
void offcpu_cpus__sampled(struct offcpu_cpus *c, uint32_t cpu, uint32_t tid);
/*
 * Takes note that @cpu's ring buffer lost records, the last one before @time (ns): it is not known who ran between its
 * newest record before that and @time. Returns what c->idle returns, or 0.
 */
int offcpu_cpus__lost(struct offcpu_cpus *c, uint32_t cpu, uint64_t time);
/*
 * Takes note that the task which runs on @cpu according to its switches was found elsewhere at @time: it ran on @cpu until @until
 * (ns), and it is not known who has run there since. May only be called if that task is known.
 */
void offcpu_cpus__gone(struct offcpu_cpus *c, uint32_t cpu, uint64_t until, uint64_t time);
/* Takes note that it is not known who ran on @cpu until @until (ns), as far as that time is not counted yet. */
void offcpu_cpus__not_known(struct offcpu_cpus *c, uint32_t cpu, uint64_t until);
/* Counts the time up to @end (ns), the end of the recording. Returns what c->idle returns, or 0. */
int offcpu_cpus__finish(struct offcpu_cpus *c, uint64_t end);

#endif /* PERF_OFFCPU_CPUS_H */
