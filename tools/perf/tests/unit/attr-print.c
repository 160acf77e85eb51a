// SPDX-License-Identifier: GPL-2.0-only
/* Attrs and made-up names as text. */
#include <stdlib.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/event/attr-print.h"
#include "util/event/branch-type.h"
#include "util/event/evlist.h"

static int test__block(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = 144, .sample_freq = 999, .freq = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IDENTIFIER,
		.read_format = PERF_FORMAT_ID | PERF_FORMAT_LOST, .disabled = 1, .defer_callchain = 1,
		.defer_output = 1, .clockid = -5, .sample_max_stack = 64, .aux_pause = 1,
	};
	struct strbuf sb = STRBUF_INIT;

	attr__print_block(&attr, NULL, &sb);
	TEST_ASSERT_STR(strbuf__str(&sb),
			"------------------------------------------------------------\n"
			"perf_event_attr:\n"
			"  type                             1 (PERF_TYPE_SOFTWARE)\n"
			"  size                             144\n"
			"  config                           0 (PERF_COUNT_SW_CPU_CLOCK)\n"
			"  { sample_period, sample_freq }   999\n"
			"  sample_type                      IP|TID|CALLCHAIN|IDENTIFIER\n"
			"  read_format                      ID|LOST\n"
			"  disabled                         1\n"
			"  freq                             1\n"
			"  defer_callchain                  1\n"
			"  defer_output                     1\n"
			"  clockid                          -5\n"
			"  sample_max_stack                 64\n"
			"  aux_pause                        1\n"
			"------------------------------------------------------------\n");
	strbuf__exit(&sb);
	return TEST_OK;
}

static const struct {
	struct perf_event_attr attr;
	struct attr_names names;
	const char *want;
} lines[] = {
	{ { .type = PERF_TYPE_HARDWARE, .size = 64 }, { 0 },
	  "type: 0 (PERF_TYPE_HARDWARE), size: 64, config: 0 (PERF_COUNT_HW_CPU_CYCLES)" },
	{ { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x10000 }, { 0 },
	  "type: 3 (PERF_TYPE_HW_CACHE), size: 64, config: 0x10000 (PERF_COUNT_HW_CACHE_RESULT_MISS | "
	  "PERF_COUNT_HW_CACHE_OP_READ | PERF_COUNT_HW_CACHE_L1D)" },
	{ { .type = PERF_TYPE_HW_CACHE, .size = 64, .config = 0x20000 }, { 0 },
	  "type: 3 (PERF_TYPE_HW_CACHE), size: 64, config: 0x20000" },
	{ { .type = PERF_TYPE_TRACEPOINT, .size = 64, .config = 5 }, { .config = "a:b" },
	  "type: 2 (PERF_TYPE_TRACEPOINT), size: 64, config: 0x5 (a:b)" },
	{ { .type = 9, .size = 64, .config = 5 }, { .pmu = "msr" }, "type: 9 (msr), size: 64, config: 0x5" },
	{ { .type = 77, .size = 64 }, { 0 }, "type: 77, size: 64, config: 0" },
	{ { .type = PERF_TYPE_HARDWARE, .size = 64, .config = 10ULL << 32 }, { .pmu = "cpu_atom" },
	  "type: 0 (PERF_TYPE_HARDWARE), size: 64, config: 0xa00000000 (cpu_atom/PERF_COUNT_HW_CPU_CYCLES/)" },
	{ { .type = PERF_TYPE_BREAKPOINT, .size = 64, .bp_addr = 0x1234, .bp_len = 4, .bp_type = 3 }, { 0 },
	  "type: 5 (PERF_TYPE_BREAKPOINT), size: 64, config: 0, bp_type: 3, { bp_addr, config1 }: 0x1234, "
	  "{ bp_len, config2 }: 0x4" },
	{ { .type = PERF_TYPE_SOFTWARE, .size = 64, .sample_type = 1ULL << 40 | 1, .branch_sample_type = 9 }, { 0 },
	  "type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0 (PERF_COUNT_SW_CPU_CLOCK), "
	  "sample_type: IP|0x10000000000, branch_sample_type: USER|ANY" },
};

static int test__line(void)
{
	struct strbuf sb = STRBUF_INIT;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		strbuf__reset(&sb);
		attr__print_line(&lines[i].attr, &lines[i].names, &sb);
		TEST_ASSERT_STR(strbuf__str(&sb), lines[i].want);
	}
	strbuf__exit(&sb);
	return TEST_OK;
}

