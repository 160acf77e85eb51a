// SPDX-License-Identifier: GPL-2.0-only
/* Samples as they are written where the recorder unwinds. */
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/event/sample.h"
#include "util/live/sample-rewrite.h"

#define BEHIND		(PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP | PERF_SAMPLE_AUX)
#define COPY		(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER)
#define REGS		0x1c4ULL	/* four of them */
#define KERNEL		0xffffffff81000000ULL
#define CODE		0x400000ULL

static uint64_t record[8192], out[8192];

/* What a sample is made of. */
struct shape {
	uint64_t type;			/* besides TID, TIME and CALLCHAIN */
	const uint64_t *ips;
	size_t nr;
	size_t stack;			/* bytes */
	bool behind;
};

/* Returns the bytes. */
static size_t make(const struct shape *s)
{
	size_t n = 1, i;

	record[n++] = pair_word(7, 8);
	record[n++] = 1234;
	record[n++] = s->nr;
	for (i = 0; i < s->nr; i++)
		record[n++] = s->ips[i];
	if (s->type & PERF_SAMPLE_REGS_USER) {
		record[n++] = PERF_SAMPLE_REGS_ABI_64;
		for (i = 0; i < 4; i++)
			record[n++] = 100 + i;
	}
	if (s->type & PERF_SAMPLE_STACK_USER) {
		record[n++] = s->stack;
		for (i = 0; i < s->stack / 8; i++)
			record[n++] = 5000 + i;
		if (s->stack)
			record[n++] = s->stack;
	}
	if (s->behind) {
		const uint64_t words[] = { 55, 66, 77, 88, 16, 111, 222 };

		memcpy(record + n, words, sizeof(words));
		n += ARRAY_SIZE(words);
	}
	record[0] = head_word(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, (uint16_t)(n * 8));
	return n * 8;
}

static struct evlist *make_events(const struct shape *s, uint64_t regs)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN | s->type | (s->behind ? BEHIND : 0),
		.sample_regs_user = regs, .sample_stack_user = 16384,
	};
	struct evlist *evlist = evlist__new();

	evlist__add(evlist, evsel__new(&attr));
	return evlist;
}

static bool decode(struct sample_decoder *d, const void *data, struct record *r, struct perf_sample *ret)
{
	struct diag diag = DIAG_INIT;

	*r = (struct record){ .data = data };
	memcpy(&r->header, data, sizeof(r->header));
	return sample_decoder__sample(d, r, ret, &diag);
}

/* Writes the sample of @s with the user entries @ips, and compares all of it. @regs: what the file says of registers. */
static int check(const struct shape *s, const uint64_t *ips, size_t nr, const struct kept_copy *keep, uint64_t regs)
{
	struct evlist *from = make_events(s, s->type & PERF_SAMPLE_REGS_USER ? REGS : 0), *to = make_events(s, regs);
	struct sample_decoder before, after;
	struct live_chain c = { 0 };
	struct perf_sample a, b;
	struct chain_parts parts;
	struct record r;
	size_t size;

	(void)make(s);
	sample_decoder__init(&before, from);
	sample_decoder__init(&after, to);
	TEST_ASSERT(decode(&before, record, &r, &a));
	chain_parts__of(&parts, &a);
	live_chain__plain(&c, &a, &parts, ips, nr);
	size = sample_rewrite((unsigned char *)out, &r, &a, &c, keep);
	TEST_ASSERT(size);
	TEST_ASSERT(decode(&after, out, &r, &b));
	TEST_ASSERT_EQ(r.header.size, size);
	TEST_ASSERT_EQ(r.header.type, PERF_RECORD_SAMPLE);
	TEST_ASSERT_EQ(r.header.misc, PERF_RECORD_MISC_USER);
	TEST_ASSERT_EQ(b.pid, 7);
	TEST_ASSERT_EQ(b.tid, 8);
	TEST_ASSERT_EQ(b.time, 1234);
	TEST_ASSERT_EQ(b.nr_ips, parts.kernel + (nr ? nr + 1 : 0));
	TEST_ASSERT(!memcmp(b.ips, s->ips, parts.kernel * 8));
	TEST_ASSERT(!nr || b.ips[parts.kernel] == PERF_CONTEXT_USER);
	TEST_ASSERT(!nr || !memcmp(b.ips + parts.kernel + 1, ips, nr * 8));
	if (s->behind) {
		TEST_ASSERT_EQ(b.weight, 55);
		TEST_ASSERT_EQ(b.data_src, 66);
		TEST_ASSERT_EQ(b.phys_addr, 77);
		TEST_ASSERT_EQ(b.cgroup, 88);
		TEST_ASSERT_EQ(b.aux_size, 16);
		TEST_ASSERT(!memcmp(b.aux_data, ((const uint64_t[]){ 111, 222 }), 16));
	}
	if (keep && keep->as_recorded) {
		TEST_ASSERT_EQ(b.user_copy_size, a.user_copy_size);
		TEST_ASSERT_EQ(b.user_stack_size, s->stack);
	} else {
		TEST_ASSERT_EQ(b.user_stack_size, keep ? keep->size : 0);
		TEST_ASSERT_EQ(b.user_regs.abi, keep ? PERF_SAMPLE_REGS_ABI_64 : PERF_SAMPLE_REGS_ABI_NONE);
	}
	TEST_ASSERT(!b.user_stack_size || !memcmp(b.user_stack, a.user_stack, (size_t)b.user_stack_size));
	live_chain__exit(&c);
	sample_decoder__exit(&before);
	sample_decoder__exit(&after);
	evlist__delete(from);
	evlist__delete(to);
	return TEST_OK;
}

