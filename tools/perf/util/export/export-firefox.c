// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processed format of the Firefox Profiler: a thread for each of ours (and event), with its own tables of strings, functions,
 * frames and stacks, and its samples at their times. Here they are collected; firefox-write.c writes them.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/export/export-formats.h"
#include "util/export/firefox.h"
#include "util/machine/machine.h"

static struct firefox *own(struct export *e)
{
	if (!e->own)
		e->own = xzalloc(sizeof(struct firefox));
	return e->own;
}

static void add_mark(struct export *e, const struct mark *m)
{
	struct firefox *x = own(e);

	GROW(x->marks, x->nr_marks, x->cap_marks);
	x->marks[x->nr_marks++] = *m;
}

static void span(struct export *e, const struct session_sample *s)
{
	const struct offcpu_span *o = s->off_cpu;
	struct mark m = { o->from, o->to, 0, export_profile__thread(&e->profile, s), NO_CPU, (uint32_t)o->state };

	/* With --wall what ran is there, too: its samples show it. */
	if (o->state <= OFFCPU_UNKNOWN)
		add_mark(e, &m);
}

static void event(struct export *e, const struct record *r, const struct sample_id *id)
{
	struct mark m = { id->time, id->time, 0, NO_THREAD, id->cpu, LOSS };
	struct record_lost lost;

	if ((r->header.type != PERF_RECORD_LOST && r->header.type != PERF_RECORD_LOST_SAMPLES) ||
	    !id->time || id->time == UINT64_MAX || record__decode_lost(r, &lost, NULL))
		return;
	m.lost = lost.lost;
	add_mark(e, &m);
}

/* The name of a process is that of its main thread, the last one that is seen. */
static void note_process(struct firefox *x, const struct session_sample *s)
{
	if (s->pid == s->tid)
		u64num__set(&x->processes, s->pid, (uintptr_t)s->comm);
	else if (!u64num__find(&x->processes, s->pid))
		u64num__set(&x->processes, s->pid, (uintptr_t)machine__comm_at(s->machine, s->pid, s->pid, s->sample->time));
}

/* What the thread has used of its CPU since its sample before, where the event measures that. An idle CPU is used by nobody. */
static uint64_t cpu_time(struct firefox *x, const struct session_sample *s)
{
	enum cpu_unit unit = s->off_cpu ? CPU_NOTHING : firefox__cpu_unit(s->evsel);

	if (unit == CPU_NANOSECONDS || (unit == CPU_CYCLES && x->unit == CPU_NOTHING))
		x->unit = unit;
	return unit == CPU_NANOSECONDS && !s->tid ? 0 : s->sample->period;
}

static void sample(struct export *e, const struct session_sample *s)
{
	struct firefox *x = own(e);

	note_process(x, s);
	if (s->off_cpu)
		span(e, s);
	GROW(x->moments, x->nr, x->cap);
	x->moments[x->nr] = (struct moment){ s->sample->time, (uint32_t)s->evsel->idx, export_profile__thread(&e->profile, s),
					     export_profile__node(&e->profile, s), (uint32_t)x->nr, cpu_time(x, s) };
	x->nr++;
}

/* Losses are nobody's, and come last. */
static int by_mark(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

static int by_thread(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void sort_marks(struct firefox *x)
{
	size_t i;

	if (x->nr_marks)
		qsort(x->marks, x->nr_marks, sizeof(*x->marks), by_mark);
	x->origin = x->nr ? x->e->first_time : UINT64_MAX;
	for (i = 0; i < x->nr_marks; i++)
		if (x->marks[i].from < x->origin)
			x->origin = x->marks[i].from;
	for (i = 0; i < x->nr; i++)
		if (x->moments[i].time < x->origin)
			x->origin = x->moments[i].time;
}

static void end(struct export *e)
{
	struct firefox nothing = { 0 };
	struct firefox *x = e->own ? e->own : &nothing;

	x->e = e;
	export_functions__init(&x->f, false);
	x->function_of = export_functions__of_places(&x->f, &e->profile);
	x->nodes = xcalloc(e->profile.stacks.nr, sizeof(*x->nodes));
	x->frames = xcalloc(place_table__nr(e->profile.places) + 1, sizeof(*x->frames));
	x->functions = xcalloc(x->f.nr + 1, sizeof(*x->functions));
	if (x->nr)
		qsort(x->moments, x->nr, sizeof(*x->moments), by_thread);
	sort_marks(x);
	firefox__write(x);
	export_functions__exit(&x->f);
	free(x->function_of);
	free(x->nodes);
	free(x->frames);
	free(x->functions);
}

static void free_own(struct export *e)
{
	struct firefox *x = e->own;

	if (x) {
		free(x->moments);
		free(x->marks);
		u64num__exit(&x->processes);
	}
	free(x);
}

const struct export_format export_firefox = {
	.name = "firefox", .suffix = ".firefox.json", .what = "for the Firefox Profiler: threads with each sample at its time",
	.profiles = true, .grain = EXPORT_BY_TASK | EXPORT_BY_ADDRESS, .spans = true, .span_samples = true, .sample = sample,
	.span = span, .event = event, .end = end, .exit = free_own,
};
