// SPDX-License-Identifier: GPL-2.0-only
/*
 * User halves that hold the address of a uretprobe. The probe puts it in place of the return address of the function that
 * it is for, and the walk along frame pointers takes it for a caller. What a reader is shown says so with a mark
 * (util/callchain/infer.h); what is written into another file cannot.
 */
#include <string.h>

#include "util/base/alloc.h"
#include "util/callchain/infer.h"
#include "util/session/session-internal.h"

/* The entries of @out as the session's own, which may be changed. */
static uint64_t *own_copy(struct session *s, struct session_sample *out)
{
	/* If they are there already, they have room. */
	uint64_t *own = session__own_ips(s, out->nr_user_ips);

	memmove(own, out->user_ips, out->nr_user_ips * sizeof(*own));
	out->user_ips = own;
	return own;
}

void session__leave_uretprobe(struct session *s, struct session_sample *out, const struct maps *maps)
{
	const struct perf_sample *sample = out->sample;
	size_t at = 0;

	while (at < out->nr_user_ips && out->user_ips[at] >= PERF_CONTEXT_MAX)
		at++;
	/*
	 * The probe's own sample is of the caller, as if the function had returned. The deferred record comes while the task
	 * is still in the probe's code, which keeps no frame: the caller would be missing.
	 */
	if (at == out->nr_user_ips || !sample__is_user(sample) || !(out->evsel->attr.sample_type & PERF_SAMPLE_IP) ||
	    out->user_ips[at] == sample->ip || !maps || !infer__is_uretprobe(maps__find(maps, out->user_ips[at])) ||
	    infer__is_uretprobe(maps__find(maps, sample->ip)))
		return;
	own_copy(s, out)[at] = sample->ip;
}

/* The place of @word in @maps; @first: the program is there, and it is not what a call returns to. */
static struct infer_entry entry_of(const struct maps *maps, uint64_t word, bool first)
{
	struct infer_entry e = { .ip = word, .is_caller = !first };

	e.map = word < PERF_CONTEXT_MAX ? maps__find(maps, word - e.is_caller) : NULL;
	return e;
}

/* The kernel maps the code of probes at the end of the address space, and the word is its first byte. */
static bool is_probe(const struct maps *maps, uint64_t word)
{
	return word < PERF_CONTEXT_MAX && infer__is_uretprobe(maps__find(maps, word));
}

void session__drop_uretprobes(struct session *s, struct session_sample *out, const struct maps *maps)
{
	uint64_t *ips, ip;
	size_t i, nr;

	if (!maps)
		return;
	session__leave_uretprobe(s, out, maps);
	/* What runs first may be the code of a probe itself. */
	for (i = 1; i < out->nr_user_ips && !is_probe(maps, out->user_ips[i]); i++)
		;
	if (i >= out->nr_user_ips)
		return;
	if (!s->infer)
		s->infer = infer__new();
	ips = own_copy(s, out);
	for (nr = i; i < out->nr_user_ips; i++) {
		struct infer_entry inner, outer = { .map = NULL };

		if (!is_probe(maps, ips[i])) {
			ips[nr++] = ips[i];
			continue;
		}
		inner = entry_of(maps, ips[nr - 1], nr == 1);
		if (i + 1 < out->nr_user_ips)
			outer = entry_of(maps, ips[i + 1], false);
		/* Between two probes in a row there is another caller that nobody knows. */
		if (!is_probe(maps, ips[i - 1]) && outer.map && infer__hidden_return(s->infer, maps, &inner, &outer, &ip)) {
			ips[nr++] = ip;
			s->stats.probes_undone++;
		} else {
			s->stats.probes_left_out++;
		}
	}
	out->nr_user_ips = nr;
}
