// SPDX-License-Identifier: GPL-2.0-only
/* Samples that are equal in what the consumer needs are counted: what comes of it is the same as if each had come. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/seed-recordings.h"
#include "util/base/alloc.h"
#include "util/session/session-limits.h"

/* Samples whose text is the same. */
struct kind {
	char *text;
	uint64_t nr, period;
	uint64_t user_ips, later;	/* entries of deferred user halves; how many of these came later than their samples */
};

/* One reading: the kinds of samples, each with its text. */
struct counting {
	unsigned int needs;
	bool stop_at_more;		/* the consumer has enough when it is told of more */
	struct strbuf text;
	struct kind *kinds;		/* in the order in which the first of each came */
	size_t nr_kinds, cap_kinds;
	uint64_t told, told_more;	/* samples that came one by one, and together with others */
	uint64_t waited;		/* ns: the sum of how much later they came */
	bool told_waits;		/* it is known */
	uint64_t told_like;		/* of those that came one by one: as what an equal one was */
	struct strbuf log;		/* of each sample its time and its kind, in the order in which they came */
	unsigned int flushes;
};

static int begin(void *ctx, struct session *s)
{
	struct counting *r = ctx;

	session__set_needs(s, r->needs);
	return 0;
}

static int add_kind(struct counting *r, const struct session_sample *s, const struct session_more *more)
{
	unsigned int needs = r->needs;
	size_t i;

	strbuf__reset(&r->text);
	strbuf__addf(&r->text, "event %d %s ip %" PRIx64 " %d %s", s->evsel->idx, s->comm, s->sample->ip, s->deferred,
		     perf_stitch_reason__name(s->orphan));
	if (needs & SESSION_NEEDS_PID)
		strbuf__addf(&r->text, " pid %u", s->pid);
	if (needs & SESSION_NEEDS_TID)
		strbuf__addf(&r->text, " tid %u", s->tid);
	if (needs & SESSION_NEEDS_CPU)
		strbuf__addf(&r->text, " cpu %u", s->sample->cpu);
	if (needs & SESSION_NEEDS_PERIOD)
		strbuf__addf(&r->text, " period %" PRIu64, s->sample->period);
	for (i = 0; needs & SESSION_NEEDS_RAW && i < s->sample->raw_size; i++)
		strbuf__addf(&r->text, " %02x", ((const unsigned char *)s->sample->raw_data)[i]);
	strbuf__addf(&r->text, " at %s", s->ip && s->ip->map ? s->ip->map->dso->short_name : "?");
	seed_recordings__add_half(&r->text, 'k', s->chain.kernel);
	seed_recordings__add_half(&r->text, 'u', s->chain.user);
	for (i = 0; i < r->nr_kinds && strcmp(r->kinds[i].text, r->text.buf); i++)
		;
	if (i == r->nr_kinds) {
		GROW(r->kinds, r->nr_kinds, r->cap_kinds);
		r->kinds[r->nr_kinds++] = (struct kind){ .text = xstrdup(r->text.buf) };
	}
	r->kinds[i].nr += more->nr;
	r->kinds[i].period += more->period;
	r->kinds[i].user_ips += more->nr * more->nr_user_ips;
	r->kinds[i].later += more->nr_later;
	if (r->needs & SESSION_NEEDS_TIME)
		strbuf__addf(&r->log, "%" PRIu64 " %zu\n", s->sample->time, i);
	return 0;
}

static int count_sample(void *ctx, const struct session_sample *s)
{
	struct session_more one = { .nr = 1, .period = s->sample->period };
	struct counting *r = ctx;

	r->told++;
	r->told_like += !s->record;
	/* A sample that comes as what another one is has no entries. */
	if (s->deferred && s->orphan == PERF_STITCH_WHOLE && s->record) {
		one.nr_user_ips = s->user.nr;
		one.nr_later = s->user.time >= s->sample->time;
		r->waited += one.nr_later ? s->user.time - s->sample->time : 0;
	}
	return add_kind(r, s, &one);
}

static int count_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	struct counting *r = ctx;

	r->told_more += more->nr;
	return r->stop_at_more ? 17 : add_kind(r, like, more);
}

static void count_waited(void *ctx, const uint64_t *ns, size_t nr)
{
	while (nr)
		((struct counting *)ctx)->waited += ns[--nr];
}

