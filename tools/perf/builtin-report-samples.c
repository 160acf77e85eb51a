// SPDX-License-Identifier: GPL-2.0-only
/*
 * The samples of a row of the screen. Rows are counts, and which samples were counted is not kept. So the recording is read once more,
 * counted again in the same way, one sample after the other, and where a record lies is noted if it came to the row. Then it is read for
 * the screen of samples, which has texts of its own for the frames.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-header.h"
#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/rows/parent-match.h"
#include "util/tui/browser.h"
#include "util/tui/popup.h"
#include "util/tui/samples.h"

struct finding {
	struct report again;		/* with a session, columns and rows of its own */
	const struct browser_row *row;
	char **texts;			/* of the row's keys */
	bool found;			/* the row is there again: */
	uint32_t number;
	struct u64num frames;		/* place and number of a frame of the way -> is it there (1), or not (2)? */
	uint64_t *records;		/* where those lie in the file that came to the row, in the order of time */
	size_t nr, cap;
	bool stopped;
};

struct showing {
	const struct finding *f;
	struct session_opts opts;
	struct session *session;
	struct task_facts facts;
	struct sample_list list;
	struct sample_reader reader;
	size_t next;			/* in f->records */
	bool stopped;
};

/* --- is it that row, and that way? ---------------------------------------------------------------- */

static char *text_of(const struct column *key, const struct hist *h, const struct hist_entry *e)
{
	struct strbuf text = STRBUF_INIT;

	column__print(key, h, e, 0, &text);
	return text.buf ? text.buf : xstrdup("");
}

/* Functions of the same name and file are others if they lie elsewhere. */
static bool same_function(const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = place__kind(hist_entry__place(a))->sym, *y = place__kind(hist_entry__place(b))->sym;

	return !x == !y && (!x || x->start == y->start);
}

static bool is_row(const struct finding *f, const struct hist *h, const struct hist_entry *e)
{
	const struct columns *c = h->hists->columns;
	bool same = !e->filtered && (!c->has_sym || same_function(e, f->row->entry));
	size_t i;

	for (i = 0; same && i < c->nr_keys; i++) {
		char *text = text_of(c->keys[i], h, e);

		same = !strcmp(text, f->texts[i]);
		free(text);
	}
	return same;
}

static bool same_place(struct finding *f, uint32_t place, size_t i)
{
	uint64_t key = ((uint64_t)place << 32 | i) + 1, known = u64num__find(&f->frames, key);
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	const struct hists *h = f->again.hists;

	if (!known) {
		place__print(place_table__get(h->places, place), h->opts.graph.by_address, &a);
		place__print(f->row->frames[i], h->opts.graph.by_address, &b);
		known = strcmp(strbuf__str(&a), strbuf__str(&b)) ? 2 : 1;
		u64num__set(&f->frames, key, known);
		strbuf__exit(&a);
		strbuf__exit(&b);
	}
	return known == 1;
}

/* Do the chain's frames begin, at the row, as the way to the chosen one? The row's last chain is that of the last sample that had one. */
static bool goes_through(struct finding *f, const struct hist_entry *e, const struct session_sample *s)
{
	const struct hists *h = f->again.hists;
	const struct stored_chain *c;
	struct hist_ref r;
	size_t i;

	if (!f->row->nr_frames)
		return true;
	if (!e->common->nr_refs || h->member_of[s->evsel->idx])
		return false;
	r = hist_entry__ref(h, e, e->common->nr_refs - 1);
	c = chain_store__get(h->chains, r.chain);
	if (f->row->nr_frames > (h->opts.graph.caller ? r.pos + 1U : c->nr - r.pos))
		return false;
	for (i = 0; i < f->row->nr_frames; i++)
		if (!same_place(f, c->places[h->opts.graph.caller ? r.pos - i : r.pos + i], i))
			return false;
	return true;
}

static bool has_chain(const struct session_sample *s)
{
	return (s->chain.kernel && s->chain.kernel->nr) || (s->chain.user && s->chain.user->nr) || s->orphan != PERF_STITCH_WHOLE;
}

/* --- reading again -------------------------------------------------------------------------------- */

