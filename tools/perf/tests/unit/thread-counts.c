// SPDX-License-Identifier: GPL-2.0-only
/* perf report -T: values of threads from READ records, in each read_format, also where they lie. */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "tests/test.h"
#include "util/report/thread-counts.h"

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4)
#endif

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static struct evlist *evlist;
static struct thread_counts counts;
static struct diag diag;

static void begin(uint64_t read_format)
{
	static const char *const names[] = { "one", "two", "never" };
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .read_format = read_format };
	int i;

	diag = (struct diag)DIAG_INIT;
	evlist = evlist__new();
	for (i = 0; i < 3; i++) {
		struct evsel *e = evsel__new(&attr);

		evsel__set_name(e, names[i]);
		evlist__add(evlist, e);
		evlist__map_id(evlist, 11 * ((uint64_t)i + 1), e);
	}
}

/* @id: what the record's end says about its event. */
static int add(uint32_t pid, uint32_t tid, const uint64_t *words, size_t nr, uint64_t id)
{
	struct { struct perf_event_header header; uint32_t pid, tid; uint64_t words[16]; } f = {
		{ PERF_RECORD_READ, 0, (uint16_t)(16 + nr * 8) }, pid, tid, { 0 }
	};
	struct record r = { .header = f.header, .data = (const unsigned char *)&f };
	struct sample_id end = { .id = id };

	if (nr)
		memcpy(f.words, words, nr * 8);
	return thread_counts__add(&counts, evlist, &r, &end, &diag);
}

#define ADD(pid, tid, id, ...) \
	add(pid, tid, (const uint64_t[]){ __VA_ARGS__ }, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, id)

static const char *printed(bool raw)
{
	static char text[1024];
	struct text_out out;

	text_out__init(&out, -1);
	thread_counts__print(&counts, evlist, raw, &out);
	text_out__addch(&out, 0);
	snprintf(text, sizeof(text), "%s", out.buf);
	text_out__exit(&out);
	return text;
}

static void end(void)
{
	thread_counts__exit(&counts);
	evlist__delete(evlist);
}

/* Values of one thread add up; an event without any has no column. */
static int test__sums(void)
{
	begin(TIMES | PERF_FORMAT_ID);
	TEST_ASSERT_EQ(ADD(70000, 70001, 0, 5, 100, 100, 11), 0);
	TEST_ASSERT_EQ(ADD(70000, 70000, 0, 1234567, 100, 100, 22), 0);
	TEST_ASSERT_EQ(ADD(70000, 70001, 0, 6, 100, 100, 11), 0);
	TEST_ASSERT_EQ(ADD(7, 70001, 0, 1, 100, 100, 11), 0);
	TEST_ASSERT_STR(printed(false),
		"#   PID    TID  one      two\n"
		"  70000  70001   11        0\n"
		"  70000  70000    0  1234567\n"
		"      7  70001    1        0\n");
	TEST_ASSERT_STR(printed(true),
		"#   PID    TID  Name  Raw    Count\n"
		"  70000  70001   one    0       11\n"
		"  70000  70001   two    1        0\n"
		"  70000  70000   one    0        0\n"
		"  70000  70000   two    1  1234567\n"
		"      7  70001   one    0        1\n"
		"      7  70001   two    1        0\n");
	end();
	return TEST_OK;
}

/* Without an id in the value the record's end says whose it is. */
static int test__id_of_record(void)
{
	begin(0);
	TEST_ASSERT_EQ(ADD(1, 1, 22, 3), 0);
	TEST_ASSERT_STR(printed(false),
		"# PID  TID  two\n"
		"    1    1    3\n");
	end();
	return TEST_OK;
}

static int test__group(void)
{
	begin(PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST | PERF_FORMAT_TOTAL_TIME_ENABLED);
	/* 99 is nobody's id; the end of the record does not say whose it is. */
	TEST_ASSERT_EQ(ADD(1, 2, 0, 3, 1000, 8, 33, 0, 4, 11, 0, 2, 99, 0), 0);
	TEST_ASSERT_STR(printed(false),
		"# PID  TID  one  never\n"
		"    1    2    4      8\n");
	end();
	return TEST_OK;
}

/* A group that ends: a record for each member, and each has all values that are left. */
static int test__group_ends(void)
{
	begin(PERF_FORMAT_GROUP | PERF_FORMAT_ID);
	TEST_ASSERT_EQ(ADD(1, 2, 33, 3, 500, 11, 40, 22, 3, 33), 0);
	TEST_ASSERT_EQ(ADD(1, 2, 22, 2, 500, 11, 40, 22), 0);
	TEST_ASSERT_EQ(ADD(1, 2, 11, 1, 500, 11), 0);
	TEST_ASSERT_STR(printed(false),
		"# PID  TID  one  two  never\n"
		"    1    2  500   40      3\n");
	end();
	return TEST_OK;
}

static int test__lies(void)
{
	begin(PERF_FORMAT_GROUP | PERF_FORMAT_ID);
	TEST_ASSERT_EQ(ADD(1, 2, 11, UINT64_MAX), -EBADMSG);
	TEST_ASSERT_EQ(ADD(1, 2, 11, 2, 5, 11), -EBADMSG);
	TEST_ASSERT_STR(printed(false), "# PID  TID\n    1    2\n");
	end();
	begin(0);
	TEST_ASSERT_STR(printed(false), "# PID  TID\n");
	TEST_ASSERT_STR(printed(true), "# PID  TID  Name  Raw  Count\n");
	TEST_ASSERT_EQ(add(1, 2, NULL, 0, 11), -EBADMSG);
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: counters of threads", thread_counts,
	{ "values add up", test__sums },
	{ "the event by the record's id", test__id_of_record },
	{ "groups", test__group },
	{ "a group that ends", test__group_ends },
	{ "counts that lie", test__lies })
