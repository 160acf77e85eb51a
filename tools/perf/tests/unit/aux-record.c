// SPDX-License-Identifier: GPL-2.0-only
/* Recording AUX traces: areas in memory of our own, attrs, option values, what goes into the file. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/perf_event.h>
#include <perf/mmap.h>

#include "tests/test.h"
#include "tests/words.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/choose/aux-action.h"
#include "util/choose/parse-events.h"
#include "util/data/aux-data.h"
#include "util/data/header.h"
#include "util/data/perf-writer.h"
#include "util/event/evsel-config.h"
#include "util/event/record.h"
#include "util/record/addr-filter.h"
#include "util/record/attr-config.h"
#include "util/record/aux-info.h"
#include "util/record/record-parse.h"

#define AREA	4096

/* A ring with an AUX area, and the driver's side of it. */
struct fake {
	union {
		struct perf_event_mmap_page page;
		char bytes[4096];
	} control;
	_Alignas(8) unsigned char data[4096], aux[AREA];
	struct perf_mmap map;
};

static struct fake *fake__new(uint64_t start, bool overwrite)
{
	struct fake *f = xzalloc(sizeof(*f));

	f->control.page.aux_head = f->control.page.aux_tail = start;
	perf_mmap__attach(&f->map, &f->control, f->data, sizeof(f->data));
	perf_mmap__attach_aux(&f->map, f->aux, AREA, overwrite);
	return f;
}

static void fake__delete(struct fake *f)
{
	perf_mmap__unmap(&f->map);
	free(f);
}

/* The trace is a sequence in which each byte tells its place, never zero. */
static unsigned char byte_at(uint64_t pos)
{
	return (unsigned char)(pos * 7 % 255 + 1);
}

static void fake__trace(struct fake *f, uint64_t from, uint64_t n)
{
	uint64_t i;

	for (i = from; i < from + n; i++)
		f->aux[i % AREA] = byte_at(i);
}

/* Are the stretches the trace from @pos on? */
static bool is_trace(const struct iovec iov[2], uint64_t pos)
{
	size_t i, s;

	for (s = 0; s < 2; s++)
		for (i = 0; i < iov[s].iov_len; i++)
			if (((unsigned char *)iov[s].iov_base)[i] != byte_at(pos++))
				return false;
	return true;
}

/* Pieces of all lengths, around the end, and with positions beyond 32 bits. */
static int test__area(void)
{
	uint64_t pos = 0xffffff00ULL / AREA * AREA + 8, offset = 0;
	struct fake *f = fake__new(pos, false);
	struct iovec iov[2];
	unsigned int n;

	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), 0);
	for (n = 1; n <= AREA; n += 61) {
		fake__trace(f, pos, n);
		f->control.page.aux_head = pos + n;
		TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), n);
		TEST_ASSERT_EQ(offset, pos);
		TEST_ASSERT_EQ(iov[0].iov_len + iov[1].iov_len, n);
		TEST_ASSERT(is_trace(iov, pos));
		/* The room is the driver's only now. */
		TEST_ASSERT_EQ(f->control.page.aux_tail, pos);
		perf_mmap__consume_aux(&f->map, n);
		pos += n;
		TEST_ASSERT_EQ(f->control.page.aux_tail, pos);
	}
	/* No more than there is, whatever the memory says. */
	f->control.page.aux_head = pos + 10 * AREA;
	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), AREA);
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	fake__delete(f);
	return TEST_OK;
}

