// SPDX-License-Identifier: GPL-2.0-only
/* Which events and records tell that a thread left, was woken, or came. */
#include <stdlib.h>
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

static bool has_records(const struct offcpu *o)
{
	const struct evlist *evlist = session__evlist(o->session);
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.context_switch)
			return true;
	return false;
}

/* Is each of the event's occurrences a sample? With its period in the sample the kernel does not wait for a sum. */
static bool takes_all(const struct perf_event_attr *attr)
{
	return !attr->freq && (attr->sample_period == 1 || attr->sample_type & PERF_SAMPLE_PERIOD);
}

/* Do the event's counters follow tasks? Then nobody else's switches are seen, and so not when its own tasks come. */
static bool follows_tasks(const struct evlist *evlist, const struct evsel *evsel)
{
	const struct evlist_id *id;
	size_t i;

	for (i = 0; i < evsel->nr_ids; i++) {
		id = evlist__find_id(evlist, evsel->ids[i]);
		if (id && id->tid != -1)
			return true;
	}
	return evsel->attr.inherit;
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

static void decide(struct offcpu *o)
{
	const struct evlist *evlist = session__evlist(o->session);
	const struct perf_header *h = session__header(o->session);
	size_t i;

	o->source = has_records(o) ? OFFCPU_BY_RECORDS : OFFCPU_BY_RETURN;
	for (i = 0; i < o->nr_events; i++) {
		const struct evsel *evsel = evlist->evsels[i];

		if (o->events[i].kind != OFFCPU_SWITCH && o->events[i].kind != OFFCPU_CS)
			continue;
		o->stats.sampled |= !takes_all(&evsel->attr);
		if (o->events[i].kind != OFFCPU_SWITCH || follows_tasks(evlist, evsel) || !takes_all(&evsel->attr))
			continue;
		o->source = OFFCPU_BY_SWITCHES;
		o->whole_cpus = true;
		expect_cpus(o, evlist, evsel);
		o->stats.some_cpus = evsel->nr_ids && h->nrcpus.online > evsel->nr_ids;
	}
	o->stats.by_return = o->source == OFFCPU_BY_RETURN;
	/* Records tell of each switch whatever the samples' frequency. */
	if (o->source != OFFCPU_BY_RETURN)
		o->stats.sampled = false;
}

/* The event whose samples show what ran: a clock, else cycles. */
static const struct evsel *find_clock(struct offcpu *o, const struct evlist *evlist)
{
	const struct evsel *found = NULL;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		const struct perf_event_attr *attr = &evsel->attr;

		if (attr->type == PERF_TYPE_SOFTWARE &&
		    (attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK)) {
			o->stats.wall.is_clock = true;
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
	o->clock = o->wall ? find_clock(o, evlist) : NULL;
	return o->has_switch || has_kind(o, OFFCPU_CS) || has_records(o);
}

/* --- what comes from the session ---------------------------------------------------------------------------- */

static void see_time(struct offcpu *o, uint64_t time)
{
	if (!time)
		return;
	if (!o->first)
		o->first = time;
	if (time > o->newest)
		o->newest = time;
}

static bool number(const struct tracepoint_number *n, const struct perf_sample *s, uint64_t *ret)
{
	return tracepoint_number__get(n, s->raw_data, s->raw_size, ret);
}

/* What a switch says of its CPU; and since when @prev has run, which records of other switches may not tell. */
static int see_cpu(struct offcpu *o, uint32_t cpu, uint64_t time, uint32_t prev, uint32_t next)
{
	struct offcpu_cpus *cpus = &o->stats.cpus;
	int err = 0;

	o->whole_cpus = true;
	if (prev && o->wall) {
		struct offcpu_task *t = offcpu__task(o, prev);

		err = offcpu__settle_run(o, t, offcpu__sure_since(o, t, cpu, time), cpu);
	}
	return err ?: offcpu_cpus__switch(cpus, cpu, time, prev, next, o->first, offcpu__emit_idle, o);
}

/* Who leaves and in which state, and who comes. False: the sample is too short. */
static inline bool read_switch(const struct offcpu_event *e, const struct perf_sample *s, uint32_t *prev, uint64_t *state, uint32_t *next)
{
	const unsigned char *raw = s->raw_data;
	uint64_t prev_pid, next_pid;

	if (e->usual && s->raw_size >= e->usual) {
		memcpy(prev, raw + e->prev_pid.offset, sizeof(*prev));
		memcpy(state, raw + e->prev_state.offset, sizeof(*state));
		memcpy(next, raw + e->next_pid.offset, sizeof(*next));
		return true;
	}
	if (!number(&e->prev_pid, s, &prev_pid) || !number(&e->prev_state, s, state) || !number(&e->next_pid, s, &next_pid))
		return false;
	*prev = (uint32_t)prev_pid;
	*next = (uint32_t)next_pid;
	return true;
}

static int see_switch(struct offcpu *o, const struct offcpu_event *e, const struct perf_sample *s)
{
	uint32_t prev, next;
	uint64_t state;
	int err = 0;

	if (!read_switch(e, s, &prev, &state, &next))
		return 0;
	if (o->source == OFFCPU_BY_RECORDS) {
		/* The record itself follows. */
		offcpu__task(o, prev)->letter = offcpu_letter(state);
		return 0;
	}
	if (o->source == OFFCPU_BY_SWITCHES)
		err = see_cpu(o, s->cpu, s->time, prev, next);
	/* The idle task of each CPU has the number 0, and waits for nothing. */
	if (!err && prev)
		err = offcpu__leave(o, prev, s->time, s->cpu, offcpu_letter(state));
	if (!err && next && o->source == OFFCPU_BY_SWITCHES)
		err = offcpu__arrive(o, next, s->time, s->cpu);
	return err;
}

static inline enum offcpu_kind kind_of(const struct offcpu *o, const struct session_sample *s)
{
	return s->evsel && (size_t)s->evsel->idx < o->nr_events ? o->events[s->evsel->idx].kind : OFFCPU_OTHER;
}

int offcpu__any_sample(struct offcpu *o, const struct session_sample *s)
{
	uint64_t pid;

	see_time(o, s->sample->time);
	offcpu_cpus__record(&o->stats.cpus, s->sample->cpu, s->sample->time);
	/* Tasks of a guest have numbers of their own. */
	if (s->machine != o->host)
		return 0;
	switch (kind_of(o, s)) {
	case OFFCPU_SWITCH:
		return see_switch(o, &o->events[s->evsel->idx], s->sample);
	case OFFCPU_CS:
		if (o->source == OFFCPU_BY_RETURN && !o->has_switch && s->tid && s->tid != (uint32_t)-1)
			return offcpu__leave(o, s->tid, s->sample->time, s->sample->cpu, 'S');
		return 0;
	case OFFCPU_WAKING:
		return number(&o->events[s->evsel->idx].pid, s->sample, &pid) && pid ? offcpu__wake(o, (uint32_t)pid, s->sample->time) : 0;
	default:
		return 0;
	}
}

/*
 * A thread that sleeps when the recording ends. If nothing is known of it, it has slept for as long as the sample says; if it
 * has left without a stack, this is the one. Records of switches alone do not tell in which state it left: this one does.
 */
static bool sleeps(struct offcpu *o, struct offcpu_task *t, const struct perf_sample *s)
{
	/* Recordings of before it was noted do not have it. */
	char letter = s->transaction < 128 && offcpu_letter_waits((char)s->transaction) ? (char)s->transaction : 0;

	if (t->where == OFFCPU_OFF && letter && t->state == OFFCPU_BLOCKED && o->source == OFFCPU_BY_RECORDS && !o->has_switch)
		t->letter = letter;
	if (t->where == OFFCPU_OFF)
		return !t->left.there;
	if (t->where != OFFCPU_UNSEEN || !s->weight || s->weight > s->time)
		return false;
	offcpu__set_where(o, t, OFFCPU_OFF, s->time);
	t->since = t->left_at = s->time - s->weight;
	t->state = OFFCPU_BLOCKED;
	t->letter = letter ? letter : 'S';
	t->cpu = s->cpu;
	return true;
}

/* With wall: it was off when it was heard of last. Records were lost since then or are not there yet, and now it runs? */
static bool came_unseen(const struct offcpu *o, const struct offcpu_task *t, const struct perf_sample *s)
{
	uint32_t runs = offcpu_cpus__current(&o->stats.cpus, s->cpu);
	struct loss loss;

	if (!o->whole_cpus || t->where != OFFCPU_OFF)
		return false;
	return runs == (uint32_t)-1 || (runs == t->tid && losses__find(&o->losses, t->since, s->time, &loss));
}

/* Has the sample that @left is of the same stack, of the same task? */
static inline bool is_same(const struct offcpu_left *left, const struct session_sample *s)
{
	return left->chain.user == s->chain.user && left->chain.kernel == s->chain.kernel && left->ip == s->ip && left->comm == s->comm &&
	       left->machine == s->machine && left->addr_ip == s->sample->ip && left->pid == s->pid && left->misc == s->sample->misc &&
	       left->orphan == s->orphan && left->deferred == s->deferred;
}

/* Takes what @s says of its task into t->left: all of it. Most often a task leaves where it left before. */
static inline void note_left(struct offcpu_task *t, const struct session_sample *s, bool of_switch, bool asleep)
{
	const struct perf_sample *ps = s->sample;
	struct offcpu_left *left = &t->left;

	left->pos = s->record->offset;
	left->user_time = s->user_time;
	left->cookie = s->cookie;
	left->of_sleeper = asleep;
	left->there = true;
	if (is_same(left, s) && left->of_switch == of_switch && !left->stale)
		return;
	if (t->sums)
		t->sums[OFFCPU_BLOCKED].as_left = t->sums[OFFCPU_RUNNABLE].as_left = t->sums[OFFCPU_PREEMPTED].as_left = false;
	left->machine = s->machine;
	left->comm = s->comm;
	left->ip = s->ip;
	left->chain = s->chain;
	left->addr_ip = ps->ip;
	left->pid = s->pid;
	left->misc = ps->misc;
	left->orphan = (uint8_t)s->orphan;
	left->deferred = s->deferred;
	left->of_switch = of_switch;
	left->stale = false;
}

/* A sample that has passed the filters, with its stack: that which its thread leaves with? */
int offcpu__sample(struct offcpu *o, const struct session_sample *s)
{
	enum offcpu_kind kind = kind_of(o, s);
	bool of_switch = kind == OFFCPU_SWITCH || (kind == OFFCPU_CS && !o->has_switch), asleep = kind == OFFCPU_SLEEPERS;
	struct session_sample copy;
	struct offcpu_task *t;
	int err;

	if (s->machine != o->host || !s->record || s->tid == (uint32_t)-1 || !s->tid ||
	    (!of_switch && !asleep && o->source != OFFCPU_BY_RECORDS && s->evsel != o->clock))
		return 0;
	t = offcpu__task(o, s->tid);
	if (s->evsel->attr.sample_type & PERF_SAMPLE_CGROUP)
		t->cgroup = s->sample->cgroup;
	if (kind == OFFCPU_SWITCH && o->source == OFFCPU_BY_SWITCHES) {
		if (t->left_at == s->sample->time)
			note_left(t, s, true, false);
		return 0;
	}
	if (s->evsel == o->clock && (t->where == OFFCPU_RUNS || t->where == OFFCPU_UNSEEN || came_unseen(o, t, s->sample))) {
		s = offcpu__settle_sample(o, t, s, &copy, &err);
		err = err ?: offcpu__emit_sample(o, t, s);
		if (err)
			return err;
	}
	if (asleep && !sleeps(o, t, s->sample))
		return 0;
	of_switch |= asleep;
	if (o->source != OFFCPU_BY_RECORDS && !of_switch)
		return 0;
	if (of_switch && !asleep && o->source != OFFCPU_BY_RECORDS && t->left_at != s->sample->time)
		return 0;
	/* It has left already, in all but the record. */
	if (!of_switch && t->left.there && t->left.of_switch)
		return 0;
	note_left(t, s, of_switch, asleep);
	return 0;
}

static int leave_by_record(struct offcpu *o, struct offcpu_task *t, const struct record_switch *sw, const struct sample_id *id)
{
	/* The letter of the switch's own sample, where there is one; the record tells whether it is preempted. */
	char letter = sw->preempt ? 0 : t->letter ? t->letter : 'S';

	if (!t->left.there || !t->left.of_switch)
		letter = sw->preempt ? 0 : 'S';
	if (t->dying && !sw->preempt)
		letter = 'X';
	return offcpu__leave(o, t->tid, id->time, id->cpu, letter);
}

/* Whole CPUs: who comes is known when the other one leaves, as sched:sched_switch has it. */
static int come_by_record(struct offcpu *o, const struct record *r, const struct record_switch *sw, const struct sample_id *id)
{
	uint32_t tid = sw->next_prev_tid;

	if (r->header.type != PERF_RECORD_SWITCH_CPU_WIDE || !tid || tid == (uint32_t)-1)
		return 0;
	return offcpu__arrive(o, tid, id->time, id->cpu);
}

static int see_record(struct offcpu *o, const struct record *r, const struct sample_id *id)
{
	struct record_switch sw;
	struct offcpu_task *t;
	uint32_t tid = id->tid;
	int err;

	if (o->source != OFFCPU_BY_RECORDS || record__decode_switch(r, &sw, NULL))
		return 0;
	/* A thread that has ended has no number any more when it leaves. */
	if (tid == (uint32_t)-1 && sw.out && r->header.type == PERF_RECORD_SWITCH_CPU_WIDE)
		tid = offcpu_cpus__current(&o->stats.cpus, id->cpu);
	if (tid == (uint32_t)-1)
		return 0;
	/* Those of whole CPUs say who comes; the record of that follows at once. */
	if (sw.out && r->header.type == PERF_RECORD_SWITCH_CPU_WIDE) {
		err = see_cpu(o, id->cpu, id->time, tid, sw.next_prev_tid);
		if (err)
			return err;
	}
	t = tid ? offcpu__task(o, tid) : NULL;
	if (!sw.out) {
		/* It came when the one before it left, if that was recorded. */
		bool came = o->whole_cpus && t && t->where == OFFCPU_RUNS && t->cpu == id->cpu &&
			    offcpu_cpus__current(&o->stats.cpus, id->cpu) == tid;

		return t && !came ? offcpu__arrive(o, tid, id->time, id->cpu) : 0;
	}
	return (t ? leave_by_record(o, t, &sw, id) : 0) ?: come_by_record(o, r, &sw, id);
}

static int see_task(struct offcpu *o, const struct record *r, const struct sample_id *id)
{
	struct record_task task;
	struct offcpu_task *t;

	if (record__decode_task(r, &task, NULL) || task.tid == (uint32_t)-1)
		return 0;
	t = offcpu__task(o, task.tid);
	if (r->header.type == PERF_RECORD_FORK) {
		uint64_t cgroup = task.ptid && task.ptid != (uint32_t)-1 ? offcpu__task(o, task.ptid)->cgroup : 0;
		int err = offcpu__reborn(o, t, id->time) ?: offcpu__emit_sums(o, t);

		offcpu__set_where(o, t, OFFCPU_UNSEEN, id->time);
		/* The number may have been another task's. Those that perf made up for what was there before have no time. */
		offcpu_task__exit(t);
		*t = (struct offcpu_task){ .tid = task.tid, .cpu = (uint32_t)-1, .born = id->time != 0, .born_at = id->time,
					    .cgroup = cgroup };
		return err;
	}
	if (o->whole_cpus && o->source == OFFCPU_BY_RECORDS) {
		t->dying = true;
		return 0;
	}
	/* With it go its counters. Whole CPUs tell of all that it does on its way out. */
	return o->source == OFFCPU_BY_SWITCHES ? 0 : offcpu__end(o, t, id->time);
}

int offcpu__event(struct offcpu *o, const struct record *r, const struct sample_id *id)
{
	/* FINISHED_ROUND and the like have no time. */
	if (r->header.type >= PERF_RECORD_USER_TYPE_START)
		return 0;
	see_time(o, id->time);
	if (r->header.type != PERF_RECORD_LOST && r->header.type != PERF_RECORD_LOST_SAMPLES)
		offcpu_cpus__record(&o->stats.cpus, id->cpu, id->time);
	switch (r->header.type) {
	case PERF_RECORD_LOST:
		return offcpu__lose_cpu(o, id->cpu, id->time);
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return see_record(o, r, id);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return see_task(o, r, id);
	default:
		return 0;
	}
}
