// SPDX-License-Identifier: GPL-2.0-only
/*
 * A recording that can be read twice.
 *
 * Pass 1 walks it in file order: it checks and counts every record, leaves a row of each sample and each deferred record
 * and collects what tells about the world. Then rows are joined (session-stitch.c) and sorted. Pass 2 visits the samples in
 * time order; by then every deferred record and every map is known, so nothing ever waits. What pass 1 has checked is read
 * once more for what it holds, with nothing but its bounds checked again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/header-read.h"
#include "util/data/sample-runs.h"
#include "util/session/session-jobs.h"
#include "util/session/session-rows.h"

#define RECORD_MAX	(64 * 1024)
#define PROGRESS_EVERY	65536
#define PROGRESS_BYTES	(4U << 20)
/* Unwinding takes much longer than counting: whoever waits wants to see it go on. */
#define PROGRESS_SAMPLES	1024
#define GIVE_BACK_EVERY	128
#define SAMPLES_GIVE_BACK	8192

static void progress(struct session *s, const char *what, uint64_t done, uint64_t total)
{
	if (s->ops->progress)
		s->ops->progress(s->ctx, what, done, total);
}

/* --- pass 1 ------------------------------------------------------------------------------------- */

static void put_in_order(struct session *s, uint64_t time, const struct record *r)
{
	time_order__add(&s->events, time, r->offset, 0);
	if (time > s->newest)
		s->newest = time;
}

/* -EBADMSG: damaged. -ENOMEM. */
static int take_deferred(struct session *s, const struct record *r, struct diag *diag)
{
	struct record_deferred d;

	if (sample_decoder__deferred(&s->user_dec, r, s->protocol, &d, diag))
		return -EBADMSG;
	s->stats.deferred_records++;
	if (s->opts->no_order)
		return 0;
	s->stats.records_without_tid += !d.id.has_tid;
	return s->stitch && d.id.has_tid ? session__note_deferred(s, r, &d) : 0;
}

static int see_deferred(struct session *s, const struct record *r, bool known, struct diag *diag)
{
	struct sample_id id;

	if (s->opts->raw && !s->opts->no_order) {
		sample_decoder__id(&s->dec, r, &id);
		put_in_order(s, id.time, r);
	}
	if (known)
		return take_deferred(s, r, diag);
	/* Without a second look nobody will know which kind it is of. */
	if (s->opts->no_order) {
		s->stats.deferred_records++;
		return 0;
	}
	GROW(s->deferred, s->nr_deferred, s->cap_deferred);
	s->deferred[s->nr_deferred++] = r->offset;
	return 0;
}

static int see_sample(struct session *s, const struct record *r, struct diag *diag)
{
	struct sample_glance sample;
	struct evsel *evsel = sample_decoder__glance(&s->dec, r, &sample, diag);

	if (!evsel)
		return -EBADMSG;
	s->stats.samples++;
	if (!s->opts->no_order)
		session__note_sample(s, r, evsel, &sample);
	return 0;
}

/* It has no time: it comes behind all that lies before it. */
static void note_round(struct session *s, const struct record *r)
{
	if (r->header.type == PERF_RECORD_FINISHED_ROUND && s->opts->rounds && !s->opts->no_order)
		time_order__add(&s->events, s->newest + 1, r->offset, 0);
}

static int see_user_record(struct session *s, struct data_walk *w, const struct record *r, struct diag *diag)
{
	const void *blob;
	uint64_t size;

	/* That the file has such, it should have said in its head. */
	if ((r->header.type == PERF_RECORD_COMPRESSED || r->header.type == PERF_RECORD_COMPRESSED2) &&
	    data_file__unpack_found(s->file, diag))
		return -EBADMSG;
	if (r->header.type == PERF_RECORD_AUXTRACE_INFO || r->header.type == PERF_RECORD_AUXTRACE)
		return session__see_aux(s, w, r, diag);
	if (r->header.type == PERF_RECORD_HEADER_TRACING_DATA) {
		blob = data_walk__follow(w, r, &size);
		free(s->header->tracing_data);
		s->header->tracing_data = xmemdup(blob, size);
		s->header->tracing_data_size = size;
		return 0;
	}
	/* What threads have read ahead may mean something else then. */
	if (r->header.type == PERF_RECORD_EVENT_UPDATE || r->header.type == PERF_RECORD_HEADER_FEATURE ||
	    r->header.type == PERF_RECORD_ID_INDEX)
		session__drop_regions(s);
	return session__read_head_record(s, r, diag);
}