static const uint64_t deferred[] = { PERF_CONTEXT_KERNEL, KERNEL, KERNEL + 8, PERF_CONTEXT_USER_DEFERRED, 42 };
static const uint64_t walked[] = { PERF_CONTEXT_KERNEL, KERNEL, PERF_CONTEXT_USER, CODE, CODE + 8 };
static const uint64_t user[] = { CODE + 16, CODE + 24, CODE + 32, CODE + 40 };

static int test__parts(void)
{
	static const uint64_t only_kernel[] = { PERF_CONTEXT_KERNEL, KERNEL }, no_cookie[] = { PERF_CONTEXT_USER_DEFERRED };
	struct perf_sample s = { .ips = deferred, .nr_ips = 5 };
	struct chain_parts p;

	chain_parts__of(&p, &s);
	TEST_ASSERT_EQ(p.kernel, 3);
	TEST_ASSERT_EQ(p.cookie, 42);
	TEST_ASSERT_EQ(p.nr_user, 0);
	s = (struct perf_sample){ .ips = walked, .nr_ips = 5 };
	chain_parts__of(&p, &s);
	TEST_ASSERT_EQ(p.kernel, 2);
	TEST_ASSERT_EQ(p.cookie, 0);
	TEST_ASSERT_EQ(p.nr_user, 2);
	TEST_ASSERT_EQ(p.user[0], CODE);
	s = (struct perf_sample){ .ips = only_kernel, .nr_ips = 2 };
	chain_parts__of(&p, &s);
	TEST_ASSERT_EQ(p.kernel, 2);
	TEST_ASSERT_EQ(p.nr_user, 0);
	TEST_ASSERT_EQ(p.cookie, 0);
	/* A kernel that has no room for more than the marker. */
	s = (struct perf_sample){ .ips = no_cookie, .nr_ips = 1 };
	chain_parts__of(&p, &s);
	TEST_ASSERT_EQ(p.kernel, 0);
	TEST_ASSERT_EQ(p.cookie, 0);
	s = (struct perf_sample){ .nr_ips = 0 };
	chain_parts__of(&p, &s);
	TEST_ASSERT_EQ(p.kernel, 0);
	TEST_ASSERT_EQ(p.nr_user, 0);
	return TEST_OK;
}

static int test__replaced(void)
{
	const struct kept_copy none = { .regs_mask = 0x100 }, some = { .regs_mask = REGS, .size = 256 };
	int behind;

	for (behind = 0; behind < 2; behind++) {
		const struct shape a = { .type = COPY, .ips = deferred, .nr = 5, .stack = 1024, .behind = behind };
		const struct shape b = { .type = COPY, .ips = walked, .nr = 5, .stack = 0, .behind = behind };

		TEST_ASSERT_EQ(check(&a, user, 4, NULL, REGS), TEST_OK);
		TEST_ASSERT_EQ(check(&a, user, 1, &none, 0x100), TEST_OK);
		TEST_ASSERT_EQ(check(&a, user, 3, &some, REGS), TEST_OK);
		TEST_ASSERT_EQ(check(&a, NULL, 0, NULL, REGS), TEST_OK);
		TEST_ASSERT_EQ(check(&b, user, 4, NULL, REGS), TEST_OK);
	}
	return TEST_OK;
}

