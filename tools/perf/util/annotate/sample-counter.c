// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/sample-counter.h"

#include <string.h>

#include "util/annotate/callers.h"
#include "util/callchain/chain.h"
#include "util/code/dso-code.h"
#include "util/data/header.h"
#include "util/event/evsel.h"
#include "util/event/sample.h"
#include "util/output/orphans.h"
#include "util/session/session.h"
#include "util/symbol/dso.h"

void sample_counter__init(struct sample_counter *c, struct annotate_counts *counts, struct session *session)
{
	c->counts = counts;
	c->session = session;
	c->machine = call_machine__of(session__header(session)->arch);
}

unsigned int sample_counter__needs(const struct sample_counter *c)
{
	return SESSION_NEEDS_IP | SESSION_NEEDS_PERIOD | (c->calls || c->counts->callers ? SESSION_NEEDS_CHAIN : 0);
}

/* Files of guests are not looked for: what their code is called here would be another machine's. */
static bool is_of_host(const struct sample_counter *c, const struct session_sample *s)
{
	unsigned int mode = sample__cpumode(s->sample);

	return s->machine == session__host(c->session) && mode != PERF_RECORD_MISC_GUEST_KERNEL && mode != PERF_RECORD_MISC_GUEST_USER;
}

/*
 * How long the system call is that ends at @f, where a thread will go on when it leaves the kernel; 0: none does. Then an interrupt or
 * a fault has come at @f itself: that is so, too, if the kernel names the way in which it was entered.
 */
static unsigned int system_call_before(const struct sample_counter *c, const struct frame *f, const struct chain_half *kernel)
{
	const struct symbol *entry = kernel && kernel->nr ? kernel->frames[kernel->nr - 1]->sym : NULL;
	unsigned int size = c->machine == CALL_MACHINE_AARCH64 ? 4 : 2;
	unsigned char code[4];

	if (!f->map || f->is_caller || (entry && !strncmp(entry->name, "asm_", 4)))
		return 0;
	if (dso_code__read(session__code(c->session), f->map->dso, map__to_dso(f->map, f->ip) - size, code, size) != size)
		return 0;
	if (c->machine == CALL_MACHINE_AARCH64)
		return (code[0] & 0x1f) == 1 && !(code[2] & 0xe0) && code[3] == 0xd4 ? size : 0;
	return !memcmp(code, "\x0f\x05", 2) || !memcmp(code, "\xcd\x80", 2) ? size : 0;
}

/* A sample, or equal ones, and the stacks that begin with each of its frames; NULL: nobody asked. */
struct counting {
	struct sample_counter *c;
	struct annotate_stat stat;
	const struct caller *const *stacks;
	bool call;			/* what comes now counts at calls */
};

/* In the function of @f, at @ip; it was called by the frames from number @caller on. */
static void put(const struct counting *k, const struct frame *f, uint64_t ip, size_t caller)
{
	struct annotate_hit *hit = annotate_counts__put(k->c->counts, f, ip);

	if (hit && k->stacks)
		callers__add(k->c->counts->callers, hit, k->stacks[caller], &k->stat);
	if (hit && k->c->on_hit)
		k->c->on_hit(k->c->ctx, hit, k->call);
}

/*
 * Callers that were not on the stack have a place if there is only one call by which they can have led on. @first:
 * number of its first frame.
 */
static void count_half(const struct counting *k, const struct chain_half *half, size_t first)
{
	bool without_call = false;
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		const struct frame *f = half->frames[i];

		if (!f->map || !f->sym || f->inlined)
			continue;
		if (f->kind == FRAME_CODE)
			put(k, f, frame__lookup(f), first + i + 1);
		else if (f->kind == FRAME_BY_CALL && f->call)
			put(k, f, f->call, first + i + 1);
		without_call |= f->kind == FRAME_BY_CALL && !f->call;
	}
	k->c->without_call += without_call ? k->stat.nr : 0;
}

/* The number of the first frame that was not inlined into another one, or of frames. */
static uint32_t first_real(const struct chain_half *half)
{
	uint32_t i = 0;

	while (half && i < half->nr && half->frames[i]->inlined)
		i++;
	return i;
}

/* The number of the frame that called where the sample was taken. */
static size_t caller_of(const struct chain_half *half, const struct frame *place)
{
	uint32_t i = first_real(half);

	/* A chain may begin further out: that of user space, of a sample in the kernel. */
	return half && i < half->nr && half->frames[i]->sym == place->sym ? i + 1 : 0;
}

void sample_counter__add(struct sample_counter *c, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	struct counting k = { .c = c, .stat = { .nr = nr, .period = period } };
	const struct chain_half *kernel = s->chain.kernel, *user = s->chain.user;
	size_t nr_kernel = kernel ? kernel->nr : 0, returns_at = first_real(user);
	bool host = is_of_host(c, s), calls = host && c->calls;
	const struct frame *place = host && s->ip && s->ip->kind == FRAME_CODE ? s->ip : NULL;
	const struct frame *returns_to = host && user && returns_at < user->nr ? user->frames[returns_at] : NULL;
	/* A stack without its kernel half: of the moment in which the thread went back to user space. */
	bool waits = c->spans && place && place == returns_to;
	unsigned int size = returns_to && returns_to->sym && (waits || (kernel && calls)) ?
			    system_call_before(c, returns_to, kernel) : 0;

	annotate_counts__begin(c->counts, (size_t)s->evsel->idx, &k.stat);
	if (c->counts->callers)
		k.stacks = callers__of_chain(c->counts->callers, &s->chain, orphan__mark(s->orphan));
	if (!waits || !size)
		put(&k, place, place ? frame__lookup(place) : 0, place ? caller_of(nr_kernel ? kernel : user, place) : 0);
	k.call = true;
	if (calls)
		count_half(&k, kernel, 0);
	if (size)
		put(&k, returns_to, returns_to->ip - size, nr_kernel + returns_at + 1);
	if (calls)
		count_half(&k, user, nr_kernel);
}