static int tell_follow(struct session *s, const struct data_walk *w, const struct record *r)
{
	uint64_t size;
	const void *bytes = data_walk__follow(w, r, &size);

	return bytes && s->ops->follow ? s->ops->follow(s->ctx, bytes, size) : 0;
}

static int see_record(struct session *s, struct data_walk *w, const struct record *r, bool known,
		      struct diag *diag)
{
	struct sample_id id;
	int err;

	if (s->opts->world_only && (r->header.type == PERF_RECORD_SAMPLE || r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED))
		return 0;
	s->here = data_walk__here(w, r, &s->here_left);
	s->here_offset = r->offset;
	session__count_record(s, r);
	if (s->ops->record) {
		err = s->ops->record(s->ctx, s, r);
		if (err)
			return err > 0 ? err : -ECANCELED;
		err = tell_follow(s, w, r);
		if (err)
			return err;
	}
	err = session__see_length(s, r, diag);
	if (err)
		return err;
	if (r->header.type >= PERF_RECORD_USER_TYPE_START) {
		note_round(s, r);
		return s->again ? 0 : see_user_record(s, w, r, diag);
	}
	switch (r->header.type) {
	case PERF_RECORD_SAMPLE:
		return see_sample(s, r, diag);
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return see_deferred(s, r, known, diag);
	default:
		if (!s->opts->no_order) {
			sample_decoder__id(&s->dec, r, &id);
			put_in_order(s, id.time, r);
			s->time_before = id.time ?: s->time_before;
		}
		return s->again ? 0 : session__see_aux(s, w, r, diag);
	}
}

static void join_many(struct session *s)
{
	const struct session_stitch *st = s->stitch;

	if (st && session_stitch__rows(st) >= st->join_at)
		session__join(s);
}

/* With world_only, where it is known what is of no use. */
static void pass_runs(struct session *s, struct data_walk *w)
{
	uint64_t left, pos, size;

	if (!s->opts->runs || !data_walk__rest(w, &left, &pos) || w->segment)
		return;
	size = sample_runs__at(s->opts->runs, &s->next_run, w->off);
	data_walk__pass(w, size < left ? size : left);
}

/* Most records, in a loop of their own; not where each record is to be told, or is only passed over. */
static int take_usual(struct session *s, struct data_walk *w, bool known)
{
	const unsigned char *p;
	uint64_t left, until, pos, taken;
	bool more;
	int err = 0;

	if (s->opts->world_only)
		pass_runs(s, w);
	if (!s->begun || (s->ops->record && !s->opts->skip_usual) || s->opts->world_only || s->opts->raw)
		return 0;
	session__begin_usual(s);
	do {
		p = data_walk__rest(w, &left, &pos);
		if (!p)
			return 0;
		err = session__take_regions(s, p, left, pos, known, &taken, &until);
		if (!err && !taken) {
			if (until > PROGRESS_BYTES)
				until = PROGRESS_BYTES;
			err = session__take_usual(s, p, until, pos, known, &taken);
			more = taken > PROGRESS_BYTES / 2;
		} else {
			/* The next region may begin here. */
			more = true;
		}
		data_walk__pass(w, taken);
		join_many(s);
		if (s->stats.bytes / PROGRESS_BYTES != (s->stats.bytes - taken) / PROGRESS_BYTES)
			progress(s, "Reading", s->stats.bytes, data_file__size(s->file));
	} while (!err && more);
	return err;
}

/* With world_only, where it is known what is of no use. */
static int pass_1_records(struct session *s, struct data_walk *w)
{
	uint64_t total = data_file__size(s->file), n = 0;
	bool known = session__protocol_from_attrs(s);
	struct diag diag = DIAG_INIT;
	struct record r;
	int ret, err;

	while ((err = take_usual(s, w, known)) == 0 && (ret = data_walk__next(w, &r, &diag))) {
		if (ret < 0) {
			session__damaged(s, &diag);
			continue;
		}
		/* In a stored pipe stream events and features come as records, before the kernel's. */
		if (!s->begun && r.header.type < PERF_RECORD_USER_TYPE_START) {
			known = session__protocol_from_attrs(s);
			err = session__begin(s);
			if (err)
				return err;
		}
		err = see_record(s, w, &r, known, &diag);
		if (err == -EBADMSG) {
			session__damaged(s, &diag);
			data_walk__distrust(w, &r);
		} else if (err) {
			return err;
		}
		join_many(s);
		if (!(++n % PROGRESS_EVERY))
			progress(s, "Reading", s->stats.bytes, total);
	}
	return err ?: session__begin(s);
}