/* A driver whose position only grows. */
static int test__snapshot_growing(void)
{
	struct fake *f = fake__new(0, true);
	struct iovec iov[2];
	uint64_t offset = 0;

	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	fake__trace(f, 0, 1000);
	f->control.page.aux_head = 1000;
	TEST_ASSERT_EQ(perf_mmap__unread_aux(&f->map, iov, &offset), 0);
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, 300, iov, &offset), 300);
	TEST_ASSERT_EQ(offset, 700);
	TEST_ASSERT(is_trace(iov, 700));
	/* What an earlier snapshot had is not taken twice. */
	fake__trace(f, 1000, 500);
	f->control.page.aux_head = 1500;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 500);
	TEST_ASSERT(offset == 1000 && is_trace(iov, 1000));
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 0);
	/* Around once and a half. */
	fake__trace(f, 1500, AREA + 2000);
	f->control.page.aux_head = 1500 + AREA + 2000;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), AREA);
	TEST_ASSERT(offset == 3500 && is_trace(iov, 3500));
	fake__trace(f, 3500 + AREA, 100);
	f->control.page.aux_head += 100;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 100);
	TEST_ASSERT(offset == 3500 + AREA && is_trace(iov, 3500 + AREA));
	fake__delete(f);
	return TEST_OK;
}

/* A driver whose position is a place in the area. */
static int test__snapshot_place(void)
{
	struct fake *f = fake__new(0, true);
	struct iovec iov[2];
	uint64_t offset = 0;

	fake__trace(f, 0, 1000);
	f->control.page.aux_head = 1000;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), 1000);
	TEST_ASSERT(offset == 0 && is_trace(iov, 0));
	/* Around, and behind the old place: only the bytes at the end tell. */
	fake__trace(f, 1000, AREA + 200);
	f->control.page.aux_head = 1200;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, AREA, iov, &offset), AREA);
	TEST_ASSERT(offset == 1200 && is_trace(iov, 1200));
	fake__trace(f, 1200 + AREA, 300);
	f->control.page.aux_head = 1500;
	TEST_ASSERT_EQ(perf_mmap__snapshot_aux(&f->map, 2000, iov, &offset), 2000);
	TEST_ASSERT(offset == 1500 + AREA - 2000 && is_trace(iov, offset));
	fake__delete(f);
	return TEST_OK;
}

static int test__sizes(void)
{
	static const char *const bad[] = { "", ",", "1,", "x,1", "1,x", "1,2,3", "0", ",0", "1,99999999" };
	static const char *const bad_snapshots[] = { "x", "0", "ex", "ee", "64Kx", "0x", "0xe", "-1" };
	size_t pages = 7, aux = 7, size, i;
	struct diag diag = DIAG_INIT;
	bool on_exit;
	uint32_t sample;

	TEST_ASSERT_EQ(record_parse__mmap_pages("128", &pages, &aux, &diag), 0);
	TEST_ASSERT(pages == 128 && !aux);
	TEST_ASSERT_EQ(record_parse__mmap_pages(",64", &pages, &aux, &diag), 0);
	TEST_ASSERT(!pages && aux == 64);
	TEST_ASSERT_EQ(record_parse__mmap_pages("256K,1M", &pages, &aux, &diag), 0);
	TEST_ASSERT_EQ(pages, 256 * 1024 / (size_t)sysconf(_SC_PAGESIZE));
	TEST_ASSERT_EQ(aux, 1024 * 1024 / (size_t)sysconf(_SC_PAGESIZE));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		diag = (struct diag)DIAG_INIT;
		TEST_ASSERT_EQ(record_parse__mmap_pages(bad[i], &pages, &aux, &diag), -EINVAL);
	}
	TEST_ASSERT_EQ(record_parse__snapshot("", &size, &on_exit, &diag), 0);
	TEST_ASSERT(!size && !on_exit);
	TEST_ASSERT_EQ(record_parse__snapshot("e", &size, &on_exit, &diag), 0);
	TEST_ASSERT(!size && on_exit);
	TEST_ASSERT_EQ(record_parse__snapshot("e64K", &size, &on_exit, &diag), 0);
	TEST_ASSERT(size == 65536 && on_exit);
	TEST_ASSERT_EQ(record_parse__snapshot("4096e", &size, &on_exit, &diag), 0);
	TEST_ASSERT(size == 4096 && on_exit);
	TEST_ASSERT_EQ(record_parse__snapshot("0x100000", &size, &on_exit, &diag), 0);
	TEST_ASSERT(size == 1024 * 1024 && !on_exit);
	for (i = 0; i < ARRAY_SIZE(bad_snapshots); i++) {
		diag = (struct diag)DIAG_INIT;
		if (!strcmp(bad_snapshots[i], "0xe")) {		/* a number, that one */
			TEST_ASSERT_EQ(record_parse__snapshot("0xe", &size, &on_exit, &diag), 0);
			TEST_ASSERT(size == 14 && !on_exit);
			continue;
		}
		TEST_ASSERT_EQ(record_parse__snapshot(bad_snapshots[i], &size, &on_exit, &diag), -EINVAL);
	}
	TEST_ASSERT_EQ(record_parse__aux_sample("8K", &sample, &diag), 0);
	TEST_ASSERT_EQ(sample, 8192);
	TEST_ASSERT_EQ(record_parse__aux_sample("many", &sample, &diag), -EINVAL);
	return TEST_OK;
}

