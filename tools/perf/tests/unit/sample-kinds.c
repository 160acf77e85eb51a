// SPDX-License-Identifier: GPL-2.0-only
/* Equal samples are of one kind, and others are not, however often they take each other's place among those that came last. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/scan/sample-kinds.h"
#include "util/scan/seen-samples.h"

#define NR_CHAINS	5000

static uint64_t chains[NR_CHAINS][4];

static struct sample_part part_of(size_t i, uint64_t ip, uint64_t task, size_t nr_ips)
{
	return (struct sample_part){ .head = sample_part__head(3, 2, PERF_STITCH_ENDS_COOKIE, nr_ips), .ip = ip, .task = task, .ips = chains[i] };
}

static int test__parts(void)
{
	struct sample_part p = part_of(0, 10, 20, 4), q;
	struct sample_kinds k = { .nr = 0 };
	uint32_t first;

	chains[0][3] = chains[1][3] = 7;
	TEST_ASSERT_EQ(sample_part__event(&p), 3);
	TEST_ASSERT_EQ(sample_part__nr_ips(&p), 4);
	TEST_ASSERT_EQ(sample_part__ending(&p), PERF_STITCH_ENDS_COOKIE);
	first = sample_kinds__plain(&k, &p);
	TEST_ASSERT(first);
	/* The same entries at another place. */
	q = part_of(1, 10, 20, 4);
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &q), first);
	chains[1][3] = 8;
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 11, 20, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 21, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 20, 3);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q = part_of(0, 10, 20, 4);
	q.head = sample_part__head(3, 2, PERF_STITCH_ENDS_PLAIN, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q.head = sample_part__head(4, 2, PERF_STITCH_ENDS_COOKIE, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	q.head = sample_part__head(3, 1, PERF_STITCH_ENDS_COOKIE, 4);
	TEST_ASSERT(sample_kinds__plain(&k, &q) != first);
	/* Without entries nothing is read. */
	q = (struct sample_part){ .head = sample_part__head(3, 2, PERF_STITCH_ENDS_PLAIN, 0) };
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &q), sample_kinds__plain(&k, &q));
	TEST_ASSERT_EQ(k.nr_parts, 9);
	sample_kinds__exit(&k);
	return TEST_OK;
}

/* With the user half: what a number was asked for is what it says, also where there are more kinds than places for recent ones. */
static int test__with(void)
{
	uint32_t *plain = xcalloc(NR_CHAINS, sizeof(*plain)), number;
	struct sample_kinds k = { .nr = 0 };
	unsigned int round, user;
	struct sample_part p;
	size_t i, nr = 0;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < NR_CHAINS; i++) {
			chains[i][1] = i;
			p = part_of(i, 5, 6, 4);
			number = sample_kinds__plain(&k, &p);
			TEST_ASSERT(!round || number == plain[i]);
			plain[i] = number;
			TEST_ASSERT_EQ(k.parts[sample_kinds__get(&k, number).part - 1].ips[1], i);
			TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, 0);
			for (user = 1; user < 4; user++) {
				number = sample_kinds__with(&k, plain[i], user);
				TEST_ASSERT_EQ(sample_kinds__get(&k, number).part, sample_kinds__get(&k, plain[i]).part);
				TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, user);
			}
			/* From a kind that has a half already: another half of the same part. */
			TEST_ASSERT_EQ(sample_kinds__with(&k, number, 1), sample_kinds__with(&k, plain[i], 1));
		}
		TEST_ASSERT(!round || k.nr == nr);
		nr = k.nr;
	}
	TEST_ASSERT_EQ(nr, 4 * NR_CHAINS);
	/* Samples that are looked at for themselves have halves, too. */
	TEST_ASSERT_EQ(sample_kinds__get(&k, 0).part, 0);
	number = sample_kinds__with(&k, 0, 9);
	TEST_ASSERT(number);
	TEST_ASSERT_EQ(sample_kinds__get(&k, number).part, 0);
	TEST_ASSERT_EQ(sample_kinds__get(&k, number).user, 9);
	sample_kinds__empty(&k);
	p = part_of(7, 5, 6, 4);
	TEST_ASSERT_EQ(sample_kinds__plain(&k, &p), 1);
	sample_kinds__exit(&k);
	free(plain);
	return TEST_OK;
}

