// SPDX-License-Identifier: GPL-2.0-only
/* perf script -F: what lists mean, and what a recording can show. */
#include <errno.h>

#include "tests/test.h"
#include "util/base/log.h"
#include "util/event/evlist.h"
#include "util/script/script-fields.h"

#define BASIC	(SCRIPT_COMM | SCRIPT_TID | SCRIPT_CPU | SCRIPT_TIME | SCRIPT_EVENT)
#define PLACE	(SCRIPT_IP | SCRIPT_SYM | SCRIPT_SYMOFF | SCRIPT_DSO)

static char err[512];

/* Parses quietly: warnings of -F belong to the user, not into the test's output. */
static int parse(struct script_fields *f, const char *arg)
{
	int old = verbose, ret;

	verbose = LOG_QUIET;
	err[0] = 0;
	ret = script_fields__parse(f, arg, err, sizeof(err));
	verbose = old;
	return ret;
}

static int test__lists(void)
{
	struct script_fields f;

	script_fields__init(&f);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_HW].fields, BASIC | PLACE | SCRIPT_PERIOD);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_TRACE].fields, BASIC | SCRIPT_TRACE);
	TEST_ASSERT_EQ(parse(&f, "comm,,tid,"), 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_HW].fields, SCRIPT_COMM | SCRIPT_TID);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_TRACE].fields, SCRIPT_COMM | SCRIPT_TID);
	TEST_ASSERT_EQ(parse(&f, "comm,trace"), 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_SW].fields, SCRIPT_COMM);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_TRACE].fields, SCRIPT_COMM | SCRIPT_TRACE);
	script_fields__init(&f);
	TEST_ASSERT_EQ(parse(&f, "sw:time"), 0);
	TEST_ASSERT_EQ(parse(&f, "trace:"), 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_SW].fields, SCRIPT_TIME);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_TRACE].fields, 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_HW].fields, BASIC | PLACE | SCRIPT_PERIOD);
	return TEST_OK;
}

static int test__signs(void)
{
	struct script_fields f;

	script_fields__init(&f);
	TEST_ASSERT_EQ(parse(&f, "-comm,+pid"), 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_SW].fields,
		       (BASIC & ~SCRIPT_COMM) | SCRIPT_PID | PLACE | SCRIPT_PERIOD | SCRIPT_BPF_OUTPUT);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_SW].asked, SCRIPT_PID);
	TEST_ASSERT_EQ(parse(&f, "trace:+period"), 0);
	TEST_ASSERT(f.types[SCRIPT_TYPE_TRACE].fields & SCRIPT_PERIOD);
	TEST_ASSERT_EQ(parse(&f, "+ip,-ip"), 0);
	TEST_ASSERT(!(f.types[SCRIPT_TYPE_SW].fields & SCRIPT_IP));
	TEST_ASSERT_EQ(parse(&f, "-ip,+ip"), 0);
	TEST_ASSERT(f.types[SCRIPT_TYPE_SW].fields & SCRIPT_IP);
	return TEST_OK;
}

static int test__wrong(void)
{
	static const char *const wrong[][2] = {
		{ "comm,foo", "Invalid field requested: 'foo'" },
		{ "+", "Invalid field requested" },
		{ "comm, tid", "Invalid field requested" },
		{ "blah:comm", "Invalid event type in field string" },
		{ "comm,-tid", "Cannot mix +-field with overridden fields" },
		{ "-comm,tid", "Cannot mix +-field with overridden fields" },
		{ "", "Cannot set fields to 'none' for all event types" },
		{ "sw:trace", "'trace' not valid for software events" },
		{ "trace:comm,hw:tid", "Invalid field requested" },
		{ "hw:bpf-output", "'bpf-output' not valid for hardware events" },
	};
	struct script_fields f;
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		script_fields__init(&f);
		TEST_ASSERT_EQ(parse(&f, wrong[i][0]), -EINVAL);
		if (!strstr(err, wrong[i][1]))
			fprintf(stderr, "%s: %s\n", wrong[i][0], err);
		TEST_ASSERT(strstr(err, wrong[i][1]));
	}
	return TEST_OK;
}

static struct evlist *make_evlist(uint32_t type, uint64_t config, uint64_t sample_type)
{
	struct perf_event_attr attr = { .type = type, .config = config, .sample_type = sample_type };
	struct perf_event_attr dummy = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY };
	struct evlist *evlist = evlist__new();

	evlist__add(evlist, evsel__new(&dummy));
	evlist__add(evlist, evsel__new(&attr));
	evsel__set_name(evlist->evsels[1], "ev");
	return evlist;
}

static int check(const char *arg, struct evlist *evlist, bool no_chains, struct script_fields *f)
{
	script_fields__init(f);
	if (arg && parse(f, arg) < 0)
		return 1;
	err[0] = 0;
	return script_fields__check(f, evlist, no_chains, err, sizeof(err));
}