/* Each flag bit by its own name, in its own place: the ABI says which bit is which. */
static int test__bits(void)
{
	static const struct {
		unsigned int bit, big;		/* from the lowest one, from the highest one */
		const char *name;
	} bits[] = {
		{ 0, 0, "disabled: 1" }, { 1, 1, "inherit: 1" }, { 5, 5, "exclude_kernel: 1" }, { 15, 16, "precise_ip: 1" },
		{ 16, 15, "precise_ip: 2" }, { 18, 18, "sample_id_all: 1" }, { 22, 22, "exclude_callchain_user: 1" },
		{ 24, 24, "comm_exec: 1" }, { 32, 32, "cgroup: 1" }, { 34, 34, "build_id: 1" }, { 36, 36, "remove_on_exec: 1" },
		{ 38, 38, "defer_callchain: 1" }, { 39, 39, "defer_output: 1" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		struct perf_event_attr attr = { .type = 99 };
		struct strbuf sb = STRBUF_INIT;
		uint64_t flags = 1ULL << (machine_is_big() ? 63 - bits[i].big : bits[i].bit);

		/* The flags follow read_format, 40 bytes from the beginning. */
		memcpy((char *)&attr + 40, &flags, sizeof(flags));
		attr__print_line(&attr, NULL, &sb);
		TEST_ASSERT_STR(strrchr(strbuf__str(&sb), ',') + 2, bits[i].name);
		strbuf__exit(&sb);
	}
	return TEST_OK;
}

static const struct {
	struct perf_event_attr attr;
	const char *name;
} made_up_names[] = {
	{ { .type = PERF_TYPE_HARDWARE }, "cycles" },
	{ { .type = PERF_TYPE_HARDWARE, .config = 99 }, "unknown-hardware" },
	{ { .type = PERF_TYPE_SOFTWARE, .exclude_kernel = 1, .exclude_hv = 1 }, "cpu-clock:u" },
	{ { .type = PERF_TYPE_SOFTWARE, .config = 1, .precise_ip = 3 }, "task-clock:ppp" },
	{ { .type = PERF_TYPE_SOFTWARE, .exclude_host = 1 }, "cpu-clock:G" },
	{ { .type = PERF_TYPE_SOFTWARE, .exclude_guest = 1, .exclude_user = 1, .exclude_hv = 1, .precise_ip = 1 },
	  "cpu-clock:kpH" },
	{ { .type = PERF_TYPE_SOFTWARE, .exclude_user = 1, .exclude_kernel = 1, .exclude_hv = 1 }, "cpu-clock" },
	{ { .type = PERF_TYPE_SOFTWARE, .config = 1ULL << 32 }, "unknown-software" },
	{ { .type = PERF_TYPE_HW_CACHE, .config = 0x10000 }, "L1-dcache-load-misses" },
	{ { .type = PERF_TYPE_HW_CACHE, .config = 0x100 }, "L1-dcache-stores" },
	{ { .type = PERF_TYPE_HW_CACHE, .config = 0x101 }, "invalid-cache" },
	{ { .type = PERF_TYPE_HW_CACHE, .config = 7 }, "unknown-ext-hardware-cache-type" },
	{ { .type = PERF_TYPE_RAW, .config = 0x1a8, .exclude_kernel = 1, .exclude_hv = 1 }, "raw 0x1a8:u" },
	{ { .type = PERF_TYPE_BREAKPOINT, .bp_addr = 0x1000, .bp_type = 3 }, "mem:0x1000:rw" },
	{ { .type = PERF_TYPE_TRACEPOINT, .config = 5 }, "unknown tracepoint" },
	{ { .type = 77, .config = 5 }, "unknown event PMU=77 config=0x5" },
};

static int test__names(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(made_up_names); i++) {
		struct evsel *evsel = evsel__new(&made_up_names[i].attr);

		TEST_ASSERT_STR(evsel__name(evsel), made_up_names[i].name);
		evsel__set_name(evsel, "other");
		TEST_ASSERT_STR(evsel__name(evsel), "other");
		evsel__delete(evsel);
	}
	return TEST_OK;
}

static int test__branch_types(void)
{
	struct diag diag = DIAG_INIT;
	uint64_t bits;

	TEST_ASSERT_EQ(branch_type__parse("any,u", &bits, &diag), 0);
	TEST_ASSERT_EQ(bits, 9);
	TEST_ASSERT_EQ(branch_type__parse("k|any_call|ind_call", &bits, &diag), 0);
	TEST_ASSERT_EQ(bits, 2 | 1 << 4 | 1 << 6);
	TEST_ASSERT_EQ(branch_type__parse("u", &bits, &diag), 0);
	TEST_ASSERT_EQ(bits, 1 | 1 << 3);
	TEST_ASSERT_EQ(branch_type__parse("u,save_type", &bits, &diag), 0);
	TEST_ASSERT_EQ(bits, 1 | 1 << 3 | 1 << 16);
	TEST_ASSERT(branch_type__parse("any,", &bits, &diag) < 0);
	TEST_ASSERT(diag__is_set(&diag));
	return TEST_OK;
}

static int test__ids(void)
{
	struct perf_event_attr attr = { 0 };
	struct evlist *list = evlist__new();
	struct evsel *a = evsel__new(&attr), *b = evsel__new(&attr);
	struct evlist_id *id;

	TEST_ASSERT(!evlist__first(list));
	evlist__add(list, a);
	evlist__add(list, b);
	TEST_ASSERT(evlist__first(list) == a);
	id = evlist__map_id(list, 0, a);
	TEST_ASSERT(id->evsel == a && id->cpu == -1 && id->tid == -1);
	id->cpu = 3;
	TEST_ASSERT(evlist__map_id(list, 0, a) == id && a->nr_ids == 1);
	evlist__map_id(list, UINT64_MAX, b);
	TEST_ASSERT(evlist__find_id(list, 0)->cpu == 3);
	TEST_ASSERT(evlist__find_id(list, UINT64_MAX)->evsel == b);
	TEST_ASSERT(!evlist__find_id(list, 1));
	TEST_ASSERT_EQ(b->idx, 1);
	evlist__delete(list);
	return TEST_OK;
}

DEFINE_SUITE("Events as text", attr_print,
	     { "the block of -vv", test__block },
	     { "the line of evlist -v", test__line },
	     { "flag bits", test__bits },
	     { "names made of attrs", test__names },
	     { "branch types", test__branch_types },
	     { "ids", test__ids })