/* A sample's record: @ips, of which @nr, then raw data of @raw bytes and its size, which together are a number of words. */
struct made_sample {
	uint64_t words[24];
};

static struct made_sample make_sample(uint64_t ip, uint64_t task, uint64_t time, uint64_t period, const uint64_t *ips, size_t nr, uint32_t raw)
{
	struct made_sample m = { .words = { 0, ip, task, time, period, nr } };
	size_t at = 6 + nr;

	memcpy(m.words + 6, ips, nr * sizeof(*ips));
	if (raw) {
		memcpy(m.words + at, &raw, sizeof(raw));
		at += (4 + raw) / 8;
	}
	m.words[0] = PERF_RECORD_SAMPLE | (uint64_t)PERF_RECORD_MISC_KERNEL << 32 | (uint64_t)at << 51;
	return m;
}

/* What is known of @m; NULL: it does not look as usual. */
static const struct seen_sample *see(struct stitch *st, const struct usual_event *event, const struct made_sample *m)
{
	const struct usual_record r = { .p = (const void *)m->words, .header = m->words[0] };
	struct sample_glance sample = { .ips = NULL };
	uint64_t cookie;

	return sample_layout__glance(&event->layout, r.p, usual_record__size(&r), &sample) ? seen_sample__of(st, event, &r, &sample, &cookie) : NULL;
}

static struct usual_event make_event(uint64_t type, unsigned int idx)
{
	const struct perf_event_attr attr = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD | type };
	struct usual_event e = { .part_head = sample_part__head(idx, 0, PERF_STITCH_ENDS_PLAIN, 0), .period = 7,
				 .waits = WAITING_COOKIE | 1, .waits_plain = 1 };

	sample_layout__init(&e.layout, &attr);
	return e;
}

