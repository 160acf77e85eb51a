// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace that events switch on and off: each task has a switch on each CPU (or each CPU one), what is
 * traced goes into the CPU's area, AUX records announce it, and the reader of the rings saves it.
 */
#include <stdlib.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/generate/model.h"

enum { RECORD_ID_INDEX = 69, RECORD_AUXTRACE_INFO = 70, RECORD_AUXTRACE = 71 };

/* One switch, and its window as long as it is on and not left behind. */
struct aux_switch {
	int32_t tid;			/* -1: of whoever runs on the CPU */
	uint32_t cpu;
	bool on;
	size_t window;			/* index + 1 into the truth; 0: none */
};

struct aux_area {
	struct bytes unsaved;
	uint64_t head, announced, saved;	/* bytes since the beginning */
	struct task *owner;		/* who traced last */
};

struct aux_model {
	size_t event;			/* the AUX event's index */
	struct aux_area *areas;		/* one a CPU */
	struct aux_switch *switches;
	size_t nr_switches, cap_switches;
};

void aux_model__exit(struct model *m)
{
	uint32_t cpu;

	if (!m->aux)
		return;
	for (cpu = 0; cpu < m->s->cpus; cpu++)
		bytes__exit(&m->aux->areas[cpu].unsaved);
	free(m->aux->areas);
	free(m->aux->switches);
	free(m->aux);
}

/* u64 count; for each id: u64 id, index of the buffer, CPU, tid. */
static void write_id_index(struct model *m)
{
	struct bytes b = { .big = m->s->big };
	size_t begin = bytes__begin(&b, RECORD_ID_INDEX, 0), i;
	uint64_t tid = m->s->aux_of_cpus || !m->nr_all ? UINT64_MAX : (uint64_t)m->all[0]->tid;
	uint32_t cpu;

	bytes__u64(&b, m->s->nr_events * m->s->cpus);
	for (i = 0; i < m->s->nr_events; i++)
		for (cpu = 0; cpu < m->s->cpus; cpu++) {
			bytes__u64(&b, event_id(m->s, i, cpu));
			bytes__u64(&b, cpu);
			bytes__u64(&b, cpu);
			bytes__u64(&b, m->s->events[i].tracking ? UINT64_MAX : tid);
		}
	if (bytes__end(&b, begin))
		container__add_synthetic(m->out, &b);
	bytes__reset(&b);
	begin = bytes__begin(&b, RECORD_AUXTRACE_INFO, 0);
	bytes__u32(&b, 4);		/* Arm SPE: any type will do */
	bytes__u32(&b, 0);
	bytes__u64(&b, m->s->cpus);
	if (bytes__end(&b, begin))
		container__add_synthetic(m->out, &b);
	bytes__exit(&b);
}

void aux_model__init(struct model *m)
{
	size_t i;
	uint32_t cpu;

	for (i = 0; i < m->s->nr_events && !m->s->events[i].aux; i++)
		;
	if (i == m->s->nr_events)
		return;
	m->aux = xzalloc(sizeof(*m->aux));
	m->aux->event = i;
	m->aux->areas = xcalloc(m->s->cpus, sizeof(*m->aux->areas));
	for (cpu = 0; cpu < m->s->cpus; cpu++)
		m->aux->areas[cpu].unsaved.big = m->s->big;
	write_id_index(m);
}

static struct aux_switch *switch_of(struct model *m, const struct task *t)
{
	struct aux_model *x = m->aux;
	int32_t tid = m->s->aux_of_cpus ? -1 : t->tid;
	size_t i;

	for (i = 0; i < x->nr_switches; i++)
		if (x->switches[i].tid == tid && x->switches[i].cpu == t->cpu)
			return &x->switches[i];
	GROW(x->switches, x->nr_switches, x->cap_switches);
	x->switches[x->nr_switches] = (struct aux_switch){
		.tid = tid, .cpu = t->cpu, .on = !m->s->events[x->event].start_paused };
	return &x->switches[x->nr_switches++];
}

static void open_window(struct model *m, struct aux_switch *sw, const struct task *t, const char *by)
{
	struct truth *tr = m->truth;

	GROW(tr->windows, tr->nr_windows, tr->cap_windows);
	tr->windows[tr->nr_windows++] = (struct truth_window){
		.begin = m->now, .end = m->now, .cpu = t->cpu, .pid = t->pid, .tid = t->tid, .opened = by };
	sw->window = tr->nr_windows;
}

static void close_window(struct model *m, struct aux_switch *sw, const char *by)
{
	struct truth_window *w;

	if (!sw->window)
		return;
	w = &m->truth->windows[sw->window - 1];
	w->end = m->now;
	w->closed = by;
	sw->window = 0;
}

void aux_model__before_sample(struct model *m, const struct task *t, const struct scenario_event *e)
{
	struct aux_switch *sw;

	if (!m->aux || !e->pause)
		return;
	sw = switch_of(m, t);
	close_window(m, sw, e->name);
	sw->on = false;
}

