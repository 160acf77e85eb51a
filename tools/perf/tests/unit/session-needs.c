// SPDX-License-Identifier: GPL-2.0-only
/* What a consumer asks for is the same, whatever else it does not ask for: made-up recordings, read in both ways. */
#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/generate/generate.h"
#include "util/session/session-limits.h"
#include "util/session/session.h"

#define NR_SEEDS	300

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

/* Samples whose text is the same. */
struct kind {
	char *text;
	uint64_t nr, period;
	uint64_t user_ips, later;	/* entries of deferred user halves; how many of these came later than their samples */
};

/* One reading: which fields are asked for, and the text that they make; or the kinds of samples, each with its text. */
struct reading {
	unsigned int needs, shown;
	bool stop_at_more;		/* the consumer has enough when it is told of more */
	size_t nr, nr_with_record;
	struct strbuf text;
	struct kind *kinds;		/* in the order in which the first of each came */
	size_t nr_kinds, cap_kinds;
	uint64_t told, told_more;	/* samples that came one by one, and together with others */
	uint64_t waited;		/* ns: the sum of how much later they came */
	uint64_t told_like;		/* of those that came one by one: as what an equal one was */
	const struct perf_sample *first;	/* where the fields of the first one lay */
	struct strbuf log;		/* of each sample its time and its kind, in the order in which they came */
	unsigned int flushes;
};

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

static void add_half(struct strbuf *out, char letter, const struct chain_half *half)
{
	uint32_t i;

	strbuf__addf(out, " %c", letter);
	for (i = 0; half && i < half->nr; i++)
		strbuf__addf(out, " %" PRIx64 "%s", half->frames[i]->ip, half->frames[i]->map ? half->frames[i]->map->dso->short_name : "");
}

static int add_kind(struct reading *r, const struct session_sample *s, const struct session_more *more)
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
	add_half(&r->text, 'k', s->chain.kernel);
	add_half(&r->text, 'u', s->chain.user);
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
	struct reading *r = ctx;

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
	struct reading *r = ctx;

	r->told_more += more->nr;
	return r->stop_at_more ? 17 : add_kind(r, like, more);
}

static void count_waited(void *ctx, const uint64_t *ns, size_t nr)
{
	while (nr)
		((struct reading *)ctx)->waited += ns[--nr];
}

static void count_flush(void *ctx)
{
	struct reading *r = ctx;

	r->flushes++;
}

static void reading__exit(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->nr_kinds; i++)
		free(r->kinds[i].text);
	free(r->kinds);
	strbuf__exit(&r->text);
	strbuf__exit(&r->log);
}

static const struct session_ops each_ops = { .begin = begin, .sample = take_sample };
static const struct session_ops count_each_ops = { .begin = begin, .sample = count_sample, .flush_chains = count_flush };
static const struct session_ops count_ops = {
	.begin = begin, .sample = count_sample, .more = count_more, .waited = count_waited, .flush_chains = count_flush,
};

/* Reads @file with @opts. Returns 0, or nonzero with a message printed, but for 17. *@ret_stats may be NULL. */
static int read_file(const struct bytes *file, struct session_opts opts, const struct session_ops *ops, struct reading *r,
		     struct session_stats *ret_stats)
{
	struct diag diag = DIAG_INIT;
	char path[64], text[400];
	struct session *session;
	int fd = memfd_create("recording", MFD_CLOEXEC), err = -EIO;

	if (fd >= 0 && write(fd, file->data, file->len) == (ssize_t)file->len) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		opts.input = path;
		opts.force = true;
		session = session__new(&opts, ops, r, &diag);
		err = session ? session__process(session, &diag) : -EINVAL;
		if (session && ret_stats)
			*ret_stats = *session__stats(session);
		session__delete(session);
	}
	if (err && err != 17)
		fprintf(stderr, "%s\n", diag__format(&diag, text, sizeof(text)));
	if (fd >= 0)
		close(fd);
	return err;
}

/* What is made of a recording of @seed: 0 if it is as the test wants it. */
typedef int (*check_fn)(const struct bytes *file);

static bool is_big_endian(void)
{
	const uint16_t one = 1;

	return *(const unsigned char *)&one == 0;
}

/* Samples look as they mostly do: in this machine's byte order, and without fields behind chain and raw data. */
static void make_usual(struct scenario *s)
{
	size_t i;

	s->big = is_big_endian();
	for (i = 0; i < s->nr_events; i++) {
		s->events[i].sample_type &= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN |
			PERF_SAMPLE_RAW;
		s->events[i].branch_sample_type = 0;
	}
}

