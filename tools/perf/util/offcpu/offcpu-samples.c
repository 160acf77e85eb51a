// SPDX-License-Identifier: GPL-2.0-only
/* What comes from the session: samples that tell that a thread left, was woken, or came. */
#include "util/offcpu/offcpu-internal.h"

int offcpu__see_runner(struct offcpu *o, uint32_t cpu, uint64_t time, uint32_t prev)
{
	struct offcpu_task *t;

	if (offcpu_cpus__current(&o->stats.cpus, cpu) != prev)
		offcpu__replaced(o, cpu, time);
	if (!prev)
		return 0;
	t = offcpu__task(o, prev);
	return offcpu__settle_run(o, t, offcpu__sure_since(o, t, cpu, time), cpu);
}

static int see_switch(struct offcpu *o, const struct offcpu_event *e, const struct perf_sample *s)
{
	uint32_t prev, next;
	uint64_t state;
	bool kept_off;
	int err = 0;

	if (!offcpu__read_switch(e, s, &prev, &state, &next))
		return 0;
	/*
	 * A CPU that has a thread to run does not become idle. If it does, that thread may not run: a limit of its control group
	 * was reached, as a rule. The kernel tells of it in no other way.
	 */
	kept_off = prev && !next && !offcpu_letter(state);
	if (o->numbers) {
		prev = numbers__of(o->numbers, prev, s->time);
		next = numbers__of(o->numbers, next, s->time);
	}
	if (o->source == OFFCPU_BY_RECORDS) {
		/* The record itself follows. */
		offcpu__task(o, prev)->letter = offcpu_letter(state);
		offcpu__task(o, prev)->kept_off = kept_off;
		return 0;
	}
	if (o->source == OFFCPU_BY_SWITCHES)
		err = offcpu__see_cpu(o, s->cpu, s->time, prev, next);
	/* The idle task of each CPU has the number 0, and waits for nothing. */
	if (!err && prev)
		err = offcpu__leave(o, prev, s->time, s->cpu, offcpu_letter(state), kept_off);
	if (!err && next && o->source == OFFCPU_BY_SWITCHES)
		err = offcpu__arrive(o, next, s->time, s->cpu);
	return err;
}

static inline int see_waking(struct offcpu *o, const struct offcpu_event *e, const struct perf_sample *s)
{
	uint64_t pid;

	if (!offcpu__number(&e->pid, s, &pid) || !pid)
		return 0;
	return offcpu__wake(o, o->numbers ? numbers__of(o->numbers, (uint32_t)pid, s->time) : (uint32_t)pid, s->time);
}

/* The kernel's own word for it stands in recordings that have no records of tasks. */
static int see_exit(struct offcpu *o, const struct offcpu_event *e, const struct perf_sample *s)
{
	uint64_t pid;

	if (!o->whole_cpus || !offcpu__number(&e->pid, s, &pid) || !pid)
		return 0;
	pid = o->numbers ? numbers__of(o->numbers, (uint32_t)pid, s->time) : (uint32_t)pid;
	return offcpu__begin_end(o, offcpu__task(o, (uint32_t)pid), s->time, s->cpu);
}

static inline enum offcpu_kind kind_of(const struct offcpu *o, const struct session_sample *s)
{
	return s->evsel && (size_t)s->evsel->idx < o->nr_events ? o->events[s->evsel->idx].kind : OFFCPU_OTHER;
}

int offcpu__any_sample(struct session_stage *st, const struct session_sample *s)
{
	struct offcpu *o = offcpu__of(st);

	offcpu__see_time(o, s->sample->time);
	offcpu_cpus__record(&o->stats.cpus, s->sample->cpu, s->sample->time);
	/* Tasks of a guest have numbers of their own. */
	if (s->machine != o->host)
		return 0;
	switch (kind_of(o, s)) {
	case OFFCPU_SWITCH:
		return see_switch(o, &o->events[s->evsel->idx], s->sample);
	case OFFCPU_CS:
		if (o->source == OFFCPU_BY_RETURN && !o->has_switch && s->tid && s->tid != (uint32_t)-1)
			return offcpu__leave(o, s->tid, s->sample->time, s->sample->cpu, 'S', false);
		return 0;
	case OFFCPU_WAKING:
		return see_waking(o, &o->events[s->evsel->idx], s->sample);
	case OFFCPU_EXIT:
		return see_exit(o, &o->events[s->evsel->idx], s->sample);
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
	left->user_time = s->user.time;
	left->cookie = s->cookie;
	left->of_sleeper = asleep;
	left->there = true;
	if (is_same(left, s) && left->of_switch == of_switch && !left->stale)
		return;
	if (t->sums)
		t->sums[OFFCPU_BLOCKED].as_left = t->sums[OFFCPU_RUNNABLE].as_left = t->sums[OFFCPU_PREEMPTED].as_left =
			t->sums[OFFCPU_THROTTLED].as_left = false;
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

/* Of an event that is not sched:sched_switch, or where switches have records of their own. */
static __attribute__((noinline)) int see_sample(struct offcpu *o, struct offcpu_task *t, const struct session_sample *s,
						enum offcpu_kind kind)
{
	bool of_switch = kind == OFFCPU_SWITCH || (kind == OFFCPU_CS && !o->has_switch), asleep = kind == OFFCPU_SLEEPERS;
	struct session_sample copy;
	int err;

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

/* May it tell with which stack a thread leaves, or what ran? */
static inline bool matters(const struct offcpu *o, const struct session_sample *s, enum offcpu_kind kind)
{
	return kind == OFFCPU_SWITCH || (kind == OFFCPU_CS && !o->has_switch) || kind == OFFCPU_SLEEPERS ||
	       o->source == OFFCPU_BY_RECORDS || s->evsel == o->clock;
}

/* A sample of a task, with its stack. */
static inline int see_own(struct offcpu *o, const struct session_sample *s, enum offcpu_kind kind)
{
	struct offcpu_task *t = offcpu__task(o, s->tid);

	if (s->evsel->attr.sample_type & PERF_SAMPLE_CGROUP)
		t->cgroup = s->sample->cgroup;
	if (kind != OFFCPU_SWITCH || o->source != OFFCPU_BY_SWITCHES)
		return see_sample(o, t, s, kind);
	if (t->left_at == s->sample->time)
		note_left(t, s, true, false);
	return 0;
}

/* The same in a recording that was made inside a PID namespace, where it may be of another thread. */
static __attribute__((noinline)) int see_in_namespace(struct offcpu *o, const struct session_sample *s, enum offcpu_kind kind)
{
	struct session_sample foreign;

	s = offcpu__thread_sample(o, s, &foreign);
	return s->tid ? see_own(o, s, kind) : 0;
}

/* A sample that has passed the filters, with its stack: that which its thread leaves with? */
int offcpu__sample(struct session_stage *st, const struct session_sample *s)
{
	struct offcpu *o = offcpu__of(st);
	enum offcpu_kind kind = kind_of(o, s);

	if (s->machine != o->host || !s->record || s->tid == (uint32_t)-1 || !matters(o, s, kind))
		return 0;
	if (o->numbers)
		return see_in_namespace(o, s, kind);
	return s->tid ? see_own(o, s, kind) : 0;
}
