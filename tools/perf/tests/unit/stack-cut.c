// SPDX-License-Identifier: GPL-2.0-only
/* How much of a stack stays in a recording with `--call-graph fp,repair`, and what becomes of the records. */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/event/perf-regs.h"
#include "util/event/sample.h"
#include "util/record/stack-cut.h"

#define SP		0x7ffc00000000ULL
#define WORDS		512
#define CODE		0x555500001000ULL
#define ALL		(WORDS * 8)

static uint64_t stack[WORDS];

static uint64_t at(size_t i)
{
	return SP + i * 8;
}

/* Frames at the words @list, ended by 0; the last one's frame pointer is @last. */
static void make_frames(const size_t *list, uint64_t last)
{
	size_t i;

	memset(stack, 0, sizeof(stack));
	for (i = 0; list[i]; i++) {
		stack[list[i]] = list[i + 1] ? at(list[i + 1]) : last;
		stack[list[i] + 1] = CODE + i * 0x40;
	}
	/* A thread's own data, which are behind its stack. */
	if (!last)
		stack[WORDS - 4] = stack[WORDS - 2] = at(WORDS - 4);
}

#define FRAMES(last, ...)	make_frames((const size_t[]){ __VA_ARGS__, 0 }, last)

static size_t needed(uint64_t fp)
{
	return stack_cut__needed(SP, fp, stack, sizeof(stack));
}

static int test__sound(void)
{
	/* Up to the outermost frame, or until they leave the bytes. */
	FRAMES(0, 4, 10, 20, 30);
	TEST_ASSERT_EQ(needed(at(4)), STACK_CUT_LEAST);
	FRAMES(at(WORDS + 100), 4, 10, 60, 100, 300);
	TEST_ASSERT_EQ(needed(at(4)), (100 + 2) * 8);
	/* The first frame behind what stays in any case, however large. */
	FRAMES(0, 4, 400, 500);
	TEST_ASSERT_EQ(needed(at(4)), (400 + 2) * 8);
	/* A small piece stays as it is. */
	TEST_ASSERT_EQ(stack_cut__needed(SP, 1, stack, 320), 320);
	TEST_ASSERT_EQ(stack_cut__needed(SP, 1, stack, 20), 16);
	return TEST_OK;
}

static int test__unsound(void)
{
	/* The register was used for something else, or points to what is no frame. */
	FRAMES(0, 4, 10, 20, 30);
	TEST_ASSERT_EQ(needed(0), ALL);
	TEST_ASSERT_EQ(needed(7), ALL);
	TEST_ASSERT_EQ(needed(at(4) + 4), ALL);
	TEST_ASSERT_EQ(needed(SP - 64), ALL);
	TEST_ASSERT_EQ(needed(at(WORDS + 8)), ALL);
	stack[5] = at(9);
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	/* So was it further outwards, also where it points inwards. */
	FRAMES(1, 4, 10, 100, 300);
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	FRAMES(at(10), 4, 10, 100, 300);
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	/* A frame that is none ends in 0 as well, where the stack does not. */
	FRAMES(0, 4, 10, 100);
	stack[WORDS - 4] = 0;
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	return TEST_OK;
}

/* Behind a frame that is whole may be a function without one. */
static int test__skipped(void)
{
	FRAMES(0, 4, 10, 100, 200, 300, 400);
	TEST_ASSERT_EQ(needed(at(4)), (100 + 2) * 8);
	stack[250] = CODE + 0x2345;
	TEST_ASSERT_EQ(needed(at(4)), (300 + 2) * 8);
	stack[250] = CODE + ((uint64_t)64 << 20);
	TEST_ASSERT_EQ(needed(at(4)), (100 + 2) * 8);
	/* The next frame lies beyond the bytes. */
	FRAMES(at(WORDS + 100), 4, 10, 60);
	TEST_ASSERT_EQ(needed(at(4)), STACK_CUT_LEAST);
	stack[200] = CODE + 0x2345;
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	return TEST_OK;
}

/* Libc begins programs and threads without frame pointers: what lies behind them is no reason to keep all. */
static int test__begin(void)
{
	FRAMES(1, 4, 10, 20);
	stack[80] = 2;
	stack[81] = at(300);
	stack[82] = at(302);
	stack[84] = at(310);
	TEST_ASSERT_EQ(needed(at(4)), STACK_CUT_LEAST);
	/* An argument that lies elsewhere, or none that ends them. */
	stack[82] = CODE;
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	stack[82] = at(302);
	stack[83] = at(304);
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	/* Far from there it was no frame: what is called in main() has used the register for something else. */
	FRAMES(1, 4);
	stack[WORDS - 20] = 1;
	stack[WORDS - 19] = at(WORDS - 4);
	TEST_ASSERT_EQ(needed(at(4)), ALL);

	FRAMES(at(15), 4, 10, 20);
	stack[120] = stack[122] = at(120);
	TEST_ASSERT_EQ(needed(at(4)), STACK_CUT_LEAST);
	stack[122] = at(121);
	TEST_ASSERT_EQ(needed(at(4)), ALL);
	return TEST_OK;
}

/* --- records ---------------------------------------------------------------------------------- */

#define REGS_MASK	(1ULL << sp_reg | 1ULL << fp_reg)

static int sp_reg, fp_reg;

static void add_event(struct evlist *evlist)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
			       PERF_SAMPLE_CGROUP,
		.sample_regs_user = REGS_MASK, .sample_stack_user = ALL + 8,
	};

	evlist__add(evlist, evsel__new(&attr));
}

