// SPDX-License-Identifier: GPL-2.0-only
/* --call-graph when recording. */
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/choose/callgraph-parse.h"

/* perf record unwinds, or leaves that to readers: both by copies beside chains along frame pointers. */
#define UNWIND	.mode = CALLGRAPH_FP, .unwind = true
#define KEEP	.mode = CALLGRAPH_FP, .keep = true

static const struct {
	const char *arg;
	struct callgraph_param want;
} good_params[] = {
	{ "fp", { .mode = CALLGRAPH_FP } },
	{ "fp,defer", { .mode = CALLGRAPH_FP, .defer = true } },
	{ "fp,64,defer", { .mode = CALLGRAPH_FP, .defer = true, .max_stack = 64 } },
	{ "fp,defer,64", { .mode = CALLGRAPH_FP, .defer = true, .max_stack = 64 } },
	{ "fp,16", { .mode = CALLGRAPH_FP, .max_stack = 16 } },
	{ "fp,repair", { .repair_size = CALLGRAPH_REPAIR_SIZE_DEFAULT, .repair_cut = true, UNWIND } },
	{ "fp,defer,repair", { .defer = true, .repair_size = CALLGRAPH_REPAIR_SIZE_DEFAULT, .repair_cut = true, UNWIND } },
	{ "fp,repair=121,64,defer", { .defer = true, .max_stack = 64, .repair_size = 128, UNWIND } },
	{ "fp,repair=65520", { .repair_size = 65520, UNWIND } },
	{ "fp,repair=65515", { .repair_size = 65520, UNWIND } },
	{ "fp,repair,keep", { .repair_size = CALLGRAPH_KEEP_SIZE_DEFAULT, .repair_cut = true, KEEP } },
	{ "fp,defer,repair,keep", { .defer = true, .repair_size = CALLGRAPH_KEEP_SIZE_DEFAULT, .repair_cut = true, KEEP } },
	{ "fp,repair=121,keep,64,defer", { .defer = true, .max_stack = 64, .repair_size = 128, KEEP } },
	{ "dwarf,repair", { .repair_size = CALLGRAPH_REPAIR_SIZE_DEFAULT, .repair_cut = true, UNWIND } },
	{ "dwarf,1001,repair", { .repair_size = 1008, .repair_cut = true, UNWIND } },
	{ "dwarf,repair,1001", { .repair_size = 1008, .repair_cut = true, UNWIND } },
	{ "dwarf,65528,repair", { .repair_size = CALLGRAPH_REPAIR_SIZE_MAX, .repair_cut = true, UNWIND } },
	{ "dwarf,repair=64", { .repair_size = 64, UNWIND } },
	{ "dwarf", { .mode = CALLGRAPH_DWARF, .dump_size = 8192 } },
	{ "dwarf,1001", { .mode = CALLGRAPH_DWARF, .dump_size = 1008 } },
	{ "dwarf,65528", { .mode = CALLGRAPH_DWARF, .dump_size = 65528 } },
	{ "lbr", { .mode = CALLGRAPH_LBR } },
	{ "no", { .mode = CALLGRAPH_NONE } },
};

static const char *const bad_params[] = {
	"", "fpx", "fp,", "fp,defer,defer", "fp,1,2", "fp,0", "fp,65536", "fp,Defer", "dwarf,defer", "lbr,defer", "no,defer",
	"dwarf,0", "dwarf,65529", "dwarf,99999999999999999999", "dwarf,8,8", "lbr,3", "fp,-1", "fp,x",
	"fp,repair=", "fp,repair=0", "fp,repair=65521", "fp,repair=x", "fp,repair,repair", "fp,repairs", "lbr,repair",
	"no,repair=64", "no,repair", "fp,keep", "fp,defer,keep", "fp,keep,repair", "fp,repair,keep,keep", "fp,repair,keeps",
	"dwarf,keep", "dwarf,repair,keep", "dwarf,repair,defer", "dwarf,repair,repair", "lbr,keep",
};

static int test__param(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good_params); i++) {
		struct diag diag = DIAG_INIT;
		struct callgraph_param got;

		TEST_ASSERT_EQ(callgraph_param__parse(good_params[i].arg, &got, &diag), 0);
		TEST_ASSERT_EQ(got.mode, good_params[i].want.mode);
		TEST_ASSERT_EQ(got.defer, good_params[i].want.defer);
		TEST_ASSERT_EQ(got.max_stack, good_params[i].want.max_stack);
		TEST_ASSERT_EQ(got.dump_size, good_params[i].want.dump_size);
		TEST_ASSERT_EQ(got.repair_size, good_params[i].want.repair_size);
		TEST_ASSERT_EQ(got.repair_cut, good_params[i].want.repair_cut);
		TEST_ASSERT_EQ(got.unwind, good_params[i].want.unwind);
		TEST_ASSERT_EQ(got.keep, good_params[i].want.keep);
	}
	for (i = 0; i < ARRAY_SIZE(bad_params); i++) {
		struct callgraph_param got = { .mode = CALLGRAPH_LBR };
		struct diag diag = DIAG_INIT;

		TEST_ASSERT(callgraph_param__parse(bad_params[i], &got, &diag) < 0);
		TEST_ASSERT(diag__is_set(&diag));
		TEST_ASSERT_EQ(got.mode, CALLGRAPH_LBR);
	}
	return TEST_OK;
}

static int test__refused_by_name(void)
{
	struct callgraph_param got;
	struct diag diag = DIAG_INIT;

	TEST_ASSERT(callgraph_param__parse("dwarf,defer", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'dwarf,defer'"));
	diag__clear(&diag);
	TEST_ASSERT(callgraph_param__parse("lbr,defer", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'lbr,defer'"));
	diag__clear(&diag);
	TEST_ASSERT(callgraph_param__parse("dwarf,4096,defer", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'dwarf,defer'"));
	diag__clear(&diag);
	TEST_ASSERT(callgraph_param__parse("lbr,repair", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'lbr,repair'"));
	/* Where it stands does not matter to the other words: what is said tells where it has to. */
	diag__clear(&diag);
	TEST_ASSERT(callgraph_param__parse("fp,keep,repair", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'fp,defer,repair,keep'"));
	diag__clear(&diag);
	TEST_ASSERT(callgraph_param__parse("dwarf,repair,keep", &got, &diag) < 0);
	TEST_ASSERT(strstr(diag.text, "'dwarf' keeps its copies in any case"));
	return TEST_OK;
}

DEFINE_SUITE("Call graph modes of recording", callgraph_param,
	     { "words", test__param },
	     { "what cannot be deferred or repaired", test__refused_by_name })