/* Protocol A knows no defer_output; but neither has a C recording whose attrs lost it. */
static int take_undecided(struct session *s)
{
	struct diag diag = DIAG_INIT;
	struct record r;
	size_t i;
	int err;

	if (session__protocol_from_attrs(s))
		return 0;
	if (s->marker_endings || s->cookie_endings)
		s->protocol =
			s->marker_endings > s->cookie_endings ? DEFERRED_PROTOCOL_A : DEFERRED_PROTOCOL_C;
	for (i = 0; i < s->nr_deferred; i++) {
		if (!data_file__at(s->file, s->deferred[i], s->user_copy, &r))
			continue;
		err = take_deferred(s, &r, &diag);
		if (err == -EBADMSG)
			session__damaged(s, &diag);
		else if (err)
			return err;
	}
	zfree(&s->deferred);
	s->nr_deferred = s->cap_deferred = 0;
	return 0;
}

/* From here on the world does not change any more. */
static void build_world(struct session *s)
{
	struct record r;
	size_t i;

	time_order__sort(&s->events);
	for (i = 0; i < s->events.nr; i++) {
		if (data_file__at(s->file, time_order__pos(&s->events, &s->events.entries[i]), s->record_copy, &r))
			session__add_event(s, &r);
		if (s->file->give_back && !(i % GIVE_BACK_EVERY))
			data_file__give_back(s->file, 1);
	}
	s->frozen = true;
	chain_cache__freeze(s->chains);
}

static bool any_guest(const struct evlist *list)
{
	size_t i;

	HASH_EACH(&list->ids, i)
		if (((const struct evlist_id *)list->ids.slots[i].val)->machine_pid)
			return true;
	return false;
}

static void tell_compressed(struct session *s)
{
	const struct data_file *f = s->file;
	struct diag lost = DIAG_INIT;

	if (f->damaged_compressed) {
		diag__msg(&lost, 0, "%u compressed records are damaged: what they held is lost", f->damaged_compressed);
		session__damaged(s, &lost);
	}
	if (f->cut_compressed) {
		diag__msg(&lost, 0, "the compressed data end in the middle of a block: what should follow is lost");
		session__damaged(s, &lost);
	}
}

static int walk(struct session *s)
{
	struct data_walk w;
	int err;

	data_walk__init(&w, s->file);
	err = pass_1_records(s, &w);
	session__drop_regions(s);
	data_walk__exit(&w);
	return err;
}

/* All rows are made once more, and nobody is told of anything. */
static int walk_again(struct session *s)
{
	static const struct session_ops none = { 0 };
	const struct session_ops *ops = s->ops;
	struct session_stats stats;
	int err;

	session__forget_rows(s);
	time_order__empty(&s->events);
	s->nr_deferred = 0;
	s->marker_endings = s->cookie_endings = 0;
	s->newest = s->time_before = s->regions_from = 0;
	stats = s->stats;
	s->ops = &none;
	s->again = true;
	err = walk(s);
	s->again = false;
	s->ops = ops;
	s->stats = stats;
	return err;
}

static int pass_1(struct session *s, struct diag *diag)
{
	int err = data_file__unpack(s->file, diag);

	if (err)
		return err;
	err = walk(s);
	tell_compressed(s);
	if (!err && session__rows_are_late(s))
		err = walk_again(s);
	if (!err)
		session__finish_aux(s);
	if (err || s->opts->no_order)
		return err;
	s->no_guests = !any_guest(s->header->evlist);
	err = take_undecided(s);
	if (!err && s->stitch && !session__stitch(s)) {
		err = walk_again(s) ?: take_undecided(s);
		if (!err)
			(void)session__stitch(s);
	}
	if (!err)
		build_world(s);
	if (!s->opts->any_order || s->source || s->ops->event)
		time_order__sort(&s->samples);
	return err;
}

/* --- pass 2 ------------------------------------------------------------------------------------- */

/* A sample that does not look as usual, or whose file has changed. */
static struct evsel *read_sample(struct session *s, const struct time_order_entry *o, struct record *r, struct perf_sample *ret)
{
	struct diag diag = DIAG_INIT;
	struct evsel *evsel = NULL;
	uint64_t pos = time_order__pos(&s->samples, o);

	/* Pass 1 has checked it: only a file that changes meanwhile fails here. */
	if (data_file__again(s->file, pos, s->record_copy, r))
		evsel = sample_decoder__sample(&s->dec, r, ret, NULL);
	if (!evsel) {
		diag__set(&diag, -EBADMSG, pos, "SAMPLE", NULL, "the file changed while it was read");
		session__damaged(s, &diag);
	}
	return evsel;
}

