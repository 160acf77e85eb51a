// SPDX-License-Identifier: GPL-2.0-only
/* When slices of perf defer watch begin and end, by the recorder's clock and by that of the wall. */
#include <inttypes.h>
#include <time.h>

#include "builtin-defer-watch.h"
#include "util/base/log.h"

#define NS		UINT64_C(1000000000)
/* What the two clocks may differ by before it is worth a new process: reading both, and what a time server corrects, is far less. */
#define CLOCK_SET	((int64_t)NS)

/* The length of a slice, ns. */
static uint64_t slice_ns(const struct watch_options *o)
{
	return o->slice * NS;
}

uint64_t watch__slice_of(const struct watch *w, uint64_t time)
{
	return (time + slice_ns(w->opts) - w->opts->shared->phase) / slice_ns(w->opts);
}

uint64_t watch__begin_of(const struct watch *w, uint64_t nr)
{
	return nr ? w->opts->shared->phase + (nr - 1) * slice_ns(w->opts) : 0;
}

/* Of the recorder's clock, as ns since 1970. */
static uint64_t wall_time(const struct watch *w, uint64_t time)
{
	const struct perf_header *h = session__header(w->session);

	return h->clock_data_tod + time - h->clock_data_clock;
}

/*
 * When the slice that began with number @nr began by the wall clock: at a whole multiple of its length, but for what
 * reading two clocks takes, and unless somebody has set that clock since the first process began.
 */
static uint64_t wall_begin(const struct watch *w, uint64_t nr)
{
	uint64_t time = wall_time(w, watch__begin_of(w, nr)), length = slice_ns(w->opts);
	uint64_t near = (time + length / 2) / length * length;

	return (near > time ? near - time : time - near) < NS / 10 ? near : time;
}

void watch__find_span(const struct watch *w, uint64_t *ret_from, uint64_t *ret_until)
{
	bool ends = w->stopping || w->ended;

	*ret_from = w->begin > watch__begin_of(w, w->nr) ? wall_time(w, w->begin) : wall_begin(w, w->nr);
	*ret_until = ends ? wall_time(w, w->last) + 1 : wall_begin(w, w->nr + 1);
}

void watch__find_phase(struct watch *w)
{
	const struct perf_header *h = session__header(w->session);
	uint64_t length = slice_ns(w->opts);

	w->opts->shared->phase = (h->clock_data_clock % length + length - h->clock_data_tod % length) % length;
}

bool watch__clock_was_set(struct watch *w)
{
	struct timespec wall;
	int64_t by;

	(void)clock_gettime(CLOCK_REALTIME, &wall);
	by = (int64_t)((uint64_t)wall.tv_sec * NS + (uint64_t)wall.tv_nsec - wall_time(w, watch__now()));
	if (by > -CLOCK_SET && by < CLOCK_SET)
		return false;
	if (!w->told_clock)
		pr_warning("perf: the wall clock was set, or the machine has slept (%+.0f s): slices have the new time once a process has begun that knows it\n",
			   (double)by / (double)NS);
	w->told_clock = true;
	return true;
}
