// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/dump.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/shown-reading.h"

struct collector {
	struct shown_reading shown;
	struct dump *d;
};

static struct dump_entry *new_entry(struct dump *d)
{
	struct dump_entry *e;

	GROW(d->entries, d->nr, d->cap);
	e = &d->entries[d->nr++];
	*e = (struct dump_entry){ .match = DUMP_NONE, .duplicate_of = DUMP_NONE };
	return e;
}

static uint32_t count_frames(const uint64_t *ips, size_t nr)
{
	uint32_t n = 0;
	size_t i;

	for (i = 0; i < nr; i++)
		n += ips[i] < PERF_CONTEXT_MAX;
	return n;
}

int64_t dump_cookie__cpu(const struct dump *d, uint64_t cookie)
{
	return (int64_t)perf_stitch_cookie__cpu(cookie, d->big) - 1;
}

uint32_t dump_cookie__count(const struct dump *d, uint64_t cookie)
{
	return perf_stitch_cookie__count(cookie, d->big);
}

static bool is_bad_cookie(const struct dump *d, uint64_t cookie)
{
	return !(dump_cookie__count(d, cookie) & 1);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct dump *d = ((struct collector *)ctx)->d;
	enum perf_stitch_ending ending;
	struct dump_entry *e;
	uint64_t cookie;
	size_t nr;

	ending = session__ending(d->session, s->evsel, s->sample, &nr, &cookie);
	if (ending == PERF_STITCH_ENDS_PLAIN)
		return 0;
	e = new_entry(d);
	e->time = s->sample->time;
	e->offset = s->record->offset;
	e->cookie = cookie;
	e->pid = s->pid;
	e->tid = s->tid;
	e->cpu = s->sample->cpu;
	e->nr = count_frames(s->sample->ips, nr);
	e->comm = s->comm;
	e->event = evsel__name(s->evsel);
	e->ending = ending;
	return 0;
}

static int on_deferred(void *ctx, const struct record *r, const struct record_deferred *rd, const char *comm,
		       const struct chain_half *half)
{
	struct dump *d = ((struct collector *)ctx)->d;
	struct dump_entry *e = new_entry(d);

	(void)half;
	e->time = rd->id.time;
	e->offset = r->offset;
	e->cookie = rd->cookie;
	e->pid = rd->id.pid;
	e->tid = rd->id.tid;
	e->cpu = rd->id.cpu;
	e->nr = (uint32_t)rd->nr;
	e->comm = comm;
	if (!rd->id.has_tid)
		e->violations |= DUMP_NO_TID;
	return 0;
}

static int on_begin(void *ctx, struct session *s)
{
	struct dump *d = ((struct collector *)ctx)->d;
	struct evlist *list = session__evlist(s);
	struct evsel *e;
	size_t i;

	d->big = session__header(s)->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	d->outputs = xcalloc(list->nr, sizeof(*d->outputs));
	evlist__for_each(list, i, e)
		if (e->attr.defer_output)
			d->outputs[d->nr_outputs++] = evsel__name(e);
	return 0;
}

/* --- what is wrong by itself: when the protocol is known -------------------------------------------- */

static void check_entries(struct dump *d)
{
	size_t i;

	for (i = 0; i < d->nr && d->protocol == DEFERRED_PROTOCOL_C; i++) {
		struct dump_entry *e = &d->entries[i];

		if (perf_stitch__is_unterminated(e->ending, true))
			e->violations |= DUMP_NO_COOKIE;
		else if (is_bad_cookie(d, e->cookie))
			e->violations |= DUMP_BAD_COOKIE;
	}
}

/* --- which completes which ----------------------------------------------------------------------- */

/* Tokens are numbers of entries. */
static int on_match(void *ctx, const struct perf_stitch_item *item)
{
	struct dump *d = ctx;

	if (item->has_record) {
		d->entries[item->token].match = item->record;
		d->entries[item->record].completes++;
	}
	return 0;
}

static int match_samples(struct dump *d)
{
	static const struct perf_stitch_queue_opts opts = { .max_wait = UINT64_MAX, .max_bytes = UINT64_MAX };
	static const struct perf_stitch_queue_ops ops = { .deliver = on_match };
	const bool cookies = d->protocol == DEFERRED_PROTOCOL_C;
	struct perf_stitch_queue *q = perf_stitch_queue__new(&opts, &ops, d);
	int err = q ? 0 : -ENOMEM;
	size_t i;

	for (i = 0; i < d->nr && !err; i++) {
		const struct dump_entry *e = &d->entries[i];
		const struct perf_stitch_key key = { .cookie = e->cookie, .tid = e->tid, .machine = e->machine };

		if (e->violations & (DUMP_NO_COOKIE | DUMP_NO_TID))
			continue;
		err = e->event ? perf_stitch_queue__add_waiting(q, &(struct perf_stitch_waiting){
						.key = key, .which = perf_stitch__which(e->ending), .time = e->time,
						.cpu = PERF_STITCH_ANY_CPU, .token = i }) :
				 perf_stitch_queue__add_record(q, &key, e->time, i, 0, perf_stitch__is_empty(e->nr, cookies));
	}
	err = err ?: perf_stitch_queue__flush(q);
	perf_stitch_queue__delete(q);
	return err;
}

