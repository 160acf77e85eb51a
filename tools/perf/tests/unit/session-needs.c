// SPDX-License-Identifier: GPL-2.0-only
/* What a consumer asks for is the same, whatever else it does not ask for: made-up recordings, read in both ways. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/seed-recordings.h"
#include "util/base/alloc.h"
#include "util/session/session-limits.h"

/* Appends the fields that @needs names, each time in the same way. */
static void print_fields(struct strbuf *out, const struct session_sample *s, unsigned int needs)
{
	strbuf__addf(out, "event %d", s->evsel->idx);
	if (needs & SESSION_NEEDS_TIME)
		strbuf__addf(out, " time %" PRIu64, s->sample->time);
	if (needs & SESSION_NEEDS_TID)
		strbuf__addf(out, " tid %u/%u", s->tid, s->sample->tid);
	strbuf__addch(out, '\n');
}

/* A user half, by its number. */
struct numbered {
	uint64_t *ips;
	size_t nr;
};

/* One reading: which fields are asked for, and the text that they make. */
struct reading {
	unsigned int needs, shown;
	size_t nr, nr_with_record;
	struct strbuf text;
	uint64_t told_like;		/* samples that came as what an equal one was */
	struct numbered *halves;
	size_t nr_halves, cap_halves;
	const struct perf_sample *first;	/* where the fields of the first one lay */
};

static void reading__exit(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->nr_halves; i++)
		free(r->halves[i].ips);
	free(r->halves);
	strbuf__exit(&r->text);
}

static int begin(void *ctx, struct session *s)
{
	struct reading *r = ctx;

	session__set_needs(s, r->needs);
	return 0;
}

static int take_sample(void *ctx, const struct session_sample *s)
{
	struct reading *r = ctx;

	r->nr++;
	r->nr_with_record += s->record != NULL;
	print_fields(&r->text, s, r->shown);
	return 0;
}

static const struct session_ops each_ops = { .begin = begin, .sample = take_sample };

/* Samples of all recordings, those whose record was at hand, and those that came as what an equal one was. */
static size_t nr_all, nr_read, nr_like;

static int check_rows(const struct bytes *file)
{
	const unsigned int wanted = SESSION_NEEDS_TIME | SESSION_NEEDS_TID;
	struct session_opts opts = { .no_resolve = true, .no_stitch = true };
	struct reading all = { .needs = SESSION_NEEDS_ALL, .shown = wanted, .text = STRBUF_INIT };
	struct reading few = { .needs = wanted, .shown = wanted, .text = STRBUF_INIT };
	int err = seed_recordings__read(file, opts, &each_ops, &all, NULL) ?: seed_recordings__read(file, opts, &each_ops, &few, NULL);

	if (!err && (all.nr != few.nr || strcmp(strbuf__str(&all.text), strbuf__str(&few.text))))
		err = fprintf(stderr, "%zu samples:\n%s%zu with few needs:\n%s", all.nr, strbuf__str(&all.text), few.nr, strbuf__str(&few.text));
	nr_read += few.nr_with_record;
	nr_all += few.nr;
	reading__exit(&all);
	reading__exit(&few);
	return err;
}

static int test__rows(void)
{
	nr_all = nr_read = 0;
	TEST_ASSERT_EQ(seed_recordings__check(check_rows), TEST_OK);
	if (nr_read > nr_all / 2)
		fprintf(stderr, "%zu of %zu records were read\n", nr_read, nr_all);
	return nr_read > nr_all / 2 ? TEST_FAIL : TEST_OK;
}

static void add_ips(struct strbuf *out, char letter, const uint64_t *ips, size_t nr)
{
	size_t i;

	strbuf__addf(out, " %c", letter);
	for (i = 0; i < nr; i++)
		strbuf__addf(out, " %" PRIx64, ips[i]);
}

/* Equal numbers must be equal entries. */
static bool is_numbered(struct reading *r, const struct session_sample *s)
{
	struct numbered *k;

	if (!s->user_number)
		return true;
	while (r->nr_halves < s->user_number) {
		GROW(r->halves, r->nr_halves, r->cap_halves);
		r->halves[r->nr_halves++] = (struct numbered){ 0 };
	}
	k = &r->halves[s->user_number - 1];
	if (!k->ips) {
		k->nr = s->user.nr;
		k->ips = xmemdup(s->user.ips, 8 * s->user.nr);
	}
	return k->nr == s->user.nr && (!k->nr || !memcmp(k->ips, s->user.ips, 8 * k->nr));
}

