// SPDX-License-Identifier: GPL-2.0-only
/* What is written: records as they are, and samples with their new chains, with a copy of the stack or without. All is collected first. */
#include <string.h>

#include "util/live/live-unwind-internal.h"

/* No record is larger: its size has 16 bits. */
#define MAX_RECORD	((size_t)64 << 10)

void live_writing__flush(struct live_unwind *u)
{
	if (u->filled && !u->err)
		u->err = u->out.write(u->out.ctx, u->buf, u->filled);
	u->filled = 0;
}

/* Room for one more record. */
static unsigned char *room(struct live_unwind *u)
{
	if (OUT_BYTES - u->filled < MAX_RECORD)
		live_writing__flush(u);
	return u->buf + u->filled;
}

void live_writing__as_it_is(struct live_unwind *u, const struct record *r)
{
	memcpy(room(u), r->data, r->header.size);
	u->filled += r->header.size;
}

/*
 * @keep: how many bytes of the stack stay, with the registers; 0: none, and registers only if the user wants them. An event whose
 * stacks are not unwound, but only deferred, keeps what it has: its attr is in the file as it is.
 */
static void write_sample(struct live_unwind *u, const struct evsel *evsel, const struct record *r, const struct perf_sample *s, size_t keep)
{
	const struct kept_copy copy = { .as_recorded = !u->out.unwinds(u->out.ctx, evsel),
					.regs_mask = evsel__file_attr(evsel)->sample_regs_user, .size = keep };
	bool regs = copy.as_recorded || keep || u->out.keeps_regs;
	unsigned char *to = room(u);
	size_t size = sample_rewrite(to, r, s, &u->chain, regs ? &copy : NULL);

	/* Only with a copy can it have become too large; one that was recorded has found room there. */
	if (!size)
		size = sample_rewrite(to, r, s, &u->chain, NULL);
	u->filled += size;
}

void live_writing__kept(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr)
{
	uint64_t most = o->s.user_stack_size ? o->s.user_stack_size - 8 : 0, size = o->s.user_stack_dyn_size & ~(uint64_t)7;

	size = u->out.needed(o->regs.sp, o->regs.fp, o->s.user_stack, (size_t)(size < most ? size : most));
	live_chain__plain(&u->chain, &o->s, &o->parts, nr ? ips : &o->regs.ip, nr ? nr : 1);
	write_sample(u, o->evsel, o->r, &o->s, (size_t)size);
	u->stats.kept++;
}

void live_writing__plain(struct live_unwind *u, const struct opened_sample *o, const uint64_t *ips, size_t nr)
{
	live_chain__plain(&u->chain, &o->s, &o->parts, ips, nr);
	write_sample(u, o->evsel, o->r, &o->s, 0);
}

static void count_part(struct live_unwind *u, const struct opened_sample *o)
{
	u->stats.marked++;
	if (u->walk.result.end != REPAIR_STACK_END)
		return;
	if (o->s.user_stack_dyn_size < o->s.user_stack_size) {
		u->stats.ended_early++;
		stack_pages__touch(&u->pages, o->s.pid, o->s.tid, o->regs.sp + o->s.user_stack_dyn_size, o->regs.sp + o->asked);
	} else {
		u->stats.ended_full++;
		/* A word more is asked of the kernel. */
		u->stats.copied = o->asked - sizeof(uint64_t);
	}
}

void live_writing__unwound(struct live_unwind *u, const struct opened_sample *o)
{
	const struct repair *result = &u->walk.result;

	live_chain__unwound(&u->chain, &o->s, &o->parts, result);
	write_sample(u, o->evsel, o->r, &o->s, 0);
	if (result->end == REPAIR_WHOLE)
		u->stats.whole++;
	else
		count_part(u, o);
	if (result->end == REPAIR_CONFLICT)
		moved_code__doubt(&u->moved, o->s.pid);
}