/* tid, chain, registers, stack, cgroup. Returns the bytes. */
static size_t make_sample(uint64_t *r, uint64_t dyn)
{
	struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_USER };
	size_t n = 1;

	r[n++] = 7;
	r[n++] = 1;
	r[n++] = CODE;
	r[n++] = PERF_SAMPLE_REGS_ABI_64;
	r[n++] = sp_reg < fp_reg ? SP : at(4);
	r[n++] = sp_reg < fp_reg ? at(4) : SP;
	r[n++] = ALL + 8;
	memcpy(r + n, stack, ALL);
	n += WORDS;
	r[n++] = 0;
	r[n++] = dyn;
	r[n++] = 99;
	h.size = (uint16_t)(n * 8);
	memcpy(r, &h, sizeof(h));
	return n * 8;
}

static int check_sample(struct evlist *evlist, const void *data, size_t size, uint64_t stack_size)
{
	struct sample_decoder d;
	struct record r = { .data = data };
	struct perf_sample s;
	struct diag diag = DIAG_INIT;
	uint64_t dyn = 0;

	memcpy(&r.header, data, sizeof(r.header));
	TEST_ASSERT(r.header.size <= size);
	TEST_ASSERT(r.header.size % 8 == 0);
	/* Other perfs see a stack of which nothing could be read. */
	if (stack_size)
		memcpy(&dyn, (const char *)data + r.header.size - 16, sizeof(dyn));
	TEST_ASSERT_EQ(dyn, 0);
	sample_decoder__init(&d, evlist);
	TEST_ASSERT(sample_decoder__sample(&d, &r, &s, &diag));
	TEST_ASSERT_EQ(s.user_stack_size, stack_size);
	TEST_ASSERT_EQ(s.user_stack_dyn_size, stack_size);
	TEST_ASSERT(!stack_size || !memcmp(s.user_stack, stack, stack_size));
	TEST_ASSERT_EQ(s.cgroup, 99);
	sample_decoder__exit(&d);
	return TEST_OK;
}

/* Two samples and something else, in a ring around whose end they lie at each possible place. */
static int check_records(struct evlist *evlist, struct stack_cut *c, const uint64_t *records, size_t size, size_t one,
			 size_t cut)
{
	struct perf_event_header h;
	const void *out;
	size_t first, n, cut_off = ALL + 8 - cut;

	for (first = 8; first < size; first += 104) {
		const struct iovec iov[2] = { { (void *)(uintptr_t)records, first },
					      { (void *)(uintptr_t)(records + first / 8), size - first } };

		TEST_ASSERT_EQ(stack_cut__take(c, iov, 0, size, &out, &n), size);
		TEST_ASSERT_EQ(n, size - 2 * (cut_off));
		TEST_ASSERT_EQ(check_sample(evlist, out, n, cut), TEST_OK);
		one -= cut_off;
		memcpy(&h, (const char *)out + one, sizeof(h));
		TEST_ASSERT_EQ(h.type, PERF_RECORD_LOST);
		TEST_ASSERT_EQ(check_sample(evlist, (const char *)out + one + h.size, n - one - h.size, cut), TEST_OK);
		one += cut_off;
	}
	return TEST_OK;
}

/* An empty stack has a size, and nothing else. */
static int check_empty(struct evlist *evlist, struct stack_cut *c)
{
	static uint64_t record[WORDS + 64];
	size_t size = make_sample(record, 4), n;
	const struct iovec iov[2] = { { record, size }, { NULL, 0 } };
	const void *out;

	TEST_ASSERT_EQ(stack_cut__take(c, iov, 0, size, &out, &n), size);
	TEST_ASSERT_EQ(n, size - ALL - 16);
	return check_sample(evlist, out, n, 0);
}

static int check_wish(bool cut, size_t kept)
{
	const struct record_opts opts = { .callgraph_said = true,
					  .callgraph = { .mode = CALLGRAPH_FP, .repair_size = ALL, .repair_cut = cut } };
	const struct perf_event_header lost = { .type = PERF_RECORD_LOST, .size = 24 };
	static uint64_t records[2 * WORDS + 64];
	struct evlist *evlist = evlist__new();
	struct stack_cut *c;
	size_t one, size;
	int err;

	add_event(evlist);
	c = stack_cut__new(evlist, &opts);
	TEST_ASSERT(c);
	FRAMES(0, 4, 126, 200);
	size = one = make_sample(records, ALL + 8);
	memcpy(records + size / 8, &lost, sizeof(lost));
	size += lost.size;
	size += make_sample(records + size / 8, ALL + 4);
	err = check_records(evlist, c, records, size, one, kept);
	if (!err)
		err = check_empty(evlist, c);
	stack_cut__delete(c);
	evlist__delete(evlist);
	return err;
}

static int test__records(void)
{
	const struct record_opts none = { .callgraph_said = true, .callgraph = { .mode = CALLGRAPH_DWARF } };
	struct evlist *evlist;

	sp_reg = regs_arch__sp(regs_arch__of(NULL));
	fp_reg = regs_arch__fp(regs_arch__of(NULL));
	if (fp_reg < 0)
		return test_skip("no frame pointers are followed on this machine");
	evlist = evlist__new();
	add_event(evlist);
	TEST_ASSERT(!stack_cut__new(evlist, &none));
	evlist__delete(evlist);
	TEST_ASSERT_EQ(check_wish(true, 128 * 8), TEST_OK);
	return check_wish(false, ALL);
}

DEFINE_SUITE("Stacks that are cut while recording", stack_cut,
	     { "frame pointers that are sound", test__sound },
	     { "frame pointers that lead nowhere", test__unsound },
	     { "functions that may have no frame", test__skipped },
	     { "where programs and threads begin", test__begin },
	     { "records", test__records })
