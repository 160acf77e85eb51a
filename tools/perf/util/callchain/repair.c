// SPDX-License-Identifier: GPL-2.0-only
/* The walk: all of its steps, the kernel's chain before and behind what they have found, and what is said of the result. */
#include "util/callchain/repair-internal.h"

#include <stdlib.h>

static void leave_as_it_is(struct repair *r, const struct repair_input *in)
{
	size_t i;

	r->nr = r->put_in = r->taken_out = 0;
	for (i = 0; i < in->nr; i++) {
		GROW(r->ips, r->nr, r->cap);
		r->ips[r->nr++] = in->ips[i];
	}
}

/* What the kernel has further outwards, if its walk has not gone astray. */
static void take_rest(struct repair_walk *w)
{
	size_t i = w->link ? w->link : w->next;

	if (w->astray)
		i = w->nr;
	w->out->taken_out += (i < w->nr ? i : w->nr) - w->next;
	for (; i < w->nr; i++)
		repair_walk__put(w, w->ips[i]);
}

/*
 * The kernel has begun with a frame pointer that was none, or there is no walk of it. What it is now functions have saved that use the
 * register for something else: from here the bytes tell what the kernel would have found.
 */
static void follow_frames(struct repair_walk *w)
{
	uint64_t fp = w->fp.val, low = w->sp.known ? w->sp.val : w->in->sp, word;
	size_t size = repair_input__word_size(w->in);

	w->out->taken_out += w->nr - w->next;
	while (w->out->nr < w->in->max && fp >= low && !(fp % size) && repair_walk__load(w, fp + size, &word) && word) {
		repair_walk__put(w, word & w->in->ra_mask);
		low = fp + 2 * size;
		if (!repair_walk__load(w, fp, &fp))
			return;
	}
}

/*
 * Where a uprobe stands on the first instruction of a function, the kernel takes the return address from the top of the
 * stack before it walks along frame pointers.
 */
static bool begins_with_return_address(struct repair_walk *w)
{
	const struct repair_input *in = w->in;
	uint64_t top, above;
	bool hidden, begins;

	if (in->nr < 2 || !repair_walk__load(w, in->sp, &top))
		return false;
	hidden = top != in->ips[1] && repair_walk__is_probe(w, top);
	if (top != in->ips[1] && !hidden)
		return false;
	if (repair_walk__load(w, in->fp + repair_input__word_size(in), &above))
		begins = above != in->ips[1] && !(hidden && repair_walk__is_probe(w, above));
	else
		begins = in->is_entry(in->ctx, in->ips[0]);
	w->probed = begins && hidden ? in->ips[1] : 0;
	return begins;
}

void repair__run(struct repair *r, const struct repair_input *in)
{
	struct repair_walk w = {
		.in = in, .out = r, .ip = in->ips[0], .innermost = true, .sp = { in->sp, true },
		.fp = { in->fp, true }, .ips = in->ips, .nr = in->nr, .link = 1, .next = 1,
	};
	bool done = false, top = begins_with_return_address(&w);

	if (top) {
		w.ips++;
		w.nr--;
	}
	r->nr = r->put_in = r->taken_out = 0;
	r->gap = false;
	r->end = REPAIR_WHOLE;
	repair_walk__put(&w, in->ips[0]);
	while (!done && r->nr < in->max && r->end == REPAIR_WHOLE) {
		/* The kernel went no further, nor can the bytes tell of more. */
		r->end = w.link >= w.nr && !w.sp.known ? REPAIR_STACK_END : repair_walk__step(&w, &done);
	}
	/* As many as are wanted, but not all that there are. */
	if (!done && r->end == REPAIR_WHOLE)
		r->end = REPAIR_STACK_END;
	if (top && r->put_in)
		r->put_in--;
	else if (top && r->end != REPAIR_CONFLICT)
		r->end = REPAIR_CONFLICT;
	r->certain = r->nr;
	if (r->end == REPAIR_CONFLICT && in->exact) {
		r->taken_out += w.nr - w.next;
	} else if (r->end == REPAIR_CONFLICT) {
		leave_as_it_is(r, in);
		r->certain = 1;
	} else if (done) {
		r->taken_out += w.nr - w.next;
	} else if (r->end == REPAIR_NO_ROW && (!w.link || w.link >= w.nr) && w.fp.known && in->has_frames &&
		   in->has_frames(in->ctx, w.ip)) {
		follow_frames(&w);
	} else {
		take_rest(&w);
	}
}

void repair__exit(struct repair *r)
{
	free(r->ips);
	*r = (struct repair){ 0 };
}

struct chain_proof repair__proof(const struct repair *r)
{
	static const enum chain_end ends[REPAIR_NR_ENDS] = {
		[REPAIR_WHOLE] = CHAIN_END_ROOT, [REPAIR_STACK_END] = CHAIN_END_STACK, [REPAIR_NO_ROW] = CHAIN_END_NO_TABLE,
		[REPAIR_NO_REGISTER] = CHAIN_END_NO_REGISTER, [REPAIR_CONFLICT] = CHAIN_END_CONFLICT,
	};

	/* Behind a conflict stands the kernel's chain as it was; what lies behind entries that are certain is of that chain, too. */
	return (struct chain_proof){
		.certain = r->end == REPAIR_WHOLE ? r->nr : r->certain,
		.end = r->end != REPAIR_WHOLE && r->certain < r->nr ? CHAIN_END_NOT_SAID : ends[r->end],
		.gap = r->gap && r->end != REPAIR_WHOLE && r->certain < r->nr,
	};
}

const char *repair_end__text(enum repair_end end)
{
	static const char *const texts[REPAIR_NR_ENDS] = {
		[REPAIR_WHOLE] = "complete",
		[REPAIR_STACK_END] = "the end of the recorded piece of stack",
		[REPAIR_NO_ROW] = "code without unwind information",
		[REPAIR_NO_REGISTER] = "registers that were not recorded",
		[REPAIR_CONFLICT] = "bytes of the stack that do not fit the chain",
	};

	return (unsigned int)end < REPAIR_NR_ENDS ? texts[end] : "";
}
