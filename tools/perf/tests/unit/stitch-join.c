// SPDX-License-Identifier: GPL-2.0-only
/* Rows of samples and records are joined as the rules say, whatever order and keys they come in. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/scan/join.h"
#include "util/scan/regions.h"
#include "util/scan/stitch-add.h"
#include "util/scan/user-half.h"

#define MAX	300

struct made {
	uint64_t cookie, time;
	uint32_t tid;
	bool empty;
};

static struct made records[MAX], samples[MAX];
static size_t nr_records, nr_samples;

/* How far it is from @w, times two; smaller: where two are as far, this one is better. */
static uint64_t rank(const struct made *r, const struct made *w)
{
	bool later = r->time >= w->time;
	uint64_t ns = later ? r->time - w->time : w->time - r->time;

	return (r->empty ? 2 * ns : ns) * 4 + 2 * r->empty + !later;
}

/* The record that completes @w, by looking at all of them; SIZE_MAX: none. Of equal ones, the first at or after, else the last before. */
static size_t expected(const struct made *w, bool cookies)
{
	size_t best = SIZE_MAX, i;

	for (i = 0; i < nr_records; i++) {
		const struct made *r = &records[i], *b = best == SIZE_MAX ? NULL : &records[best];
		bool later = r->time >= w->time;

		if (r->tid != w->tid || r->cookie != w->cookie || (!cookies && !later))
			continue;
		if (!b || rank(r, w) < rank(b, w) || (rank(r, w) == rank(b, w) && !later))
			best = i;
	}
	return best;
}

static struct record_reader reader;

static void begin(struct scan *sc, struct evlist *evlist, enum deferred_protocol protocol)
{
	const struct scan_opts opts = { .order = true, .stitch = true };

	record_reader__init(&reader, evlist, false);
	if (scan__init(sc, &opts, NULL, evlist, &reader))
		abort();
	sc->protocol = protocol;
	scan__begin(sc);
}

static void make_records(struct scan *sc, unsigned int *seed, size_t nr, bool cookies, bool ascending)
{
	static const uint64_t word = 0x1234;
	size_t i;

	for (i = 0; i < nr; i++) {
		struct made *m = &records[nr_records++];
		struct record_deferred d = { .ips = &word };
		struct record r = { .offset = 1000 + i };

		m->cookie = !cookies ? 0 : 1 + (ascending ? i / 2 : (uint64_t)(rand_r(seed) % 40));
		m->time = (uint64_t)(rand_r(seed) % 100);
		m->tid = (uint32_t)(rand_r(seed) % 3);
		m->empty = cookies && !(rand_r(seed) % 4);
		d.cookie = m->cookie;
		d.nr = !m->empty;
		d.id = (struct sample_id){ .time = m->time, .tid = m->tid, .pid = m->tid, .has_tid = true };
		if (scan__note_deferred(sc, &r, &d))
			abort();
	}
}

/* Each waits for a record that there is: why one is missing is not asked here. */
static void make_samples(struct scan *sc, const struct evsel *evsel, unsigned int *seed, size_t nr, bool cookies)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		const struct made *of = &records[(size_t)rand_r(seed) % nr_records];
		struct made *m = &samples[nr_samples];
		uint64_t ips[2] = { (uint64_t)PERF_CONTEXT_USER_DEFERRED, of->cookie };
		struct sample_glance g = { .ips = ips, .nr_ips = cookies ? 2 : 1 };
		struct record r = { .offset = i };

		*m = (struct made){ .cookie = of->cookie, .tid = of->tid, .time = (uint64_t)(rand_r(seed) % 100) };
		if (!cookies && m->time > of->time)
			m->time = of->time;
		nr_samples++;
		g.time = m->time;
		g.tid = m->tid;
		scan__note_sample(sc, &r, evsel, &g);
	}
}

static uint64_t duplicates(void)
{
	uint64_t nr = 0;
	size_t i, j;

	for (i = 0; i < nr_records; i++)
		for (j = 0; j < i; j++)
			if (records[i].tid == records[j].tid && records[i].cookie == records[j].cookie &&
			    records[i].empty == records[j].empty) {
				nr++;
				break;
			}
	return nr;
}

