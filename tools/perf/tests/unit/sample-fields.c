// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples, field by field: what the generator's encoder writes, the decoder must read, for every
 * bit of sample_type and for mixtures, in both byte orders, and cut off at every length.
 */
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/event/sample.h"
#include "util/generate/encode.h"

static const uint64_t chain[] = {
	PERF_CONTEXT_KERNEL, 0xffffffff81000010, PERF_CONTEXT_USER_DEFERRED, 0x500000007
};

static const struct sample_values values = {
	.ip = 0xffffffff81000010,
	.time = 0x123456789abcdef,
	.id = 1001,
	.period = 99,
	.pid = 7,
	.tid = 8,
	.cpu = 3,
	.chain = chain,
	.nr_chain = ARRAY_SIZE(chain),
};

struct bench {
	struct scenario_event event;
	struct evlist *evlist;
	struct evsel *evsel;
	struct sample_decoder decoder;
	struct bytes bytes;
	struct record record;
	uint64_t *aligned;
};

static bool native_is_big(void)
{
	const uint16_t one = 1;

	return !*(const unsigned char *)&one;
}

static void bench__init(struct bench *b, uint64_t sample_type, uint64_t read_format,
			uint64_t branch, bool big)
{
	struct perf_event_attr attr = {
		.sample_type = sample_type,
		.read_format = read_format,
		.branch_sample_type = branch,
		.sample_id_all = 1,
		.sample_regs_user = sample_type & PERF_SAMPLE_REGS_USER ? 7 : 0,
		.sample_regs_intr = sample_type & PERF_SAMPLE_REGS_INTR ? 7 : 0,
		.sample_stack_user = sample_type & PERF_SAMPLE_STACK_USER ? 64 : 0,
	};
	size_t begin;

	*b = (struct bench){ .bytes.big = big };
	b->event = (struct scenario_event){ .sample_type = sample_type,
					    .read_format = read_format,
					    .branch_sample_type = branch };
	b->evlist = evlist__new();
	b->evsel = evsel__new(&attr);
	evlist__add(b->evlist, b->evsel);
	evlist__map_id(b->evlist, values.id, b->evsel);
	sample_decoder__init(&b->decoder, b->evlist);
	begin = bytes__begin(&b->bytes, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);
	encode_sample(&b->bytes, &b->event, &values);
	(void)bytes__end(&b->bytes, begin);
	b->aligned = xmalloc(b->bytes.len);
}

static void bench__exit(struct bench *b)
{
	sample_decoder__exit(&b->decoder);
	evlist__delete(b->evlist);
	bytes__exit(&b->bytes);
	free(b->aligned);
}

/* Decodes the first @size bytes of the record, from memory that ends there. */
static int decode(struct bench *b, size_t size, struct perf_sample *ret)
{
	struct diag diag = DIAG_INIT;

	free(b->aligned);
	b->aligned = xmemdup(b->bytes.data, size);
	b->record = (struct record){
		.header = { .type = PERF_RECORD_SAMPLE,
			    .misc = PERF_RECORD_MISC_KERNEL,
			    .size = (uint16_t)size },
		.data = (const unsigned char *)b->aligned,
		.swap = b->bytes.big != native_is_big(),
	};
	return sample_decoder__sample(&b->decoder, &b->record, ret, &diag) == b->evsel ? 0 : -EBADMSG;
}

#define CHECK(bit, got, want) do {							\
	if (t & (bit))									\
		TEST_ASSERT_EQ(got, want);						\
} while (0)

static int check_head(uint64_t t, const struct perf_sample *s)
{
	CHECK(PERF_SAMPLE_IP, s->ip, values.ip);
	TEST_ASSERT_EQ(s->pid, t & PERF_SAMPLE_TID ? 7 : UINT32_MAX);
	TEST_ASSERT_EQ(s->tid, t & PERF_SAMPLE_TID ? 8 : UINT32_MAX);
	TEST_ASSERT_EQ(s->time, t & PERF_SAMPLE_TIME ? values.time : 0);
	CHECK(PERF_SAMPLE_ADDR, s->addr, values.ip + 1);
	TEST_ASSERT_EQ(s->id, t & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER) ? values.id : 0);
	CHECK(PERF_SAMPLE_STREAM_ID, s->stream_id, 77);
	TEST_ASSERT_EQ(s->cpu, t & PERF_SAMPLE_CPU ? 3 : UINT32_MAX);
	CHECK(PERF_SAMPLE_PERIOD, s->period, 99);
	TEST_ASSERT_EQ(s->nr_ips, t & PERF_SAMPLE_CALLCHAIN ? ARRAY_SIZE(chain) : 0);
	if (s->nr_ips)
		TEST_ASSERT(!memcmp(s->ips, chain, sizeof(chain)));
	return TEST_OK;
}

