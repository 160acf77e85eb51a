// SPDX-License-Identifier: GPL-2.0-only
/* perf report on a terminal: when the samples were, and the report of a stretch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/base/id-list.h"
#include "util/base/log.h"
#include "util/event/evlist.h"
#include "util/tui/keys.h"

/* The reading for the times. */
struct time_reading {
	const struct report *r;
	const struct hist *h;
	struct time_line *times;
	struct screen_opening opening;
};

/* Why there is no time line of it; NULL: there is. */
static const char *no_times(const struct report *r)
{
	const char *why = report__not_again(r);

	return why ? why : r->event_switch.on || r->event_switch.off ? "events choose the samples (--switch-on)" : NULL;
}

/* As rows are filtered, as far as that is a matter of threads. */
static bool passes(const struct report *r, const struct session_sample *s)
{
	const struct hists_opts *o = &r->hists_opts;

	return (!r->ranges.nr || time_ranges__contains(&r->ranges, s->sample->time)) &&
	       (!o->comms.nr || (s->comm && name_list__has(&o->comms, s->comm))) &&
	       (!o->pids || id_list__has(o->pids, o->nr_pids, s->pid)) && (!o->tids || id_list__has(o->tids, o->nr_tids, s->tid));
}

static int begin(void *ctx, struct session *session)
{
	(void)ctx;
	session__set_needs(session, SESSION_NEEDS_TIME | SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_COMM);
	return 0;
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct time_reading *t = ctx;
	const struct hists *hists = t->r->hists;

	/* Without a time it would be a sample of the first moment of all. */
	if (s->evsel->attr.sample_type & PERF_SAMPLE_TIME && s->evsel->idx >= 0 && (size_t)s->evsel->idx < hists->nr_evsels &&
	    hists->by_evsel[s->evsel->idx] == t->h && passes(t->r, s))
		time_line__add(t->times, s->sample->time);
	return 0;
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct time_reading *t = ctx;

	(void)screen_opening__progress(&t->opening, what, done, total);
}

bool report__read_times(void *report, const struct hist *h, struct time_line *ret, char *message, size_t size)
{
	static const struct session_ops ops = { .begin = begin, .sample = on_sample, .progress = on_progress };
	const struct report *r = report;
	struct session_opts opts = r->session_opts;
	const struct screen_opening_opts screen = { .input = session__input_name(r->session), .keys = time_keys, .inside = true };
	struct time_reading reading = { .r = r, .h = h, .times = ret };
	const char *why = no_times(r);
	struct diag diag = DIAG_INIT;
	struct session *session;
	char text[256];
	int err = -1;

	if (why) {
		snprintf(message, size, "There is no time line: %s", why);
		return false;
	}
	opts.no_resolve = opts.no_stitch = true;
	opts.again_later = false;
	screen_opening__start(&reading.opening, &screen);
	session = session__new(&opts, &ops, &reading, &diag);
	if (session)
		err = session__process(session, &diag);
	session__delete(session);
	screen_opening__leave(&reading.opening);
	if (err)
		snprintf(message, size, "%s", diag__is_set(&diag) ? diag__format(&diag, text, sizeof(text)) : "The recording cannot be read any more");
	else if (!ret->nr)
		snprintf(message, size, "There is no time line: no sample has a time");
	return !err && ret->nr;
}

bool report__show_stretch(void *report, struct time_stretch s, char *message, size_t size)
{
	struct report *outer = report, *r = xmemdup(outer->fresh, sizeof(*r));
	struct strbuf messages = STRBUF_INIT;
	char *time;
	bool left;

	time = xasprintf("%" PRIu64 ".%09" PRIu64 ",%" PRIu64 ".%09" PRIu64, s.from / 1000000000, s.from % 1000000000, s.to / 1000000000,
			 s.to % 1000000000);
	r->outer = outer;
	r->stretch = s;
	r->time = time;
	/* What there is to say about the recording was said when all of it was read. */
	log__hold(&messages);
	(void)report__read_and_show(r);
	screen_opening__hold(&outer->opening);
	left = r->left;
	if (!r->shown)
		snprintf(message, size, "%.*s", (int)strcspn(strbuf__str(&messages), "\n"), strbuf__str(&messages));
	strbuf__exit(&messages);
	free(time);
	free(r);
	return !left;
}
