// SPDX-License-Identifier: GPL-2.0-only
/* Which events of a recording tell that a thread left, was woken, or came; and of whom they tell it. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"
#include "util/offcpu/offcpu-internal.h"

static bool is_sched(const struct tracepoint_format *f, const char *name)
{
	return !strcmp(f->system, "sched") && !strcmp(f->name, name);
}

/* Returns false if the tracepoint has no such field. */
static bool find_number(const struct tracepoint_format *f, const char *name, struct tracepoint_number *ret)
{
	const struct tracepoint_field *field = tracepoint_format__field(f, name);

	if (field)
		tracepoint_number__init(ret, f, field);
	return field;
}

static bool is_int(const struct tracepoint_number *n)
{
	return n->size == 4 && n->is_signed;
}

/* So it is everywhere with 64 bits: two ints, and a long between them. */
static uint32_t usual_size(const struct offcpu_event *e)
{
	uint32_t prev = e->prev_pid.offset + 4, state = e->prev_state.offset + 8, next = e->next_pid.offset + 4, size;

	if (!is_int(&e->prev_pid) || !is_int(&e->next_pid) || e->prev_state.size != 8)
		return 0;
	size = prev > state ? prev : state;
	return size > next ? size : next;
}

static void find_event(struct offcpu *o, const struct evsel *evsel, struct offcpu_event *e)
{
	const struct tracepoint_format *f = evsel->tp_format;

	if (evsel->attr.type == PERF_TYPE_SOFTWARE && evsel->attr.config == PERF_COUNT_SW_CONTEXT_SWITCHES)
		e->kind = OFFCPU_CS;
	if (evsel__is_sleepers(evsel))
		e->kind = OFFCPU_SLEEPERS;
	if (evsel->attr.type != PERF_TYPE_TRACEPOINT || !f || !(evsel->attr.sample_type & PERF_SAMPLE_RAW))
		return;
	if (is_sched(f, "sched_switch")) {
		if (find_number(f, "prev_pid", &e->prev_pid) && find_number(f, "prev_state", &e->prev_state) &&
		    find_number(f, "next_pid", &e->next_pid)) {
			e->kind = OFFCPU_SWITCH;
			e->usual = usual_size(e);
		}
	} else if (is_sched(f, "sched_waking") || is_sched(f, "sched_wakeup") || is_sched(f, "sched_wakeup_new")) {
		if (find_number(f, "pid", &e->pid))
			e->kind = OFFCPU_WAKING;
		(void)find_number(f, "common_pid", &e->own);
	} else if (is_sched(f, "sched_process_exit") && find_number(f, "pid", &e->pid)) {
		e->kind = OFFCPU_EXIT;
	}
	o->stats.wakings |= e->kind == OFFCPU_WAKING;
}

static bool has_kind(const struct offcpu *o, enum offcpu_kind kind)
{
	size_t i;

	for (i = 0; i < o->nr_events; i++)
		if (o->events[i].kind == kind)
			return true;
	return false;
}

/* Is each of the event's occurrences a sample? With its period in the sample the kernel does not wait for a sum. */
static bool takes_all(const struct perf_event_attr *attr)
{
	return !attr->freq && (attr->sample_period == 1 || attr->sample_type & PERF_SAMPLE_PERIOD);
}

struct idle_look {
	const struct evsel *evsel;
	bool found;
};

static int look_for_idle(void *ctx, const struct record *r, const struct sample_id *id, struct evsel *evsel,
			 const struct perf_sample *sample)
{
	struct idle_look *look = ctx;

	(void)r;
	look->found = sample && evsel == look->evsel && !id->tid;
	return look->found;
}

/* Did the idle task leave a CPU? No counter follows it. */
static bool has_idle(struct offcpu *o, const struct evsel *evsel)
{
	struct idle_look look = { .evsel = evsel };

	(void)session__for_each(o->session, look_for_idle, &look);
	return look.found;
}

/*
 * Do the event's counters follow tasks? Then nobody else's switches are seen, and so not when its own tasks come. Newer perfs
 * say for each counter which task it follows. Older ones do not; and upstream's asked for inheritance, which is about tasks, up to
 * 6.1 and beyond for whole CPUs as well. Then the samples tell.
 */
