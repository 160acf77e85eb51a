// SPDX-License-Identifier: GPL-2.0-only
/* From the end of a span to its beginning, along what was waited for. */
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/defer/critical.h"

/* A thread on the way: what it did is followed back to @floor, where the wait that it ended began (or the span). */
struct hop {
	const struct critical_life *life;
	uint64_t floor;				/* ns */
};

/* Why the next thread on the way, seen from its end, ran no longer. */
struct ending {
	enum critical_until until;
	const struct critical_place *place;
	const struct critical_life *other;
	const struct critical_place *waits;
};

struct walk {
	struct critical_path *path;
	uint64_t first, now;			/* ns; @now: all from there to the end of the span is in the path */
	unsigned int max_depth, depth;
	struct ending ending;
	struct hop hops[CRITICAL_MAX_DEPTH + 1];
};

/* Puts @step, of the thread that is on the way, in front of the path. */
static void put(struct walk *w, uint64_t from, struct critical_step step)
{
	struct critical_path *p = w->path;

	step.from = from;
	step.to = w->now;
	step.life = w->hops[w->depth].life;
	step.comm = step.place ? step.place->comm : step.life->comm ? step.life->comm : "";
	step.depth = w->depth;
	w->now = from;
	GROW(p->steps, p->nr, p->cap);
	p->steps[p->nr++] = step;
}

static void put_run(struct walk *w, uint64_t from)
{
	const struct ending *e = &w->ending;

	put(w, from, (struct critical_step){ .state = OFFCPU_ON_CPU, .until = e->until, .place = e->place, .other = e->other,
					     .waits = e->waits });
	w->ending = (struct ending){ .until = CRITICAL_LEFT };
}

/* The last stretch off the CPU that begins before @time, or NULL. */
static const struct critical_off *off_before(const struct critical_life *life, uint64_t time)
{
	size_t low = BISECT(life->nr, mid, life->off[mid].from < time);

	return low ? &life->off[low - 1] : NULL;
}

static bool is_on_the_way(const struct walk *w, const struct critical_life *life)
{
	unsigned int i;

	for (i = 0; i <= w->depth; i++)
		if (w->hops[i].life == life)
			return true;
	return false;
}

/* Before it was there, its parent was on the way to making it. */
static void go_to_parent(struct walk *w)
{
	struct hop *hop = &w->hops[w->depth];
	const struct critical_life *child = hop->life;

	if (!child->parent || is_on_the_way(w, child->parent)) {
		put(w, hop->floor, (struct critical_step){ .state = OFFCPU_UNKNOWN });
		return;
	}
	hop->life = child->parent;
	w->ending = (struct ending){ .until = CRITICAL_MADE, .other = child };
}

/* Its wait, since @from, is the waker's time. Returns false if that cannot be followed. */
static bool go_to_waker(struct walk *w, const struct critical_off *off, uint64_t from)
{
	const struct critical_life *waiting = w->hops[w->depth].life;

	if (off->state != OFFCPU_BLOCKED || !off->waker || !off->waker->life || w->depth >= w->max_depth ||
	    is_on_the_way(w, off->waker->life))
		return false;
	w->hops[++w->depth] = (struct hop){ .life = off->waker->life, .floor = from };
	w->ending = (struct ending){ .until = CRITICAL_WOKE, .place = off->waker->place, .other = waiting, .waits = off->place };
	return true;
}

static void put_off(struct walk *w, const struct critical_off *off, uint64_t from)
{
	if (go_to_waker(w, off, from))
		return;
	put(w, from, (struct critical_step){ .state = off->state, .letter = off->letter, .place = off->place, .waker = off->waker,
					     .unfinished = off->unfinished && w->now == off->to });
	w->ending = (struct ending){ .until = CRITICAL_LEFT, .place = off->place };
}

static void step_back(struct walk *w)
{
	const struct hop *hop = &w->hops[w->depth];
	const struct critical_life *life = hop->life;
	uint64_t begin = life->born ? life->born : w->first, from;
	const struct critical_off *off = off_before(life, w->now);

	if (w->now <= begin) {
		go_to_parent(w);
	} else if (off && off->to >= w->now) {
		put_off(w, off, off->from > hop->floor ? off->from : hop->floor);
	} else if (w->now > life->end) {
		from = life->end > hop->floor ? life->end : hop->floor;
		put(w, from, (struct critical_step){ .state = OFFCPU_UNKNOWN });
	} else {
		from = off && off->to > begin ? off->to : begin;
		put_run(w, from > hop->floor ? from : hop->floor);
	}
}

/* The end of the wait of the thread below: it had run until it left. */
static void come_back(struct walk *w)
{
	const struct critical_life *life = w->hops[--w->depth].life;
	const struct critical_off *off = off_before(life, w->now + 1);

	w->ending = (struct ending){ .until = CRITICAL_LEFT, .place = off && off->from == w->now ? off->place : NULL };
}

static void reverse(struct critical_path *p)
{
	struct critical_step step;
	size_t i;

	for (i = 0; i < p->nr / 2; i++) {
		step = p->steps[i];
		p->steps[i] = p->steps[p->nr - 1 - i];
		p->steps[p->nr - 1 - i] = step;
	}
}

void critical_path__walk(struct critical_path *path, uint64_t first, unsigned int max_depth)
{
	struct walk w = {
		.path = path, .first = first, .now = path->span.to,
		.max_depth = max_depth < CRITICAL_MAX_DEPTH ? max_depth : CRITICAL_MAX_DEPTH,
		.ending = { .until = CRITICAL_END, .place = path->span.place },
		.hops = { { .life = path->span.life, .floor = path->span.from } },
	};

	while (w.now > path->span.from) {
		if (w.now <= w.hops[w.depth].floor)
			come_back(&w);
		else
			step_back(&w);
	}
	reverse(path);
}