static void count_flush(void *ctx)
{
	struct counting *r = ctx;

	r->flushes++;
}

static void counting__exit(struct counting *r)
{
	size_t i;

	for (i = 0; i < r->nr_kinds; i++)
		free(r->kinds[i].text);
	free(r->kinds);
	strbuf__exit(&r->text);
	strbuf__exit(&r->log);
}

static const struct session_ops count_each_ops = { .begin = begin, .sample = count_sample, .flush_chains = count_flush };

static const struct session_ops count_ops = {
	.begin = begin, .sample = count_sample, .more = count_more, .waited = count_waited, .flush_chains = count_flush,
};

/* Nobody asks how long they waited: then they are counted in parts. */
static const struct session_ops count_parts_ops = {
	.begin = begin, .sample = count_sample, .more = count_more, .flush_chains = count_flush,
};

/* Are the kinds of samples the same, with equal numbers, in the same order? @halves: those of their user halves, too. */
static int compare_kinds(const struct counting *each, const struct counting *more, bool halves)
{
	size_t i;

	for (i = 0; i < each->nr_kinds && i < more->nr_kinds; i++) {
		const struct kind *a = &each->kinds[i], *b = &more->kinds[i];

		if (a->nr != b->nr || a->period != b->period || strcmp(a->text, b->text))
			return fprintf(stderr, "number %zu: %" PRIu64 " samples, period %" PRIu64 ": %s\nand not %" PRIu64 ", %" PRIu64
				       ": %s\n", i, a->nr, a->period, a->text, b->nr, b->period, b->text);
	}
	for (i = 0; i < each->nr_kinds && i < more->nr_kinds && halves; i++) {
		const struct kind *a = &each->kinds[i], *b = &more->kinds[i];

		if (a->user_ips != b->user_ips || a->later != b->later)
			return fprintf(stderr, "number %zu: %" PRIu64 " entries, %" PRIu64 " halves came later, and not %" PRIu64 ", %" PRIu64
				       "\n", i, a->user_ips, a->later, b->user_ips, b->later);
	}
	if (more->told_waits && each->waited != more->waited)
		return fprintf(stderr, "samples waited %" PRIu64 " ns, and not %" PRIu64 "\n", each->waited, more->waited);
	return each->nr_kinds == more->nr_kinds ? 0 :
	       fprintf(stderr, "%zu kinds of samples, not %zu\n", each->nr_kinds, more->nr_kinds);
}

/* Samples of all recordings that were counted with others, and chains that went. */
static uint64_t nr_more, nr_like;

static unsigned int nr_flushes;

/* Reads @file with @ops, and compares with @truth and with the session's numbers then. */
static int compare_reading(const struct bytes *file, struct session_opts opts, const struct session_ops *ops, struct counting *r,
			   const struct counting *truth, const struct session_stats *stats)
{
	struct session_stats of_this = { 0 };
	int err;

	r->told_waits = ops->waited;
	err = seed_recordings__read(file, opts, ops, r, &of_this) ?: compare_kinds(truth, r, ops->more);

	if (!err && memcmp(stats, &of_this, sizeof(of_this)))
		err = fprintf(stderr, "the session's numbers differ: delivered %" PRIu64 ", %" PRIu64 "\n", stats->delivered,
			      of_this.delivered);
	return err;
}

/*
 * Reads @file sample by sample, with equal samples counted, by one thread and by several, in parts, too, and with equal samples delivered
 * as what was made of the first: all must be equal, the session's own numbers too.
 */
