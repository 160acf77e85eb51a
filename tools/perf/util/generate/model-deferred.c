// SPDX-License-Identifier: GPL-2.0-only
/* Deferred records of the modelled kernel, and what they mean for the samples that wait for them. */
#include <linux/perf_event.h>

#include "util/generate/model.h"

/* A record of @t's stack as it is now came to @fate. */
static void settle(struct model *m, const struct task *t, struct stay *stay, enum fate fate,
		   uint32_t nr)
{
	struct delivery *d;

	if (fate > stay->fate)
		stay->fate = fate;
	if (fate != FATE_WRITTEN)
		return;
	d = arena__alloc(&m->truth->arena, sizeof(*d));
	*d = (struct delivery){ .time = m->now, .ips = t->stack, .nr = nr, .program = t->program,
				.before = stay->delivered };
	stay->delivered = d;
}

/* Protocol A: everything of this task that waits is completed by the first record that arrives. */
static void settle_waiting(struct model *m, struct task *t, enum fate fate, uint32_t nr)
{
	struct pending_truth *p;
	size_t i;

	for (i = t->waiting; i; i = p->next_waiting) {
		p = &m->pending[i - 1];
		settle(m, t, p->stay, fate, nr);
	}
	if (fate == FATE_WRITTEN)
		t->waiting = 0;
}

static void encode_deferred(struct model *m, struct bytes *b, struct task *t,
			    const struct scenario_action *a, size_t event)
{
	struct sample_values v = model__values(m, t, event);
	uint64_t nr = a->flags & ACT_EMPTY ? 0 : t->nr_stack, lead, i;
	size_t begin = bytes__begin(b, PERF_RECORD_CALLCHAIN_DEFERRED, PERF_RECORD_MISC_USER);

	lead = (m->s->protocol == PROTOCOL_A && nr) || a->flags & ACT_LEAD_USER;
	if (m->s->protocol == PROTOCOL_C)
		bytes__u64(b, t->stay->cookie);
	bytes__u64(b, a->flags & ACT_NR ? a->number : nr + lead);
	if (lead)
		bytes__u64(b, PERF_CONTEXT_USER);
	for (i = 0; i < nr; i++)
		bytes__u64(b, t->stack[i]);
	encode_sample_id(b, m->s, &m->s->events[event], &v);
	(void)bytes__end(b, begin);
}

/* One record, by one event. */
static void write_one(struct model *m, struct task *t, const struct scenario_action *a,
		      size_t event)
{
	struct bytes b = { .big = m->s->big };
	uint32_t nr = a->flags & ACT_EMPTY ? 0 : t->nr_stack;
	enum fate fate = FATE_WRITTEN;
	bool damaged = a->flags & ACT_NR && a->number != nr;
	bool nameless =
		!m->s->sample_id_all || !(m->s->events[event].sample_type & PERF_SAMPLE_TID);

	encode_deferred(m, &b, t, a, event);
	if (!b.len || a->flags & ACT_DROP)
		fate = FATE_MISSING;
	else if (!ring__write(m, t->cpu, event, &b))
		fate = FATE_LOST;
	else
		m->truth->records++;
	if (fate == FATE_WRITTEN && (damaged || nameless)) {
		/* It is there, and is no use: whose it is, or where it ends, cannot be told. */
		m->truth->damaged += damaged;
		fate = FATE_MISSING;
	}
	if (fate == FATE_WRITTEN)
		task__prove(t, false);
	if (m->s->protocol == PROTOCOL_A)
		settle_waiting(m, t, fate, nr);
	else
		settle(m, t, t->stay, fate, nr);
	bytes__exit(&b);
}

void write_deferred(struct model *m, struct task *t, const struct scenario_action *a)
{
	uint32_t copy;
	size_t i;

	for (copy = 0; copy < a->copies; copy++)
		for (i = 0; i < m->s->nr_events; i++)
			if (m->s->protocol == PROTOCOL_C ? m->s->events[i].defer_output :
			    m->s->events[i].defer && t->asked >> (i & 63) & 1)
				write_one(m, t, a, i);
	t->pending = false;
	t->written = true;
	t->asked = 0;
}