static int check_tail(uint64_t t, bool big, const struct perf_sample *s)
{
	TEST_ASSERT_EQ(s->raw_size, t & PERF_SAMPLE_RAW ? 12 : 0);
	if (s->raw_size)
		TEST_ASSERT(!memcmp(s->raw_data,
				    big ? "\x01\x02\x03\x04\x11\x12" : "\x04\x03\x02\x01\x18\x17",
				    6));
	TEST_ASSERT_EQ(s->nr_branches, t & PERF_SAMPLE_BRANCH_STACK ? 2 : 0);
	if (s->nr_branches) {
		TEST_ASSERT_EQ(s->branches[0].from, values.ip);
		TEST_ASSERT_EQ(s->branches[1].to, values.ip + 24);
	}
	if (t & PERF_SAMPLE_REGS_USER) {
		TEST_ASSERT_EQ(s->user_regs.abi, PERF_SAMPLE_REGS_ABI_64);
		TEST_ASSERT_EQ(s->user_regs.regs[2], values.ip);
	}
	TEST_ASSERT_EQ(s->user_stack_size, t & PERF_SAMPLE_STACK_USER ? 64 : 0);
	CHECK(PERF_SAMPLE_STACK_USER, s->user_stack_dyn_size, 32);
	CHECK(PERF_SAMPLE_WEIGHT_TYPE, s->weight, 42);
	CHECK(PERF_SAMPLE_DATA_SRC, s->data_src, 0x142);
	CHECK(PERF_SAMPLE_TRANSACTION, s->transaction, 1);
	CHECK(PERF_SAMPLE_REGS_INTR, s->intr_regs.regs[1], 2);
	CHECK(PERF_SAMPLE_PHYS_ADDR, s->phys_addr, 0x123456000);
	CHECK(PERF_SAMPLE_CGROUP, s->cgroup, 9);
	CHECK(PERF_SAMPLE_DATA_PAGE_SIZE, s->data_page_size, 4096);
	CHECK(PERF_SAMPLE_CODE_PAGE_SIZE, s->code_page_size, 4096);
	TEST_ASSERT_EQ(s->aux_size, t & PERF_SAMPLE_AUX ? 8 : 0);
	return TEST_OK;
}

static int check_type(uint64_t t, uint64_t read_format, uint64_t branch, bool big)
{
	struct perf_sample s;
	struct bench b;
	size_t size, whole;

	bench__init(&b, t, read_format, branch, big);
	whole = b.bytes.len;
	TEST_ASSERT_EQ(decode(&b, whole, &s), 0);
	if (check_head(t, &s) || check_tail(t, big, &s)) {
		fprintf(stderr, "sample_type 0x%llx, %s endian\n", (unsigned long long)t,
			big ? "big" : "little");
		return TEST_FAIL;
	}
	for (size = 8; size < whole; size++)
		if (decode(&b, size, &s) != -EBADMSG) {
			fprintf(stderr,
				"sample_type 0x%llx, %s endian: accepted with %zu of %zu bytes\n",
				(unsigned long long)t, big ? "big" : "little", size, whole);
			return TEST_FAIL;
		}
	bench__exit(&b);
	return TEST_OK;
}

static int test__each_bit(void)
{
	uint64_t bit;
	int big;

	for (bit = 1; bit < PERF_SAMPLE_MAX; bit <<= 1)
		for (big = 0; big < 2; big++)
			if (check_type(bit, 0, 0, big))
				return TEST_FAIL;
	return TEST_OK;
}

static int test__mixtures(void)
{
	uint64_t t, state = 1;
	int i;

	for (i = 0; i < 1500; i++) {
		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		t = state >> 20 & (PERF_SAMPLE_MAX - 1);
		if (t & PERF_SAMPLE_WEIGHT)
			t &= ~(uint64_t)PERF_SAMPLE_WEIGHT_STRUCT;
		if (check_type(t, state >> 50 & (PERF_FORMAT_MAX - 1),
			       i % 3 ? 0 : PERF_SAMPLE_BRANCH_HW_INDEX, i & 1))
			return TEST_FAIL;
	}
	return TEST_OK;
}

static int test__read_formats(void)
{
	struct perf_sample s;
	struct bench b;
	uint64_t f;
	int big;

	for (f = 0; f < PERF_FORMAT_MAX; f++)
		for (big = 0; big < 2; big++) {
			uint64_t nr = f & PERF_FORMAT_GROUP ? 2 : 1;

			if (check_type(PERF_SAMPLE_TIME | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
				       f, 0, big))
				return TEST_FAIL;
			bench__init(&b, PERF_SAMPLE_TIME | PERF_SAMPLE_READ, f, 0, big);
			TEST_ASSERT_EQ(decode(&b, b.bytes.len, &s), 0);
			TEST_ASSERT_EQ(s.read.nr, nr);
			TEST_ASSERT_EQ(s.read.values[nr - 1].value, values.time);
			TEST_ASSERT_EQ(s.read.values[nr - 1].id,
				       f & PERF_FORMAT_ID ? values.id : 0);
			TEST_ASSERT_EQ(s.read.time_enabled,
				       f & PERF_FORMAT_TOTAL_TIME_ENABLED ? values.time : 0);
			TEST_ASSERT_EQ(s.read.time_running,
				       f & PERF_FORMAT_TOTAL_TIME_RUNNING ? values.time : 0);
			bench__exit(&b);
		}
	return TEST_OK;
}

DEFINE_SUITE("Samples, field by field", sample_fields,
	{ "each field alone", test__each_bit },
	{ "1,500 mixtures", test__mixtures },
	{ "read formats", test__read_formats })