static int take_entries(void *ctx, const struct session_sample *s)
{
	struct reading *r = ctx;

	r->nr++;
	/* Only those that are handed on with less than all have numbers. */
	r->told_like += s->user_number != 0;
	strbuf__addf(&r->text, "%" PRIx64 " %u event %d time %" PRIu64 " chain at %u, %" PRIu64 " %d %d of %" PRIx64, s->record->offset,
		     s->record->header.size, s->evsel->idx, s->sample->time, s->sample->callchain_offset, s->sample->nr_ips, s->deferred,
		     (int)s->orphan, s->deferred ? s->cookie : 0);
	add_ips(&r->text, 'k', s->kernel_ips, s->nr_kernel_ips);
	add_ips(&r->text, 'u', s->user.ips, s->user.nr);
	strbuf__addch(&r->text, '\n');
	return is_numbered(r, s) ? 0 : fprintf(stderr, "another half had the number %u before\n", s->user_number);
}

static int check_entries(const struct bytes *file)
{
	static const struct session_ops ops = { .begin = begin, .sample = take_entries };
	struct session_opts opts = { .no_resolve = true, .repair = true };
	struct reading all = { .needs = SESSION_NEEDS_ALL, .text = STRBUF_INIT }, few = { .needs = SESSION_NEEDS_ENTRIES, .text = STRBUF_INIT };
	struct session_stats of_all = { 0 }, of_few = { 0 };
	int err = seed_recordings__read(file, opts, &ops, &all, &of_all) ?: seed_recordings__read(file, opts, &ops, &few, &of_few);

	if (!err && strcmp(strbuf__str(&all.text), strbuf__str(&few.text)))
		err = fprintf(stderr, "%zu samples:\n%s%zu with few needs:\n%s", all.nr, strbuf__str(&all.text), few.nr, strbuf__str(&few.text));
	if (!err && memcmp(&of_all, &of_few, sizeof(of_all)))
		err = fprintf(stderr, "the session's numbers differ: %" PRIu64 " wait, not %" PRIu64 "\n", of_few.waiting, of_all.waiting);
	nr_like += few.told_like;
	nr_all += few.nr;
	reading__exit(&all);
	reading__exit(&few);
	return err;
}

/* All that there is of a sample. */
static int take_all(void *ctx, const struct session_sample *s)
{
	const struct perf_sample *f = s->sample;
	struct reading *r = ctx;

	/* The first one goes the long way, and what goes that way has its fields in one place. */
	r->first = r->first ?: f;
	r->told_like += f != r->first;
	strbuf__addf(&r->text, "misc %x id %" PRIu64 " ip %" PRIx64 " %u/%u addr %" PRIx64 " stream %" PRIu64 " cpu %u period %" PRIu64 " %s half at %"
		     PRIu64 " of %u/%u, raw %u", f->misc, f->id, f->ip, f->pid, f->tid, f->addr, f->stream_id, f->cpu, f->period, s->comm,
		     s->user.time, s->pid, s->tid, f->raw_size);
	strbuf__addf(&r->text, " data %d at %s", (int)memcmp(s->record->data, &s->record->header, sizeof(s->record->header)),
		     s->ip && s->ip->map ? s->ip->map->dso->short_name : "?");
	seed_recordings__add_half(&r->text, 'k', s->chain.kernel);
	seed_recordings__add_half(&r->text, 'u', s->chain.user);
	return take_entries(ctx, s);
}

static int check_fields(const struct bytes *file)
{
	static const struct session_ops ops = { .begin = begin, .sample = take_all };
	struct reading each = { .needs = SESSION_NEEDS_ALL, .text = STRBUF_INIT }, like = each;
	struct session_stats of_each = { 0 }, of_like = { 0 };
	struct session_limits no_like;
	struct session_opts opts = { .gaps = true, .limits = &no_like };
	int err;

	session_limits__init(&no_like);
	no_like.each_sample = 1;
	err = seed_recordings__read(file, opts, &ops, &each, &of_each);
	opts.limits = NULL;
	err = err ?: seed_recordings__read(file, opts, &ops, &like, &of_like);
	if (!err && strcmp(strbuf__str(&each.text), strbuf__str(&like.text)))
		err = fprintf(stderr, "each by itself:\n%sand like others:\n%s", strbuf__str(&each.text), strbuf__str(&like.text));
	if (!err && memcmp(&of_each, &of_like, sizeof(of_each)))
		err = fprintf(stderr, "the session's numbers differ: %" PRIu64 " wait, not %" PRIu64 "\n", of_like.waiting, of_each.waiting);
	nr_like += like.told_like;
	nr_all += like.nr;
	reading__exit(&each);
	reading__exit(&like);
	return err;
}

static int test__fields(void)
{
	/* A marker that belongs nowhere is left out of what the consumer gets. */
	static const char odd[] =
		"task 1000-1001 comm=one stack=5\nstep 10\n1000-1001 enter\nrepeat 9\n"
		"1000 sample kernel=0x1,0xfffffffffffffd80,0x5,0x2,0x3\n1001 sample kernel=0x7,0xfffffffffffffd80,0x5,0x8\nend\n1000-1001 return\n";
	struct bytes file = { 0 };
	int err = seed_recordings__play(odd, &file) ?: check_fields(&file);

	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 0);
	nr_like = nr_all = 0;
	TEST_ASSERT_EQ(seed_recordings__check(check_fields), TEST_OK);
	TEST_ASSERT(nr_like > nr_all / 20);
	return TEST_OK;
}

