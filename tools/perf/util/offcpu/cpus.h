/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What each CPU did, by the switches on it alone: for all of the recording it ran tasks, or was idle, or records are missing.
 * The three add up to the recording's length on each CPU.
 */
#ifndef PERF_OFFCPU_CPUS_H
#define PERF_OFFCPU_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct offcpu_cpu {
	bool there;			/* it was recorded */
	bool seen;			/* with switches, or losses; else all of its time is unknown */
	uint64_t running, idle, unknown;	/* ns */
	/* While a recording is read: */
	uint64_t since, newest;		/* ns: not yet counted since then; its newest record */
	uint32_t tid;			/* who has run since then, if that is known */
	bool known;
};

struct offcpu_cpus {
	struct offcpu_cpu *list;	/* by number */
	size_t nr;
};

/* A stretch in which @cpu was idle. Nonzero ends the reading. */
typedef int (*offcpu_idle_fn)(void *ctx, uint32_t cpu, uint64_t from, uint64_t to);

void offcpu_cpus__exit(struct offcpu_cpus *c);
/* @cpu (-1: none) is recorded, whether or not there will be a record of it. */
void offcpu_cpus__expect(struct offcpu_cpus *c, uint32_t cpu);
/* A record of @cpu (-1: of none that is known) at @time, in the order of time. */
void offcpu_cpus__record(struct offcpu_cpus *c, uint32_t cpu, uint64_t time);
/*
 * On @cpu @prev left for @next (0: the idle task) at @time; @first: when the recording began, ns. Returns what @idle does, or 0.
 */
int offcpu_cpus__switch(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next, uint64_t first,
			offcpu_idle_fn idle, void *ctx);
/* Who runs on @cpu; -1: not known. */
uint32_t offcpu_cpus__current(const struct offcpu_cpus *c, uint32_t cpu);
/* Since when @tid is known to have run on @cpu, if it still does at @time, ns: at most @time. */
uint64_t offcpu_cpus__ran_since(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t time, uint64_t first);
/* Has @cpu gone on without @tid, which came to it last, without a word that it left? False as well: nothing tells of CPUs. */
bool offcpu_cpus__has_lost(const struct offcpu_cpus *c, uint32_t cpu, uint32_t tid);
/* A sample says that @tid runs on @cpu. Where nobody else is known to, it is taken to have run since then. */
void offcpu_cpus__sampled(struct offcpu_cpus *c, uint32_t cpu, uint32_t tid, uint64_t first);
/* Its ring lost records, the last one before @time: who ran since the newest record before that is not known. */
int offcpu_cpus__lost(struct offcpu_cpus *c, uint32_t cpu, uint64_t time, uint64_t first, offcpu_idle_fn idle, void *ctx);
/* The recording ends at @end, ns. */
int offcpu_cpus__finish(struct offcpu_cpus *c, uint64_t first, uint64_t end, offcpu_idle_fn idle, void *ctx);

#endif /* PERF_OFFCPU_CPUS_H */
