// SPDX-License-Identifier: GPL-2.0-only
/* The heads of perf script's lines, whose texts are kept, against printf; and what a list of fields looks at in samples. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/script/line-head.h"
#include "util/script/script-fields.h"
#include "util/session/session.h"

#define TASK	(SCRIPT_COMM | SCRIPT_PID | SCRIPT_TID)

/* How many heads were put together of texts that are kept. */
static unsigned int nr_put;

/* Twice: as any head, and then, where all of it is kept, as usual ones are. */
static int check(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
		 uint64_t fields, uint64_t time, bool stack, const char *want)
{
	const struct perf_sample ps = { .time = time, .cpu = h->cpu };
	const struct session_sample s = { .sample = &ps, .comm = h->comm, .pid = h->pid, .tid = h->tid };
	char *end;

	out->len = 0;
	line_head__add(t, out, style, h, &(struct head_shown){ fields, time, stack });
	text_out__addch(out, 0);
	TEST_ASSERT_STR(out->buf, want);
	out->len = 3;
	end = line_head__put(t, out, style, &s, fields, head_task__form(fields, stack));
	TEST_ASSERT_EQ(out->len, 3);
	if (!end)
		return TEST_OK;
	nr_put++;
	*end = 0;
	TEST_ASSERT_STR(out->buf + 3, want);
	return TEST_OK;
}

/* Heads follow each other that differ in the pid alone, and in the second round in the name alone. */
static int test__tasks(void)
{
	static const char *const comms[] = { "", "a", "reader", "a name of 15 c.", "a name as long as no kernel makes one, but a file can have",
					     "and one that is so much longer than all of them that it is not worth keeping, whoever wrote it" };
	static const uint32_t ids[] = { 0, 1, 257, 9999999, 12345678, INT32_MAX, (uint32_t)INT32_MAX + 1, UINT32_MAX };
	static const uint64_t fields[] = { SCRIPT_COMM, SCRIPT_PID, SCRIPT_TID, SCRIPT_PID | SCRIPT_TID, SCRIPT_COMM | SCRIPT_TID, TASK };
	const struct head_style wide = { 0 };
	struct head_texts t = { 0 };
	struct text_out out;
	size_t round, i, f, stack, a, b;
	char want[256];
	int n;

	nr_put = 0;
	text_out__init(&out, -1);
	for (round = 0; round < 2; round++)
	for (i = 0; i < ARRAY_SIZE(ids); i++)
	for (f = 0; f < ARRAY_SIZE(fields); f++)
	for (stack = 0; stack < 2; stack++)
	for (a = 0; a < ARRAY_SIZE(ids); a++)
	for (b = 0; b < ARRAY_SIZE(ids); b++) {
		size_t c = (round ? b : a) % ARRAY_SIZE(comms), p = round ? a : b;
		const struct line_head h = { .comm = comms[c], .pid = ids[p], .tid = ids[i] };

		n = 0;
		if (fields[f] & SCRIPT_COMM)
			n += sprintf(want + n, "%*s ", stack ? 0 : 16, comms[c]);
		if ((fields[f] & (SCRIPT_PID | SCRIPT_TID)) == (SCRIPT_PID | SCRIPT_TID))
			n += sprintf(want + n, "%7" PRId32 "/%-7" PRId32 " ", (int32_t)ids[p], (int32_t)ids[i]);
		else if (fields[f] & (SCRIPT_PID | SCRIPT_TID))
			n += sprintf(want + n, "%7" PRId32 " ", (int32_t)(fields[f] & SCRIPT_PID ? ids[p] : ids[i]));
		TEST_ASSERT(check(&t, &out, &wide, &h, fields[f], 0, stack, want) == TEST_OK);
	}
	TEST_ASSERT(nr_put > 1000);
	head_texts__exit(&t);
	text_out__exit(&out);
	return TEST_OK;
}

static int test__forms(void)
{
	const struct line_head h = { .comm = "a", .pid = 1, .tid = 2 };
	const struct head_style wide = { 0 };
	struct head_texts t = { 0 };
	struct text_out out;

	nr_put = 0;
	text_out__init(&out, -1);
	TEST_ASSERT(check(&t, &out, &wide, &h, TASK, 0, true, "a       1/2       ") == TEST_OK);
	TEST_ASSERT(check(&t, &out, &wide, &h, TASK, 0, false, "               a       1/2       ") == TEST_OK);
	TEST_ASSERT(check(&t, &out, &wide, &h, SCRIPT_COMM | SCRIPT_TID, 0, false, "               a       2 ") == TEST_OK);
	TEST_ASSERT(check(&t, &out, &wide, &h, SCRIPT_TID, 0, false, "      2 ") == TEST_OK);
	/* Another thread in the same place. */
	TEST_ASSERT(check(&t, &out, &wide, &(struct line_head){ .comm = "a", .pid = 1, .tid = 258 }, SCRIPT_TID, 0, false, "    258 ") ==
		    TEST_OK);
	/* The second one is 33 characters. */
	TEST_ASSERT_EQ(nr_put, 4);
	head_texts__exit(&t);
	text_out__exit(&out);
	return TEST_OK;
}