#define PT	"sys/bus/event_source/devices/intel_pt/"

/* A PMU as newer machines have it. */
static int make_tree(void)
{
	static const struct fake_file files[] = {
		{ PT "format/pt", "config:0\n" },	{ PT "format/cyc", "config:1\n" },
		{ PT "format/mtc", "config:9\n" },	{ PT "format/tsc", "config:10\n" },
		{ PT "format/noretcomp", "config:11\n" }, { PT "format/branch", "config:13\n" },
		{ PT "format/mtc_period", "config:14-17\n" },
		{ PT "format/cyc_thresh", "config:19-22\n" },
		{ PT "format/psb_period", "config:24-27\n" },
		{ PT "caps/mtc", "1\n" },		{ PT "caps/mtc_periods", "249\n" },
		{ PT "caps/psb_cyc", "1\n" },		{ PT "caps/psb_periods", "3f\n" },
		{ PT "caps/cycle_thresholds", "3fff\n" }, { PT "max_nonturbo_ratio", "24\n" },
		{ PT "nr_addr_filters", "2\n" },
		{ "sys/bus/event_source/devices/intel_bts/type", "12\n" },
	};

	return fake_tree__make() ? TEST_FAIL : fake_tree__write_all(files, ARRAY_SIZE(files));
}

/* The attrs of a command line, without a kernel. Returns evlist__config()'s answer. */
static int config(const char *events, const struct record_opts *opts, const struct target *target,
		  struct evlist **ret, struct attr_config *ret_config, struct diag *diag)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct kernel_features features;
	int ret_err;

	*ret = evlist__new();
	setenv("PERF_TEST_FEATURES", "no-defer", 1);
	attr_config__features(&features);
	ret_err = parse_events(*ret, events, &err);
	if (ret_err)
		diag__msg(diag, ret_err, "%s", err.reason);
	if (!ret_err)
		ret_err = evlist__group_aux(*ret, diag);
	if (!ret_err)
		ret_err = evlist__config(*ret, opts, target, &features, false, ret_config, diag);
	unsetenv("PERF_TEST_FEATURES");
	parse_events_error__exit(&err);
	return ret_err;
}

static struct target task_target(void)
{
	struct target t = { .workload = true, .inherit = true, .threads = perf_thread_map__new(1) };

	if (perf_cpu_map__parse("0-1", &t.cpus))
		t.cpus = NULL;
	return t;
}

