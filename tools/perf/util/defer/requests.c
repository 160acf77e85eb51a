// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/requests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/shown-reading.h"
#include "util/event/evlist.h"
#include "util/offcpu/offcpu.h"

struct collecting {
	struct shown_reading shown;
	struct requests *r;
	struct diag *diag;
};

static struct evsel *find_event(const struct evlist *evlist, const char *name, size_t len)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (strlen(evsel__name(evsel)) == len && !strncmp(evsel__name(evsel), name, len))
			return evsel;
	return NULL;
}

/* Names of events may have commas in them: the one between the two is that which leaves names on both sides. */
static int find_events(struct requests *r, const struct evlist *evlist, struct diag *diag)
{
	const char *comma;

	for (comma = strchr(r->choice->between, ','); comma; comma = strchr(comma + 1, ',')) {
		r->first = find_event(evlist, r->choice->between, (size_t)(comma - r->choice->between));
		r->last = find_event(evlist, comma + 1, strlen(comma + 1));
		if (r->first && r->last)
			return 0;
	}
	return diag__msg(diag, -EINVAL, "'%s' is not two events of '%s' with a comma between them (perf evlist names its events)",
			 r->choice->between, session__input_name(r->session));
}

static int find_fields(struct requests *r, struct diag *diag)
{
	return request_match__find(&r->begins, r->first, diag) ?: request_match__find(&r->ends, r->last, diag) ?:
	       request_match__find(&r->key, r->first, diag) ?: request_match__find(&r->end_key, r->last, diag);
}

static int parse_choice(struct requests *r, const struct requests_choice *c, struct diag *diag)
{
	if (c->end_key && !c->key)
		return diag__msg(diag, -EINVAL, "--end-key is for requests with a --key: that of their beginnings");
	return request_match__parse(&r->begins, "begins", c->begins, diag) ?: request_match__parse(&r->ends, "ends", c->ends, diag) ?:
	       request_match__parse(&r->key, "key", c->key, diag) ?:
	       request_match__parse(&r->end_key, c->end_key ? "end-key" : "key", c->end_key ? c->end_key : c->key, diag);
}

static int begin(void *ctx, struct session *s)
{
	struct collecting *col = ctx;
	struct requests *r = col->r;

	if (find_events(r, session__evlist(s), col->diag) < 0 || find_fields(r, col->diag) < 0)
		return -EINVAL;
	r->clock = offcpu__clock_of(session__evlist(s), NULL);
	/* Without records of switches all counts as running. */
	if (offcpu__lacks(r->off_cpu, NULL)) {
		offcpu__delete(r->off_cpu);
		r->off_cpu = NULL;
	}
	return 0;
}

static uint32_t row_of(struct requests *r, const char *state, const struct callchain *chain)
{
	const void *key[] = { state, stack_texts__of(&r->texts, chain->kernel), stack_texts__of(&r->texts, chain->user) };
	const void *interned = byte_pool__get(&r->texts.pool, key, sizeof(key));
	uint32_t *number = request_rows__place(&r->by_key, (uintptr_t)interned);

	if (!*number) {
		GROW(r->rows, r->nr_rows, r->cap_rows);
		r->rows[r->nr_rows++] = (struct request_row){ .state = state, .kernel = key[1], .user = key[2] };
		*number = (uint32_t)r->nr_rows;
	}
	return *number - 1;
}

static void add_piece(struct request_pieces *p, const struct request_piece *piece)
{
	GROW(p->list, p->nr, p->cap);
	p->list[p->nr++] = *piece;
}

/* --- what the session hands us ----------------------------------------------------------------------- */

static int on_span(void *ctx, const struct session_sample *s)
{
	struct requests *r = ((struct collecting *)ctx)->r;
	const struct offcpu_span *span = s->off_cpu;

	add_piece(&r->off, &(struct request_piece){ .tid = s->tid, .row = row_of(r, offcpu_span__text(span), &s->chain),
						    .from = span->from, .to = span->to });
	return 0;
}

/* Whether @s is one end of requests; the event is the right one. */
static bool is_end(struct request_match *m, const struct session_sample *s)
{
	return !m->name || request_match__text(m, s->sample);
}

/* What has begun in the thread of @s, or with the key that it has; NULL: it has none. Valid until the next call. */
static struct request_open *open_of(struct requests *r, struct request_match *key, const struct session_sample *s)
{
	uint64_t id = s->tid;
	uint32_t *number;