/* Counts the sample, and says whether that was in the row. */
static bool is_of_row(struct finding *f, const struct session_sample *s)
{
	struct hists *hists = f->again.hists;
	struct hist *h = &hists->list[f->row->hist];
	uint32_t serial = hists->serial;
	size_t before = h->nr, i;
	struct hist_entry *e;

	hists__add(hists, s);
	hists__fold(hists);
	for (i = before; i < h->nr && !f->found; i++) {
		f->found = is_row(f, h, hist__row(h, (uint32_t)i));
		f->number = (uint32_t)i;
	}
	if (!f->found)
		return false;
	e = hist__row(h, f->number);
	return (f->number >= before || e->common->seen > serial) && (!f->row->nr_frames || has_chain(s)) && goes_through(f, e, s);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct finding *f = ctx;

	if (f->stopped)
		return 1;
	if (!report__takes(&f->again, s) || !is_of_row(f, s))
		return 0;
	GROW(f->records, f->nr, f->cap);
	f->records[f->nr++] = s->record->offset;
	return 0;
}

static int begin(void *ctx, struct session *session)
{
	struct finding *f = ctx;
	int err = report__begin(&f->again, session);

	if (err)
		return err;
	/* Equal samples are to be told apart. */
	f->again.hists->may_recall = false;
	session__set_needs(session, SESSION_NEEDS_ALL);
	return 0;
}

static int on_event(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct finding *f = ctx;

	return report__on_event(&f->again, record, id);
}

/* Returns whether it is to end. */
static bool tell(const char *what, uint64_t done, uint64_t total)
{
	char text[128];

	snprintf(text, sizeof(text), "%s: %u%%; any key stops", what, total ? (unsigned int)(100.0 * (double)done / (double)total) : 0);
	return popup__busy(text);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct finding *f = ctx;

	(void)what;
	f->stopped |= tell("Counting the recording again", done, total);
}

static const struct session_ops ops = { .begin = begin, .sample = on_sample, .event = on_event, .progress = on_progress };

static void forget_parents(const struct report *r)
{
	/* They know symbols by their addresses, which other symbols may get. */
	parent_match__forget(r->hists_opts.parent);
	parent_match__forget(r->hists_opts.ignore_callees);
}

/* What the options say, and nothing of what was read. */
static void begin_again(struct finding *f, const struct report *r)
{
	struct report *again = &f->again;

	*again = *r;
	again->session = NULL;
	again->hists = NULL;
	again->columns = NULL;
	again->missing = NULL;
	again->sort_words = NULL;
	again->source = NULL;
	again->facts = (struct task_facts){ 0 };
	again->parallelism = (struct parallelism){ 0 };
	again->hists_opts.parallelism = NULL;
	again->event_switch.on = again->event_switch.off = NULL;
	again->event_switch.discarding = false;
	forget_parents(r);
}

static void end_again(struct finding *f)
{
	struct report *again = &f->again;

	forget_parents(again);
	hists__delete(again->hists);
	columns__delete(again->columns);
	free(again->sort_words);
	task_facts__exit(&again->facts);
	session__delete(again->session);
}

/* Returns whether all samples of the row are known now; else @message says why not. */
static bool find(struct finding *f, const struct report *r, char *message, size_t size)
{
	struct diag diag = DIAG_INIT;
	int err;

	begin_again(f, r);
	f->again.session = session__new(&f->again.session_opts, &ops, f, &diag);
	err = f->again.session ? session__process(f->again.session, &diag) : -EIO;
	if (f->stopped)
		snprintf(message, size, "Stopped");
	else if (err)
		snprintf(message, size, "The recording cannot be read again: %s", diag__is_set(&diag) ? diag.text : strerror(err < 0 ? -err : EIO));
	else if (f->nr != f->row->nr)
		snprintf(message, size, "The recording is another one since it was read: %zu samples, and not %" PRIu64, f->nr, f->row->nr);
	end_again(f);
	return !f->stopped && !err && f->nr == f->row->nr;
}

/* --- the screen ----------------------------------------------------------------------------------- */

