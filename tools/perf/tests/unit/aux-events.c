// SPDX-License-Identifier: GPL-2.0-only
/* AUX events in every form, and those around them: their attrs and groups, on a machine of our own making. */
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/choose/aux-action.h"
#include "util/choose/parse-events.h"

#define PMUS	"sys/bus/event_source/devices/"

static int make_tree(void)
{
	static const struct fake_file files[] = {
		{ PMUS "intel_bts/type", "9\n" },
		{ PMUS "arm_spe_0/type", "10\n" },		{ PMUS "arm_spe_0/cpumask", "0-3\n" },
		{ PMUS "arm_spe_0/format/load_filter", "config:33\n" },
		{ PMUS "arm_spe_0/format/min_latency", "config2:0-11\n" },
		{ PMUS "arm_spe_1/type", "11\n" },		{ PMUS "arm_spe_1/cpumask", "4-7\n" },
		{ PMUS "arm_spe_1/format/load_filter", "config:33\n" },
		{ PMUS "arm_spe_1/format/min_latency", "config2:0-11\n" },
		{ PMUS "cs_etm/type", "12\n" },
		{ PMUS "cs_etm/format/retstack", "config:29\n" },
		{ PMUS "cs_etm/format/sinkid", "config2:0-31\n" },
		{ PMUS "cs_etm/sinks/tmc_etr0", "0x77\n" },
		{ PMUS "hisi_ptt2_0/type", "13\n" },		{ PMUS "hisi_ptt2_0/format/filter", "config:0-31\n" },
		/* Of no driver that is known by its name; nobody can be asked here whether it has an area. */
		{ PMUS "strange/type", "14\n" },		{ PMUS "strange/format/id", "config:4-7\n" },
	};

	return fake_tree__make() ? TEST_FAIL : fake_tree__write_all(files, ARRAY_SIZE(files));
}

#define START_PAUSED	1
#define PAUSE		2
#define RESUME		4