static int check_counted(const struct bytes *file, unsigned int needs, struct session_opts opts)
{
	struct counting each = { .needs = needs | SESSION_NEEDS_TIME, .text = STRBUF_INIT, .log = STRBUF_INIT };
	struct counting more = { .needs = needs, .text = STRBUF_INIT, .log = STRBUF_INIT }, like = each, ahead = more, parts = more;
	struct session_opts several = opts, by_each = opts;
	struct session_limits small, no_like;
	struct session_stats of_each = { 0 };
	int err;

	session_limits__init(&no_like);
	small = no_like;
	no_like.each_sample = 1;
	by_each.limits = &no_like;
	err = seed_recordings__read(file, by_each, &count_each_ops, &each, &of_each);
	err = err ?: compare_reading(file, opts, &count_ops, &more, &each, &of_each) ?:
	      compare_reading(file, opts, &count_each_ops, &like, &each, &of_each);
	several.jobs = 3;
	small.region = 4096;
	small.rows = 4;
	several.limits = &small;
	err = err ?: compare_reading(file, several, &count_ops, &ahead, &each, &of_each);
	err = err ?: compare_reading(file, several, &count_parts_ops, &parts, &each, &of_each);
	if (!err && strcmp(strbuf__str(&each.log), strbuf__str(&like.log)))
		err = fprintf(stderr, "samples came in another order, or at another time\n");
	nr_more += more.told_more;
	nr_like += like.told_like;
	nr_flushes += more.flushes;
	counting__exit(&each);
	counting__exit(&more);
	counting__exit(&ahead);
	counting__exit(&parts);
	counting__exit(&like);
	return err;
}

#define USUAL_NEEDS	(SESSION_NEEDS_IP | SESSION_NEEDS_COMM | SESSION_NEEDS_CHAIN)

static int check_random(const struct bytes *file)
{
	return check_counted(file, USUAL_NEEDS, (struct session_opts){ .gaps = true }) ?:
	       check_counted(file, USUAL_NEEDS | SESSION_NEEDS_TID | SESSION_NEEDS_RAW, (struct session_opts){ .max_stack = 3 }) ?:
	       check_counted(file, (USUAL_NEEDS & ~SESSION_NEEDS_CHAIN) | SESSION_NEEDS_PID | SESSION_NEEDS_CPU | SESSION_NEEDS_PERIOD,
			     (struct session_opts){ .gaps = true }) ?:
	       check_counted(file, USUAL_NEEDS, (struct session_opts){ .cpus = "0", .tids = "1000-1003" });
}

static int test__counted_random(void)
{
	nr_more = nr_like = 0;
	TEST_ASSERT_EQ(seed_recordings__check(check_random), TEST_OK);
	TEST_ASSERT(nr_more > test_inputs(1000));
	TEST_ASSERT(nr_like > test_inputs(1000));
	return TEST_OK;
}

/* @nr: how many different needs are tried. */
static int check_text(const char *text, unsigned int nr)
{
	struct bytes file = { 0 };
	unsigned int i;
	int err = seed_recordings__play(text, &file);

	/* None of them, and each alone. */
	for (i = 0; !err && i < nr; i++) {
		static const unsigned int more[] = { 0, SESSION_NEEDS_TID, SESSION_NEEDS_PID, SESSION_NEEDS_CPU, SESSION_NEEDS_RAW,
						     SESSION_NEEDS_PERIOD };

		err = check_counted(&file, USUAL_NEEDS | more[i], (struct session_opts){ .frames_go = true });
	}
	bytes__exit(&file);
	return err;
}

/* Names, maps and stacks change between samples that are equal but for that; periods overflow their sum. */
static int test__counted_changes(void)
{
	static const char text[] =
		"event cycles period=9223372036854775809\ntask 1000-1003 comm=one stack=5\ntask 2000 comm=two stack=3\nstep 10\n"
		"1000-1003 enter\n2000 enter\nrepeat 20\n1000-1003 sample kernel=0x1,0x2,0x3\n2000 sample kernel=0x1,0x2,0x3\nend\n"
		"1000 comm other\nrepeat 5\n1000-1003 sample kernel=0x1,0x2,0x3\n1000-1003 sample kernel=0x1,0x2,0x4\nend\n"
		"1000-1003 return\n1001 exec /usr/bin/new\n1000-1003 enter\nrepeat 5\n1000-1003 sample kernel=0x1,0x2,0x3\nend\n"
		"2000 return drop\n1000-1002 return\n";
	/* Samples that differ in their raw data. */
	static const char switches[] =
		"event sched:sched_switch type=2 config=314 period=1 fields=ip,tid,time,callchain,cpu,period,raw,identifier switches\n"
		"cpus 1\nswitch-records no\nstep 100\ntask 1000-1001 comm=sleeper cpu=0 stack=6\n"
		"cpu 0 wake 1000\ncpu 0 switch 1000 S kernel=0xffffffff81000100\nrepeat 30\n"
		"1000 enter\ncpu 0 wake 1001\ncpu 0 switch 1001 S kernel=0xffffffff81000100\n1000 return\n"
		"1001 enter\ncpu 0 wake 1000\ncpu 0 switch 1000 D kernel=0xffffffff81000100\n1001 return\n"
		"1000 enter\ncpu 0 wake 1001\ncpu 0 switch 1001 D kernel=0xffffffff81000100\n1000 return\n"
		"1001 enter\ncpu 0 wake 1000\ncpu 0 switch 1000 S kernel=0xffffffff81000100\n1001 return\nend\n";

	nr_more = 0;
	TEST_ASSERT_EQ(check_text(text, 6), 0);
	TEST_ASSERT_EQ(check_text(switches, 6), 0);
	TEST_ASSERT(nr_more > 100);
	return TEST_OK;
}