static int visit_sample(struct session *s, const struct time_order_entry *o)
{
	const struct perf_sample *sample = &s->usual_sample;
	struct perf_sample any;
	struct user_half half;
	struct record r;
	struct evsel *evsel = session__usual_sample(s, o, &r);
	size_t nr;

	if (!evsel) {
		evsel = read_sample(s, o, &r, &any);
		sample = &any;
		if (!evsel)
			return 0;
	}
	if (s->opts->raw || !session__user_half(s, o, sample->pid, &half))
		return session__deliver_sample(s, &r, evsel, sample, sample->nr_ips, NULL);
	(void)perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &half.cookie);
	return session__deliver_sample(s, &r, evsel, sample, nr, &half);
}

/*
 * Does a recording of @size bytes take so much of the memory that its pages are better given back when they were read? They come
 * again from the page cache, or from the disk, in pass 2; of smaller ones they stay, which is faster.
 */
static bool is_large(uint64_t size)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	/* For tests, whose recordings are small. */
	return getenv("PERF_TEST_GIVE_BACK") || (pages > 0 && size > (uint64_t)pages / 4 * (uint64_t)page);
}

static int visit_event(struct session *s, size_t number)
{
	struct record r;

	if (!data_file__at(s->file, time_order__pos(&s->events, &s->events.entries[number]), s->record_copy, &r))
		return 0;
	if (r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED)
		return session__deliver_deferred(s, &r);
	return session__deliver_event(s, &r);
}

/* @nr samples have been visited. */
static void passed(struct session *s, size_t nr)
{
	if (!(nr % PROGRESS_SAMPLES)) {
		s->between_samples = true;
		progress(s, "Processing samples", nr - 1, s->samples.nr);
		s->between_samples = false;
	}
	if (nr % SAMPLES_GIVE_BACK)
		return;
	if (s->file->give_back)
		data_file__give_back(s->file, 1);
}

/*
 * Counts (or delivers) the samples from number *@i on that are like others, and moves *@i behind them. Returns true if that one is to be
 * delivered now; false: something else may have to be done before.
 */
static bool visit_alike(struct session *s, size_t *i, size_t end, uint64_t next_event)
{
	size_t stop = *i - *i % SAMPLES_GIVE_BACK + SAMPLES_GIVE_BACK, from = *i;
	bool differs;

	*i = session__count_alike(s, from, stop < end ? stop : end, next_event, &differs);
	if (*i > from)
		passed(s, *i);
	return differs || *i == from;
}

int session__visit(struct session *s, struct session_place *at, size_t end)
{
	bool want_events = s->ops->event || s->opts->raw, from_rows = session__rows_suffice(s);
	size_t i = at->sample, e = at->event;
	int err = 0;

	while (!err && i < end) {
		const struct time_order_entry *o = &s->samples.entries[i];

		while (!err && want_events && e < s->events.nr && session__comes_first(s, &s->events.entries[e], o))
			err = session__run_source(s, s->events.entries[e].time) ?: visit_event(s, e), e++;
		if (!err)
			err = session__run_source(s, o->time);
		if (err)
			break;
		if (s->alike && (!s->source || s->source_done) &&
		    !visit_alike(s, &i, end, want_events && e < s->events.nr ? s->events.entries[e].time : UINT64_MAX)) {
			err = session__alike_failed(s);
			continue;
		}
		o = &s->samples.entries[i];
		if (!s->entries || !session__deliver_entries(s, o, &err))
			err = from_rows && time_order_entry__event(o) ? session__deliver_row(s, o) : visit_sample(s, o);
		passed(s, ++i);
	}
	at->sample = i;
	at->event = e;
	return err;
}

static int pass_2(struct session *s, struct diag *diag)
{
	bool want_events = s->ops->event || s->opts->raw;
	struct session_place at = { 0 };
	int err = session__begin_source(s);

	session__begin_alike(s);
	session__begin_entries(s);
	err = err ?: session__visit_slices(s, &at, diag);
	err = err ?: session__visit(s, &at, s->samples.nr);
	for (; !err && want_events && at.event < s->events.nr; at.event++)
		err = session__run_source(s, s->events.entries[at.event].time) ?: visit_event(s, at.event);
	err = err ?: session__run_source(s, UINT64_MAX);
	session__settle_alike(s);
	return err ?: session__tell_alike(s);
}

