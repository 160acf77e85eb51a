// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf annotate on a terminal: who called. To look stacks up costs several times what the code itself does, so that they are counted, by
 * reading the recording once more, when somebody asks for them; of what cannot be read again, with the rest.
 */
#include <stdio.h>

#include "builtin-again.h"
#include "builtin-annotate.h"
#include "util/annotate/callers.h"
#include "util/annotate/twin.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"

struct counting {
	const struct annotate *a;
	struct second_reading reading;
	struct annotate_counts *counts;
	struct sample_counter counter;
};

bool annotate__counts_callers(const struct annotate *a, struct session *session)
{
	bool there = evlist__has_sample_type(session__evlist(session), PERF_SAMPLE_CALLCHAIN);

	/* With --children and --off-cpu stacks are looked up already. */
	return a->text.callers || (a->on_screen && there && (a->children || a->off_cpu.on || session__is_stream(session)));
}

static int begin(void *ctx, struct session *session)
{
	struct counting *c = ctx;

	c->counts = annotate_counts__new(session__evlist(session)->nr);
	c->counts->callers = callers__new();
	c->counter.calls = c->a->children;
	sample_counter__init(&c->counter, c->counts, session);
	session__set_needs(session, sample_counter__needs(&c->counter));
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct counting *c = ctx;

	sample_counter__add(&c->counter, s, 1, s->sample->period);
	return c->reading.stopped;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct counting *c = ctx;

	sample_counter__add(&c->counter, like, more->nr, more->period);
	return c->reading.stopped;
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct counting *c = ctx;

	(void)what;
	second_reading__progress(&c->reading, done, total);
}

/* Samples that were not in the file when it was read first are not those of the code. */
static bool is_same(const struct counting *c, char *message, size_t size)
{
	return second_reading__is_same(session__stats(c->reading.session)->delivered, session__stats(c->a->session)->delivered, message,
				       size);
}

bool annotate__count_callers(void *annotate, char *message, size_t size)
{
	static const struct session_ops ops = { .begin = begin, .sample = on_sample, .more = on_more, .progress = on_progress };
	struct annotate *a = annotate;
	struct session_opts so = a->session_opts;
	struct counting c = { .a = a };
	bool good;

	if (!evlist__has_sample_type(session__evlist(a->session), PERF_SAMPLE_CALLCHAIN)) {
		snprintf(message, size, "There are no call graphs: perf record -g records who called");
		return false;
	}
	so.gaps = true;
	so.no_stitch = false;
	c.reading = (struct second_reading){ .first = a->session, .itrace = &a->itrace, .opts = &so, .what = "Counting who called" };
	good = second_reading__run(&c.reading, &ops, &c, message, size) && c.counts && is_same(&c, message, size);
	if (good)
		twin__take_callers(a->counts, session__dsos(a->session), c.counts);
	annotate_counts__delete(c.counts);
	second_reading__exit(&c.reading);
	return good;
}