/* Two of three seeds make usual samples. */
static int one_seed(uint64_t seed, check_fn check)
{
	struct scenario s;
	struct bytes file = { 0 };
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__random(&s, seed, &(struct scenario_knobs){ 0 });
	s.format = FORMAT_FILE;
	if (seed % 3)
		make_usual(&s);
	err = generate__play(&s, &file, NULL, &truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	err = err ?: check(&file);
	if (err)
		fprintf(stderr, "seed %" PRIu64 ": see perf defer generate --seed %" PRIu64 " --print\n", seed, seed);
	truth__exit(&truth);
	bytes__exit(&file);
	scenario__exit(&s);
	return err;
}

static int many_seeds(check_fn check)
{
	uint64_t seed;
	int bad = 0;

	for (seed = 1; seed <= test_inputs(NR_SEEDS) && bad < 5; seed++)
		bad += one_seed(seed, check) != 0;
	return bad ? TEST_FAIL : TEST_OK;
}

/* Samples of all recordings, and those whose record was at hand. */
static size_t nr_all, nr_read;

static int check_rows(const struct bytes *file)
{
	const unsigned int wanted = SESSION_NEEDS_TIME | SESSION_NEEDS_TID;
	struct session_opts opts = { .no_resolve = true, .no_stitch = true };
	struct reading all = { .needs = SESSION_NEEDS_ALL, .shown = wanted, .text = STRBUF_INIT };
	struct reading few = { .needs = wanted, .shown = wanted, .text = STRBUF_INIT };
	int err = read_file(file, opts, &each_ops, &all, NULL) ?: read_file(file, opts, &each_ops, &few, NULL);

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
	TEST_ASSERT_EQ(many_seeds(check_rows), TEST_OK);
	if (nr_read > nr_all / 2)
		fprintf(stderr, "%zu of %zu records were read\n", nr_read, nr_all);
	return nr_read > nr_all / 2 ? TEST_FAIL : TEST_OK;
}

/* Are the kinds of samples the same, with equal numbers, in the same order? @halves: those of their user halves, too. */
static int compare_kinds(const struct reading *each, const struct reading *more, bool halves)
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
	if (halves && each->waited != more->waited)
		return fprintf(stderr, "samples waited %" PRIu64 " ns, and not %" PRIu64 "\n", each->waited, more->waited);
	return each->nr_kinds == more->nr_kinds ? 0 :
	       fprintf(stderr, "%zu kinds of samples, not %zu\n", each->nr_kinds, more->nr_kinds);
}

/* Samples of all recordings that were counted with others, and chains that went. */
static uint64_t nr_more, nr_like;
static unsigned int nr_flushes;

/* Reads @file with @ops, and compares with @truth and with the session's numbers then. */
static int compare_reading(const struct bytes *file, struct session_opts opts, const struct session_ops *ops, struct reading *r,
			   const struct reading *truth, const struct session_stats *stats)
{
	struct session_stats of_this = { 0 };
	int err = read_file(file, opts, ops, r, &of_this) ?: compare_kinds(truth, r, ops->more);

	if (!err && memcmp(stats, &of_this, sizeof(of_this)))
		err = fprintf(stderr, "the session's numbers differ: delivered %" PRIu64 ", %" PRIu64 "\n", stats->delivered,
			      of_this.delivered);
	return err;
}

/*
 * Reads @file sample by sample, with equal samples counted, by one thread and by several, and with equal samples delivered as what was
 * made of the first: all must be equal, the session's own numbers too.
 */
