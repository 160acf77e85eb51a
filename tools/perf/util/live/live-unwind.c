// SPDX-License-Identifier: GPL-2.0-only
/* Unwinding while recording: how it begins and ends, and what the one who writes the recording asks of it beside the rounds. */
#include "util/live/live-unwind.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/live/live-unwind-internal.h"

struct live_unwind *live_unwind__new(struct evlist *evlist, const struct live_output *out, int *ret_err)
{
	struct live_tables *tables = live_tables__new(ret_err);
	struct live_unwind *u;

	if (!tables)
		return NULL;
	u = xzalloc(sizeof(*u));
	u->evlist = evlist;
	u->out = *out;
	u->tables = tables;
	u->spaces = live_spaces__new();
	u->merge = ring_merge__new(evlist);
	u->reader = memory_reader__new(MEMORY_CODE_PIECE, out->asker);
	u->memory = memory_code__new(u->reader);
	u->pages.reader = u->reader;
	u->moved.asker = out->asker;
	sample_decoder__init(&u->decoder, evlist);
	sample_decoder__prepare(&u->decoder);
	u->walk = (struct live_walk){ .spaces = u->spaces, .tables = tables, .left = &u->left, .memory = u->memory, .arch = regs_arch__of(NULL) };
	return u;
}

void live_unwind__delete(struct live_unwind *u)
{
	if (!u)
		return;
	waiting_samples__exit(&u->waiting);
	left_stacks__exit(&u->left);
	moved_code__exit(&u->moved);
	live_walk__exit(&u->walk);
	live_chain__exit(&u->chain);
	live_tables__delete(u->tables);
	memory_code__delete(u->memory);
	memory_reader__delete(u->reader);
	live_spaces__delete(u->spaces, free);
	ring_merge__delete(u->merge);
	sample_decoder__exit(&u->decoder);
	free(u);
}

void live_unwind__heed(struct live_unwind *u, const void *record, size_t size)
{
	struct record r = { .data = record };

	memcpy(&r.header, record, sizeof(r.header));
	r.header.size = (uint16_t)size;
	live_spaces__add(u->spaces, &r, 0);
}

bool live_unwind__has_parked(const struct live_unwind *u)
{
	return u->waiting.for_tables.nr;
}

bool live_unwind__looks_again(const struct live_unwind *u)
{
	return memory_code__is_young(u->memory) || stack_pages__has_read(&u->pages);
}

static bool has_older(const struct waiting_list *list, uint64_t time)
{
	const struct waiting_sample *w = list->oldest;

	while (w && w->time >= time)
		w = w->newer;
	return w;
}

bool live_unwind__may_mark(const struct live_unwind *u)
{
	return !has_older(&u->waiting.for_walk, u->promised) && !has_older(&u->waiting.for_tables, u->promised);
}

void live_unwind__marked(struct live_unwind *u)
{
	u->promised = u->newest;
}

int live_unwind__flush(struct live_unwind *u)
{
	size_t pos = 0;
	uint32_t pid;

	u->err = 0;
	while ((pid = moved_code__next_due(&u->moved, &pos)) != 0)
		(void)live_changes__take_moved(u, pid);
	live_waits__end_all(u);
	live_writing__flush(u);
	return u->err;
}

void live_unwind__stats(const struct live_unwind *u, struct live_unwind_stats *ret)
{
	*ret = u->stats;
	ret->walks = u->walk.walks;
	ret->frames = u->walk.frames;
	live_tables__stats(u->tables, &ret->tables);
}

void live_unwind__file_attr(struct perf_event_attr *attr, bool unwinds, uint64_t regs)
{
	attr->defer_callchain = attr->defer_output = 0;
	/* What is written of registers where a copy stays. */
	if (unwinds)
		attr->sample_regs_user = regs | regs_arch__repair_mask(regs_arch__of(NULL));
}