U64_MAP(dump_entry_map, struct dump_entry *)

/* In time order: who had a cookie first, and what came first of it, its sample or its record. */
static void check_cookies(struct dump *d)
{
	struct dump_entry_map seen = { 0 };
	size_t i;

	for (i = 0; d->protocol == DEFERRED_PROTOCOL_C && i < d->nr; i++) {
		struct dump_entry *e = &d->entries[i], *first;

		if (e->violations & (DUMP_NO_COOKIE | DUMP_NO_TID))
			continue;
		first = dump_entry_map__find(&seen, e->cookie);
		if (!first) {
			dump_entry_map__set(&seen, e->cookie, e);
			continue;
		}
		if (first->tid != e->tid || first->machine != e->machine) {
			e->violations |= DUMP_COOKIE_REUSED;
			e->other_tid = first->tid;
		} else if (e->event && !first->event && e->match != DUMP_NONE && !first->completes_later) {
			first->completes_later = true;
			first->violations |= DUMP_RECORD_FIRST;
		} else if (!e->event && !first->event) {
			e->duplicate_of = (size_t)(first - d->entries);
		} else if (!e->event) {
			/* The next record of this key is a duplicate of this one. */
			dump_entry_map__set(&seen, e->cookie, e);
			e->completes_later = true;
		}
	}
	dump_entry_map__exit(&seen);
}

static void count_violations(struct dump *d)
{
	size_t i;
	int b;

	for (i = 0; i < d->nr; i++)
		for (b = 0; b < DUMP_NR_VIOLATIONS; b++)
			d->violations[b] += d->entries[i].violations >> b & 1;
	if (d->nr_outputs > 1)
		d->violations[__builtin_ctz(DUMP_SEVERAL_OUTPUTS)] = 1;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct dump *d = ((const struct collector *)ctx)->d;
	char buf[512];

	shown_reading__damaged(ctx, diag);
	GROW(d->damages, d->nr_damages, d->cap_damages);
	d->damages[d->nr_damages++].text = xstrdup(diag__format(diag, buf, sizeof(buf)));
}

int dump__collect(struct dump *d, struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		  struct diag *diag)
{
	static const struct session_ops ops = {
		.begin = on_begin, .sample = on_sample, .deferred = on_deferred, .damaged = on_damaged,
		.progress = shown_reading__progress,
	};
	struct collector c = { { view, view_ctx }, d };
	int err;

	opts->raw = opts->no_resolve = true;
	d->session = session__new(opts, &ops, &c, diag);
	if (!d->session)
		return -EBADMSG;
	err = session__process(d->session, diag);
	if (err)
		return err;
	d->protocol = session__protocol(d->session);
	check_entries(d);
	if (match_samples(d))
		return diag__msg(diag, -ENOMEM, "out of memory");
	check_cookies(d);
	count_violations(d);
	return 0;
}

void dump__exit(struct dump *d)
{
	while (d->nr_damages)
		free(d->damages[--d->nr_damages].text);
	free(d->damages);
	free(d->entries);
	free(d->outputs);
	session__delete(d->session);
	*d = (struct dump){ 0 };
}

bool dump__has_violations(const struct dump *d)
{
	int b;

	for (b = 0; b < DUMP_NR_VIOLATIONS; b++)
		if (d->violations[b])
			return true;
	return d->nr_damages > 0;
}

const char *dump_violation__text(unsigned int bit)
{
	switch (bit) {
	case DUMP_SEVERAL_OUTPUTS:
		return "defer_output is set on several events: every record comes several times";
	case DUMP_COOKIE_REUSED:
		return "the cookie was another task's before";
	case DUMP_RECORD_FIRST:
		return "the record is older than the first sample of its cookie";
	case DUMP_BAD_COOKIE:
		return "the cookie's count is even: no kernel gives such a cookie out";
	case DUMP_NO_TID:
		return "sample_id has no TID: the record matches nothing";
	case DUMP_NO_COOKIE:
		return "the deferral marker has no cookie behind it";
	default:
		return "";
	}
}
