// SPDX-License-Identifier: GPL-2.0-only
/* Lines of frames and halves; orphans, counts and progress in words. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/callchain/chain.h"
#include "util/output/orphans.h"
#include "util/output/progress.h"
#include "util/script/chain-text.h"
#include "util/session/session.h"

static struct dso libc = { .long_name = "/usr/lib/libc.so.6", .short_name = "libc.so.6", .kind = DSO_KIND_USER };
static struct dso kernel = { .long_name = "[kernel.kallsyms]_text", .short_name = "[kernel.kallsyms]",
			     .kind = DSO_KIND_KERNEL };
static const struct map libc_map = { .start = 0x7f0000001000, .end = 0x7f0000002000, .pgoff = 0x28000, .dso = &libc };
static const struct map kernel_map = { .start = 0xffffffff81000000, .end = 0xffffffff82000000, .dso = &kernel };
static const struct symbol sched = { .start = 0xffffffff81000100, .end = 0xffffffff81000200, .name = "schedule",
				     .name_len = 8 };
static const struct symbol reader = { .start = 0x28010, .end = 0x28080, .name = "read", .name_len = 4 };

#define ALL	(FRAME_SYM | FRAME_SYMOFF | FRAME_DSO)

static bool is_text(const struct frame_text *ft, const char *want)
{
	if (ft->len == strlen(want) && !memcmp(ft->text, want, ft->len))
		return true;
	fprintf(stderr, "got '%.*s', want '%s'\n", (int)ft->len, ft->text, want);
	return false;
}

static int test__frames(void)
{
	void *kept[4] = { NULL };
	struct frame k = { .ip = 0xffffffff81000117, .map = &kernel_map, .sym = &sched, .priv = &kept[0] };
	struct frame u = { .ip = 0x7f0000001010, .map = &libc_map, .sym = &reader, .priv = &kept[1] };
	struct frame nosym = { .ip = 0x7f0000001777, .map = &libc_map, .priv = &kept[2] };
	struct frame nothing = { .ip = 0, .priv = &kept[3] };
	const struct frame_text *first;
	struct chain_text ct = { 0 };
	size_t i;

	TEST_ASSERT(is_text(chain_text__frame(&ct, &k, ALL), "\tffffffff81000117 schedule+0x17 ([kernel.kallsyms])\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &u, ALL), "\t    7f0000001010 read+0x0 (/usr/lib/libc.so.6)\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &nosym, ALL), "\t    7f0000001777 [unknown] (/usr/lib/libc.so.6)\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &nothing, ALL), "\t               0 [unknown] ([unknown])\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &u, 0), "\t    7f0000001010\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &u, FRAME_SYM), "\t    7f0000001010 read\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &u, FRAME_DSO), "\t    7f0000001010 (/usr/lib/libc.so.6)\n"));
	TEST_ASSERT(is_text(chain_text__frame(&ct, &u, FRAME_DSOFF | FRAME_DSO),
			    "\t    7f0000001010 (/usr/lib/libc.so.6+0x28010)\n"));
	/* Every style is made once. */
	first = chain_text__frame(&ct, &u, ALL);
	TEST_ASSERT(first == chain_text__frame(&ct, &u, ALL));
	chain_text__exit(&ct);
	for (i = 0; i < ARRAY_SIZE(kept); i++)
		chain_text__free_frame(kept[i]);
	return TEST_OK;
}

/* The first, the second and later times give the same text, in any style, within any bound. */
static int halves(size_t max_bytes)
{
	void *kept[3] = { NULL }, *kept_half = NULL, *kept_other = NULL;
	const struct frame frames[3] = { { .ip = 1, .priv = &kept[0] }, { .ip = 2, .map = &libc_map, .priv = &kept[1] },
					 { .ip = 3, .priv = &kept[2] } };
	const struct frame *order[3] = { &frames[0], &frames[1], &frames[2] };
	const struct chain_half half = { .frames = order, .nr = 3, .priv = &kept_half };
	const struct chain_half other = { .frames = order, .nr = 1, .priv = &kept_other };
	struct chain_text ct = { .halves.max_bytes = max_bytes };
	const char *want = "\t               1\n\t               2\n\t               3\n";
	struct text_out out;
	int i;

	text_out__init(&out, -1);
	for (i = 0; i < 5; i++) {
		out.len = 0;
		chain_text__add_half(&ct, &out, &half, 0);
		TEST_ASSERT(out.len == strlen(want) && !memcmp(out.buf, want, out.len));
		out.len = 0;
		chain_text__add_half(&ct, &out, &half, FRAME_DSO);
		text_out__addch(&out, 0);
		TEST_ASSERT(strstr(out.buf, "2 (/usr/lib/libc.so.6)\n"));
		out.len = 0;
		chain_text__add_half(&ct, &out, &other, 0);
		TEST_ASSERT(out.len == 18);
	}
	chain_text__add_half(&ct, &out, NULL, 0);
	TEST_ASSERT(out.len == 18);
	if (!max_bytes)
		half_text__free(kept_half);	/* as the cache does it */
	chain_text__exit(&ct);
	TEST_ASSERT_EQ(ct.halves.bytes, 0);
	for (i = 0; i < 3; i++)
		chain_text__free_frame(kept[i]);
	text_out__exit(&out);
	return TEST_OK;
}