static bool follows_tasks(struct offcpu *o, const struct evlist *evlist, const struct evsel *evsel)
{
	const struct evlist_id *id;
	bool known = false;
	size_t i;

	for (i = 0; i < evsel->nr_ids; i++) {
		id = evlist__find_id(evlist, evsel->ids[i]);
		if (id && id->tid != -1)
			return true;
		known |= id && id->cpu >= 0;
	}
	return !known && evsel->attr.inherit && (evsel->attr.enable_on_exec || !has_idle(o, evsel));
}

/* A CPU on which nothing happens has no record. */
static void expect_cpus(struct offcpu *o, const struct evlist *evlist, const struct evsel *evsel)
{
	const struct evlist_id *id;
	size_t i;

	for (i = 0; i < evsel->nr_ids; i++) {
		id = evlist__find_id(evlist, evsel->ids[i]);
		if (id && id->cpu >= 0 && id->cpu <= INT32_MAX)
			offcpu_cpus__expect(&o->stats.cpus, (uint32_t)id->cpu);
	}
}

/* Is no event that makes records of switches there on each CPU? */
static bool records_of_some(const struct evlist *evlist, uint64_t online)
{
	bool some = false;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		if (!evsel->attr.context_switch)
			continue;
		if (!evsel->nr_ids || evsel->nr_ids >= online)
			return false;
		some = true;
	}
	return some;
}

static void decide(struct offcpu *o)
{
	const struct evlist *evlist = session__evlist(o->session);
	const struct perf_header *h = session__header(o->session);
	size_t i;

	o->source = evlist__has_switch_records(evlist) ? OFFCPU_BY_RECORDS : OFFCPU_BY_RETURN;
	/* Only those of whole CPUs say who comes. */
	o->whole_cpus = session__stats(o->session)->types[PERF_RECORD_SWITCH_CPU_WIDE];
	for (i = 0; i < o->nr_events; i++) {
		const struct evsel *evsel = evlist->evsels[i];

		if (o->events[i].kind != OFFCPU_SWITCH && o->events[i].kind != OFFCPU_CS)
			continue;
		o->stats.sampled |= !takes_all(&evsel->attr);
		if (o->events[i].kind != OFFCPU_SWITCH || follows_tasks(o, evlist, evsel) || !takes_all(&evsel->attr))
			continue;
		o->source = OFFCPU_BY_SWITCHES;
		o->whole_cpus = true;
		expect_cpus(o, evlist, evsel);
		o->stats.some_cpus = evsel->nr_ids && h->nrcpus.online > evsel->nr_ids;
	}
	if (o->source == OFFCPU_BY_RECORDS && o->whole_cpus)
		o->stats.some_cpus = records_of_some(evlist, h->nrcpus.online);
	o->stats.by_return = o->source == OFFCPU_BY_RETURN;
	/* Records tell of each switch whatever the samples' frequency. */
	if (o->source != OFFCPU_BY_RETURN)
		o->stats.sampled = false;
}

const struct evsel *offcpu__clock_of(const struct evlist *evlist, bool *ret_is_clock)
{
	const struct evsel *found = NULL;
	struct evsel *evsel;
	bool ignored;
	size_t i;

	ret_is_clock = ret_is_clock ? ret_is_clock : &ignored;
	*ret_is_clock = false;
	evlist__for_each(evlist, i, evsel) {
		const struct perf_event_attr *attr = &evsel->attr;

		if (attr->type == PERF_TYPE_SOFTWARE &&
		    (attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK)) {
			*ret_is_clock = true;
			return evsel;
		}
		if (!found && attr->type == PERF_TYPE_HARDWARE && (uint32_t)attr->config == PERF_COUNT_HW_CPU_CYCLES)
			found = evsel;
	}
	return found;
}

bool offcpu__find_events(struct offcpu *o)
{
	const struct evlist *evlist = session__evlist(o->session);
	struct evsel *evsel;
	size_t i;

	o->nr_events = evlist->nr;
	o->events = xcalloc(evlist->nr + 1, sizeof(*o->events));
	evlist__for_each(evlist, i, evsel)
		find_event(o, evsel, &o->events[i]);
	o->has_switch = has_kind(o, OFFCPU_SWITCH);
	decide(o);
	offcpu__learn_numbers(o);
	o->clock = o->wall ? offcpu__clock_of(evlist, &o->stats.wall.is_clock) : NULL;
	return o->has_switch || has_kind(o, OFFCPU_CS) || evlist__has_switch_records(evlist);
}
