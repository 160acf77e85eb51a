// SPDX-License-Identifier: GPL-2.0-only
/* The generator's own promises: bytes in both orders, record limits, repeatability. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/generate/encode.h"
#include "util/generate/generate.h"

static int test__bytes(void)
{
	struct bytes b = { .big = false };
	size_t begin;

	begin = bytes__begin(&b, 9, 2);
	bytes__u64(&b, 0x1112131415161718);
	bytes__u16(&b, 0x2122);
	TEST_ASSERT(bytes__end(&b, begin));
	TEST_ASSERT_EQ(b.len, 24);
	TEST_ASSERT(!memcmp(
		b.data,
		"\x09\0\0\0\x02\0\x18\0\x18\x17\x16\x15\x14\x13\x12\x11\x22\x21\0\0\0\0\0\0", 24));
	bytes__exit(&b);
	b.big = true;
	begin = bytes__begin(&b, 9, 2);
	bytes__u32(&b, 0x31323334);
	bytes__str(&b, "abcd", 4);
	TEST_ASSERT(bytes__end(&b, begin));
	TEST_ASSERT(!memcmp(b.data,
			    "\0\0\0\x09\0\x02\0\x18\x31\x32\x33\x34"
			    "abcd\0\0\0\0\0\0\0\0",
			    24));
	/* A record that the header's 16 bits cannot hold is taken back. */
	begin = bytes__begin(&b, 9, 0);
	bytes__zeros(&b, 65528);
	TEST_ASSERT(!bytes__end(&b, begin));
	TEST_ASSERT_EQ(b.len, 24);
	bytes__exit(&b);
	return TEST_OK;
}

/* Where the ABI puts bits 18, 38 and 39 of the flags, in either order. */
static int test__attr_flags(void)
{
	struct scenario_event e = { .sample_type = PERF_SAMPLE_TID,
				    .defer = true,
				    .defer_output = true };
	struct scenario s = { .attr_size = 64, .sample_id_all = true };
	struct bytes b = { 0 };

	encode_attr(&b, &s, &e);
	TEST_ASSERT_EQ(b.len, 64);
	TEST_ASSERT(!memcmp(b.data + 40, "\x01\0\x04\0\xc0\0\0\0", 8));
	bytes__exit(&b);
	b.big = true;
	encode_attr(&b, &s, &e);
	TEST_ASSERT(!memcmp(b.data + 40, "\x80\0\x20\0\x03\0\0\0", 8));
	bytes__reset(&b);
	s.protocol = PROTOCOL_A;
	encode_attr(&b, &s, &e);
	TEST_ASSERT(!memcmp(b.data + 40, "\x80\0\x20\0\x02\0\0\0",
			    8)); /* protocol A knows no defer_output */
	bytes__exit(&b);
	return TEST_OK;
}

/* The kernel of uapi/linux/perf_event.h lays an attr out as the generator writes it. */
static int test__attr_layout(void)
{
	struct scenario_event e = {
		.type = 1,
		.config = 2,
		.period = 3,
		.sample_type =
			PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR,
		.read_format = 5,
		.branch_sample_type = 6,
		.tracking = true,
	};
	struct scenario s = { .attr_size = sizeof(struct perf_event_attr) };
	const unsigned int one = 1;
	struct bytes b = { .big = !*(const unsigned char *)&one };
	struct perf_event_attr attr;

	encode_attr(&b, &s, &e);
	TEST_ASSERT_EQ(b.len, sizeof(attr));
	memcpy(&attr, b.data, sizeof(attr));
	bytes__exit(&b);
	TEST_ASSERT_EQ(attr.type, 1);
	TEST_ASSERT_EQ(attr.size, sizeof(attr));
	TEST_ASSERT_EQ(attr.config, 2);
	TEST_ASSERT_EQ(attr.sample_period, 3);
	TEST_ASSERT_EQ(attr.sample_type, e.sample_type);
	TEST_ASSERT_EQ(attr.read_format, 5);
	TEST_ASSERT_EQ(attr.branch_sample_type, 6);
	TEST_ASSERT(attr.sample_regs_user && attr.sample_stack_user && attr.sample_regs_intr);
	TEST_ASSERT(attr.disabled && attr.mmap && attr.comm && attr.task && attr.mmap2 &&
		    attr.comm_exec);
	TEST_ASSERT(!attr.sample_id_all && !attr.defer_callchain && !attr.defer_output);
	return TEST_OK;
}