/* No record lies behind its sample: nothing has to be read to know when it was made. */
static uint64_t time_of_half(const struct scan *sc, size_t i)
{
	return scan__half_record(sc, &sc->samples.entries[i], 0, NULL, 0).time;
}

static uint32_t half_of(const struct scan *sc, size_t i)
{
	return kind_of(sc->stitch, sc->samples.entries[i].what).user;
}

static int check(const struct scan *sc, bool cookies)
{
	uint64_t unused = nr_records;
	bool used[MAX] = { false };
	size_t i;

	for (i = 0; i < nr_samples; i++) {
		size_t want = expected(&samples[i], cookies);

		TEST_ASSERT(sc->samples.entries[i].what >= JOINED_HALF && sc->samples.entries[i].what < FAR_KIND);
		TEST_ASSERT_EQ(time_of_half(sc, i), records[want].time);
		TEST_ASSERT_EQ(sc->stitch->odd[half_of(sc, i) & ~ODD_HALF], 1000 + want);
		unused -= !used[want];
		used[want] = true;
	}
	TEST_ASSERT_EQ(sc->unused_records, unused);
	if (cookies)
		TEST_ASSERT_EQ(sc->duplicate_records, duplicates());
	return TEST_OK;
}

static int one(unsigned int seed, bool cookies, bool ascending)
{
	struct perf_event_attr attr = { .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
					.defer_callchain = 1 };
	struct evsel *evsel = evsel__new(&attr);
	struct evlist *evlist = evlist__new();
	struct scan sc;
	int ret;

	nr_records = nr_samples = 0;
	evlist__add(evlist, evsel);
	begin(&sc, evlist, cookies ? DEFERRED_PROTOCOL_C : DEFERRED_PROTOCOL_A);
	make_records(&sc, &seed, 1 + seed % MAX, cookies, ascending);
	make_samples(&sc, evsel, &seed, 1 + seed % MAX, cookies);
	(void)scan__stitch(&sc);
	ret = check(&sc, cookies);
	scan__exit(&sc);
	record_reader__exit(&reader);
	evlist__delete(evlist);
	return ret;
}

static int test__cookies(void)
{
	unsigned int seed;

	for (seed = 0; seed < 400; seed++)
		if (one(seed, true, false))
			return TEST_FAIL;
	return TEST_OK;
}

static int test__ascending(void)
{
	unsigned int seed;

	for (seed = 0; seed < 400; seed++)
		if (one(seed, true, true))
			return TEST_FAIL;
	return TEST_OK;
}

static int test__next(void)
{
	unsigned int seed;

	for (seed = 0; seed < 400; seed++)
		if (one(seed, false, false))
			return TEST_FAIL;
	return TEST_OK;
}

/* One of two CPUs, and a number that becomes larger. */
static uint64_t cookie_of(size_t nr)
{
	return (uint64_t)(nr + 1) << 32 | (1 + nr / 10 % 2);
}

/*
 * Rows in the order of a file in which a sample's record comes right behind it, or a few rows further on, nearly always once and
 * with a later time. A cookie that comes once more is one of the last @back.
 */
static void make_file(unsigned int *seed, size_t nr, size_t back)
{
	size_t i, cookie;

	nr_records = nr_samples = 0;
	for (i = 0; i < nr; i++) {
		cookie = rand_r(seed) % 20 ? i : i - (size_t)rand_r(seed) % (i < back ? i + 1 : back);
		samples[nr_samples++] = (struct made){ .cookie = cookie_of(cookie / 3), .time = 10 * i + 100, .tid = (uint32_t)cookie / 3 % 5 };
		records[nr_records++] = (struct made){ .cookie = cookie_of(cookie / 3), .tid = (uint32_t)cookie / 3 % 5,
			.time = 10 * i + 100 + (uint64_t)(rand_r(seed) % (rand_r(seed) % 4 ? 50 : 200)) - 20, .empty = !(rand_r(seed) % 8) };
	}
}

/* The stack of each record is another one. */
static uint64_t stacks[MAX];