static int test__entries(void)
{
	nr_like = nr_all = 0;
	TEST_ASSERT_EQ(seed_recordings__check(check_entries), TEST_OK);
	TEST_ASSERT(nr_like > nr_all / 20);
	return TEST_OK;
}

/* Damage in what looks as usual: a record's size is no number of words. Nothing is read at an address that is not aligned. */
static int test__odd_sizes(void)
{
	static const char text[] = "task 1000 comm=one stack=5\nstep 10\nrepeat 9\n1000 enter\n1000 sample kernel=0x1,0x2\n1000 return\nend\n";
	static const uint32_t types[] = { PERF_RECORD_SAMPLE, PERF_RECORD_CALLCHAIN_DEFERRED };
	struct perf_event_header h;
	struct bytes file = { 0 };
	size_t i, at, nr = 0;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(types) && !err; i++) {
		err = seed_recordings__play(text, &file);
		for (at = 0; !err && at + sizeof(h) <= file.len; at += 8) {
			memcpy(&h, file.data + at, sizeof(h));
			if (h.type != types[i] || h.size % 8 || h.size < 64 || h.size > 200)
				continue;
			h.size -= 4;
			memcpy((char *)file.data + at, &h, sizeof(h));
			nr++;
			break;
		}
		err = err ?: check_entries(&file);
		bytes__exit(&file);
		file = (struct bytes){ 0 };
	}
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT_EQ(nr, ARRAY_SIZE(types));
	return TEST_OK;
}

/* How many records of @file are said to be damaged by a reading that needs nothing of stacks, and by one that needs all. */
static int count_damaged(const struct bytes *file, uint64_t *ret_few, uint64_t *ret_all)
{
	struct session_opts all_opts = { .no_resolve = true }, few_opts = { .no_resolve = true, .no_stitch = true };
	struct reading all = { .needs = SESSION_NEEDS_ALL, .text = STRBUF_INIT };
	struct reading few = { .needs = SESSION_NEEDS_TIME | SESSION_NEEDS_TID, .text = STRBUF_INIT };
	struct session_stats stats = { 0 };
	int err = seed_recordings__read(file, few_opts, &each_ops, &few, &stats);

	*ret_few = stats.damaged;
	err = err ?: seed_recordings__read(file, all_opts, &each_ops, &all, &stats);
	*ret_all = stats.damaged;
	reading__exit(&all);
	reading__exit(&few);
	return err;
}

/*
 * A deferred record with more entries than it has room for is damaged, also if it is right for a record of the other event,
 * which ends with a word more; and whoever does not look at its entries is told, too.
 */
static int test__wrong_counts(void)
{
	static const char text[] = "event cycles fields=ip,tid,time,callchain,period,identifier defer-output\n"
				   "event faults config=2 fields=ip,tid,time,callchain,cpu,period,identifier defer-output\n"
				   "task 1000 comm=one stack=9\nstep 100\nrepeat 4\n1000 enter\n1000 sample cycles kernel=0x1,0x2\n"
				   "1000 sample faults kernel=0x3\n1000 return\nend\n";
	struct bytes file = { 0 };
	unsigned int nr_records = 0;
	uint64_t few, all, nr;
	uint32_t header[2];
	size_t at;
	int by, err = seed_recordings__play(text, &file);

	for (at = 0; !err && at + 80 <= file.len; at += 8) {
		memcpy(header, file.data + at, sizeof(header));
		memcpy(&nr, file.data + at + 16, sizeof(nr));
		if (header[0] != PERF_RECORD_CALLCHAIN_DEFERRED || nr != 9)
			continue;
		for (by = -2; !err && by <= 2; by++) {
			const uint64_t wrong = nr + (uint64_t)(int64_t)by;

			memcpy((char *)file.data + at + 16, &wrong, sizeof(wrong));
			err = count_damaged(&file, &few, &all);
			if (!err && (few != all || (all > 0) != (by > 0)))
				err = fprintf(stderr, "record %u, %d entries more: %" PRIu64 " damaged, %" PRIu64 " if stacks are needed\n",
					      nr_records, by, few, all);
		}
		memcpy((char *)file.data + at + 16, &nr, sizeof(nr));
		nr_records++;
	}
	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT(nr_records >= 8);
	return TEST_OK;
}

DEFINE_SUITE("What a consumer of samples needs", session_needs,
	{ "time and tid, from rows alone", test__rows },
	{ "the record and its entries", test__entries },
	{ "records of odd sizes", test__odd_sizes },
	{ "records with wrong counts", test__wrong_counts },
	{ "all fields of equal samples", test__fields })
