// SPDX-License-Identifier: GPL-2.0-only
/* How recordings describe the traces in them: Intel PT, Arm CoreSight and SPE. */
#include <errno.h>
#include <stdint.h>

#include "tests/test.h"
#include "tests/words.h"
#include "tests/unit/aux-attrs.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/data/aux-data.h"
#include "util/event/evsel-config.h"
#include "util/record/aux-info.h"

static uint64_t word(const struct strbuf *s, size_t i)
{
	uint64_t v;

	memcpy(&v, s->buf + i * 8, sizeof(v));
	return v;
}

/* header, u32 type, reserved, then upstream's words for Intel PT. */
static int test__info(void)
{
	struct perf_event_mmap_page page = { .time_shift = 31, .time_mult = 5, .time_zero = 6 };
	struct record_opts opts = { .freq = 4000 };
	struct target target = aux_attrs__target();
	struct strbuf out = STRBUF_INIT;
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	page.cap_user_time_zero = 1;
	TEST_ASSERT(!aux_attrs__tree());
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//u", &opts, &target, &list, &c, &diag), 0);
	list->evsels[0]->config->filter = xstrdup("filter 0x10/0x20");
	TEST_ASSERT(aux_info__append(&out, &c.aux, list, true, &page));
	TEST_ASSERT_EQ(out.len, 16 + 17 * 8 + 24 + 8);
	TEST_ASSERT_EQ(word(&out, 0), head_word(PERF_RECORD_AUXTRACE_INFO, 0, (uint16_t)out.len));
	TEST_ASSERT_EQ(word(&out, 1), pair_word(PERF_AUXTRACE_INTEL_PT, 0));
	TEST_ASSERT_EQ(word(&out, 2), 8);		/* the PMU's type */
	TEST_ASSERT(word(&out, 3) == 31 && word(&out, 4) == 5 && word(&out, 5) == 6);
	TEST_ASSERT_EQ(word(&out, 6), 1);
	TEST_ASSERT_EQ(word(&out, 7), 1 << 10);		/* tsc, noretcomp */
	TEST_ASSERT_EQ(word(&out, 8), 1 << 11);
	TEST_ASSERT_EQ(word(&out, 9), 2);		/* switches of the tasks */
	TEST_ASSERT(!word(&out, 10) && word(&out, 11) == 1);
	TEST_ASSERT_EQ(word(&out, 12), 1 << 9);		/* mtc, mtc_period */
	TEST_ASSERT_EQ(word(&out, 13), 15 << 14);
	TEST_ASSERT_EQ(word(&out, 16), 1 << 1);		/* cyc */
	TEST_ASSERT_EQ(word(&out, 17), 24);
	TEST_ASSERT_EQ(word(&out, 18), 16);		/* the filter's length, and it */
	TEST_ASSERT_STR(out.buf + 19 * 8, "filter 0x10/0x20");
	TEST_ASSERT_EQ(word(&out, 22), 0);		/* no event trace */
	strbuf__reset(&out);
	TEST_ASSERT(aux_info__append_time_conv(&out, &page));
	TEST_ASSERT(out.len == 56 && word(&out, 1) == 31 && out.buf[48] == 1 && !out.buf[49]);
	/* A driver that nobody knows has no description. */
	free(list->evsels[0]->config->pmu_name);
	list->evsels[0]->config->pmu_name = xstrdup("faux");
	TEST_ASSERT(!aux_info__append(&out, &c.aux, list, true, &page));
	strbuf__exit(&out);
	evlist__delete(list);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

#define ETM	"sys/bus/event_source/devices/cs_etm/"

/* The first online CPU has a trace unit in the tree. */
static int make_etm(void)
{
	static const struct fake_file files[] = {
		{ ETM "type", "9\n" },		{ ETM "format/contextid", "config:14\n" },
		{ ETM "format/timestamp", "config:28\n" }, { ETM "format/retstack", "config:29\n" },
		{ ETM "sinks/tmc_etr0", "0x77\n" },
		{ ETM "cpu0/trcidr/trcidr0", "0x28000ea1\n" }, { ETM "cpu0/trcidr/trcidr1", "0x4100f401\n" },
		{ ETM "cpu0/trcidr/trcidr2", "0x488\n" }, { ETM "cpu0/trcidr/trcidr8", "0x1\n" },
		{ ETM "cpu0/mgmt/trcauthstatus", "0xcc\n" }, { ETM "cpu0/ts_source", "1\n" },
		{ "sys/bus/event_source/devices/arm_spe_0/type", "10\n" },
		{ "sys/bus/event_source/devices/arm_spe_0/format/ts_enable", "config:0\n" },
		{ "sys/bus/event_source/devices/arm_spe_0/caps/min_interval", "1024\n" },
	};

	return fake_tree__write_all(files, ARRAY_SIZE(files));
}

static int test__arm(void)
{
	struct record_opts opts = { .freq = 4000 };
	struct target target = aux_attrs__target();
	struct strbuf out = STRBUF_INIT;
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	TEST_ASSERT(!aux_attrs__tree() && !make_etm());
	TEST_ASSERT_EQ(aux_attrs__config("cs_etm/retstack,@tmc_etr0/u", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT_EQ(list->evsels[0]->attr.config, 1 << 14 | 1 << 28 | 1 << 29);
	TEST_ASSERT_EQ(list->evsels[0]->attr.config2, 0x77);
	TEST_ASSERT(aux_info__append(&out, &c.aux, list, true, NULL));
	TEST_ASSERT_EQ(word(&out, 1), pair_word(PERF_AUXTRACE_CS_ETM, 0));
	TEST_ASSERT_EQ(word(&out, 2), 1);
	TEST_ASSERT_EQ(word(&out, 3), 9ULL << 32 | 1);
	TEST_ASSERT_EQ(word(&out, 5), 0x4040404040404040);
	TEST_ASSERT(!word(&out, 6) && word(&out, 7) == 8);
	TEST_ASSERT_EQ(word(&out, 8), 1 << 6 | 1 << 11 | 1 << 12);
	TEST_ASSERT(word(&out, 9) == 0x10 && word(&out, 10) == 0x28000ea1);
	TEST_ASSERT(word(&out, 14) == 0xcc && word(&out, 15) == 1);
	TEST_ASSERT_EQ(out.len, 16 * 8);
	evlist__delete(list);
	strbuf__reset(&out);
	TEST_ASSERT_EQ(aux_attrs__config("cs_etm/@nowhere/u", &opts, &target, &list, &c, &diag), -EINVAL);
	evlist__delete(list);
	TEST_ASSERT_EQ(aux_attrs__config("arm_spe_0//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT(list->evsels[0]->attr.sample_period == 1024 && list->evsels[0]->attr.config == 1);
	TEST_ASSERT(aux_info__append(&out, &c.aux, list, true, NULL));
	TEST_ASSERT_EQ(word(&out, 1), pair_word(PERF_AUXTRACE_ARM_SPE, 0));
	TEST_ASSERT(word(&out, 2) == 2 && word(&out, 3) == 4);
	TEST_ASSERT_EQ(word(&out, 6), 0x1010101010101010);
	TEST_ASSERT_EQ(word(&out, 9 + 1), 10);		/* the first CPU's PMU, and interval */
	TEST_ASSERT_EQ(word(&out, 9 + 2), 1024);
	evlist__delete(list);
	strbuf__exit(&out);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

DEFINE_SUITE("AUX traces: descriptions", aux_info,
	     { "description of Intel PT", test__info },
	     { "descriptions of Arm CoreSight and SPE", test__arm })