/* Adds the samples of record @i and of the two behind it, if it is the first of three, and then that record. */
static void add_row(struct stitch *st, struct time_order *rows, size_t i)
{
	struct at_once at = { .may = st->at_once, .near = NO_SAMPLE };
	const struct made *m = &records[i];
	size_t next;
	uint32_t task;

	for (next = i; i % 3 == 0 && next < nr_samples && next < i + 3; next++) {
		m = &samples[next];
		time_order__add(rows, m->time, 8 * next, NOT_WAITING);
		task = stitch__task_of(st, 0, m->tid, stitch__native_cpu(m->cookie));
		stitch__wait(st, &st->tasks[task], m->cookie, (uint32_t)(rows->nr - 1), m->tid, WAITING_COOKIE | WAITING_AT_ONCE);
	}
	m = &records[i];
	stacks[i] = i;
	at.samples = rows->entries;
	task = stitch__task_of(st, 0, m->tid, stitch__native_cpu(m->cookie));
	if (!stitch__add_record(st, &at, 0, (struct deferred_row){
		.cookie = m->cookie, .time = m->time, .task = task, .half = raw_halves__number(&st->halves, &stacks[i], 1), .pid = m->tid,
		.link = m->empty ? RECORD_EMPTY : 0 }))
		abort();
}

/* @every: rows are joined after so many records; 0: only when all are there. */
static void add_file(struct scan *sc, size_t every)
{
	size_t i;

	for (i = 0; i < nr_records; i++) {
		add_row(sc->stitch, &sc->samples, i);
		if (every && i % every == every - 1)
			scan__join(sc);
	}
}

#define STRETCHES	4

/* The rows from number @from on, as a thread makes those of a region with several stretches. Sets @ends. */
static void read_region(struct region *r, struct thread_known *known, unsigned int *seed, size_t from, size_t *ends)
{
	struct stitch *st = r->stitch;
	size_t i, end = from;
	struct stretch *s;

	region__begin_numbers(r, known);
	for (r->nr = 0; r->nr < STRETCHES; r->nr++) {
		end += 3 * ((size_t)rand_r(seed) % 4 + 1);
		end = end < nr_records ? end : nr_records;
		s = &r->stretches[r->nr];
		*s = (struct stretch){ .samples = r->samples.nr, .records = st->nr_records, .waiting = st->nr_waiting, .seen = st->nr_seen,
				       .unused = st->nr_unused };
		stitch__begin_stretch(st);
		for (i = from; i < end; i++)
			add_row(st, &r->samples, i);
		stitch__end_stretch(st, s->seen);
		s->end_samples = r->samples.nr;
		s->end_records = st->nr_records;
		s->end_waiting = st->nr_waiting;
		s->end_seen = st->nr_seen;
		s->unused = st->nr_unused - s->unused;
		s->tasks = st->nr_tasks;
		s->halves = st->halves.nr;
		ends[r->nr] = from = end;
	}
	region__end_numbers(r, known);
}

/* Adds all rows by regions, some of whose stretches are not taken, but read by the session itself. */
static void add_regions(struct scan *sc, unsigned int *seed, bool join)
{
	struct stretch stretches[STRETCHES];
	/* One of two threads forgets after a few numbers. */
	struct thread_known known[2] = { { .most = SIZE_MAX }, { .most = 8 } };
	struct thread_numbers numbers[2] = { { .nr_halves = 0 } };
	size_t from = 0, ends[STRETCHES], thread;
	struct region r;

	while (from < nr_records) {
		thread = (size_t)rand_r(seed) % 2;
		r = (struct region){ .stretches = stretches, .stitch = stitch__new(0, sc->stitch->at_once), .numbers = &numbers[thread] };
		read_region(&r, &known[thread], seed, from, ends);
		region__take_numbers(&r);
		for (; r.at < r.nr; from = ends[r.at++]) {
			if (rand_r(seed) % 4) {
				if (region__take(sc, &r, &stretches[r.at]))
					abort();
			} else {
				for (; from < ends[r.at]; from++)
					add_row(sc->stitch, &sc->samples, from);
			}
			if (join && rand_r(seed) % 2)
				scan__join(sc);
		}
		region__leave_numbers(&r);
		stitch__delete(r.stitch);
		time_order__exit(&r.samples);
		free(r.tasks);
	}
	for (thread = 0; thread < 2; thread++) {
		thread_known__exit(&known[thread]);
		thread_numbers__exit(&numbers[thread]);
	}
}