	if (key->name) {
		const char *text = request_match__text(key, s->sample);

		if (!text)
			return NULL;
		id = (uintptr_t)byte_pool__str(&r->keys, text);
	}
	number = request_opens__place(&r->opens, id);
	if (!*number) {
		GROW(r->begun, r->nr_begun, r->cap_begun);
		r->begun[r->nr_begun++] = (struct request_open){ .open = false };
		*number = (uint32_t)r->nr_begun;
	}
	return &r->begun[*number - 1];
}

static void see_end(struct requests *r, const struct session_sample *s)
{
	struct request_open *open = open_of(r, &r->end_key, s);

	if (open && open->open) {
		GROW(r->list, r->nr, r->cap);
		r->list[r->nr++] = (struct request){ .tid = s->tid, .began_in = open->tid, .from = open->from, .to = s->sample->time };
		r->elsewhere += open->tid != s->tid;
		open->open = false;
	} else if (open) {
		r->without++;
	}
}

static void see_beginning(struct requests *r, const struct session_sample *s)
{
	struct request_open *open = open_of(r, &r->key, s);

	if (!open)
		return;
	r->restarted += open->open;
	*open = (struct request_open){ .open = true, .tid = s->tid, .from = s->sample->time };
}

/* One event may be both: then each request ends where the next one begins. An end is not without a beginning if it is one itself. */
static void see_ends(struct requests *r, const struct session_sample *s)
{
	bool begins = s->evsel == r->first && is_end(&r->begins, s), ends = s->evsel == r->last && is_end(&r->ends, s);
	uint64_t without = r->without;

	if (ends)
		see_end(r, s);
	if (begins)
		r->without = without;
	if (begins)
		see_beginning(r, s);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct requests *r = ((struct collecting *)ctx)->r;
	struct session_sample foreign;

	if (r->off_cpu)
		s = offcpu__thread_sample(r->off_cpu, s, &foreign);
	if (!s->tid || s->tid == (uint32_t)-1)
		return 0;
	if (s->evsel == r->clock)
		add_piece(&r->ran, &(struct request_piece){ .tid = s->tid, .row = row_of(r, "running", &s->chain),
							    .from = s->sample->time, .to = s->sample->time,
							    .period = s->sample->period });
	if (s->evsel == r->first || s->evsel == r->last)
		see_ends(r, s);
	return 0;
}

static void on_flush(void *ctx)
{
	struct requests *r = ((struct collecting *)ctx)->r;

	stack_texts__flush(&r->texts);
}

int requests__collect(struct requests *r, const struct requests_choice *choice, const struct session_opts *opts,
		      const struct session_ops *view, void *ctx, struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = begin, .sample = on_sample, .flush_chains = on_flush,
		.damaged = shown_reading__damaged, .progress = shown_reading__progress,
	};
	static const struct offcpu_opts all = {
		.span = on_span, .states = { .states = (1U << OFFCPU_NR_STATES) - 1 }, .beside = true, .optional = true,
	};
	struct collecting col = { .r = r, .shown = { view, ctx }, .diag = diag };
	int err;
	size_t i;

	*r = (struct requests){ .choice = choice };
	if (parse_choice(r, choice, diag) < 0)
		return -EINVAL;
	r->session = session__new(opts, &ops, &col, diag);
	if (!r->session)
		return -EINVAL;
	r->off_cpu = offcpu__new(r->session, opts, &all, &col, diag);
	err = r->off_cpu ? session__process(r->session, diag) : -EINVAL;
	for (i = 0; i < r->nr_begun; i++)
		r->unfinished += r->begun[i].open;
	requests__sum(r);
	r->stats = *session__stats(r->session);
	return err;
}

void requests__exit(struct requests *r)
{
	offcpu__delete(r->off_cpu);
	free(r->rows);
	free(r->list);
	free(r->off.list);
	free(r->ran.list);
	free(r->sorted);
	free(r->begun);
	request_match__exit(&r->begins);
	request_match__exit(&r->ends);
	request_match__exit(&r->key);
	request_match__exit(&r->end_key);
	byte_pool__exit(&r->keys);
	request_opens__exit(&r->opens);
	request_rows__exit(&r->by_key);
	stack_texts__exit(&r->texts);
	session__delete(r->session);
	*r = (struct requests){ .choice = NULL };
}