/* The samples of one thread, without chains, differ in nothing but the word @at bytes behind their beginning: at every third one. */
static int check_word(size_t at)
{
	static const char text[] = "event cycles fields=ip,tid,time,period\ntask 1000 comm=one\nrepeat 60\n1000 sample\nend\n";
	struct bytes file = { 0 };
	unsigned int nr = 0;
	uint64_t word;
	size_t i;
	int err = seed_recordings__play(text, &file);

	for (i = 0; !err && i + 40 <= file.len; i += 8) {
		const uint32_t task[2] = { 1000, 1000 };
		uint32_t header[2];

		memcpy(header, (char *)file.data + i, sizeof(header));
		if (header[0] != PERF_RECORD_SAMPLE || memcmp((char *)file.data + i + 16, task, sizeof(task)))
			continue;
		memcpy(&word, (char *)file.data + i + at, sizeof(word));
		word += nr++ / 3 % 2;
		memcpy((char *)file.data + i + at, &word, sizeof(word));
	}
	nr_more = 0;
	err = err ?: check_counted(&file, USUAL_NEEDS, (struct session_opts){ 0 });
	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT_EQ(nr, 60);
	TEST_ASSERT_EQ(nr_more, 58);
	return TEST_OK;
}

static int test__counted_addresses(void)
{
	return check_word(8);
}

static int test__counted_periods(void)
{
	return check_word(32);
}

/* So many stacks that chains go again and again, and kinds of samples take each other's places. */
static int test__counted_flushed(void)
{
	struct strbuf text = STRBUF_INIT;
	unsigned int i, k;
	int err;

	strbuf__addstr(&text, "task 1000 comm=many stack=3\nstep 10\n1000 enter\n");
	for (i = 0; i < 9000; i++) {
		strbuf__addf(&text, "1000 sample kernel=0x1,0x2,%#x\n1000 sample kernel=%#x", 3 + i % 7, 1 + 100 * i);
		for (k = 0; k < 60; k++)
			strbuf__addf(&text, ",%#x", 1000000 + 61 * i + k);
		strbuf__addch(&text, '\n');
	}
	strbuf__addstr(&text, "1000 return\n");
	nr_more = nr_flushes = 0;
	err = check_text(strbuf__str(&text), 1);
	strbuf__exit(&text);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT(nr_flushes > 1);
	TEST_ASSERT(nr_more > 6000);
	return TEST_OK;
}

/* A consumer that has enough ends the reading, in whichever call it says so. */
static int test__counted_stop(void)
{
	static const char text[] = "task 1000 stack=3\nstep 10\n1000 enter\nrepeat 20\n1000 sample kernel=0x1\nend\n1000 return\n";
	struct counting r = { .needs = USUAL_NEEDS, .stop_at_more = true, .text = STRBUF_INIT };
	struct bytes file = { 0 };
	int err = seed_recordings__play(text, &file) ?: seed_recordings__read(&file, (struct session_opts){ 0 }, &count_ops, &r, NULL);

	TEST_ASSERT_EQ(r.told, 1);
	TEST_ASSERT_EQ(r.told_more, 19);
	counting__exit(&r);
	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 17);
	return TEST_OK;
}

DEFINE_SUITE("Equal samples are counted", session_counted,
	{ "made-up recordings", test__counted_random },
	{ "names, maps and stacks change", test__counted_changes },
	{ "addresses change", test__counted_addresses },
	{ "periods change", test__counted_periods },
	{ "chains go", test__counted_flushed },
	{ "the consumer has enough", test__counted_stop })