/* What a recording has no event for is not shown, so it needs no stacks either. */
static int test__places(void)
{
	struct evlist *tp = make_evlist(PERF_TYPE_TRACEPOINT, 7, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME);
	struct evlist *hw = make_evlist(PERF_TYPE_HARDWARE, 0, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME);
	struct evlist *none = evlist__new();
	struct script_fields f;

	script_fields__init(&f);
	TEST_ASSERT_EQ(parse(&f, "trace:comm,time,trace"), 0);
	TEST_ASSERT(!script_fields__any_place(&f, tp));
	TEST_ASSERT(script_fields__any_place(&f, hw));
	TEST_ASSERT(script_fields__any_place(&f, none));
	TEST_ASSERT(script_fields__any_place(&f, NULL));
	TEST_ASSERT_EQ(parse(&f, "hw:comm,ip"), 0);
	TEST_ASSERT(!script_fields__any_place(&f, tp));
	script_fields__init(&f);
	TEST_ASSERT_EQ(parse(&f, "comm,time"), 0);
	TEST_ASSERT(!script_fields__any_place(&f, hw));
	TEST_ASSERT(!script_fields__any_place(&f, NULL));
	script_fields__init(&f);
	TEST_ASSERT(script_fields__any_place(&f, tp));
	evlist__delete(tp);
	evlist__delete(hw);
	evlist__delete(none);
	return TEST_OK;
}

static int test__recording(void)
{
	const uint64_t basic = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	struct evlist *sw = make_evlist(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, basic);
	struct evlist *tp = make_evlist(PERF_TYPE_TRACEPOINT, 7, basic | PERF_SAMPLE_CALLCHAIN);
	struct script_fields f;

	/* A default field that was not recorded goes silently, one that was asked for is an error. */
	TEST_ASSERT_EQ(check(NULL, sw, false, &f), 0);
	TEST_ASSERT(!(f.types[SCRIPT_TYPE_SW].fields & SCRIPT_CPU));
	TEST_ASSERT(f.types[SCRIPT_TYPE_SW].fields & SCRIPT_TIME);
	TEST_ASSERT_EQ(check("+cpu", sw, false, &f), -EINVAL);
	TEST_ASSERT_STR(err, "Samples for 'ev' event do not have CPU attribute set. Cannot print 'cpu' field.");
	TEST_ASSERT_EQ(check("comm,addr", sw, false, &f), -EINVAL);
	TEST_ASSERT_EQ(check("ip,symoff", sw, false, &f), -EINVAL);
	TEST_ASSERT(strstr(err, "symbol is not selected"));
	TEST_ASSERT_EQ(check("trace:", sw, false, &f), -EINVAL);
	TEST_ASSERT(strstr(err, "tracepoint events do not exist"));
	/* Frames of tracepoints: only with callchains, only by default. */
	TEST_ASSERT_EQ(check(NULL, tp, false, &f), 0);
	TEST_ASSERT((f.types[SCRIPT_TYPE_TRACE].fields & PLACE) == PLACE);
	TEST_ASSERT_EQ(check(NULL, tp, true, &f), 0);
	TEST_ASSERT(!(f.types[SCRIPT_TYPE_TRACE].fields & PLACE));
	TEST_ASSERT_EQ(check("trace:-comm", tp, false, &f), 0);
	TEST_ASSERT(!(f.types[SCRIPT_TYPE_TRACE].fields & PLACE));
	/* Code between branches only where all branches were recorded. */
	TEST_ASSERT_EQ(check("ip,brstackinsn", sw, false, &f), -EINVAL);
	TEST_ASSERT(strstr(err, "non all-branch filter set"));
	sw->evsels[1]->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	TEST_ASSERT_EQ(check("ip,brstackinsnlen,brstackdisasm", sw, false, &f), 0);
	TEST_ASSERT_EQ(f.types[SCRIPT_TYPE_SW].fields, SCRIPT_IP | SCRIPT_BRSTACKINSNLEN | SCRIPT_BRSTACKDISASM);
	TEST_ASSERT_EQ(check("ip,brcntr", sw, false, &f), -EINVAL);
	TEST_ASSERT(strstr(err, "Display of branch counter requested"));
	sw->evsels[1]->attr.branch_sample_type |= PERF_SAMPLE_BRANCH_COUNTERS;
	TEST_ASSERT_EQ(check("ip,brcntr", sw, false, &f), 0);
	evlist__delete(sw);
	evlist__delete(tp);
	return TEST_OK;
}

DEFINE_SUITE("Fields of perf script", script_fields,
	{ "lists", test__lists },
	{ "plus and minus", test__signs },
	{ "events that show places", test__places },
	{ "wrong lists", test__wrong },
	{ "what a recording has", test__recording })