/* A place of no cache is shown each time as it is, and nothing of it is kept; a mark has its text and no address. */
static int test__places(void)
{
	const struct frame place = { .ip = 0x7f0000001010, .map = &libc_map, .sym = &reader };
	const struct symbol mark = { .name = "[stack missing]", .name_len = 15 };
	const struct frame gap = { .kind = FRAME_GAP, .sym = &mark };
	const char *want = "    7f0000001010 read[stack missing]    7f0000001010 read+0x0";
	struct chain_text ct = { 0 };
	struct text_out out;

	text_out__init(&out, -1);
	chain_text__add_place(&ct, &out, &place, FRAME_SYM);
	chain_text__add_place(&ct, &out, &gap, FRAME_SYM);
	chain_text__add_place(&ct, &out, &place, FRAME_SYM | FRAME_SYMOFF);
	TEST_ASSERT(out.len == strlen(want) && !memcmp(out.buf, want, out.len));
	chain_text__exit(&ct);
	text_out__exit(&out);
	return TEST_OK;
}

static int test__halves(void)
{
	return halves(0) ?: halves(1) ?: halves(120);
}

static int test__orphans(void)
{
	struct session_stats stats = { .waiting = 100 };
	char text[256];
	int reason;

	TEST_ASSERT_EQ(orphans__closing_text(&stats, text, sizeof(text)), 0);
	stats.orphans[PERF_STITCH_LOST] = 2;
	stats.orphans[PERF_STITCH_IN_KERNEL_AT_END] = 1;
	TEST_ASSERT(orphans__closing_text(&stats, text, sizeof(text)) > 0);
	TEST_ASSERT_STR(text, "3 of 100 samples with a deferred user stack miss it: 1 in-kernel at end, 2 lost");
	TEST_ASSERT_STR(orphan__mark(PERF_STITCH_WHOLE), "");
	for (reason = 1; reason < PERF_STITCH_NR_REASONS; reason++) {
		snprintf(text, sizeof(text), "[user stack missing: %s]", perf_stitch_reason__name(reason));
		TEST_ASSERT_STR(orphan__mark(reason), text);
	}
	return TEST_OK;
}

static int test__progress(void)
{
	char text[120];

	TEST_ASSERT_STR(progress__text(text, sizeof(text), "reading", 35000000, 140000000, 2500000000),
			"reading: 25% of 140.0 MB, 2 s");
	TEST_ASSERT_STR(progress__text(text, sizeof(text), "reading", 35000000, 0, 1000000000),
			"reading: 35.0 MB, 1 s");
	TEST_ASSERT_STR(progress__text(text, sizeof(text), "Processing samples", 300, 1200, 2000000000),
			"Processing samples: 25% of 1200, 2 s");
	TEST_ASSERT_STR(progress__text(text, sizeof(text), "debuginfod: 'libsamples.so'", 1000000, 2000000, 1000000000),
			"debuginfod: 'libsamples.so': 50% of 2.0 MB, 1 s");
	TEST_ASSERT_STR(progress__text(text, sizeof(text), "reading", UINT64_MAX, 1000000, 0),
			"reading: 100% of 1.0 MB, 0 s");
	return TEST_OK;
}

DEFINE_SUITE("Stacks as text", chain_text,
	{ "frames", test__frames },
	{ "places of no cache", test__places },
	{ "halves", test__halves },
	{ "orphans in words", test__orphans },
	{ "progress in words", test__progress })
