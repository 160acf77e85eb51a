// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who ended the waits of threads, as export.off_cpu finds out. A wait ends while the sample of its waking is looked at,
 * before any filter; the waker's stack comes with the same sample a moment later, if that passes the filters.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/export/timeline.h"
#include "util/offcpu/offcpu.h"
#include "util/offcpu/span.h"
#include "util/offcpu/waking.h"

#define NONE	((uint32_t)-1)
#define NO_ANSWER (NONE - 1)

struct timeline_wakings {
	struct timeline_spans list;
	bool *is_waking;		/* by evsel->idx */
	size_t nr_events;
	bool known;
	bool in_waking;			/* the sample that is looked at tells of one */
	uint32_t cpu;			/* that sample's */
	bool open;			/* @wait has ended by that sample, which may still tell of a stack */
	struct timeline_span wait;
	uint32_t *frames;		/* of a stack, while it is looked at */
	size_t cap_frames;
};

void timeline_wakings__begin(struct export *e)
{
	const struct evlist *evlist = session__evlist(e->session);
	struct timeline *t = e->own;
	struct timeline_wakings *w = t->wakings = xzalloc(sizeof(*w));
	struct evsel *evsel;
	size_t i;

	w->nr_events = evlist->nr;
	w->is_waking = xcalloc(evlist->nr + 1, sizeof(*w->is_waking));
	evlist__for_each(evlist, i, evsel)
		w->known |= w->is_waking[i] = waking__is_event(evsel);
	w->list.max = t->off_cpu.max;
}

void timeline_wakings__free(struct timeline_wakings *w)
{
	if (!w)
		return;
	timeline_spans__exit(&w->list);
	free(w->is_waking);
	free(w->frames);
	free(w);
}

bool timeline_wakings__known(const struct timeline_wakings *w)
{
	return w->known;
}

static void close_wait(struct timeline_wakings *w)
{
	if (w->open)
		timeline_spans__add(&w->list, &w->wait);
	w->open = false;
}

void timeline_wakings__any_sample(struct export *e, const struct session_sample *s)
{
	struct timeline_wakings *w = ((struct timeline *)e->own)->wakings;

	close_wait(w);
	w->in_waking = (size_t)s->evsel->idx < w->nr_events && w->is_waking[s->evsel->idx];
	w->cpu = s->sample->cpu;
}

void timeline_wakings__span(struct export *e, const struct session_sample *s)
{
	struct timeline_wakings *w = ((struct timeline *)e->own)->wakings;
	const struct offcpu_span *o = s->off_cpu;

	if (!w->in_waking || o->state != OFFCPU_BLOCKED || o->unfinished)
		return;
	w->open = true;
	w->wait = (struct timeline_span){
		.from = o->from, .to = o->to, .ns = o->to - o->from, .nr = 1, .thread = export_profile__thread(&e->profile, s),
		.cpu = w->cpu, .kind = NO_ANSWER,
	};
}

/* The node of the interrupt alone: its frames are the innermost @nr of @node, and the others were only in the way. */
static uint32_t interrupt_node(struct export *e, struct timeline_wakings *w, uint32_t node, size_t nr)
{
	size_t n = export_stacks__way(&e->profile.stacks, node, &w->frames, &w->cap_frames), i;

	for (node = 0, i = nr < n ? nr : n; i--; )
		node = export_stacks__child(&e->profile.stacks, node, w->frames[i]);
	return node;
}

void timeline_wakings__sample(struct export *e, const struct session_sample *s)
{
	struct timeline_wakings *w = ((struct timeline *)e->own)->wakings;
	struct session_sample foreign;
	uint32_t nr;

	if (!w->open)
		return;
	w->wait.what = export_profile__node(&e->profile, s);
	if (waking__in_interrupt(s, offcpu__thread_of(e->off_cpu, s), &nr)) {
		w->wait.kind = NONE;
		w->wait.what = interrupt_node(e, w, w->wait.what, nr);
	} else {
		w->wait.kind = export_profile__thread(&e->profile, offcpu__thread_sample(e->off_cpu, s, &foreign));
	}
	close_wait(w);
}

struct timeline_spans *timeline_wakings__finish(struct timeline_wakings *w)
{
	close_wait(w);
	timeline_spans__finish(&w->list);
	return &w->list;
}