/* One event of a list, after grouping. */
static const struct {
	const char *text;
	size_t nr, at;			/* events in the list, which of them */
	uint32_t type;
	uint64_t config, config2;
	uint32_t action;
	bool aux, output;
	const char *modifier;		/* "u": the kernel is left out; "k": user space; NULL: nothing */
	int leader;
} forms[] = {
	{ "intel_pt//", 1, 0, 8, 0x400, 0, 0, true, false, NULL, 0 },
	{ "intel_pt/tsc=0,pt/u", 1, 0, 8, 0x1, 0, 0, true, false, "u", 0 },
	{ "intel_pt/pt,aux-action=start-paused/k", 1, 0, 8, 0x401, 0, START_PAUSED, true, false, "k", 0 },
	{ "intel_pt/aux-action=start-paused,tsc/k", 1, 0, 8, 0x400, 0, START_PAUSED, true, false, "k", 0 },
	{ "intel_bts//u", 1, 0, 9, 0, 0, 0, true, false, "u", 0 },
	{ "intel_bts/aux-action=start-paused/", 1, 0, 9, 0, 0, START_PAUSED, true, false, NULL, 0 },
	{ "arm_spe_0/load_filter,min_latency=7/", 1, 0, 10, 1ULL << 33, 7, 0, true, false, NULL, 0 },
	{ "arm_spe/load_filter/", 2, 1, 11, 1ULL << 33, 0, 0, true, false, NULL, 1 },
	{ "cs_etm/retstack,@tmc_etr0/u", 1, 0, 12, 1 << 29, 0, 0, true, false, "u", 0 },
	{ "cs_etm/@tmc_etr0,aux-action=start-paused/k", 1, 0, 12, 0, 0, START_PAUSED, true, false, "k", 0 },
	{ "hisi_ptt2_0/filter=0x80000/", 1, 0, 13, 0x80000, 0, 0, true, false, NULL, 0 },
	{ "strange/id=5/", 1, 0, 14, 0x50, 0, 0, false, false, NULL, 0 },
	/* Those that switch: any kind of event, before and behind its other terms, with its modifiers. */
	{ "intel_pt//,cs/aux-action=pause/", 2, 1, PERF_TYPE_SOFTWARE, 3, 0, PAUSE, false, false, NULL, 0 },
	{ "intel_pt//,cs/aux-action=resume/u", 2, 1, PERF_TYPE_SOFTWARE, 3, 0, RESUME, false, false, "u", 0 },
	{ "intel_pt//,cycles/aux-action=resume,period=77/", 2, 1, PERF_TYPE_HARDWARE, 0, 0, RESUME, false, false, NULL, 0 },
	{ "intel_pt//,cpu/event=0x3c,aux-action=pause,umask=1/k", 2, 1, 4, 0x13c, 0, PAUSE, false, false, "k", 0 },
	{ "intel_pt//,r1a8/aux-action=pause/", 2, 1, PERF_TYPE_RAW, 0x1a8, 0, PAUSE, false, false, NULL, 0 },
	{ "intel_pt//,mem:0x1000:x/aux-action=resume/", 2, 1, PERF_TYPE_BREAKPOINT, 0, sizeof(long), RESUME, false, false,
	  NULL, 0 },
	{ "intel_pt//,strange/id=1,aux-action=pause/", 2, 1, 14, 0x10, 0, PAUSE, false, false, NULL, 0 },
	{ "intel_pt//,sched:sched_switch/aux-action=pause/", 2, 1, PERF_TYPE_TRACEPOINT, 314, 0, PAUSE, false, false, NULL, 0 },
	/* Each of many tracepoints. */
	{ "intel_pt//,syscalls:sys_enter_*/aux-action=resume/", 3, 2, PERF_TYPE_TRACEPOINT, 701, 0, RESUME, false, false,
	  NULL, 0 },
	/* Whose own trace goes into the area. */
	{ "intel_pt//,cpu/event=1,aux-output/", 2, 1, 4, 1, 0, 0, false, true, NULL, 0 },
	{ "intel_pt//,cpu/event=1,aux-output=0/", 2, 1, 4, 1, 0, 0, false, false, NULL, 1 },
	{ "{intel_pt//,cycles/aux-output/}:u", 2, 1, PERF_TYPE_HARDWARE, 0, 0, 0, false, true, "u", 0 },
	/*
	 * Groups: the AUX event before counts, and what stands between belongs to it; what stands behind does
	 * not.
	 */
	{ "cs,intel_pt//,cs/aux-action=pause/", 3, 0, PERF_TYPE_SOFTWARE, 3, 0, 0, false, false, NULL, 0 },
	{ "cs,intel_pt//,cs/aux-action=pause/", 3, 2, PERF_TYPE_SOFTWARE, 3, 0, PAUSE, false, false, NULL, 1 },
	{ "intel_pt//,faults,cs/aux-action=pause/", 3, 1, PERF_TYPE_SOFTWARE, 2, 0, 0, false, false, NULL, 0 },
	{ "intel_pt//,cs/aux-action=pause/,faults", 3, 2, PERF_TYPE_SOFTWARE, 2, 0, 0, false, false, NULL, 2 },
	{ "intel_pt//,cs/aux-action=pause/,intel_bts//,faults/aux-action=pause/", 4, 1, PERF_TYPE_SOFTWARE, 3, 0, PAUSE,
	  false, false, NULL, 0 },
	{ "intel_pt//,cs/aux-action=pause/,intel_bts//,faults/aux-action=pause/", 4, 3, PERF_TYPE_SOFTWARE, 2, 0, PAUSE,
	  false, false, NULL, 2 },
	{ "{intel_pt/aux-action=start-paused/,cs/aux-action=resume/,faults/aux-action=pause/}:k", 3, 2, PERF_TYPE_SOFTWARE, 2, 0,
	  PAUSE, false, false, "k", 0 },
	{ "{intel_pt//,cs},faults/aux-action=pause/", 3, 2, PERF_TYPE_SOFTWARE, 2, 0, PAUSE, false, false, NULL, 0 },
	/* Samples that bring a piece of the trace. */
	{ "intel_pt//,cs,faults/aux-sample-size=64/", 3, 1, PERF_TYPE_SOFTWARE, 3, 0, 0, false, false, NULL, 0 },
	{ "intel_pt//,cs/aux-sample-size=0/", 2, 1, PERF_TYPE_SOFTWARE, 3, 0, 0, false, false, NULL, 1 },
};

