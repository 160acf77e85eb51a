// SPDX-License-Identifier: GPL-2.0-only
/* Processes get other maps, told or not, run other programs, and end: samples from before are unwound by what was before. */
#include <string.h>

#include "util/base/process-asker.h"
#include "util/live/live-unwind-internal.h"

/* Another program, or another process, has the number @pid from now on. */
static void forget(struct live_unwind *u, uint32_t pid)
{
	memory_reader__forget(u->reader, pid);
	memory_code__forget(u->memory, pid);
	moved_code__forget(&u->moved, pid);
	process_asker__forget(u->out.asker, (pid_t)pid);
}

void live_changes__heed(struct live_unwind *u, const struct merged_record *m)
{
	bool begins, replaces;
	struct diag ignored = DIAG_INIT;
	struct record_task task;
	uint32_t pid;

	begins = live_spaces__begins(&m->r, &pid);
	replaces = begins || live_spaces__replaces(u->spaces, &m->r, &pid);
	if (replaces)
		live_waits__end_of_process(u, pid);
	else if (m->r.header.type == PERF_RECORD_EXIT && !record__decode_task(&m->r, &task, &ignored))
		live_waits__end_of_thread(u, task.tid);
	live_spaces__add(u->spaces, &m->r, m->time);
	if (begins)
		forget(u, pid);
}

static void see_ahead(void *ctx, const struct record *r)
{
	moved_ranges__heed(ctx, r);
}

bool live_changes__take_moved(struct live_unwind *u, uint32_t pid)
{
	uint64_t words[MOVED_RECORD_WORDS];
	struct moved_ranges moved;
	size_t i, nr;

	if (!moved_code__look(&u->moved, u->spaces, pid, &moved))
		return false;
	ring_merge__look_ahead(u->merge, see_ahead, &moved);
	nr = moved.nr;
	if (nr)
		live_waits__end_of_process(u, pid);
	for (i = 0; i < moved.nr; i++) {
		struct record r = { .data = (const unsigned char *)words };

		r.header.size = (uint16_t)moved_code__record(&u->moved, words, pid, &moved.ranges[i]);
		memcpy(&r.header, words, sizeof(r.header));
		live_spaces__add(u->spaces, &r, moved.ranges[i].since);
		live_writing__as_it_is(u, &r);
	}
	moved_ranges__exit(&moved);
	return nr;
}