void aux_model__after_sample(struct model *m, const struct task *t, const struct scenario_event *e)
{
	struct aux_switch *sw;

	if (!m->aux || !e->resume)
		return;
	sw = switch_of(m, t);
	if (!sw->on)
		open_window(m, sw, t, e->name);
	sw->on = true;
}

void aux_model__announce(struct model *m, uint32_t cpu, uint64_t flags)
{
	struct aux_area *a = m->aux ? &m->aux->areas[cpu] : NULL;
	struct bytes b = { .big = m->s->big };
	struct sample_values v;
	size_t begin;

	if (!a || !a->owner || (a->head == a->announced && !flags))
		return;
	v = (struct sample_values){ .time = m->now, .pid = a->owner->pid, .tid = a->owner->tid, .cpu = cpu,
				    .id = event_id(m->s, m->aux->event, cpu) };
	begin = bytes__begin(&b, PERF_RECORD_AUX, 0);
	bytes__u64(&b, a->announced);
	bytes__u64(&b, a->head - a->announced);
	bytes__u64(&b, flags);
	encode_sample_id(&b, m->s, &m->s->events[m->aux->event], &v);
	if (bytes__end(&b, begin))
		(void)ring__write(m, cpu, m->aux->event, &b);
	bytes__exit(&b);
	a->announced = a->head;
}

void aux_model__trace(struct model *m, struct task *t, uint64_t size)
{
	struct aux_area *a = m->aux ? &m->aux->areas[t->cpu] : NULL;
	struct aux_switch *sw;
	uint64_t i;

	if (!a)
		return;
	/* Another task runs: the one before was switched out, and its trace was announced then. */
	if (a->owner && a->owner != t && !m->s->aux_of_cpus)
		aux_model__announce(m, t->cpu, 0);
	a->owner = t;
	sw = switch_of(m, t);
	if (!sw->on)
		return;
	for (i = 0; i < size; i++)
		bytes__u8(&a->unsaved, (unsigned int)(a->head + i) & 0xff);
	a->head += size;
	if (sw->window)
		m->truth->windows[sw->window - 1].bytes += size;
}

/*
 * @t leaves its CPU: its windows there rest, and go on when it is back. Who gets its tid after its end begins
 * anew.
 */
void aux_model__leave(struct model *m, struct task *t, bool for_ever)
{
	struct aux_switch *sw;
	size_t i;

	if (!m->aux)
		return;
	if (m->aux->areas[t->cpu].owner == t)
		aux_model__announce(m, t->cpu, 0);
	if (m->s->aux_of_cpus)
		return;
	sw = switch_of(m, t);
	close_window(m, sw, for_ever ? "exit" : "migration");
	for (i = 0; for_ever && i < m->aux->nr_switches; i++)
		if (m->aux->switches[i].tid == t->tid)
			m->aux->switches[i].on = !m->s->events[m->aux->event].start_paused;
}

void aux_model__arrive(struct model *m, struct task *t)
{
	struct aux_switch *sw;

	if (!m->aux || m->s->aux_of_cpus)
		return;
	sw = switch_of(m, t);
	if (sw->on && !sw->window)
		open_window(m, sw, t, "migration");
}

/* The reader of the rings takes what was announced. perf pads it to 8 bytes. */
void aux_model__save(struct model *m, uint32_t cpu)
{
	struct aux_area *a = m->aux ? &m->aux->areas[cpu] : NULL;
	struct bytes b = { .big = m->s->big };
	uint64_t size, padding;

	if (!a || a->announced == a->saved)
		return;
	size = a->announced - a->saved;
	padding = -size % 8;
	(void)bytes__end(&b, bytes__begin(&b, RECORD_AUXTRACE, 0));
	bytes__u64(&b, size + padding);
	bytes__u64(&b, a->saved);
	bytes__u64(&b, m->now);		/* reference */
	bytes__u32(&b, cpu);		/* idx */
	bytes__u32(&b, UINT32_MAX);	/* tid */
	bytes__u32(&b, cpu);
	bytes__u32(&b, 0);
	bytes__patch_u16(&b, 6, 48);
	bytes__add(&b, a->unsaved.data, size);
	bytes__zeros(&b, padding);
	container__add_trace(m->out, &b, 48);
	bytes__exit(&b);
	/* What is not announced yet stays. */
	b = a->unsaved;
	a->unsaved = (struct bytes){ .big = m->s->big };
	bytes__add(&a->unsaved, b.data + size, b.len - size);
	bytes__exit(&b);
	a->saved = a->announced;
}

void aux_model__finish(struct model *m)
{
	size_t i;
	uint32_t cpu;

	if (!m->aux)
		return;
	for (cpu = 0; cpu < m->s->cpus; cpu++)
		aux_model__announce(m, cpu, 0);
	for (i = 0; i < m->aux->nr_switches; i++)
		close_window(m, &m->aux->switches[i], "end");
}
