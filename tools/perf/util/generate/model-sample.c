// SPDX-License-Identifier: GPL-2.0-only
/* Samples of the modelled kernel, what they ask for, and what they mean for the truth. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/generate/model.h"

#define MADE_UP_KERNEL	3		/* frames, where a scenario does not say */

struct chain {
	uint64_t *words;
	size_t nr;
	struct truth_sample *truth;
	bool waits;
};

/* A chain that the scenario spells out: markers, addresses, and where the cookie goes. */
static void spell_chain(struct model *m, struct chain *c, const struct scenario_action *a,
			uint64_t cookie)
{
	uint64_t *kernel = arena__alloc(&m->truth->arena, (a->chain.nr + 1UL) * 8);
	uint64_t *user = arena__alloc(&m->truth->arena, (a->chain.nr + 1UL) * 8);
	bool in_user = false;
	uint32_t i;

	c->truth->kernel = kernel;
	c->truth->user = user;
	c->truth->nr_kernel = 0;
	for (i = 0; i < a->chain.nr; i++) {
		uint64_t v = a->chain.ips[i];

		c->words[c->nr++] = v == CHAIN_COOKIE ? cookie : v;
		if (v == PERF_CONTEXT_USER_DEFERRED) {
			c->waits = m->s->protocol == PROTOCOL_A ? i + 1 == a->chain.nr :
				   i + 1 < a->chain.nr && a->chain.ips[i + 1] == CHAIN_COOKIE;
			c->truth->orphan = c->waits ? TRUTH_WHOLE : TRUTH_UNTERMINATED;
		} else if (v == PERF_CONTEXT_USER || v == PERF_CONTEXT_KERNEL) {
			in_user = v == PERF_CONTEXT_USER;
		} else if (v == CHAIN_COOKIE) {
			c->truth->cookie = cookie;
		} else if (in_user) {
			user[c->truth->nr_user++] = v;
		} else {
			kernel[c->truth->nr_kernel++] = v;
		}
	}
}

static void build_chain(struct model *m, struct chain *c, const struct task *t,
			const struct scenario_action *a, uint64_t cookie)
{
	struct truth_sample *s = c->truth;

	if (s->nr_kernel) {
		c->words[c->nr++] = PERF_CONTEXT_KERNEL;
		memcpy(c->words + c->nr, s->kernel, s->nr_kernel * sizeof(*c->words));
		c->nr += s->nr_kernel;
	}
	if (cookie) {
		c->words[c->nr++] = PERF_CONTEXT_USER_DEFERRED;
		c->waits = !(a->flags & ACT_UNTERMINATED) || m->s->protocol == PROTOCOL_A;
		if (!c->waits)
			s->orphan = TRUTH_UNTERMINATED;
		else if (m->s->protocol == PROTOCOL_C)
			c->words[c->nr++] = s->cookie = cookie;
	} else if (!t->kthread) {
		c->words[c->nr++] = PERF_CONTEXT_USER;
		memcpy(c->words + c->nr, t->stack, t->nr_stack * sizeof(*c->words));
		c->nr += t->nr_stack;
		s->user = t->stack;
		s->nr_user = t->nr_stack;
	}
}

/*
 * Two u32s in memory, CPU first: which half of the word that is, is a question of the byte order.
 */
static uint64_t make_cookie(const struct scenario *s, uint32_t cpu, uint32_t count)
{
	return s->big ? (uint64_t)cpu << 32 | count : (uint64_t)count << 32 | cpu;
}

uint64_t request_stack(struct model *m, struct task *t, size_t event)
{
	struct ring *r = &m->rings[t->cpu];

	if (t->kthread || t->compat || t->exiting || t->dead)
		return 0;
	if (!t->stay) {
		t->stay = arena__zalloc(&m->truth->arena, sizeof(*t->stay));
		t->stay->ordinal = ++t->nr_stays;
		t->stay->cookie = make_cookie(m->s, t->cpu + 1, r->counter * 2 + 1);
		r->counter = (r->counter + 1) & 0x7fffffff;
		if (t->own_cookie)
			t->stay->cookie = t->own_cookie;
	}
	/* Without a cookie to match by, a record that was written is of no use to who asks now. */
	if (!t->written || m->s->protocol == PROTOCOL_A)
		t->pending = true;
	t->asked |= 1ULL << (event & 63);
	return t->stay->cookie;
}