static int test__times(void)
{
	static const uint64_t times[] = {
		0, 1, 999, 1000, 999999999, 1000000000, 1000001999, 1999999999, 12345678901234, 99999999999999, 100000000000000, 5, UINT64_MAX,
		UINT64_MAX - 709551615, UINT64_MAX - 709551616, 0,
	};
	struct head_texts t = { 0 };
	struct text_out out;
	char want[256];
	size_t i, ns;

	nr_put = 0;
	text_out__init(&out, -1);
	for (ns = 0; ns < 2; ns++) {
		const struct head_style style = { .ns = ns };

		for (i = 0; i < ARRAY_SIZE(times); i++) {
			const struct line_head h = { .time = 77 };
			uint64_t rest = times[i] % 1000000000;

			snprintf(want, sizeof(want), ns ? "%5" PRIu64 ".%09" PRIu64 ": " : "%5" PRIu64 ".%06" PRIu64 ": ",
				 times[i] / 1000000000, ns ? rest : rest / 1000);
			TEST_ASSERT(check(&t, &out, &style, &h, SCRIPT_TIME, times[i], false, want) == TEST_OK);
			TEST_ASSERT(check(&t, &out, &style, &h, SCRIPT_TIME, times[i], false, want) == TEST_OK);
		}
	}
	TEST_ASSERT_EQ(nr_put, 4 * ARRAY_SIZE(times));
	head_texts__exit(&t);
	text_out__exit(&out);
	return TEST_OK;
}

static int test__cpus(void)
{
	static const uint32_t cpus[] = { 0, 9, 10, 99, 100, 255, 999, 1000, 65535, INT32_MAX, (uint32_t)INT32_MAX + 1, UINT32_MAX };
	const struct head_style wide = { 0 }, narrow = { .latency = true };
	struct head_texts t = { 0 };
	struct text_out out;
	char want[256];
	size_t i;

	nr_put = 0;
	text_out__init(&out, -1);
	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		const struct line_head h = { .comm = "kworker/u8:0", .tid = 7, .cpu = cpus[i] };

		snprintf(want, sizeof(want), "[%03" PRId32 "] ", (int32_t)cpus[i]);
		TEST_ASSERT(check(&t, &out, &wide, &h, SCRIPT_CPU, 0, true, want) == TEST_OK);
		snprintf(want, sizeof(want), "kworker/       7 %3" PRId32 " ", (int32_t)cpus[i]);
		TEST_ASSERT(check(&t, &out, &narrow, &h, SCRIPT_COMM | SCRIPT_TID | SCRIPT_CPU, 0, true, want) == TEST_OK);
	}
	TEST_ASSERT_EQ(nr_put, 7);
	head_texts__exit(&t);
	text_out__exit(&out);
	return TEST_OK;
}

/* What the fields of @list look at that is chosen for a recording of @type events. */
static unsigned int needs(const char *list, uint32_t type, uint64_t config, uint64_t sample_type)
{
	const struct perf_event_attr attr = { .type = type, .config = config, .sample_type = sample_type };
	struct evlist *evlist = evlist__new();
	struct script_fields f;
	unsigned int ret = 0;
	char err[256];

	evlist__add(evlist, evsel__new(&attr));
	script_fields__init(&f);
	if (!list || !script_fields__parse(&f, list, err, sizeof(err)))
		ret = script_fields__needs(&f, evlist);
	evlist__delete(evlist);
	return ret;
}

static int test__needs(void)
{
	const unsigned int usual = SESSION_NEEDS_TID | SESSION_NEEDS_TIME | SESSION_NEEDS_PID | SESSION_NEEDS_COMM | SESSION_NEEDS_CPU;
	const unsigned int places = SESSION_NEEDS_IP | SESSION_NEEDS_CHAIN;

	TEST_ASSERT(needs("tid,time", PERF_TYPE_SOFTWARE, 0, 0) == (SESSION_NEEDS_TID | SESSION_NEEDS_TIME));
	TEST_ASSERT(needs("tid,time,event", PERF_TYPE_RAW, 0, 0) == (SESSION_NEEDS_TID | SESSION_NEEDS_TIME));
	TEST_ASSERT(needs("comm", PERF_TYPE_SOFTWARE, 0, 0) == (SESSION_NEEDS_TID | SESSION_NEEDS_PID | SESSION_NEEDS_COMM));
	TEST_ASSERT(needs("sw:ip,sym", PERF_TYPE_SOFTWARE, 0, 0) == (places | SESSION_NEEDS_TIME));
	TEST_ASSERT(needs("trace", PERF_TYPE_TRACEPOINT, 0, 0) == (SESSION_NEEDS_RAW | SESSION_NEEDS_CPU));
	/* By default; what output of BPF programs looks at has no name of its own, and targets of branches may look at anything. */
	TEST_ASSERT(needs(NULL, PERF_TYPE_SOFTWARE, 0, 0) == (usual | places | SESSION_NEEDS_PERIOD));
	TEST_ASSERT(needs(NULL, PERF_TYPE_TRACEPOINT, 0, 0) == (usual | SESSION_NEEDS_RAW));
	TEST_ASSERT(needs(NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_BPF_OUTPUT, 0) ==
		    (usual | places | SESSION_NEEDS_PERIOD | SESSION_NEEDS_FIELDS));
	TEST_ASSERT(needs(NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_SAMPLE_ADDR) == SESSION_NEEDS_ALL);
	TEST_ASSERT(needs("tid,misc", PERF_TYPE_SOFTWARE, 0, 0) == (SESSION_NEEDS_TID | SESSION_NEEDS_FIELDS));
	return TEST_OK;
}

DEFINE_SUITE("Heads of script's lines", line_head,
	{ "tasks", test__tasks }, { "forms", test__forms }, { "times", test__times }, { "CPUs", test__cpus }, { "what fields look at", test__needs });