static int check_form(size_t n)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	struct diag diag = DIAG_INIT;
	const struct perf_event_attr *attr;
	const struct evsel *e;
	const char *m = forms[n].modifier;

	TEST_ASSERT_EQ(parse_events(list, forms[n].text, &err), 0);
	TEST_ASSERT_EQ(evlist__group_aux(list, &diag), 0);
	TEST_ASSERT_EQ(list->nr, forms[n].nr);
	e = list->evsels[forms[n].at];
	attr = &e->attr;
	TEST_ASSERT_EQ(attr->type, forms[n].type);
	TEST_ASSERT_EQ(attr->config, forms[n].config);
	TEST_ASSERT_EQ(attr->config2, forms[n].config2);
	TEST_ASSERT_EQ(attr->aux_start_paused | attr->aux_pause << 1 | attr->aux_resume << 2, forms[n].action);
	TEST_ASSERT_EQ(attr->aux_output, forms[n].output);
	TEST_ASSERT_EQ(attr->exclude_user, m && *m == 'k');
	TEST_ASSERT_EQ(attr->exclude_kernel, m && *m == 'u');
	TEST_ASSERT_EQ(attr->exclude_hv, m != NULL);
	TEST_ASSERT_EQ(attr->size, sizeof(*attr));
	TEST_ASSERT_EQ(e->config && e->config->is_aux, forms[n].aux);
	TEST_ASSERT_EQ(e->leader->idx, forms[n].leader);
	evlist__delete(list);
	return TEST_OK;
}

static int test__forms(void)
{
	size_t i;

	TEST_ASSERT(!make_tree());
	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (check_form(i)) {
			fprintf(stderr, "'%s', event %zu\n", forms[i].text, forms[i].at);
			return TEST_FAIL;
		}
	fake_tree__remove();
	return TEST_OK;
}

/* An event's own samples stay what they are; what it switches on is in no other attr. */
static int test__samples_of_triggers(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();

	TEST_ASSERT(!make_tree());
	TEST_ASSERT_EQ(parse_events(list, "intel_pt/aux-action=start-paused/,sched:sched_switch/aux-action=resume/,"
				    "cs/aux-action=pause,period=3/,cycles/freq=7,aux-action=pause/", &err), 0);
	TEST_ASSERT_EQ(list->evsels[1]->attr.sample_period, 1);
	TEST_ASSERT(list->evsels[1]->attr.sample_type & PERF_SAMPLE_RAW);
	TEST_ASSERT_EQ(list->evsels[2]->attr.sample_period, 3);
	TEST_ASSERT(list->evsels[3]->attr.freq && list->evsels[3]->attr.sample_freq == 7);
	TEST_ASSERT_STR(evsel__name(list->evsels[0]), "intel_pt/aux-action=start-paused/");
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "sched:sched_switch");
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

/* Where it points at, and why. */
static const struct {
	const char *text;
	size_t pos;
	const char *reason;
} wrong_terms[] = {
	{ "intel_pt/aux-action=bogus/k", 20, "Bad aux-action 'bogus'" },
	{ "intel_pt//,cs/aux-action=Pause/", 25, "Bad aux-action 'Pause'" },
	{ "cs/aux-action=pause|resume/", 14, "Bad aux-action 'pause|resume'" },
	{ "cs/aux-action=paus/", 14, "Bad aux-action 'paus'" },
	{ "cs/aux-action=1/", 14, "Bad aux-action '1'" },
	{ "cs/aux-action/", 3, "expected string value" },
	{ "cs/aux-action=/", 14, "expected string value" },
	{ "cs/aux-action=pause,aux-action=start-paused/", 31, "an event can have only one aux-action" },
	{ "cs/aux-sample-size=x/", 19, "expected numeric value" },
	{ "cs/aux-sample-size=-1/", 19, "expected numeric value" },
	{ "cs/aux-sample-size/", 3, "'aux-sample-size' needs a value" },
	{ "cs/aux-sample-size=4294967296/", 19,
	  "value too big for 'aux-sample-size', maximum is 4294967295" },
	{ "intel_pt/psb/", 9, "unknown term 'psb' for pmu 'intel_pt'" },
	{ "intel_pt/tsc=2/", 13, "value too big for format (tsc), maximum is 1" },
	{ "hisi_ptt2_0/filter=0x100000000/", 19, "value too big for format (filter), maximum is 4294967295" },
	{ "strange/aux-action=start-paused", 31, "the terms need a closing '/'" },
	{ "no_such_pt/aux-action=start-paused/", 0, "Bad event or PMU" },
};

