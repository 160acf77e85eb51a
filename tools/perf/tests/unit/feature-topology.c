// SPDX-License-Identifier: GPL-2.0-only
/* Features about the machine: what is read, printed, and left alone where it is cut off. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/data/feature-read.h"
#include "util/data/header-read.h"
#include "util/output/header-print.h"

/* perf_header__delete() frees it. */
static struct perf_header *header(void)
{
	struct perf_header *h = xzalloc(sizeof(*h));

	h->evlist = evlist__new();
	return h;
}

static void add_u32(struct strbuf *sb, uint32_t v)
{
	strbuf__add(sb, &v, sizeof(v));
}

static void add_u64(struct strbuf *sb, uint64_t v)
{
	strbuf__add(sb, &v, sizeof(v));
}

static void add_string(struct strbuf *sb, const char *s)
{
	char padded[16] = "";

	strcpy(padded, s);
	add_u32(sb, sizeof(padded));
	strbuf__add(sb, padded, sizeof(padded));
}

static void read_feature(struct perf_header *h, int feature, const void *data, size_t size)
{
	struct cursor c = cursor__make(data, size, false);

	h->features[0] |= 1ULL << feature;
	feature__read(h, feature, &c, 0);
}

static bool prints(struct perf_header *h, const char *text)
{
	struct text_out out;
	bool found;

	text_out__init(&out, -1);
	header_print(&out, h, NULL, true);
	text_out__addch(&out, 0);
	found = strstr(out.buf, text);
	text_out__exit(&out);
	return found;
}

/* Every shorter piece is damaged, is told so, and does no harm. */
static bool cut_off_is_noticed(int feature, const struct strbuf *whole)
{
	size_t len;

	for (len = 0; len < whole->len; len++) {
		void *piece = xmemdup(whole->buf, len);	/* so that sanitizers see its end */
		struct perf_header *h = header();
		bool noticed;

		read_feature(h, feature, piece, len);
		noticed = h->nr_damaged == 1;
		(void)prints(h, "");
		perf_header__delete(h);
		free(piece);
		if (!noticed && !(feature == HEADER_CPU_DOMAIN_INFO && len >= 8))
			return false;
	}
	return true;
}

static int test__caches(void)
{
	struct perf_header *h = header();
	struct strbuf sb = STRBUF_INIT;

	add_u32(&sb, 1);
	add_u32(&sb, 1);
	add_u32(&sb, 2);
	add_u32(&sb, 64);
	add_u32(&sb, 512);
	add_u32(&sb, 8);
	add_string(&sb, "Unified");
	add_string(&sb, "512K");
	add_string(&sb, "0-1");
	read_feature(h, HEADER_CACHE, sb.buf, sb.len);
	TEST_ASSERT_EQ(h->nr_caches, 1);
	TEST_ASSERT(prints(h, "# CPU cache info:\n#  L2 Unified             512K [0-1]\n"));
	TEST_ASSERT(cut_off_is_noticed(HEADER_CACHE, &sb));
	perf_header__delete(h);
	strbuf__exit(&sb);
	return TEST_OK;
}

static int test__memory(void)
{
	struct perf_header *h = header();
	struct strbuf sb = STRBUF_INIT;

	add_u64(&sb, 1);
	add_u64(&sb, 128 << 20);
	add_u64(&sb, 1);
	add_u64(&sb, 3);	/* node */
	add_u64(&sb, 70);
	add_u64(&sb, 70);	/* bits */
	add_u64(&sb, 0x8000000000000017);
	add_u64(&sb, 0x21);
	read_feature(h, HEADER_MEM_TOPOLOGY, sb.buf, sb.len);
	TEST_ASSERT_EQ(h->nr_mem_nodes, 1);
	TEST_ASSERT_EQ(h->mem_nodes[0].nr_blocks, 7);
	TEST_ASSERT_STR(h->mem_nodes[0].blocks, "0-2,4,63-64,69");
	TEST_ASSERT(prints(h, "# memory nodes (nr 1, block size 0x8000000):\n#    3 [896M]: 0-2,4,63-64,69\n"));
	TEST_ASSERT(cut_off_is_noticed(HEADER_MEM_TOPOLOGY, &sb));
	perf_header__delete(h);
	/* More bits than there can be. */
	h = header();
	memset(sb.buf + 40, 0xff, 8);
	read_feature(h, HEADER_MEM_TOPOLOGY, sb.buf, sb.len);
	TEST_ASSERT_EQ(h->nr_damaged, 1);
	perf_header__delete(h);
	strbuf__exit(&sb);
	return TEST_OK;
}

static int test__domains(void)
{
	struct perf_header *h = header();
	struct strbuf sb = STRBUF_INIT;

	add_u32(&sb, 17);
	add_u32(&sb, 1);
	add_u32(&sb, 5);	/* CPU */
	add_u32(&sb, 1);
	add_u32(&sb, 0);
	add_string(&sb, "MC");
	add_string(&sb, "3");
	add_string(&sb, "0-1");
	read_feature(h, HEADER_CPU_DOMAIN_INFO, sb.buf, sb.len);
	TEST_ASSERT_EQ(h->nr_cpu_domains, 1);
	TEST_ASSERT(prints(h, "# schedstat version\t: 17\n# Maximum sched domains\t: 1\n# cpu\t\t: 5\n# nr_domains\t: 1\n"
			      "# Domain\t\t: 0\n# Domain name      : MC\n# Domain cpu map   : 3\n"
			      "# Domain cpu list  : 0-1\n"));
	TEST_ASSERT(cut_off_is_noticed(HEADER_CPU_DOMAIN_INFO, &sb));
	perf_header__delete(h);
	strbuf__exit(&sb);
	return TEST_OK;
}

static int test__clock(void)
{
	struct perf_header *h = header();

	h->features[0] = 1ULL << HEADER_CLOCK_DATA;
	h->clock_data_clockid = 4;
	h->clock_data_tod = 1795275471984366000;
	h->clock_data_clock = 9986351593581;
	TEST_ASSERT(prints(h, "# clockid: monotonic_raw (4)\n"));
	TEST_ASSERT(prints(h, ".984366 = 1795275471.984366 (TOD) = 9986.351593581 (monotonic_raw)\n"));
	perf_header__delete(h);
	return TEST_OK;
}

/* In a pipe a perf ends its features with the first number that it does not know, and nothing behind it. */
static int test__end_mark(void)
{
	struct {
		struct perf_event_header header;
		uint64_t feature;
	} mark = { { PERF_RECORD_HEADER_FEATURE, 0, sizeof(mark) }, HEADER_CPU_DOMAIN_INFO };
	struct record r = { .header = mark.header, .data = (const unsigned char *)&mark };
	struct perf_header *h = header();
	struct diag diag = DIAG_INIT;

	TEST_ASSERT_EQ(perf_header__read_record(h, &r, &diag), 1);
	TEST_ASSERT_EQ(h->nr_damaged, 0);
	TEST_ASSERT(!perf_header__has(h, HEADER_CPU_DOMAIN_INFO));
	perf_header__delete(h);
	return TEST_OK;
}

DEFINE_SUITE("Features about the machine", feature_topology,
	{ "caches", test__caches },
	{ "memory", test__memory },
	{ "scheduling domains", test__domains },
	{ "clocks", test__clock },
	{ "end mark", test__end_mark })
