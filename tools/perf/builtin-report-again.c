// SPDX-License-Identifier: GPL-2.0-only
/*
 * The samples of a row of the screen. Rows are counts, and which samples were counted is not kept. So the recording is read once more, and
 * counted again in the same way, one sample after the other; those that came to the row are what was asked for.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/output/missing.h"
#include "util/tui/browser.h"

struct finding {
	struct report again;		/* with a session, columns and rows of its own */
	const struct report_again *what;
	const struct browser_row *row;	/* NULL: all samples */
	char **texts;			/* of the row's keys */
	bool found;			/* the row is there again: */
	uint32_t number;
	struct u64num frames;		/* place and number of a frame of the way -> is it there (1), or not (2)? */
	struct u64num rows;		/* of a row that stands for several: the address of a row -> is it one of them (1), or not (2)? */
	uint64_t nr;			/* samples that came to the row */
	struct second_reading reading;
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

static bool is_chosen(const struct hist *h, const struct hist_entry *e, const struct browser_choice *choice)
{
	const struct columns *c = h->hists->columns;
	bool same = false;
	size_t i;

	if (!choice->key)
		return hist_entry__level(e) == 'k';
	for (i = 0; !same && i < c->nr_keys; i++) {
		char *text = strcmp(c->keys[i]->name, choice->key) ? NULL : text_of(c->keys[i], h, e);

		same = text && !strcmp(text, choice->text);
		free(text);
	}
	return same;
}

static bool is_row(const struct finding *f, const struct hist *h, const struct hist_entry *e)
{
	const struct columns *c = h->hists->columns;
	bool same = !e->filtered && (!c->has_sym || f->row->nr_keys || same_function(e, f->row->entry));
	size_t i, level = 0;

	for (i = 0; same && i < f->row->nr_choices; i++)
		same = is_chosen(h, e, &f->row->choices[i]);
	for (i = 0; same && i < c->nr_keys; i++) {
		char *text;

		/* As the levels of a tree are chosen. */
		if (f->row->nr_keys && ((c->keys[i]->evsel && c->keys[i]->evsel != h->leader) || level++ >= f->row->nr_keys))
			continue;
		/* What is known of a function when all was read tells no rows apart. */
		if (!strcmp(c->keys[i]->name, "ipc_lbr"))
			continue;
		text = text_of(c->keys[i], h, e);

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
	r = hist_entry__ref(&h->list[f->row->hist], e, e->common->nr_refs - 1);
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

/* The row into which the sample fell is known; whether it is one of those that are asked for, too, after its first sample. */
static bool is_of_several(struct finding *f, const struct hists *hists, const struct hist *h)
{
	const struct hist_entry *e = hists->counted_in;
	uint64_t known = e ? u64num__find(&f->rows, (uintptr_t)e) : 2;

	if (!known) {
		known = is_row(f, h, e) ? 1 : 2;
		u64num__set(&f->rows, (uintptr_t)e, known);
	}
	return known == 1;
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

	hists->counted_in = NULL;
	hists__add(hists, s);
	hists__fold(hists);
	if (f->row->nr_keys)
		return hists->by_evsel[s->evsel->idx] == h && is_of_several(f, hists, h);
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

	if (f->reading.stopped)
		return 1;
	if (!report__takes(&f->again, &f->again.event_switch, s) || (f->row && !is_of_row(f, s)))
		return 0;
	f->nr++;
	if (f->what->missing)
		missing__add(f->again.missing, s);
	else
		f->what->sample(f->what->ctx, s);
	return 0;
}

static int begin(void *ctx, struct session *session)
{
	struct finding *f = ctx;
	int err;

	f->again.session = session;
	err = report__begin(&f->again, session);
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

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct finding *f = ctx;

	(void)what;
	second_reading__progress(&f->reading, done, total);
}

static const struct session_ops ops = { .begin = begin, .sample = on_sample, .event = on_event, .progress = on_progress };

/* What the options say, and nothing of what was read. */
static void begin_again(struct finding *f, const struct report *r)
{
	struct report *again = &f->again;

	*again = *r;
	again->session = NULL;
	again->opening = (struct screen_opening){ 0 };
	again->hists = NULL;
	again->columns = NULL;
	again->missing = NULL;
	again->sort_words = NULL;
	again->source = NULL;
	again->facts = (struct task_facts){ 0 };
	again->code = (struct report_code){ 0 };
	again->ipc = (struct report_ipc){ 0 };
	again->parallelism = (struct parallelism){ 0 };
	again->hists_opts.parallelism = NULL;
	again->show_missing = f->what->missing;
	if (again->show_missing) {
		again->session_opts.comms = r->comms;
		again->session_opts.pids = r->pids;
		again->session_opts.tids = r->tids;
	}
}

static void end_again(struct finding *f)
{
	struct report *again = &f->again;

	report__forget_symbols(again);
	report_code__exit(again);
	report_ipc__exit(again);
	hists__delete(again->hists);
	missing__delete(again->missing);
	columns__delete(again->columns);
	free(again->sort_words);
	task_facts__exit(&again->facts);
	second_reading__exit(&f->reading);
}

static bool read_again(struct finding *f, const struct report *r, char *message, size_t size)
{
	bool good;

	begin_again(f, r);
	f->reading = (struct second_reading){ .first = r->session, .itrace = &r->itrace, .opts = &f->again.session_opts, .what = "Counting the recording again" };
	good = second_reading__run(&f->reading, &ops, f, message, size);
	/* Samples that were not in the file when it was read first, or not in that order, are not what was asked for. */
	good = good && (!f->row || second_reading__is_same(f->nr, f->row->nr, message, size));
	if (good && f->what->missing)
		missing__print(f->again.missing, false, f->what->out);
	end_again(f);
	return good;
}

const char *report__not_again(const struct report *r)
{
	if (session__is_stream(r->session))
		return "a pipe is read only once; store it in a file";
	if (r->off_cpu.on)
		return "rows of --off-cpu and --wall are made of spans between samples";
	if (perf_header__has(session__header(r->session), HEADER_AUXTRACE) && !r->itrace.off)
		return "samples that are made of a trace are not in the file";
	return NULL;
}

bool report__again(const struct report *r, const struct report_again *what, char *message, size_t size)
{
	const struct columns *c = r->columns;
	const char *why = report__not_again(r);
	struct finding *f;
	bool good;
	size_t i;

	if (why) {
		snprintf(message, size, "Not here: %s", why);
		return false;
	}
	f = xzalloc(sizeof(*f));
	f->what = what;
	f->row = what->row;
	f->texts = xcalloc(c->nr_keys + 1, sizeof(*f->texts));
	for (i = 0; f->row && i < c->nr_keys; i++)
		f->texts[i] = text_of(c->keys[i], f->row->h, f->row->entry);
	good = read_again(f, r, message, size);
	u64num__exit(&f->frames);
	u64num__exit(&f->rows);
	for (i = 0; i < c->nr_keys; i++)
		free(f->texts[i]);
	free(f->texts);
	free(f);
	return good;
}