/* Events that are only deferred, beside others whose stacks are unwound: what they have of a copy, if anything, stays. */
static int test__as_recorded(void)
{
	static const uint64_t types[] = { 0, PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER, COPY };
	const struct kept_copy as_recorded = { .as_recorded = true };
	size_t i, behind;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		for (behind = 0; behind < 2; behind++) {
			const struct shape s = { .type = types[i], .ips = deferred, .nr = 5, .stack = 64, .behind = behind };
			const struct shape empty = { .type = types[i], .ips = deferred, .nr = 5, .behind = behind };

			TEST_ASSERT_EQ(check(types[i] & PERF_SAMPLE_STACK_USER ? &s : &empty, user, 4, &as_recorded,
					     types[i] & PERF_SAMPLE_REGS_USER ? REGS : 0), TEST_OK);
		}
	return TEST_OK;
}

/* A record has at most 65,528 bytes. */
static int test__too_large(void)
{
	const struct shape s = { .type = COPY, .ips = walked, .nr = 5, .stack = 60000, .behind = true };
	const struct kept_copy all = { .regs_mask = REGS, .size = 60000 }, more = { .regs_mask = REGS, .size = 65528 };
	struct evlist *evlist = make_events(&s, REGS);
	struct sample_decoder d;
	struct live_chain c = { 0 };
	struct chain_parts parts;
	struct perf_sample a, b;
	struct record r;
	uint64_t *ips = xcalloc(20000, sizeof(*ips));
	size_t i;

	for (i = 0; i < 20000; i++)
		ips[i] = CODE + i;
	(void)make(&s);
	sample_decoder__init(&d, evlist);
	TEST_ASSERT(decode(&d, record, &r, &a));
	chain_parts__of(&parts, &a);
	/* The chain is cut at its outer end. */
	live_chain__plain(&c, &a, &parts, ips, 20000);
	TEST_ASSERT_EQ(sample_rewrite((unsigned char *)out, &r, &a, &c, &all), 65528);
	TEST_ASSERT(decode(&d, out, &r, &b));
	TEST_ASSERT_EQ(b.user_stack_size, 60000);
	TEST_ASSERT_EQ(b.weight, 55);
	TEST_ASSERT_EQ(b.nr_ips, c.nr);
	TEST_ASSERT(c.nr > 600 && c.nr < 700);
	TEST_ASSERT_EQ(b.ips[b.nr_ips - 1], CODE + c.nr - 4);
	/* There is not enough to cut. */
	TEST_ASSERT(decode(&d, record, &r, &a));
	live_chain__plain(&c, &a, &parts, ips, 1);
	TEST_ASSERT_EQ(sample_rewrite((unsigned char *)out, &r, &a, &c, &more), 0);
	live_chain__plain(&c, &a, &parts, ips, 20000);
	TEST_ASSERT_EQ(sample_rewrite((unsigned char *)out, &r, &a, &c, NULL), 65528);
	TEST_ASSERT(decode(&d, out, &r, &b));
	TEST_ASSERT_EQ(b.user_stack_size, 0);
	free(ips);
	live_chain__exit(&c);
	sample_decoder__exit(&d);
	evlist__delete(evlist);
	return TEST_OK;
}

/* What was unwound stands between two markers, and how it ends behind it. */
static int test__unwound(void)
{
	uint64_t ips[] = { CODE, CODE + 8 };
	struct repair r = { .ips = ips, .nr = 2, .certain = 2, .end = REPAIR_WHOLE };
	struct perf_sample s = { .ips = deferred, .nr_ips = 5 };
	struct live_chain c = { 0 };
	struct chain_parts parts;
	struct chain_proof proof;

	chain_parts__of(&parts, &s);
	live_chain__unwound(&c, &s, &parts, &r);
	TEST_ASSERT(!memcmp(c.ips, deferred, 3 * 8));
	TEST_ASSERT_EQ(c.nr, 3 + 4);
	TEST_ASSERT_EQ(c.ips[3], PERF_CONTEXT_USER);
	TEST_ASSERT_EQ(c.ips[4], CODE);
	TEST_ASSERT_EQ(c.ips[6], PERF_CONTEXT_USER);
	proof = chain_proof__read(c.ips + 3, c.nr - 3);
	TEST_ASSERT_EQ(proof.certain, 2);
	TEST_ASSERT_EQ(proof.end, CHAIN_END_ROOT);
	live_chain__exit(&c);
	return TEST_OK;
}

DEFINE_SUITE("Samples that are written with another chain", sample_rewrite,
	     { "the parts of a chain", test__parts },
	     { "chain and copy are replaced, the rest stays", test__replaced },
	     { "events that are not unwound", test__as_recorded },
	     { "too large", test__too_large },
	     { "chains that were unwound", test__unwound })