/* Whose consumer is told of a sample once more. */
struct again {
	const struct session_ops *ops;
	void *ctx;
	int (*fn)(void *ctx, const struct session_sample *sample);
	void *fn_ctx;
};

static int tell_again(void *ctx, const struct session_sample *sample)
{
	struct again *again = ctx;

	return again->fn(again->fn_ctx, sample);
}

static void flush_again(void *ctx)
{
	struct again *again = ctx;

	if (again->ops->flush_chains)
		again->ops->flush_chains(again->ctx);
}

/* The row of the sample at @pos, in the order of time. */
static const struct time_order_entry *row_at(struct session *s, uint64_t pos)
{
	struct perf_sample sample;
	struct record r;

	if (!data_file__again(s->file, pos, s->record_copy, &r) || !sample_decoder__sample(&s->dec, &r, &sample, NULL))
		return NULL;
	return time_order__find(&s->samples, sample.time, pos);
}

int session__sample_again(struct session *s, uint64_t pos,
			  int (*fn)(void *ctx, const struct session_sample *sample), void *ctx)
{
	static const struct session_ops ops = { .sample = tell_again, .flush_chains = flush_again };
	struct again again = { .ops = s->ops, .ctx = s->ctx, .fn = fn, .fn_ctx = ctx };
	const struct time_order_entry *row;
	struct session *saved;
	bool remembers;
	int err;

	if (!s->file)
		return 0;
	/* What is counted from here on is forgotten. */
	session__settle_alike(s);
	/* The sample that is being delivered still needs the buffers. */
	saved = xmemdup(s, sizeof(*s));
	remembers = session__alike_remembers(s, false);
	s->ops = &ops;
	s->ctx = &again;
	sample_decoder__init(&s->dec, s->header->evlist);
	sample_decoder__init(&s->user_dec, s->header->evlist);
	s->record_copy = xmalloc(RECORD_MAX);
	s->user_copy = xmalloc(RECORD_MAX);
	s->own_ips = NULL;
	s->cap_own_ips = 0;
	sample_decoder__prepare(&s->dec);
	row = row_at(s, pos);
	err = row ? visit_sample(s, row) : 0;
	sample_decoder__exit(&s->dec);
	sample_decoder__exit(&s->user_dec);
	free(s->record_copy);
	free(s->user_copy);
	free(s->own_ips);
	s->ops = saved->ops;
	s->ctx = saved->ctx;
	s->dec = saved->dec;
	s->usual_sample = saved->usual_sample;
	s->user_dec = saved->user_dec;
	s->record_copy = saved->record_copy;
	s->user_copy = saved->user_copy;
	s->own_ips = saved->own_ips;
	s->cap_own_ips = saved->cap_own_ips;
	s->stats = saved->stats;
	free(saved);
	(void)session__alike_remembers(s, remembers);
	return err;
}

/*
 * What a consumer makes of all that it was told takes memory as well: what is not looked at any more goes first. Pages of the
 * recording that somebody asks for after all come again.
 */
static void let_go(struct session *s)
{
	data_file__give_back(s->file, session_jobs__of(s->opts->jobs));
	if (s->opts->frames_go && !s->opts->again_later)
		time_order__exit(&s->samples);
	/* This comes last, as the consumer makes rows meanwhile of what it has of chains. */
	chain_cache__empty(s->chains);
}

int session__process_file(struct session *s, struct diag *diag)
{
	int err;

	s->record_copy = xmalloc(RECORD_MAX);
	s->user_copy = xmalloc(RECORD_MAX);
	s->file->give_back = s->opts->world_only || is_large(data_file__size(s->file));
	if (!s->opts->no_order && !s->opts->raw && !s->opts->no_stitch && !s->opts->world_only)
		session__begin_stitching(s);
	/* A stored pipe stream has told no event yet. */
	err = s->header->evlist->nr ? session__begin(s) : 0;
	err = err ?: pass_1(s, diag);
	err = err ?: data_file__check_length(s->file, diag);
	if (!err && !s->opts->no_order && !s->opts->world_only) {
		err = pass_2(s, diag);
		err = err ?: data_file__check_length(s->file, diag);
	}
	let_go(s);
	if (err == -ENOMEM)
		diag__msg(diag, err, "out of memory");
	return err;
}

void session__exit_file(struct session *s)
{
	time_order__exit(&s->samples);
	time_order__exit(&s->events);
	aux_data__exit(&s->aux);
	session__exit_stitching(s);
	session__exit_alike(s);
	session__exit_entries(s);
	free(s->part_heads);
	free(s->deferred);
	free(s->record_copy);
	free(s->user_copy);
}