static int check_counted(const struct bytes *file, unsigned int needs, struct session_opts opts)
{
	struct reading each = { .needs = needs | SESSION_NEEDS_TIME, .text = STRBUF_INIT, .log = STRBUF_INIT };
	struct reading more = { .needs = needs, .text = STRBUF_INIT, .log = STRBUF_INIT }, like = each, ahead = more;
	struct session_opts several = opts, by_each = opts;
	struct session_limits small, no_like;
	struct session_stats of_each = { 0 };
	int err;

	session_limits__init(&no_like);
	small = no_like;
	no_like.each_sample = 1;
	by_each.limits = &no_like;
	err = read_file(file, by_each, &count_each_ops, &each, &of_each);
	err = err ?: compare_reading(file, opts, &count_ops, &more, &each, &of_each) ?:
	      compare_reading(file, opts, &count_each_ops, &like, &each, &of_each);
	several.jobs = 3;
	small.region = 4096;
	several.limits = &small;
	err = err ?: compare_reading(file, several, &count_ops, &ahead, &each, &of_each);
	if (!err && strcmp(strbuf__str(&each.log), strbuf__str(&like.log)))
		err = fprintf(stderr, "samples came in another order, or at another time\n");
	nr_more += more.told_more;
	nr_like += like.told_like;
	nr_flushes += more.flushes;
	reading__exit(&each);
	reading__exit(&more);
	reading__exit(&ahead);
	reading__exit(&like);
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
	TEST_ASSERT_EQ(many_seeds(check_random), TEST_OK);
	TEST_ASSERT(nr_more > test_inputs(1000));
	TEST_ASSERT(nr_like > test_inputs(1000));
	return TEST_OK;
}

/* A recording of what @text tells, in this machine's byte order: samples of the other one are not counted together. */
static int play_text(const char *text, struct bytes *file)
{
	struct scenario s;
	struct truth truth = { 0 };
	struct diag diag = DIAG_INIT;
	int err;

	scenario__init(&s);
	s.big = is_big_endian();
	err = scenario__parse(&s, text, &diag) ?: generate__play(&s, file, NULL, &truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	truth__exit(&truth);
	scenario__exit(&s);
	return err;
}

/* @nr: how many different needs are tried. */
static int check_text(const char *text, unsigned int nr)
{
	struct bytes file = { 0 };
	unsigned int i;
	int err = play_text(text, &file);

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
	int err = play_text(text, &file);

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
	struct reading r = { .needs = USUAL_NEEDS, .stop_at_more = true, .text = STRBUF_INIT };
	struct bytes file = { 0 };
	int err = play_text(text, &file) ?: read_file(&file, (struct session_opts){ 0 }, &count_ops, &r, NULL);

	TEST_ASSERT_EQ(r.told, 1);
	TEST_ASSERT_EQ(r.told_more, 19);
	reading__exit(&r);
	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 17);
	return TEST_OK;
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
	struct kind *k;

	if (!s->user_number)
		return true;
	while (r->nr_kinds < s->user_number) {
		GROW(r->kinds, r->nr_kinds, r->cap_kinds);
		r->kinds[r->nr_kinds++] = (struct kind){ 0 };
	}
	k = &r->kinds[s->user_number - 1];
	if (!k->text) {
		k->nr = s->user.nr;
		k->text = xmemdup(s->user.ips, 8 * s->user.nr);
	}
	return k->nr == s->user.nr && (!k->nr || !memcmp(k->text, s->user.ips, 8 * k->nr));
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
	int err = read_file(file, opts, &ops, &all, &of_all) ?: read_file(file, opts, &ops, &few, &of_few);

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
	add_half(&r->text, 'k', s->chain.kernel);
	add_half(&r->text, 'u', s->chain.user);
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
	err = read_file(file, opts, &ops, &each, &of_each);
	opts.limits = NULL;
	err = err ?: read_file(file, opts, &ops, &like, &of_like);
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
	int err = play_text(odd, &file) ?: check_fields(&file);

	bytes__exit(&file);
	TEST_ASSERT_EQ(err, 0);
	nr_like = nr_all = 0;
	TEST_ASSERT_EQ(many_seeds(check_fields), TEST_OK);
	TEST_ASSERT(nr_like > nr_all / 20);
	return TEST_OK;
}

static int test__entries(void)
{
	nr_like = nr_all = 0;
	TEST_ASSERT_EQ(many_seeds(check_entries), TEST_OK);
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
		err = play_text(text, &file);
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
	int err = read_file(file, few_opts, &each_ops, &few, &stats);

	*ret_few = stats.damaged;
	err = err ?: read_file(file, all_opts, &each_ops, &all, &stats);
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
	int by, err = play_text(text, &file);

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
	{ "all fields of equal samples", test__fields },
	{ "equal samples are counted: made-up recordings", test__counted_random },
	{ "equal samples are counted: names, maps and stacks change", test__counted_changes },
	{ "equal samples are counted: addresses change", test__counted_addresses },
	{ "equal samples are counted: periods change", test__counted_periods },
	{ "equal samples are counted: chains go", test__counted_flushed },
	{ "equal samples are counted: the consumer has enough", test__counted_stop })
