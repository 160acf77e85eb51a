// SPDX-License-Identifier: GPL-2.0-only
/* Recording AUX traces: attrs, option values, what goes into the file. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/perf_event.h>

#include "tests/test.h"
#include "tests/words.h"
#include "tests/unit/aux-attrs.h"
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
#include "util/record/attr-config.h"
#include "util/record/record-parse.h"

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

static int test__attrs(void)
{
	struct record_opts opts = { .freq = 4000 };
	struct target target = aux_attrs__target();
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	const struct perf_event_attr *pt;

	TEST_ASSERT(!aux_attrs__tree());
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//u", &opts, &target, &list, &c, &diag), 0);
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
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT(list->nr == 3 && list->evsels[1]->attr.context_switch);
	TEST_ASSERT(list->evsels[2]->attr.text_poke && list->evsels[2]->attr.ksymbol);
	TEST_ASSERT(!list->evsels[2]->attr.context_switch && list->evsels[2]->config->any_thread);
	evlist__delete(list);
	/* Somebody without rights: smaller, and the tasks' own switches. */
	TEST_ASSERT(!fake_tree__write("proc/self/status", "Name:\tx\nCapEff:\t0000000000000000\n"));
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt/noretcomp,mtc_period=0,psb_period=5/u", &opts, &target, &list, &c,
			      &diag), 0);
	TEST_ASSERT_EQ(list->evsels[0]->attr.config, 0x5002e01);
	TEST_ASSERT_EQ(list->nr, 2);
	TEST_ASSERT_EQ(list->evsels[1]->attr.context_switch, 1);
	TEST_ASSERT_EQ(c.aux.switches, AUX_SWITCHES_TASK);
	TEST_ASSERT_EQ(c.aux.pages * (size_t)sysconf(_SC_PAGESIZE), 128 * 1024);
	TEST_ASSERT_EQ(c.aux.ring_pages * (size_t)sysconf(_SC_PAGESIZE), 256 * 1024);
	evlist__delete(list);
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT_EQ(list->nr, 2);
	evlist__delete(list);
	fake_tree__remove();
	target__exit(&target);
	return TEST_OK;
}

static int test__modes(void)
{
	struct record_opts opts = { .freq = 4000, .snapshot = true, .snapshot_size = 100000 };
	struct target target = aux_attrs__target();
	struct attr_config c;
	struct diag diag = DIAG_INIT;
	struct evlist *list;

	TEST_ASSERT(!aux_attrs__tree());
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//", &opts, &target, &list, &c, &diag), 0);
	TEST_ASSERT(c.aux.snapshot && c.aux.snapshot_size == 100000);
	TEST_ASSERT_EQ(c.aux.pages * (size_t)sysconf(_SC_PAGESIZE), 128 * 1024);
	TEST_ASSERT_EQ(list->evsels[0]->attr.aux_watermark, 0);
	evlist__delete(list);
	/* Samples: the events behind the AUX event, each with the size that it asks for. */
	opts = (struct record_opts){ .freq = 4000, .aux_sample = true };
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//,cpu-clock,cs/aux-sample-size=0/,faults/aux-sample-size=512/", &opts,
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
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt/psb_period=2/,cs/aux-sample-size=20000/", &opts, &target, &list, &c,
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
	struct target target = aux_attrs__target();
	struct parse_events_error error = PARSE_EVENTS_ERROR_INIT;
	struct diag diag = DIAG_INIT;
	struct evlist *list;
	size_t i, k;

	TEST_ASSERT(!aux_attrs__tree());
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct strbuf got = STRBUF_INIT;
		struct attr_config c;

		TEST_ASSERT_EQ(aux_attrs__config(cases[i].events, &opts, &target, &list, &c, &diag), 0);
		for (k = 0; k < list->nr; k++)
			strbuf__addf(&got, "%s%s%s", k ? " " : "",
				     list->evsels[k]->leader == c.aux.evsel->leader ? "+" : "",
				     evsel__name(list->evsels[k]));
		TEST_ASSERT_STR(strbuf__str(&got), cases[i].want);
		strbuf__exit(&got);
		evlist__delete(list);
	}
	/* Whoever switches a CPU's trace says which. */
	TEST_ASSERT_EQ(aux_attrs__config("intel_pt//,cpu-clock/aux-action=pause,time=0/,cs", &opts, &target, &list,
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
	struct target target = aux_attrs__target();
	size_t i;

	TEST_ASSERT(!aux_attrs__tree());
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct record_opts opts = cases[i].opts;
		struct diag diag = DIAG_INIT;
		struct attr_config c;
		struct evlist *list;

		opts.freq = 1000;
		TEST_ASSERT(aux_attrs__config(cases[i].events, &opts, &target, &list, &c, &diag) < 0);
		TEST_ASSERT_STR(diag.text, cases[i].reason);
		evlist__delete(list);
	}
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

DEFINE_SUITE("AUX traces: recording", aux_record,
	     { "sizes on the command line", test__sizes },
	     { "attrs of Intel PT", test__attrs },
	     { "snapshots and samples", test__modes },
	     { "order and groups", test__order },
	     { "what cannot be", test__refusals },
	     { "records and index", test__writer })