static int test__attrs(void)
{
	struct record_opts opts = { .freq = 4000 };
	struct target target = task_target();
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	const struct perf_event_attr *pt;

	TEST_ASSERT(!make_tree());
	TEST_ASSERT_EQ(config("intel_pt//u", &opts, &target, &list, &c, &diag), 0);
	pt = &list->evsels[0]->attr;
	TEST_ASSERT_EQ(pt->config, 0x300e601);
	TEST_ASSERT(!pt->freq && pt->sample_period == 1 && pt->exclude_kernel && pt->inherit);
	TEST_ASSERT(pt->disabled && pt->enable_on_exec && pt->sample_id_all);
	TEST_ASSERT_EQ(pt->sample_type, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		       PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER);
	TEST_ASSERT_EQ(pt->aux_watermark, c.aux.pages * (size_t)sysconf(_SC_PAGESIZE) / 4);
	TEST_ASSERT(c.tracking_is_dummy && c.aux.evsel == list->evsels[0]);
	TEST_ASSERT(list->nr == 2 && list->evsels[1]->attr.context_switch);
	TEST_ASSERT_EQ(c.aux.switches, AUX_SWITCHES_TASK);
	evlist__delete(list);
	/* CapEff in the fake tree allows whole CPUs: there the kernel changes its code. */
	TEST_ASSERT_EQ(config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT(list->nr == 3 && list->evsels[1]->attr.context_switch);
	TEST_ASSERT(list->evsels[2]->attr.text_poke && list->evsels[2]->attr.ksymbol);
	TEST_ASSERT(!list->evsels[2]->attr.context_switch && list->evsels[2]->config->any_thread);
	evlist__delete(list);
	/* Somebody without rights: smaller, and the tasks' own switches. */
	TEST_ASSERT(!fake_tree__write("proc/self/status", "Name:\tx\nCapEff:\t0000000000000000\n"));
	TEST_ASSERT_EQ(config("intel_pt/noretcomp,mtc_period=0,psb_period=5/u", &opts, &target, &list, &c,
			      &diag), 0);
	TEST_ASSERT_EQ(list->evsels[0]->attr.config, 0x5002e01);
	TEST_ASSERT_EQ(list->nr, 2);
	TEST_ASSERT_EQ(list->evsels[1]->attr.context_switch, 1);
	TEST_ASSERT_EQ(c.aux.switches, AUX_SWITCHES_TASK);
	TEST_ASSERT_EQ(c.aux.pages * (size_t)sysconf(_SC_PAGESIZE), 128 * 1024);
	TEST_ASSERT_EQ(c.aux.ring_pages * (size_t)sysconf(_SC_PAGESIZE), 256 * 1024);
	evlist__delete(list);
	TEST_ASSERT_EQ(config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT_EQ(list->nr, 2);
	evlist__delete(list);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

static int test__modes(void)
{
	struct record_opts opts = { .freq = 4000, .snapshot = true, .snapshot_size = 100000 };
	struct target target = task_target();
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	TEST_ASSERT(!make_tree());
	TEST_ASSERT_EQ(config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT(c.aux.snapshot && c.aux.snapshot_size == 100000);
	TEST_ASSERT_EQ(c.aux.pages * (size_t)sysconf(_SC_PAGESIZE), 128 * 1024);
	TEST_ASSERT_EQ(list->evsels[0]->attr.aux_watermark, 0);
	evlist__delete(list);
	/* Samples: the events behind the AUX event, each with the size that it asks for. */
	opts = (struct record_opts){ .freq = 4000, .aux_sample = true };
	TEST_ASSERT_EQ(config("intel_pt//,cpu-clock,cs/aux-sample-size=0/,faults/aux-sample-size=512/", &opts,
			      &target, &list, &c, &diag), 0);
	TEST_ASSERT(c.aux.sampling && list->evsels[0]->nr_members == 4);
	TEST_ASSERT(!(list->evsels[0]->attr.sample_type & PERF_SAMPLE_AUX));
	TEST_ASSERT_EQ(list->evsels[1]->attr.aux_sample_size, 4096);
	TEST_ASSERT(list->evsels[1]->attr.sample_type & PERF_SAMPLE_AUX);
	TEST_ASSERT(!(list->evsels[2]->attr.sample_type & PERF_SAMPLE_AUX));
	TEST_ASSERT_EQ(list->evsels[3]->attr.aux_sample_size, 512);
	/* Each piece has a point where a reader can begin, and no more is kept than the largest. */
	TEST_ASSERT_EQ(list->evsels[0]->attr.config, 0xe601);
	TEST_ASSERT_EQ(c.aux.pages, 1);
	evlist__delete(list);
	opts = (struct record_opts){ .freq = 4000 };
	TEST_ASSERT_EQ(config("intel_pt/psb_period=2/,cs/aux-sample-size=20000/", &opts, &target, &list, &c,
			      &diag), 0);
	TEST_ASSERT_EQ(list->evsels[0]->attr.config, 0x200e601);
	TEST_ASSERT_EQ(c.aux.pages * (size_t)sysconf(_SC_PAGESIZE), 32768);
	TEST_ASSERT_EQ(c.aux.psb_period, 8192);
	evlist__delete(list);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

/* The group of the AUX event comes first; what stands in other braces stays there. */
static int test__order(void)
{
	static const struct {
		/* names in order; those of the AUX event's group with a '+' */
		const char *events, *want;
	} cases[] = {
		{ "faults,intel_pt//,cs,cpu-clock/aux-action=pause/,task-clock",
		  "+intel_pt// +cs +cpu-clock/aux-action=pause/ faults task-clock dummy:u dummy:u" },
		{ "cs,{faults,intel_pt//},cpu-clock", "+faults +intel_pt// cs cpu-clock dummy:u dummy:u" },
		{ "{intel_pt//,cs},{faults,cpu-clock}", "+intel_pt// +cs faults cpu-clock dummy:u dummy:u" },
	};
	struct record_opts opts = { .freq = 1000 };
	struct target target = task_target();
	struct parse_events_error error = PARSE_EVENTS_ERROR_INIT;
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	size_t i, k;

	TEST_ASSERT(!make_tree());
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct strbuf got = STRBUF_INIT;
		struct attr_config c;

		TEST_ASSERT_EQ(config(cases[i].events, &opts, &target, &list, &c, &diag), 0);
		for (k = 0; k < list->nr; k++)
			strbuf__addf(&got, "%s%s%s", k ? " " : "",
				     list->evsels[k]->leader == c.aux.evsel->leader ? "+" : "",
				     evsel__name(list->evsels[k]));
		TEST_ASSERT_STR(strbuf__str(&got), cases[i].want);
		strbuf__exit(&got);
		evlist__delete(list);
	}
	/* Whoever switches a CPU's trace says which. */
	TEST_ASSERT_EQ(config("intel_pt//,cpu-clock/aux-action=pause,time=0/,cs", &opts, &target, &list,
			      &(struct attr_config){ 0 }, &diag),
		       0);
	TEST_ASSERT_EQ(list->evsels[1]->attr.sample_type & (PERF_SAMPLE_CPU | PERF_SAMPLE_TIME),
		       PERF_SAMPLE_CPU | PERF_SAMPLE_TIME);
	TEST_ASSERT(!(list->evsels[2]->attr.sample_type & PERF_SAMPLE_CPU));
	evlist__delete(list);
	list = evlist__new();
	TEST_ASSERT_EQ(parse_events(list, "intel_pt//,{cs,faults/aux-action=pause/}", &error), 0);
	TEST_ASSERT_EQ(evlist__group_aux(list, &diag), -EINVAL);
	TEST_ASSERT_STR(diag.text, "Events with aux-action must have AUX area event group leader");
	TEST_ASSERT(list->evsels[0]->nr_members == 1 && list->evsels[1]->nr_members == 2);
	evlist__delete(list);
	/* A kernel that is too old, whatever the driver. */
	diag__clear(&diag);
	list = evlist__new();
	TEST_ASSERT_EQ(parse_events(list, "intel_pt/aux-action=start-paused/", &error), 0);
	TEST_ASSERT_EQ(aux_config__check_actions(list, &(struct kernel_features){ 0 }, false, &diag),
		       -EOPNOTSUPP);
	TEST_ASSERT_STR(diag.text,
			"event 'intel_pt/aux-action=start-paused/': this kernel cannot pause and resume AUX "
			"traces (needs Linux 6.13)");
	evlist__delete(list);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

static int test__refusals(void)
{
	static const struct {
		const char *events;
		struct record_opts opts;
		const char *reason;
	} cases[] = {
		{ "cpu-clock", { .snapshot = true },
		  "Snapshot mode (-S) needs an event with an AUX area, such as -e intel_pt//" },
		{ "cpu-clock", { .aux_sample = true }, "No AUX area event to sample" },
		{ "cpu-clock", { .aux_pages = 4 }, "-m gives a size of AUX areas, but no event has one" },
		{ "intel_pt//,intel_pt//k", { .freq = 1 }, "There may be only one intel_pt event" },
		{ "intel_pt//", { .use_clockid = true }, "Cannot use clockid (-k option) with intel_pt" },
		{ "intel_pt//", { .aux_pages = 1 }, "an AUX area has at least two pages (-m ,2)" },
		{ "intel_pt/mtc_period=1/", { .freq = 1 },
		  "Invalid mtc_period for intel_pt. Valid values are: 0,3,6,9" },
		{ "intel_pt/cyc_thresh=15/", { .freq = 1 },
		  "Invalid cyc_thresh for intel_pt. Valid values are: 0-13" },
		{ "intel_pt//", { .aux_sample = true }, "AUX area sampling requires an AUX area event group "
		  "leader plus other events to which to add samples" },
		{ "intel_pt//,cs/aux-sample-size=70000/", { .aux_pages = 1024 },
		  "AUX area sample size 70000 too big, max. 61440" },
		{ "intel_pt//,cs/aux-sample-size=20000/", { .aux_pages = 4 },
		  "Sample size 20000 must not be greater than AUX area tracing mmap size 16384" },
		{ "intel_bts//", { .freq = 1 },
		  "intel_bts does not support per-cpu recording: use --per-thread" },
		{ "intel_bts//,cs/aux-sample-size=20/", { .freq = 1 },
		  "Intel BTS does not support AUX area sampling" },
		{ "intel_pt/aux-sample-size=1/,cs", { .freq = 1 },
		  "Cannot add AUX area sampling to an AUX area event" },
		{ "cs/aux-sample-size=64/,intel_pt//", { .freq = 1 },
		  "Cannot add AUX area sampling because group leader is not an AUX area event" },
		{ "intel_pt//,cs/aux-action=pause,no-inherit/", { .freq = 1 },
		  "event 'cs/aux-action=pause,no-inherit/' is not, its group's leader 'intel_pt//' is inherited "
		  "by what the tasks start: the kernel wants both alike" },
		{ "intel_pt//,cs/aux-action=pause/", { .no_samples = true },
		  "event 'cs/aux-action=pause/' pauses or resumes when it overflows, which a counting event "
		  "(-n, period=0) never does" },
	};
	struct target target = task_target();
	size_t i;

	TEST_ASSERT(!make_tree());
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct record_opts opts = cases[i].opts;
		struct diag diag = DIAG_INIT;
		struct attr_config c;
		struct evlist *list;

		opts.freq = 1000;
		TEST_ASSERT(config(cases[i].events, &opts, &target, &list, &c, &diag) < 0);
		TEST_ASSERT_STR(diag.text, cases[i].reason);
		evlist__delete(list);
	}
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

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
	struct target target = task_target();
	struct strbuf out = STRBUF_INIT;
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	page.cap_user_time_zero = 1;
	TEST_ASSERT(!make_tree());
	TEST_ASSERT_EQ(config("intel_pt//u", &opts, &target, &list, &c, &diag), 0);
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
	struct target target = task_target();
	struct strbuf out = STRBUF_INIT;
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	TEST_ASSERT(!make_tree() && !make_etm());
	TEST_ASSERT_EQ(config("cs_etm/retstack,@tmc_etr0/u", &opts, &target, &list, &c, &diag), 0);
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
	TEST_ASSERT_EQ(config("cs_etm/@nowhere/u", &opts, &target, &list, &c, &diag), -EINVAL);
	evlist__delete(list);
	TEST_ASSERT_EQ(config("arm_spe_0//", &opts, &target, &list, &c, &diag), 0);
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

/* The records lie on multiples of 8 bytes, in the file's index as upstream wants it. */
static int test__writer(void)
{
	char path[] = "/tmp/perf-aux-XXXXXX";
	const struct perf_event_header round = { .type = PERF_RECORD_FINISHED_ROUND, .size = 8 };
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE };
	struct iovec iov[2] = { { (char[]){ "abcdefghijk" }, 11 }, { (char[]){ "XY" }, 2 } };
	struct auxtrace_record head = {
		.header = { .type = PERF_RECORD_AUXTRACE, .size = sizeof(head) },
		.size = 16, .offset = 5, .idx = 1, .tid = 7, .cpu = 3,
	};
	struct diag diag = DIAG_INIT;
	struct evlist *list = evlist__new();
	struct perf_writer *w;
	uint64_t words[64], data;
	unsigned char file[2048];
	ssize_t n;
	int fd = mkstemp(path);

	close(fd);
	evlist__add(list, evsel__new(&attr));
	evlist__map_id(list, 11, list->evsels[0]);
	TEST_ASSERT_EQ(perf_writer__open(&w, path, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__begin(w, list, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__write(w, &round, sizeof(round), &diag), 0);
	TEST_ASSERT_EQ(perf_writer__write_aux(w, &head, iov, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__write(w, &round, sizeof(round), &diag), 0);
	iov[0].iov_len = iov[1].iov_len = 8;
	iov[1].iov_base = iov[0].iov_base;
	TEST_ASSERT_EQ(perf_writer__write_aux(w, &head, iov, &diag), 0);
	TEST_ASSERT_EQ(perf_writer__finish(w, &diag), 0);
	perf_writer__delete(w);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = read(fd, file, sizeof(file));
	close(fd);
	unlink(path);
	memcpy(&data, file + 40, sizeof(data));
	TEST_ASSERT(n > (ssize_t)data + 8 + 64 + 8 + 64 + 16 + 40 - 1);
	memcpy(words, file + data, 8 + 64 + 8 + 64);
	TEST_ASSERT_EQ(words[1], head_word(PERF_RECORD_AUXTRACE, 0, 48));
	TEST_ASSERT(words[2] == 16 && words[3] == 5);
	TEST_ASSERT(!memcmp(&words[7], "abcdefghijkXY\0\0\0", 16));
	TEST_ASSERT_EQ(words[9], head_word(PERF_RECORD_FINISHED_ROUND, 0, 8));
	memcpy(words, file + data + 8 + 64 + 8 + 64, 16 + 40);
	TEST_ASSERT_EQ(words[1], 40);			/* the only feature */
	TEST_ASSERT_EQ(words[2], 2);			/* entries: place, and the record's own size */
	TEST_ASSERT(words[3] == data + 8 && words[4] == 48);
	TEST_ASSERT(words[5] == data + 8 + 64 + 8 && words[6] == 48);
	evlist__delete(list);
	return TEST_OK;
}

static int test__filters(void)
{
	static const char kallsyms[] = "ffffffff81000000 T _stext\nffffffff81000100 T one\n"
		"ffffffff81000140 T two\nffffffff81000180 T three\nffffffff81000200 t same\n"
		"ffffffff81000210 T same\nffffffff81000220 t other\nffffffff81001000 T _etext\n";
	static const struct {
		const char *text, *want;	/* or why not */
		unsigned int nr;
	} cases[] = {
		{ "filter one", "filter 0xffffffff81000100/0x40", 1 },
		{ "filter one / two", "filter 0xffffffff81000100/0x80", 1 },
		{ "filter one/0x10", "filter 0xffffffff81000100/0x10", 1 },
		{ "filter *", "filter 0xffffffff81000000/0x2000", 1 },
		{ "filter same #2", "filter 0xffffffff81000210/0x10", 1 },
		{ "filter same#1 / same #2, stop same #g", "filter 0xffffffff81000200/0x20,stop 0xffffffff81000210", 2 },
		{ "filter same", "the kernel has 2 functions 'same': say which, from 'same#1' to 'same#2'", 0 },
		{ "filter same #3", "the kernel has only 2 functions 'same', not 3", 0 },
		{ "start one, stop two", "start 0xffffffff81000100,stop 0xffffffff81000140", 2 },
		{ "tracestop 0x10/0x20", "stop 0x10/0x20", 1 },
		{ "filter 0x100 / 64 @ /dev/null", "filter 0x100/0x40@/dev/null", 1 },
		{ "filter 5/6@/dev/null stop one#g", "filter 0x5/0x6@/dev/null,stop 0xffffffff81000100", 2 },
		{ " ", "an address filter has words: filter FUNCTION @ FILE", 0 },
		{ "trace one", "an address filter begins with filter, start, stop or tracestop; not 'trace'", 0 },
		{ "filter", "address filter 'filter' names no place", 0 },
		{ "filter one /", "behind the '/' of an address filter stands a size: 'filter one /'", 0 },
		{ "filter one @", "behind the '@' of an address filter stands a file: 'filter one @'", 0 },
		{ "start one/5", "address filter 'start' is about one place: it has no size", 0 },
		{ "filter 0x10", "address filter 'filter 0x10' needs a size, as in '0x10 / 0x100'", 0 },
		{ "filter two/one", "'one' ends before 'two' begins", 0 },
		{ "filter zero", "there is no function 'zero' in the kernel", 0 },
		{ "filter tree", "there is no function 'tree' in the kernel; did you mean 'three'?", 0 },
		{ "filter 1/1@/no/file", "cannot find '/no/file': No such file or directory", 0 },
	};
	size_t i;

	TEST_ASSERT(!make_tree());
	TEST_ASSERT(!fake_tree__write("proc/kallsyms", kallsyms));
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct diag diag = DIAG_INIT;
		unsigned int nr = 0;
		char *text = NULL;
		int err = addr_filter__resolve(cases[i].text, &text, &nr, &diag);

		TEST_ASSERT_EQ(!err, cases[i].nr > 0);
		TEST_ASSERT_STR(err ? diag.text : text, cases[i].want);
		TEST_ASSERT_EQ(nr, cases[i].nr);
		free(text);
	}
	TEST_ASSERT_EQ(addr_filter__nr("intel_pt"), 2);
	TEST_ASSERT_EQ(addr_filter__nr("software"), 0);
	fake_tree__remove();
	return TEST_OK;
}

/* Which events take a filter, and how many. */
static int test__filter_events(void)
{
	struct parse_events_error error = PARSE_EVENTS_ERROR_INIT;
	struct diag diag = DIAG_INIT;
	struct evlist *list = evlist__new();

	TEST_ASSERT(!make_tree());
	TEST_ASSERT_EQ(parse_events(list, "intel_pt//u,cs", &error), 0);
	TEST_ASSERT_EQ(record_parse__filter(list, 1, "filter 1/2", &diag), -EINVAL);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(record_parse__filter(list, 0, "filter 1/2@/dev/null", &diag), 0);
	TEST_ASSERT(!list->evsels[1]->config->filter);
	TEST_ASSERT_EQ(record_parse__filter(list, 0, "filter 3/4@/dev/null", &diag), 0);
	TEST_ASSERT_EQ(evlist__resolve_addr_filters(list, true, &diag), -EINVAL);
	TEST_ASSERT_STR(diag.text, "address filters of a file are for tasks: they do not go with -a or -C");
	TEST_ASSERT_EQ(evlist__resolve_addr_filters(list, false, &diag), 0);
	TEST_ASSERT_STR(list->evsels[0]->config->filter, "filter 0x1/0x2@/dev/null,filter 0x3/0x4@/dev/null");
	TEST_ASSERT_EQ(record_parse__filter(list, 0, "stop 5", &diag), 0);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(evlist__resolve_addr_filters(list, false, &diag), -EINVAL);
	TEST_ASSERT_STR(diag.text, "3 address filters are more than 'intel_pt' has: 2");
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("AUX traces: recording", aux_record,
	     { "areas that wrap", test__area },
	     { "snapshots: positions that grow", test__snapshot_growing },
	     { "snapshots: places in the area", test__snapshot_place },
	     { "sizes on the command line", test__sizes },
	     { "attrs of Intel PT", test__attrs },
	     { "snapshots and samples", test__modes },
	     { "order and groups", test__order },
	     { "what cannot be", test__refusals },
	     { "description of Intel PT", test__info },
	     { "descriptions of Arm CoreSight and SPE", test__arm },
	     { "records and index", test__writer },
	     { "address filters", test__filters },
	     { "events with address filters", test__filter_events })