/* What looks like a sample before is one of its kind, and what differs in a word that matters is none, whatever it has in common with that. */
static int test__seen(void)
{
	const struct usual_event e = make_event(PERF_SAMPLE_CALLCHAIN, 1), raw = make_event(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW, 2),
				 none = make_event(0, 3), other = make_event(PERF_SAMPLE_CALLCHAIN, 4);
	const uint64_t cookie[] = { 1, 2, PERF_STITCH_MARKER, 0x100000005 }, later[] = { 1, 2, PERF_STITCH_MARKER, 0x100000006 },
		       marker[] = { 1, 2, PERF_STITCH_MARKER, PERF_STITCH_MARKER }, plain[] = { 1, 2, 3, 0x100000005 };
	struct made_sample made[] = {
		make_sample(10, 20, 100, 7, cookie, 4, 0), make_sample(10, 20, 200, 7, later, 4, 0), make_sample(10, 20, 100, 7, marker, 4, 0),
		make_sample(10, 20, 100, 7, plain, 4, 0), make_sample(10, 20, 100, 9, cookie, 4, 0), make_sample(11, 20, 100, 7, cookie, 4, 0),
		make_sample(10, 21, 100, 7, cookie, 4, 0), make_sample(10, 20, 100, 7, cookie, 3, 0),
	}, user = made[0], raws[] = { make_sample(10, 20, 1, 7, cookie, 4, 12), make_sample(10, 20, 1, 7, cookie, 2, 28) },
	   chainless[] = { made[0], made[0] };
	struct stitch *st = stitch__new(0, true);
	uint32_t what[ARRAY_SIZE(made)];
	const struct seen_sample *s;
	size_t i, j, round;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < ARRAY_SIZE(made); i++) {
			s = see(st, &e, &made[i]);
			TEST_ASSERT(s != NULL);
			TEST_ASSERT_EQ(s->waits, i == 2 || i == 7 ? e.waits_plain : i == 3 ? SEEN_PLAIN : e.waits);
			TEST_ASSERT(!round || s->what == what[i]);
			what[i] = s->what;
			TEST_ASSERT_EQ(!(st->kinds.parts[kind_of(st, s->what).part - 1].head & PART_OWN_PERIOD), i != 4);
		}
	}
	TEST_ASSERT_EQ(what[1], what[0]);
	for (i = 1; i < ARRAY_SIZE(made); i++)
		for (j = 0; j < i; j++)
			TEST_ASSERT(what[i] != what[j] || (i == 1 && !j));
	user.words[0] ^= (uint64_t)(PERF_RECORD_MISC_KERNEL ^ PERF_RECORD_MISC_USER) << 32;
	TEST_ASSERT(see(st, &e, &user)->what != what[0]);
	TEST_ASSERT(see(st, &other, &made[0])->what != what[0]);
	/* Records of one size: with a chain that is shorter, and more behind it. */
	TEST_ASSERT_EQ(raws[0].words[0], raws[1].words[0]);
	TEST_ASSERT(see(st, &raw, &raws[0])->waits == raw.waits && see(st, &raw, &raws[1])->waits == SEEN_PLAIN);
	TEST_ASSERT_EQ(see(st, &raw, &raws[0])->waits, raw.waits);
	/* No chain is compared with none. */
	for (i = 0; i < ARRAY_SIZE(chainless); i++)
		chainless[i].words[0] = PERF_RECORD_SAMPLE | (uint64_t)40 << 48;
	chainless[1].words[5] = 9;
	TEST_ASSERT_EQ(see(st, &none, &chainless[0])->what, see(st, &none, &chainless[1])->what);
	stitch__empty(st);
	TEST_ASSERT_EQ(st->kinds.nr, 0);
	TEST_ASSERT_EQ(kind_number(st, see(st, &e, &made[5])->what), 1);
	stitch__delete(st);
	return TEST_OK;
}

/* Samples that differ in one thing only, so many that some take each other's place. */
static int test__seen_places(void)
{
	const struct usual_event e = make_event(PERF_SAMPLE_CALLCHAIN, 1), other = make_event(PERF_SAMPLE_CALLCHAIN, 2);
	const uint64_t ips[] = { 1, 2, 3 }, user_mode = (uint64_t)(PERF_RECORD_MISC_KERNEL ^ PERF_RECORD_MISC_USER) << 32;
	/* They lie where they lay, as in a file. */
	struct made_sample *all = xcalloc(NR_CHAINS, 6 * sizeof(*all)), *one, *another;
	struct stitch *st = stitch__new(0, true);
	uint32_t what;
	uint64_t i;
	int kind;

	for (i = 0, one = all; i < NR_CHAINS; i++, one += 6) {
		*one = make_sample(10, 4 * i, 100, 7, ips, ARRAY_SIZE(ips), 0);
		what = see(st, &e, one)->what;
		for (kind = 0; kind < 5; kind++) {
			another = one + 1 + kind;
			*another = *one;
			another->words[kind == 0 ? 1 : kind == 1 ? 2 : kind == 2 ? 8 : 23] ^= 2 * i + 2;
			/* With other bits of misc, that make no other kind. */
			another->words[0] ^= kind == 3 ? user_mode | (8 * i & 0xfff8) << 32 : 0;
			TEST_ASSERT(see(st, kind == 4 ? &other : &e, another)->what != what);
			TEST_ASSERT_EQ(see(st, &e, one)->what, what);
		}
	}
	stitch__delete(st);
	free(all);
	return TEST_OK;
}

DEFINE_SUITE("Kinds of samples", sample_kinds,
	{ "parts", test__parts },
	{ "with user halves", test__with },
	{ "what looks like a sample before", test__seen },
	{ "... in each other's place", test__seen_places })