static int play(const char *text, struct bytes *file, struct truth *truth)
{
	struct diag diag = DIAG_INIT;
	struct scenario s;
	int err;

	scenario__init(&s);
	err = scenario__parse(&s, text, &diag) ?: generate__play(&s, file, NULL, truth, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	scenario__exit(&s);
	return err;
}

static int test__truth(void)
{
	static const char text[] =
		"task 7 stack=0x400010,0x400020\n"
		"7 enter\n7 sample kernel=0xffffffff81000010\n7 unwind\n7 sample kernel=2\n"
		"7 return\n"
		"7 enter\n7 sample kernel=1\n7 return drop\n7 enter\n7 sample kernel=1\n";
	struct truth t = { 0 };
	struct bytes file = { 0 };

	TEST_ASSERT_EQ(play(text, &file, &t), 0);
	TEST_ASSERT_EQ(t.nr, 4);
	TEST_ASSERT_EQ(t.records, 1);
	TEST_ASSERT_EQ(t.samples[0].cookie, 0x100000001);
	TEST_ASSERT_EQ(t.samples[1].cookie, 0x100000001);	/* the same stay */
	TEST_ASSERT_EQ(t.samples[2].cookie, 0x300000001);	/* the counter stays odd */
	TEST_ASSERT_EQ(t.samples[0].nr_user, 2);
	TEST_ASSERT_EQ(t.samples[0].user[1], 0x400020);
	TEST_ASSERT_EQ(t.samples[1].nr_user, 2);
	TEST_ASSERT_EQ(t.samples[2].orphan, TRUTH_MISSING);
	TEST_ASSERT_EQ(t.samples[3].orphan, TRUTH_IN_KERNEL);
	truth__exit(&t);
	bytes__exit(&file);
	return TEST_OK;
}

static int test__repeatable(void)
{
	struct bytes a = { 0 }, b = { 0 };
	struct truth t = { 0 };
	struct scenario s;
	uint64_t seed;
	int i;

	for (seed = 0; seed < 50; seed++) {
		for (i = 0; i < 2; i++) {
			struct diag diag = DIAG_INIT;

			scenario__random(&s, seed, &(struct scenario_knobs){ .actions = 200 });
			s.format = FORMAT_FILE;
			TEST_ASSERT_EQ(generate__play(&s, i ? &b : &a, NULL, &t, &diag), 0);
			scenario__exit(&s);
		}
		TEST_ASSERT_EQ(a.len, b.len);
		TEST_ASSERT(!memcmp(a.data, b.data, a.len));
		TEST_ASSERT(t.nr > 0);
	}
	truth__exit(&t);
	bytes__exit(&a);
	bytes__exit(&b);
	return TEST_OK;
}

/* What no kernel could have recorded is refused, with the line and the reason. */
static int test__impossible(void)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "task 5-3\n", "line 1: '5-3' is no range of tids" },
		{ "task 1\n1 enter\nend\n", "line 3: 'end' without 'repeat'" },
		{ "task 1\nrepeat 0\n1 enter\nend\n", "line 2: repeat 0 times, or more than 8 inside each other" },
		{ "repeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\n",
		  "line 9: repeat 0 times, or more than 8" },
		{ "event\n", "line 1: an event needs a name" },
		{ "event a aux\nevent b aux\n", "line 2: there is an AUX event already" },
		{ "event a aux\nevent b pause resume\n", "line 2: an event is only one of aux, resume and pause" },
		{ "event a pause\n", "line 1: an event that switches a trace stands behind the AUX event" },
		{ "host\n", "line 1: 'host' takes a name" },
		{ "task 1\n@5000000000\n", "line 2: a time, and then nothing happens" },
		{ "task 1\n1 migrate 9\n", "line 2: there is no cpu 9" },
		{ "task 1\n1 unwind\n", "line 2: nobody has asked for task 1's stack in this stay" },
		{ "task 1\ntask 2\n1 fork 2\n", "line 3: task 2 is there already" },
		{ "cpu 0 switch 9\n", "line 1: there is no task 9" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bytes file = { 0 };
		struct truth truth = { 0 };
		struct diag diag = DIAG_INIT;
		struct scenario s;
		int err;

		scenario__init(&s);
		err = scenario__parse(&s, cases[i].text, &diag);
		if (!err) {
			scenario__finish(&s);
			err = generate__play(&s, &file, NULL, &truth, &diag);
		}
		if (err != -EINVAL || !strstr(diag.text, cases[i].why)) {
			fprintf(stderr, "%s%d: %s\n", cases[i].text, err, diag.text);
			return TEST_FAIL;
		}
		truth__exit(&truth);
		bytes__exit(&file);
		scenario__exit(&s);
	}
	return TEST_OK;
}

DEFINE_SUITE("Synthetic recordings of deferred callchains", generate,
	{ "bytes in both orders", test__bytes },
	{ "attr flags in both orders", test__attr_flags },
	{ "attr layout", test__attr_layout },
	{ "truth of a small scenario", test__truth },
	{ "a seed is a promise", test__repeatable },
	{ "what is impossible", test__impossible })