void task__prove(struct task *t, bool user)
{
	uint32_t ordinal = t->stay ? t->stay->ordinal : user ? t->nr_stays + 1 : 0;

	if (ordinal > t->proven)
		t->proven = ordinal;
}

/* Notes what the sample @c->truth says, now that it is in the buffer. */
static void add_truth(struct model *m, struct task *t, const struct chain *c)
{
	struct truth *truth = m->truth;
	struct pending_truth *p;

	GROW(truth->samples, truth->nr, truth->cap);
	if (m->cap_pending < truth->cap) {
		m->cap_pending = truth->cap;
		m->pending = xreallocarray(m->pending, m->cap_pending, sizeof(*m->pending));
	}
	truth->samples[truth->nr] = *c->truth;
	p = &m->pending[truth->nr++];
	*p = (struct pending_truth){ .task = t };
	if (!c->waits)
		return;
	p->stay = t->stay;
	if (m->s->protocol == PROTOCOL_A) {
		/* Its fate is its own: a record that came before it does not count. */
		p->stay = arena__zalloc(&truth->arena, sizeof(*p->stay));
		p->stay->ordinal = t->stay->ordinal;
		p->next_waiting = t->waiting;
		t->waiting = truth->nr;
	}
}

static void describe(struct model *m, struct task *t, const struct scenario_action *a,
		     struct truth_sample *ret)
{
	struct addresses kernel = a->kernel;

	*ret = (struct truth_sample){
		.time = m->now, .pid = t->pid, .tid = t->tid, .cpu = t->cpu, .event = a->event,
		.comm = t->comm, .program = t->program,
	};
	if (!kernel.present)
		kernel = (struct addresses){ .nr = t->in_kernel && !t->interrupt ? MADE_UP_KERNEL
										 : 0 };
	ret->kernel = model__addresses(m, &kernel, true, &ret->nr_kernel);
}

int write_sample(struct model *m, struct task *t, const struct scenario_action *a)
{
	const struct scenario_event *e = &m->s->events[a->event];
	struct bytes b = { .big = m->s->big };
	struct truth_sample s;
	struct chain c = { .truth = &s };
	struct sample_values v;
	bool user = !t->in_kernel || t->interrupt;
	uint64_t cookie = 0;
	size_t begin, room;

	describe(m, t, a, &s);
	if (e->sample_type & PERF_SAMPLE_CALLCHAIN) {
		room = s.nr_kernel + t->nr_stack + a->chain.nr + 4UL;
		c.words = xcalloc(room, sizeof(*c.words));
		if (e->defer && !(a->flags & ACT_INPLACE))
			cookie = request_stack(m, t, a->event);
		if (a->chain.present)
			spell_chain(m, &c, a, cookie);
		else
			build_chain(m, &c, t, a, cookie);
	} else {
		s.nr_kernel = 0;
	}
	v = model__values(m, t, a->event);
	v.ip = s.nr_kernel ? s.kernel[0] : t->nr_stack ? t->stack[0] : 0;
	v.chain = c.words;
	v.nr_chain = c.nr;
	v.raw = m->raw;
	begin = bytes__begin(&b, PERF_RECORD_SAMPLE,
			     user ? PERF_RECORD_MISC_USER : PERF_RECORD_MISC_KERNEL);
	encode_sample(&b, e, &v);
	if (!bytes__end(&b, begin)) {
		free(c.words);
		bytes__exit(&b);
		return diag__msg(m->diag, -EINVAL,
				 "line %d: the sample is longer than a record can be", a->line);
	}
	if (!(a->flags & ACT_DROP) && ring__write(m, t->cpu, a->event, &b)) {
		m->newest = m->now;
		add_truth(m, t, &c);
		if (user || s.cookie)
			task__prove(t, user);
	}
	free(c.words);
	bytes__exit(&b);
	return 0;
}