/* The latest time of each task's records is known. */
static int check_returned(const struct stitch *st)
{
	size_t i, j;

	for (i = 0; i < st->nr_tasks; i++) {
		const struct stitch_task *t = &st->tasks[i];
		uint64_t want = 0;

		for (j = 0; j < nr_records; j++)
			if (records[j].tid == t->tid && stitch__native_cpu(records[j].cookie) == t->cpu && records[j].time > want)
				want = records[j].time;
		TEST_ASSERT_EQ(t->returned, want);
	}
	return TEST_OK;
}

/* How the rows of a file come to the session. */
struct way {
	size_t every;			/* as for add_file() */
	bool regions, join;		/* by regions; joined between some of their stretches */
};

static void add(struct scan *sc, const struct way *way)
{
	unsigned int seed = (unsigned int)nr_records;

	if (way->regions)
		add_regions(sc, &seed, way->join);
	else
		add_file(sc, way->every);
}

static int check_file(struct scan *sc, const struct way *way, size_t *ret_at_once, size_t *ret_late)
{
	bool used[MAX] = { false };
	uint64_t unused = nr_records;
	size_t i, want;

	add(sc, way);
	TEST_ASSERT_EQ(check_returned(sc->stitch), TEST_OK);
	for (i = 0; i < nr_samples; i++)
		*ret_at_once += half_of(sc, i) != NOT_WAITING;
	if (scan__is_late(sc) || !scan__stitch(sc)) {
		++*ret_late;
		scan__begin_again(sc);
		add(sc, &(struct way){ .regions = way->regions });
		TEST_ASSERT(scan__stitch(sc));
	}
	for (i = 0; i < nr_samples; i++) {
		want = expected(&samples[i], true);
		TEST_ASSERT_EQ(half_of(sc, i), want + 1);
		TEST_ASSERT_EQ(time_of_half(sc, i), records[want].time);
		unused -= !used[want];
		used[want] = true;
	}
	TEST_ASSERT_EQ(sc->unused_records, unused);
	TEST_ASSERT_EQ(sc->duplicate_records, duplicates());
	return TEST_OK;
}

static int check_files(const struct way *way)
{
	struct perf_event_attr attr = { .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
					.defer_callchain = 1 };
	size_t at_once = 0, late = 0, all = 0;
	unsigned int seed, rounds, state;
	int ret = TEST_OK;

	for (rounds = 0; rounds < 400 && ret == TEST_OK; rounds++) {
		struct evlist *evlist = evlist__new();
		struct scan sc;

		seed = state = rounds;
		evlist__add(evlist, evsel__new(&attr));
		begin(&sc, evlist, DEFERRED_PROTOCOL_C);
		/* Long ones are hardly ever without records that come in the wrong order. */
		make_file(&state, 1 + seed * 7 % (rounds % 2 ? 12 : MAX), way->every ? 4 * way->every : way->join ? 40 : MAX);
		all += nr_samples;
		ret = check_file(&sc, way, &at_once, &late);
		scan__exit(&sc);
		record_reader__exit(&reader);
		evlist__delete(evlist);
	}
	TEST_ASSERT_EQ(ret, TEST_OK);
	/* All ways were gone. */
	TEST_ASSERT(at_once > all / 4 && at_once < all && late > 20 && late < rounds - 20);
	return TEST_OK;
}

static int test__at_once(void)
{
	return check_files(&(struct way){ .every = 0 });
}

/* What was done goes again and again, and what is left has its records. */
static int test__while_read(void)
{
	return check_files(&(struct way){ .every = 10 }) ?: check_files(&(struct way){ .every = 25 });
}

/* Each stretch of a region by itself, or not at all. */
static int test__regions(void)
{
	return check_files(&(struct way){ .regions = true }) ?: check_files(&(struct way){ .regions = true, .join = true });
}