static const char *not_again(const struct report *r)
{
	const struct evlist *evlist = session__evlist(r->session);
	size_t i;

	if (session__is_stream(r->session))
		return "a pipe is read only once; store it in a file";
	if (r->off_cpu.on)
		return "rows of --off-cpu and --wall are made of spans between samples";
	if (perf_header__has(session__header(r->session), HEADER_AUXTRACE) && !r->itrace.off)
		return "samples that are made of a trace are not in the file";
	for (i = 0; i < evlist->nr; i++)
		if (evlist->evsels[i]->attr.sample_type & PERF_SAMPLE_READ)
			return "what events that are read in groups have counted depends on the samples before";
	return NULL;
}

static int begin_showing(void *ctx, struct session *session)
{
	(void)ctx;
	session__set_needs(session, SESSION_NEEDS_TID | SESSION_NEEDS_TIME | SESSION_NEEDS_COMM | SESSION_NEEDS_STAY);
	return 0;
}

/* Samples come in the same order as before. */
static int list_sample(void *ctx, const struct session_sample *s)
{
	struct showing *w = ctx;

	if (w->stopped || w->next == w->f->nr)
		return 1;
	if (s->record->offset != w->f->records[w->next])
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
	w->stopped |= tell("Reading the samples", done, total);
}

static const struct session_ops showing_ops = {
	.begin = begin_showing, .sample = list_sample, .event = note_facts, .progress = on_listing,
};

static void show_list(struct showing *w, const struct report *r)
{
	const struct evlist *evlist = session__evlist(w->session);
	struct script_text_opts opts = { .no_orphan_marks = !r->hists_opts.orphan_marks };
	struct script_fields fields;
	struct script_text text;
	struct text_out out;
	char err[256];
	const struct samples_opts o = {
		.list = &w->list, .reader = &w->reader, .mouse = r->mouse, .input = session__input_name(w->session), .of = w->f->row->name,
		.info = recording_header__add, .ctx = w->session,
	};

	text_out__init(&out, -1);
	script_fields__init(&fields);
	script_text__init(&text, &out, &fields, &opts);
	script_text__set_events(&text, evlist);
	script_text__set_recording(&text, session__header(w->session), &w->facts);
	/* The usual fields are those that events have. */
	(void)script_fields__check(&fields, evlist, false, err, sizeof(err));
	w->reader.text = &text;
	samples__show(&o);
	script_text__exit(&text);
	text_out__exit(&out);
}

static void show(const struct finding *f, const struct report *r, char *message, size_t size)
{
	struct showing w = { .f = f, .opts = r->session_opts };
	struct diag diag = DIAG_INIT;
	int err;

	w.opts.again_later = true;
	w.opts.frames_go = w.opts.no_stitch = w.opts.no_resolve = false;
	sample_list__init(&w.list);
	w.session = session__new(&w.opts, &showing_ops, &w, &diag);
	sample_reader__init(&w.reader, w.session, NULL);
	err = w.session ? session__process(w.session, &diag) : -EIO;
	if (w.stopped)
		snprintf(message, size, "Stopped");
	else if (err < 0)
		snprintf(message, size, "The recording cannot be read again: %s", diag__is_set(&diag) ? diag.text : strerror(-err));
	else if (w.list.nr_all != f->nr)
		snprintf(message, size, "The recording is another one since it was read: %zu samples, and not %zu", w.list.nr_all, f->nr);
	else if (f->nr)
		show_list(&w, r);
	sample_reader__exit(&w.reader);
	sample_list__exit(&w.list);
	task_facts__exit(&w.facts);
	session__delete(w.session);
}

void report__show_samples(void *report, const struct browser_row *row, char *message, size_t size)
{
	const struct report *r = report;
	const struct columns *c = row->h->hists->columns;
	const char *why = not_again(r);
	struct finding *f;
	size_t i;

	if (why) {
		snprintf(message, size, "No list of samples: %s", why);
		return;
	}
	f = xzalloc(sizeof(*f));
	f->row = row;
	f->texts = xcalloc(c->nr_keys + 1, sizeof(*f->texts));
	for (i = 0; i < c->nr_keys; i++)
		f->texts[i] = text_of(c->keys[i], row->h, row->entry);
	if (find(f, r, message, size))
		show(f, r, message, size);
	u64num__exit(&f->frames);
	for (i = 0; i < c->nr_keys; i++)
		free(f->texts[i]);
	free(f->texts);
	free(f->records);
	free(f);
}
