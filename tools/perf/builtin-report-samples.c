// SPDX-License-Identifier: GPL-2.0-only
/* What the screen shows of the samples of a row: them, one by one, and what they lack. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-header.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/tui/browser.h"
#include "util/tui/samples.h"

/* They are read once more, by a session of their own: a frame has room for one consumer's text, and counting took it for places. */
struct showing {
	const struct browser_row *row;
	uint64_t *records;		/* where those lie in the file that came to the row, in the order of time */
	size_t nr, cap;
	struct session_opts opts;
	struct second_reading reading;
	struct task_facts facts;
	struct sample_list list;
	struct sample_reader reader;
	size_t next;			/* in @records */
};

static int begin_showing(void *ctx, struct session *session)
{
	struct showing *w = ctx;

	w->reader.session = session;
	session__set_needs(session, SESSION_NEEDS_TID | SESSION_NEEDS_TIME | SESSION_NEEDS_COMM | SESSION_NEEDS_STAY);
	return 0;
}

/* Samples come in the same order as before. */
static int list_sample(void *ctx, const struct session_sample *s)
{
	struct showing *w = ctx;

	w->reading.has_all = w->next == w->nr;
	if (w->reading.stopped || w->reading.has_all)
		return 1;
	if (s->record->offset != w->records[w->next])
		return 0;
	w->next++;
	return sample_reader__add(&w->reader, &w->list, s) ? 0 : 1;
}

static int note_facts(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct showing *w = ctx;
	struct diag diag = DIAG_INIT;

	(void)id;
	(void)task_facts__add(&w->facts, record, &diag);
	return 0;
}

static void on_listing(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct showing *w = ctx;

	(void)what;
	second_reading__progress(&w->reading, done, total);
}

static const struct session_ops showing_ops = {
	.begin = begin_showing, .sample = list_sample, .event = note_facts, .progress = on_listing,
};

static void show_list(struct showing *w, const struct report *r)
{
	const struct evlist *evlist = session__evlist(w->reading.session);
	struct script_text_opts opts = { .no_orphan_marks = !r->hists_opts.orphan_marks };
	struct script_fields fields;
	struct script_text text;
	struct text_out out;
	char err[256];
	const struct samples_opts o = {
		.list = &w->list, .reader = &w->reader, .mouse = r->mouse, .input = session__input_name(w->reading.session), .of = w->row->name,
		.info = recording_header__add, .ctx = w->reading.session,
	};

	text_out__init(&out, -1);
	script_fields__init(&fields);
	script_text__init(&text, &out, &fields, &opts);
	script_text__set_events(&text, evlist);
	script_text__set_recording(&text, session__header(w->reading.session), &w->facts);
	/* The usual fields are those that events have. */
	(void)script_fields__check(&fields, evlist, false, err, sizeof(err));
	w->reader.text = &text;
	samples__show(&o);
	script_text__exit(&text);
	text_out__exit(&out);
}

static void show(struct showing *w, const struct report *r, char *message, size_t size)
{
	w->opts = r->session_opts;
	w->opts.again_later = true;
	w->opts.frames_go = w->opts.no_stitch = w->opts.no_resolve = false;
	w->reading = (struct second_reading){ .first = r->session, .itrace = &r->itrace, .opts = &w->opts, .what = "Reading the samples" };
	sample_list__init(&w->list);
	sample_reader__init(&w->reader, NULL, NULL);
	if (second_reading__run(&w->reading, &showing_ops, w, message, size) &&
	    second_reading__is_same(w->list.nr_all, w->nr, message, size) && w->nr)
		show_list(w, r);
	sample_reader__exit(&w->reader);
	sample_list__exit(&w->list);
	task_facts__exit(&w->facts);
	second_reading__exit(&w->reading);
}

static int note_record(void *ctx, const struct session_sample *s)
{
	struct showing *w = ctx;

	GROW(w->records, w->nr, w->cap);
	w->records[w->nr++] = s->record->offset;
	return 0;
}

void report__show_samples(void *report, const struct browser_row *row, char *message, size_t size)
{
	const struct report *r = report;
	struct showing w = { .row = row };
	const struct report_again again = { .row = row, .sample = note_record, .ctx = &w };

	if (evlist__has_sample_type(session__evlist(r->session), PERF_SAMPLE_READ))
		snprintf(message, size, "Not here: what events that are read in groups have counted depends on the samples before");
	else if (report__again(r, &again, message, size))
		show(&w, r, message, size);
	free(w.records);
}

void report__add_missing(void *report, const struct browser_row *row, struct strbuf *text, char *message, size_t size)
{
	const struct report *r = report;
	struct text_out out;
	const struct report_again again = { .row = row, .missing = true, .out = &out };

	text_out__init(&out, -1);
	if (report__again(r, &again, message, size))
		strbuf__add(text, out.buf, out.len);
	text_out__exit(&out);
}