/* Numbers are equal where words are, and only there. */
static int test__numbers(void)
{
	uint64_t words[64][4];
	struct raw_halves h = { 0 };
	uint32_t numbers[64];
	unsigned int round;
	size_t i, j;

	for (i = 0; i < 64; i++)
		for (j = 0; j < 4; j++)
			words[i][j] = j == 3 ? i % 32 : j;	/* told apart by the last one alone */
	for (round = 0; round < 3; round++)
		for (i = 0; i < 64; i++)
			numbers[i] = raw_halves__number(&h, words[i], 4);
	for (i = 0; i < 64; i++) {
		TEST_ASSERT_EQ(numbers[i], numbers[i % 32]);
		TEST_ASSERT_EQ(h.list[numbers[i] - 1].ips[3], i % 32);
		TEST_ASSERT(numbers[i] != raw_halves__number(&h, words[i], 3));
	}
	TEST_ASSERT_EQ(raw_halves__number(&h, words[0], 0), raw_halves__number(&h, NULL, 0));
	TEST_ASSERT_EQ(h.nr, 32 + 2);
	raw_halves__exit(&h);
	return TEST_OK;
}

/* A number and a distance are both there again, or do not fit. */
static int test__near(void)
{
	static const uint32_t kinds[] = { 1, 2, 1000, (JOINED_HALF >> NEAR_BITS) - 1 };
	static const uint32_t large[] = { JOINED_HALF >> NEAR_BITS, JOINED_HALF - 1 };
	static const uint64_t distances[] = { 1, 2, 1000, NEAR_MOST };
	const struct stitch st = { .nr_tasks = 0 };
	uint32_t what;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (j = 0; j < ARRAY_SIZE(distances); j++) {
			what = near_what(kinds[i], distances[j]);
			TEST_ASSERT(is_near(what));
			TEST_ASSERT_EQ(kind_number(&st, what), kinds[i]);
			TEST_ASSERT_EQ(what & NEAR_MOST, distances[j]);
		}
		TEST_ASSERT_EQ(near_what(kinds[i], 0), 0);
		TEST_ASSERT_EQ(near_what(kinds[i], NEAR_MOST + 1), 0);
		TEST_ASSERT_EQ(near_what(kinds[i], (uint64_t)-1), 0);
		TEST_ASSERT(!is_near(alone_what(kinds[i])));
		TEST_ASSERT_EQ(kind_number(&st, alone_what(kinds[i])), kinds[i]);
	}
	for (i = 0; i < ARRAY_SIZE(large); i++) {
		TEST_ASSERT_EQ(near_what(large[i], 1), 0);
		TEST_ASSERT(!is_near(alone_what(large[i])));
		TEST_ASSERT_EQ(kind_number(&st, alone_what(large[i])), large[i]);
	}
	TEST_ASSERT(!is_near(0) && !is_near(JOINED_HALF) && !is_near(LAGGING_HALF) && !is_near(UINT32_MAX));
	TEST_ASSERT_EQ(kind_number(&st, 0), 0);
	return TEST_OK;
}

/* The time is read where the record is; nothing is where the file, or the record, is too short for it. */
static int test__near_time(void)
{
	struct perf_event_header record = { .type = PERF_RECORD_CALLCHAIN_DEFERRED, .size = 40 };
	const struct scan sc = { .near_at = 16 };
	const uint32_t user = near_what(5, 3);
	unsigned char whole[64] = { 0 }, *p;
	const uint64_t time = 1234567890123;
	size_t size;

	memcpy(whole + 24, &record, sizeof(record));
	memcpy(whole + 24 + 40 - 16, &time, sizeof(time));
	for (size = 0; size <= sizeof(whole); size++) {
		/* What is read behind the end of this shows. */
		p = xmemdup(whole, size);
		TEST_ASSERT_EQ(scan__near_time(&sc, user, p, size, 7), size < 64 ? 7 : time);
		free(p);
	}
	for (record.size = 0; record.size < 16; record.size++) {
		memcpy(whole + 24, &record, sizeof(record));
		TEST_ASSERT_EQ(scan__near_time(&sc, user, whole, sizeof(whole), 7), 7);
	}
	return TEST_OK;
}

DEFINE_SUITE("Deferred callchains: the join of rows", deferred_join,
	     { "cookies in any order", test__cookies },
	     { "cookies that ascend, and repeat", test__ascending },
	     { "no cookies: the next record of the task", test__next },
	     { "records behind their samples", test__at_once },
	     { "joined while rows come", test__while_read },
	     { "rows of regions", test__regions },
	     { "records that are near their samples", test__near },
	     { "when such a record was made", test__near_time },
	     { "equal stacks have one number", test__numbers });
