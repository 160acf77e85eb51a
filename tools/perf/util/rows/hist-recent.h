/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Remembers what hists__add() looked at in the last samples, and where these were counted. If samples come one by one, most are
 * equal to one of the last few: for these, neither the key nor its cells are made again.
 */
#ifndef PERF_ROWS_HIST_RECENT_H
#define PERF_ROWS_HIST_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chain_half;
struct evsel;
struct frame;
struct hists;
struct hist_totals;

#define HIST_RECENT	1024	/* a power of two */

struct hist_recent {
	const struct evsel *evsel;
	const struct frame *ip;
	const struct chain_half *kernel, *user;
	const char *comm, *state;	/* interned; @state: of a span, else NULL */
	uint32_t pid, tid, cpu, orphan;	/* -1 if rows do not depend on it */
	uint32_t group;			/* index in the table of samples + 1; 0: nothing is here */
	struct hist_totals *totals;	/* of the event */
	bool filtered;
};

/* May samples that are equal in these fields be counted together? */
bool hist_recent__suffices(const struct hists *h);
/* Are those fields equal, and is it known where the sample was counted? */
static inline bool hist_recent__is(const struct hist_recent *e, const struct hist_recent *fields)
{
	return e->group && e->ip == fields->ip && e->kernel == fields->kernel && e->user == fields->user && e->evsel == fields->evsel &&
	       e->comm == fields->comm && e->state == fields->state && e->tid == fields->tid && e->pid == fields->pid &&
	       e->cpu == fields->cpu && e->orphan == fields->orphan;
}

/* Forgets all, because groups are about to be freed. */
void hist_recent__forget(struct hists *h);

#endif /* PERF_ROWS_HIST_RECENT_H */
