// SPDX-License-Identifier: GPL-2.0-only
/* Threads as the recording tells of them, where they were, and who woke them. */
#include "util/base/alloc.h"
#include "util/defer/critical-internal.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/waking.h"

struct critical_life *critical_life__new(struct critical *c, uint32_t tid)
{
	struct critical_life *life = xzalloc(sizeof(*life));

	life->tid = tid;
	critical_lives__set(&c->lives, tid, life);
	GROW(c->all, c->nr_all, c->cap_all);
	c->all[c->nr_all++] = life;
	return life;
}

struct critical_life *critical_life__of(struct critical *c, uint32_t tid)
{
	return critical_lives__find(&c->lives, tid) ?: critical_life__new(c, tid);
}

const struct critical_place *critical_place__of(struct critical *c, const char *comm, const struct chain_half *kernel,
						const struct chain_half *user)
{
	struct critical_place place = {
		.comm = stack_texts__name(&c->texts, comm), .kernel = stack_texts__of(&c->texts, kernel),
		.user = stack_texts__of(&c->texts, user),
	};

	return byte_pool__get(&c->texts.pool, &place, sizeof(place));
}

const struct critical_waker *critical_waker__of(struct critical *c, const struct session_sample *s)
{
	struct critical_waker waker = { .life = NULL };
	struct session_sample foreign;
	struct critical_place place;
	uint32_t nr;

	if (!waking__in_interrupt(s, offcpu__thread_of(c->off_cpu, s), &nr)) {
		s = offcpu__thread_sample(c->off_cpu, s, &foreign);
		waker.life = critical_life__of(c, s->tid);
		waker.place = critical_place__of(c, s->comm, s->chain.kernel, s->chain.user);
	} else {
		place = (struct critical_place){
			.comm = stack_texts__name(&c->texts, "[interrupt]"), .user = stack_texts__of(&c->texts, NULL),
			.kernel = s->chain.kernel ? stack_texts__part(&c->texts, s->chain.kernel, nr) : stack_texts__of(&c->texts, NULL),
		};
		waker.place = byte_pool__get(&c->texts.pool, &place, sizeof(place));
	}
	return byte_pool__get(&c->texts.pool, &waker, sizeof(waker));
}

void critical_life__know(struct critical *c, struct critical_life *life, const struct session_sample *s, uint64_t time)
{
	life->pid = s->pid;
	life->comm = stack_texts__name(&c->texts, s->comm);
	life->wanted |= filter__passes(&c->filter, s->pid, s->tid, s->sample->cpu, s->comm);
	if (time > life->end)
		life->end = time;
}
