// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pass 1 over a recording that can be read twice: in the order of the file it checks and counts every record, leaves a row of each
 * sample and each deferred record, and collects what tells about the world. Then rows are joined (join.c) and sorted.
 */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/sample-runs.h"
#include "util/session/session-pass1.h"
#include "util/session/session-internal.h"

#define PROGRESS_EVERY	65536
#define PROGRESS_BYTES	(4U << 20)
#define GIVE_BACK_EVERY	128

/* --- all records ---------------------------------------------------------------------------------- */

/* With world_only, where it is known what is of no use. */
static void pass_runs(struct session *s, struct data_walk *w)
{
	uint64_t left, pos, size;

	if (!s->opts->runs || !data_walk__rest(w, &left, &pos) || w->segment)
		return;
	size = sample_runs__at(s->opts->runs, &s->next_run, w->off);
	data_walk__pass(w, size < left ? size : left);
}

/* What the scan has counted since the last call. */
static void add_counts(struct session *s)
{
	struct session_stats *st = &s->stats;
	struct scan_counts *c = &s->scan.counts;

	st->records += c->taken_samples + c->taken_deferred;
	st->bytes += c->bytes;
	st->types[PERF_RECORD_SAMPLE] += c->taken_samples;
	st->types[PERF_RECORD_CALLCHAIN_DEFERRED] += c->taken_deferred;
	st->deferred_bytes += c->taken_deferred_bytes;
	st->samples += c->samples;
	st->deferred_records += c->deferred_records;
	st->records_without_tid += c->records_without_tid;
	*c = (struct scan_counts){ 0 };
}

/* Most records; not where each record is to be told, or is only passed over. */
static int take_usual(struct session *s, struct data_walk *w)
{
	uint64_t before;
	int ret;

	if (s->opts->world_only)
		pass_runs(s, w);
	if (!s->begun || (s->ops->record && !s->opts->skip_usual) || s->opts->world_only || s->opts->raw)
		return 0;
	do {
		before = s->stats.bytes;
		ret = scan__take(&s->scan, w);
		add_counts(s);
		if (s->stats.bytes / PROGRESS_BYTES != before / PROGRESS_BYTES)
			session__progress(s, "Reading", s->stats.bytes, data_file__size(s->file));
	} while (ret > 0);
	return ret;
}

static int pass_1_records(struct session *s, struct data_walk *w, struct diag *diag)
{
	uint64_t total = data_file__size(s->file), n = 0;
	struct diag damage = DIAG_INIT;
	struct record r;
	int ret, err;

	scan__ask_head(&s->scan);
	while ((err = take_usual(s, w)) == 0 && (ret = data_walk__next(w, &r, &damage))) {
		if (ret < 0) {
			session__damaged(s, &damage);
			continue;
		}
		/* In a stored pipe stream events and features come as records, before the kernel's. */
		if (!s->begun && r.header.type < PERF_RECORD_USER_TYPE_START) {
			scan__ask_head(&s->scan);
			err = session__begin(s, diag);
			if (err)
				return err;
		}
		err = session__see_record(s, w, &r, &damage);
		add_counts(s);
		if (err == -EBADMSG) {
			session__damaged(s, &damage);
			data_walk__distrust(w, &r);
		} else if (err) {
			return err;
		}
		scan__join_some(&s->scan);
		if (!(++n % PROGRESS_EVERY))
			session__progress(s, "Reading", s->stats.bytes, total);
	}
	return err ?: session__begin(s, diag);
}

/* --- after the last one --------------------------------------------------------------------------- */

/* From here on the world does not change any more. */
static void build_world(struct session *s)
{
	struct record r;
	size_t i;

	time_order__sort(&s->scan.events, s->workers, s->limits.rows);
	for (i = 0; i < s->scan.events.nr; i++) {
		if (data_file__at(s->file, time_order__pos(&s->scan.events, &s->scan.events.entries[i]), s->reader.copy, &r))
			session__add_event(s, &r);
		if (s->file->give_back && !(i % GIVE_BACK_EVERY))
			data_file__give_back(s->file, NULL);
	}
	chain_cache__freeze(s->chains);
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

static void finish_aux(struct session *s)
{
	struct diag diag = DIAG_INIT;
	uint64_t size;
	const void *index = session__feature_bytes(s, HEADER_AUXTRACE, &size);

	aux_data__finish(&s->aux);
	if (index && aux_data__check_index(&s->aux, index, size, s->file->swap, s->header->sections[HEADER_AUXTRACE].offset, &diag))
		session__damaged(s, &diag);
}

static int walk(struct session *s, struct diag *diag)
{
	struct data_walk w;
	int err;

	data_walk__init(&w, s->file);
	err = pass_1_records(s, &w, diag);
	scan__drop_regions(&s->scan);
	data_walk__exit(&w);
	return err;
}

/* All rows are made once more, and nobody is told of anything. */
static int walk_again(struct session *s, struct diag *diag)
{
	static const struct session_ops none = { 0 };
	const struct session_ops *ops = s->ops;
	struct session_stats stats;
	int err;

	scan__begin_again(&s->scan);
	stats = s->stats;
	s->ops = &none;
	s->again = true;
	err = walk(s, diag);
	s->again = false;
	s->ops = ops;
	s->stats = stats;
	return err;
}

int session__pass_1(struct session *s, struct diag *diag)
{
	int err = data_file__unpack(s->file, diag);

	if (err)
		return err;
	err = walk(s, diag);
	tell_compressed(s);
	if (!err && scan__is_late(&s->scan))
		err = walk_again(s, diag);
	if (!err)
		finish_aux(s);
	if (err || s->opts->no_order)
		return err;
	s->no_guests = !s->header->evlist->has_guests;
	err = scan__finish(&s->scan);
	add_counts(s);
	if (err > 0) {
		err = walk_again(s, diag) ?: scan__finish(&s->scan);
		add_counts(s);
	}
	s->stats.duplicate_records = s->scan.duplicate_records;
	s->stats.unused_records = s->scan.unused_records;
	if (!err)
		build_world(s);
	if (!s->opts->any_order || s->source || s->stage || s->ops->event)
		time_order__sort(&s->scan.samples, s->workers, s->limits.rows);
	return err;
}
