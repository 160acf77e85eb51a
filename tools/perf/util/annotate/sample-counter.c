// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/sample-counter.h"

#include <string.h>

#include "util/callchain/chain.h"
#include "util/code/dso-code.h"
#include "util/data/header.h"
#include "util/event/evsel.h"
#include "util/event/sample.h"
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
	return SESSION_NEEDS_IP | SESSION_NEEDS_PERIOD | (c->calls ? SESSION_NEEDS_CHAIN : 0);
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

/* Callers that were not on the stack have a place if there is only one call by which they can have led on. */
static void count_half(struct sample_counter *c, const struct chain_half *half, uint64_t nr)
{
	bool without_call = false;
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		const struct frame *f = half->frames[i];

		if (!f->map || !f->sym || f->inlined)
			continue;
		if (f->kind == FRAME_CODE)
			annotate_counts__at(c->counts, f);
		else if (f->kind == FRAME_BY_CALL && f->call)
			annotate_counts__put(c->counts, f, f->call);
		without_call |= f->kind == FRAME_BY_CALL && !f->call;
	}
	c->without_call += without_call ? nr : 0;
}

void sample_counter__add(struct sample_counter *c, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	const struct annotate_stat stat = { .nr = nr, .period = period };
	const struct chain_half *kernel = s->chain.kernel, *user = s->chain.user;
	bool host = is_of_host(c, s), calls = host && c->calls;
	const struct frame *place = host && s->ip && s->ip->kind == FRAME_CODE ? s->ip : NULL;
	const struct frame *returns_to = host && user && user->nr ? user->frames[0] : NULL;
	/* A stack without its kernel half: of the moment in which the thread went back to user space. */
	bool waits = c->spans && place && place == returns_to;
	unsigned int size = returns_to && returns_to->sym && (waits || (kernel && calls)) ?
			    system_call_before(c, returns_to, kernel) : 0;

	annotate_counts__begin(c->counts, (size_t)s->evsel->idx, &stat);
	if (!waits || !size)
		annotate_counts__at(c->counts, place);
	if (calls)
		count_half(c, kernel, nr);
	if (size)
		annotate_counts__put(c->counts, returns_to, returns_to->ip - size);
	if (calls)
		count_half(c, user, nr);
}