static int test__wrong_terms(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	struct strbuf text = STRBUF_INIT;
	size_t i;

	TEST_ASSERT(!make_tree());
	for (i = 0; i < ARRAY_SIZE(wrong_terms); i++) {
		TEST_ASSERT(parse_events(list, wrong_terms[i].text, &err) < 0);
		TEST_ASSERT_STR(err.reason, wrong_terms[i].reason);
		TEST_ASSERT_EQ(err.pos, wrong_terms[i].pos);
		TEST_ASSERT_EQ(list->nr, 0);
		parse_events_error__exit(&err);
	}
	TEST_ASSERT(parse_events(list, "intel_pt/aux-action=bogus/k", &err) < 0);
	parse_events_error__format(&err, &text);
	TEST_ASSERT_STR(strbuf__str(&text),
			"event syntax error: '..aux-action=bogus/k'\n"
			"                                  \\___ Bad aux-action 'bogus'\n\n"
			"valid actions: start-paused, pause, resume\n"
			"Run 'perf list' for a list of valid events\n");
	parse_events_error__exit(&err);
	strbuf__exit(&text);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

#define NO_LEADER	"Events with aux-action must have AUX area event group leader"
#define NOT_AUX		"aux-action 'start-paused' can only be used with AUX area event"

/* They parse, and cannot be. The first wrong one is told about. */
static const struct {
	const char *text, *reason;
} wrong_groups[] = {
	{ "intel_bts/aux-action=pause/", "aux-action 'pause' cannot be used for AUX area event itself" },
	{ "cs_etm/@tmc_etr0,aux-action=resume/", "aux-action 'resume' cannot be used for AUX area event itself" },
	{ "intel_pt//,arm_spe_0/aux-action=resume/", "aux-action 'resume' cannot be used for AUX area event itself" },
	{ "strange/aux-action=start-paused/", NOT_AUX },
	{ "sched:sched_switch/aux-action=start-paused/", NOT_AUX },
	{ "intel_pt//,cs/aux-action=start-paused/,faults/aux-action=bogus_is_no_group/", NULL },
	{ "strange//,cs/aux-action=pause/", NO_LEADER },
	{ "cycles,cs/aux-action=resume/", NO_LEADER },
	{ "faults/aux-action=resume/,intel_pt//,cs/aux-action=pause/", NO_LEADER },
	/* Braces stay as they are: the AUX event is not in them, or does not lead. */
	{ "intel_pt//,{cs,faults/aux-action=pause/}", NO_LEADER },
	{ "{cs,intel_pt//,faults/aux-action=pause/}", NO_LEADER },
	{ "intel_pt//,{cs,faults},cycles/aux-action=pause/", NO_LEADER },
	{ "cycles/aux-output/", "Events with aux-output must have AUX area event group leader" },
	{ "intel_pt//,{cs,cycles/aux-output/}", "Events with aux-output must have AUX area event group leader" },
	{ "intel_pt//,cycles/aux-output,aux-action=resume/", "aux-action 'resume' cannot be used together with aux-output" },
};

static int test__wrong_groups(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	size_t i;

	TEST_ASSERT(!make_tree());
	for (i = 0; i < ARRAY_SIZE(wrong_groups); i++) {
		struct evlist *list = evlist__new();
		struct diag diag = DIAG_INIT;

		/* What does not even parse is told about first, whatever else is wrong. */
		if (!wrong_groups[i].reason) {
			TEST_ASSERT(parse_events(list, wrong_groups[i].text, &err) < 0);
			parse_events_error__exit(&err);
			evlist__delete(list);
			continue;
		}
		TEST_ASSERT_EQ(parse_events(list, wrong_groups[i].text, &err), 0);
		if (evlist__group_aux(list, &diag) != -EINVAL)
			fprintf(stderr, "'%s'\n", wrong_groups[i].text);
		TEST_ASSERT_STR(diag.text, wrong_groups[i].reason);
		evlist__delete(list);
	}
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("AUX events", aux_events,
	     { "attrs and groups of every form", test__forms },
	     { "events that switch a trace sample as ever", test__samples_of_triggers },
	     { "terms that cannot be, with their places", test__wrong_terms },
	     { "groups that cannot be, word for word", test__wrong_groups })
