// SPDX-License-Identifier: GPL-2.0-only
/*
 * User halves that hold the address of a uretprobe. The probe puts it in place of the return address of the function that
 * it is for, and the walk along frame pointers takes it for a caller. What a reader is shown says so with a mark
 * (util/callchain/infer.h); what is written into another file cannot.
 */
#include "util/callchain/user-stack.h"

#include <string.h>

#include "util/callchain/infer.h"

/* The entries of @st as those of @us, which may be changed. */
static uint64_t *own_copy(struct user_stacks *us, struct user_stack *st)
{
	/* If they are there already, they have room. */
	uint64_t *own = own_entries__room(&us->own, st->nr);

	memmove(own, st->ips, st->nr * sizeof(*own));
	st->ips = own;
	return own;
}

void user_stacks__leave_probe(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps)
{
	const struct perf_sample *sample = of->sample;
	size_t at = 0;

	while (at < st->nr && st->ips[at] >= PERF_CONTEXT_MAX)
		at++;
	/*
	 * The probe's own sample is of the caller, as if the function had returned. The deferred record comes while the task
	 * is still in the probe's code, which keeps no frame: the caller would be missing.
	 */
	if (at == st->nr || !sample__is_user(sample) || !(of->attr->sample_type & PERF_SAMPLE_IP) ||
	    st->ips[at] == sample->ip || !maps || !infer__is_uretprobe(maps__find(maps, st->ips[at])) ||
	    infer__is_uretprobe(maps__find(maps, sample->ip)))
		return;
	own_copy(us, st)[at] = sample->ip;
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

void user_stacks__drop_probes(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps)
{
	uint64_t *ips, ip;
	size_t i, nr;

	if (!maps)
		return;
	user_stacks__leave_probe(us, of, st, maps);
	/* What runs first may be the code of a probe itself. */
	for (i = 1; i < st->nr && !is_probe(maps, st->ips[i]); i++)
		;
	if (i >= st->nr)
		return;
	if (!us->infer)
		us->infer = infer__new();
	ips = own_copy(us, st);
	for (nr = i; i < st->nr; i++) {
		struct infer_entry inner, outer = { .map = NULL };

		if (!is_probe(maps, ips[i])) {
			ips[nr++] = ips[i];
			continue;
		}
		inner = entry_of(maps, ips[nr - 1], nr == 1);
		if (i + 1 < st->nr)
			outer = entry_of(maps, ips[i + 1], false);
		/* Between two probes in a row there is another caller that nobody knows. */
		if (!is_probe(maps, ips[i - 1]) && outer.map && infer__hidden_return(us->infer, maps, &inner, &outer, &ip)) {
			ips[nr++] = ip;
			us->counts->probes_undone++;
		} else {
			us->counts->probes_left_out++;
		}
	}
	st->nr = nr;
}
