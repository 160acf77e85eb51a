// SPDX-License-Identifier: GPL-2.0-only
/* What is said of a wrong event, and where it points. */
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/choose/aux-action.h"
#include "util/choose/event-suggest.h"
#include "util/choose/parse-events.h"

static const struct {
	const char *text;
	size_t pos;
	const char *reason;
} wrong_events[] = {
	{ "", 0, "Unrecognized input" },
	{ "cpu-clockk", 0, "Bad event name" },
	{ "cpu-clock,foo", 10, "Bad event name" },
	{ "cpu-clock,,cs", 10, "Unrecognized input" },
	{ "cpu-clock,", 10, "Unrecognized input" },
	{ "cpu-clock:", 10, "Unrecognized input" },
	{ "cpu-clock}", 9, "Unrecognized input" },
	{ "cpu-clock:z", 10, "unknown modifier 'z'" },
	{ "cpu-clock:uz", 11, "unknown modifier 'z'" },
	{ "cpu-clock:uW", 11, "Weak modifier is for use with groups" },
	{ "{cpu-clock:W,page-faults}", 11, "Weak modifier is for use with groups" },
	{ "cpu-clock/time=2/", 15, "value too big for 'time', maximum is 1" },
	{ "cpu-clock/no-inherit=3/", 21, "value too big for 'no-inherit', maximum is 1" },
	{ "cpu-clock:uu", 11, "Duplicate modifier 'u' (user)" },
	{ "cpu-clock:pppp", 13, "Maximum precise value is 3" },
	{ "nosuch/x/", 0, "Bad event or PMU" },
	{ "foo:bar", 0, "unknown tracepoint" },
	{ "sched:nosuch*", 0, "unknown tracepoint" },
	{ "cycles/foo=1/", 7, "unknown term 'foo' for pmu 'cpu'" },
	{ "cpu/event=1,foo/", 12, "unknown term 'foo' for pmu 'cpu'" },
	{ "software/config=0,bogus=2/", 18, "unknown term 'bogus' for pmu 'software'" },
	{ "cpu/event=256/", 10, "value too big for format (event), maximum is 255" },
	{ "cpu/event=x/", 10, "expected numeric value" },
	{ "cpu/period=x/", 11, "expected numeric value" },
	{ "cpu/name/", 4, "expected string value" },
	{ "cpu/event=1", 11, "the terms need a closing '/'" },
	{ "cpu/event=1,/", 12, "Unrecognized input" },
	{ "cpu-clock/name='x/", 15, "quote is not closed" },
	{ "{cs,faults", 10, "the group needs a closing '}'" },
	{ "{cs,{faults}}", 4, "a group cannot be in a group" },
	{ "{cs}:", 5, "Unrecognized input" },
	{ "mem:x", 4, "expected an address" },
	{ "mem:0x10/9:r", 9, "bad breakpoint length, it is 1 to 8 bytes" },
	{ "mem:0x10:rr", 10, "Duplicate access 'r'" },
	{ "mem:0x10:rq", 10, "Unrecognized input: the access is made of r, w and x" },
	{ "cpu-clock/call-graph=dwarf,defer/", 21,
	  "'dwarf,defer' does not exist: only frame pointer chains can be deferred ('fp,defer')" },
	{ "cpu-clock/call-graph=lbr,defer/", 21,
	  "'lbr,defer' does not exist: only frame pointer chains can be deferred ('fp,defer')" },
	{ "cpu-clock/call-graph=fp,xx/", 24, "unknown term 'xx' for pmu 'software'" },
	{ "cpu-clock/branch_type=odd/", 22, "unknown branch filter 'odd': there are u, k, hv, any, any_call, any_ret, "
	  "ind_call, abort_tx, in_tx, no_tx, cond, call_stack, stack, ind_jmp, call, no_flags, no_cycles, save_type, hw_index, "
	  "priv, counter" },
	{ "cpu-clock/aux-action=bogus/", 21, "Bad aux-action 'bogus'" },
	{ "cpu-clock/aux-action=pause,aux-action=resume/", 38, "an event can have only one aux-action" },
	{ "hv_24x7/PM_X/", 8, "event 'PM_X' needs a value for 'core'" },
};

static int test__positions(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	for (i = 0; i < ARRAY_SIZE(wrong_events); i++) {
		int ret = parse_events(list, wrong_events[i].text, &err);

		TEST_ASSERT(ret == -EINVAL || ret == -ENOENT);
		TEST_ASSERT_STR(err.event, wrong_events[i].text);
		TEST_ASSERT_STR(err.reason, wrong_events[i].reason);
		TEST_ASSERT_EQ(err.pos, wrong_events[i].pos);
		/* Nothing of a wrong list is taken. */
		TEST_ASSERT_EQ(list->nr, 0);
		parse_events_error__exit(&err);
	}
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int formatted(const char *text, const char *want)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	struct strbuf out = STRBUF_INIT;

	TEST_ASSERT(parse_events(list, text, &err) < 0);
	parse_events_error__format(&err, &out);
	TEST_ASSERT_STR(strbuf__str(&out), want);
	strbuf__exit(&out);
	parse_events_error__exit(&err);
	evlist__delete(list);
	return TEST_OK;
}

static int test__texts(void)
{
	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!formatted("cpu-clock:uu",
			       "event syntax error: 'cpu-clock:uu'\n"
			       "                                \\___ Duplicate modifier 'u' (user)\n"
			       "Run 'perf list' for a list of valid events\n"));
	TEST_ASSERT(!formatted("cpu-clock/period=abc/",
			       "event syntax error: '..ock/period=abc/'\n"
			       "                                  \\___ expected numeric value\n"
			       "Run 'perf list' for a list of valid events\n"));
	TEST_ASSERT(!formatted("nosuch/x/",
			       "event syntax error: 'nosuch/x/'\n"
			       "                     \\___ Bad event or PMU\n\n"
			       "This machine has no PMU 'nosuch', and no event of that name\n"
			       "PMUs of this machine are the folders in /sys/bus/event_source/devices\n"
			       "Run 'perf list' for a list of valid events\n"));
	TEST_ASSERT(!formatted("cycles:q,cpu/event=0x3c,umask=0x01,any=1,config=0x12345678,name=something/",
			       "event syntax error: 'cycles:q,cpu/event=0x3c,umask=0x01,any=1,config=0x123456..'\n"
			       "                            \\___ unknown modifier 'q'\n\n"
			       "valid modifiers: u k h G H p P S D I W e b R X\n"
			       "Run 'perf list' for a list of valid events\n"));
	fake_tree__remove();
	return TEST_OK;
}

/* What may have been meant stands in the help. NULL: there is none that is near. */
static const struct {
	const char *text, *help;
} near_events[] = {
	{ "cylces", "Did you mean 'cycles'?" },
	{ "cpu-clok", "Did you mean 'cpu-clock'?" },
	{ "L1-dcache-laods", "Did you mean 'L1-dcache-loads' or 'L1-icache-loads'?" },
	{ "sched_switch", "Did you mean the tracepoint 'sched:sched_switch'?" },
	{ "sched:sched_swich", "Did you mean 'sched:sched_switch'?" },
	{ "shed:sched_wakeup", "Did you mean 'sched:sched_wakeup'?" },
	{ "shed:sched_wakup", "Did you mean 'sched:sched_wakeup'?" },
	{ "arm_spe_0//", "This machine has no PMU 'arm_spe_0': it takes an Arm processor" },
	{ "cpux/event=1/", "This machine has no PMU 'cpux', and no event of that name\nDid you mean 'cpu'?\nPMUs of this machine" },
	{ "cylces/period=1000/", "Did you mean 'cycles'?" },
	{ "sched:nothing_like_it", "Perhaps this kernel misses some CONFIG_" },
	{ "nothing-like-it", NULL },
};

static int test__near(void)
{
	struct evlist *list = evlist__new();
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	for (i = 0; i < ARRAY_SIZE(near_events); i++) {
		struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;

		TEST_ASSERT(parse_events(list, near_events[i].text, &err) < 0);
		TEST_ASSERT(err.help != NULL);
		if (near_events[i].help ? !strstr(err.help, near_events[i].help) : strchr(err.help, '?') != NULL) {
			fprintf(stderr, "'%s': %s\n", near_events[i].text, err.help);
			return TEST_FAIL;
		}
		parse_events_error__exit(&err);
	}
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

static int test__filter_fields(void)
{
	char *fields;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("tracing/events/made/up/format",
				      "name: up\nID: 9\nformat:\n"
				      "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
				      "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
				      "\tfield:const char *name;\toffset:24;\tsize:8;\tsigned:0;\n"
				      "\tfield:__data_loc char[] why;\toffset:32;\tsize:4;\tsigned:0;\n"
				      "\tfield:unsigned long a[2];\toffset:40;\tsize:16;\tsigned:0;\n"
				      "print fmt: \"field: %s\", REC->comm\n"));
	fields = event_suggest__filter_fields("made", "up");
	TEST_ASSERT_STR(fields, "comm, name, why, a");
	free(fields);
	TEST_ASSERT(!event_suggest__filter_fields("made", "down"));
	fake_tree__remove();
	return TEST_OK;
}

/* Events that parse, and what grouping them around their AUX event says. NULL: it is fine. */
static const struct {
	const char *text, *reason;
	int members;			/* of the first event's group */
} aux_events[] = {
	{ "intel_pt/aux-action=start-paused/k,syscalls:sys_enter_read/aux-action=resume/,"
	  "syscalls:sys_exit_read/aux-action=pause/", NULL, 3 },
	{ "{intel_pt/aux-action=start-paused/k,syscalls:sys_enter_read/aux-action=resume/}", NULL, 2 },
	/* What stands between belongs to the group as well, what follows does not. */
	{ "intel_pt//,cs,faults/aux-action=pause/,cpu-clock", NULL, 3 },
	{ "intel_pt//,cpu/event=1,aux-output/", NULL, 2 },
	{ "intel_pt//,cs", NULL, 1 },
	{ "intel_pt/aux-action=pause/", "aux-action 'pause' cannot be used for AUX area event itself", 0 },
	{ "intel_pt/aux-action=resume/", "aux-action 'resume' cannot be used for AUX area event itself", 0 },
	{ "cpu-clock/aux-action=start-paused/", "aux-action 'start-paused' can only be used with AUX area event", 0 },
	{ "intel_pt//,cs/aux-action=start-paused/",
	  "aux-action 'start-paused' can only be used with AUX area event", 0 },
	{ "cs/aux-action=pause/", "Events with aux-action must have AUX area event group leader", 0 },
	{ "cs/aux-action=pause/,intel_pt//", "Events with aux-action must have AUX area event group leader", 0 },
	{ "{cycles,cs/aux-action=resume/}", "Events with aux-action must have AUX area event group leader", 0 },
	{ "cpu/event=1,aux-output/", "Events with aux-output must have AUX area event group leader", 0 },
	{ "intel_pt//,cs/aux-action=pause,period=0/",
	  "aux-action 'pause' needs an event that overflows: a counting event (period=0) never does", 0 },
	{ "intel_pt//,cpu/event=1,aux-output,aux-action=pause/",
	  "aux-action 'pause' cannot be used together with aux-output", 0 },
};

static int test__aux_actions(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	size_t i;

	TEST_ASSERT(!fake_tree__make());
	for (i = 0; i < ARRAY_SIZE(aux_events); i++) {
		struct evlist *list = evlist__new();
		struct diag diag = DIAG_INIT;
		int ret;

		TEST_ASSERT_EQ(parse_events(list, aux_events[i].text, &err), 0);
		ret = evlist__group_aux(list, &diag);
		if (aux_events[i].reason) {
			TEST_ASSERT_STR(diag.text, aux_events[i].reason);
			TEST_ASSERT_EQ(ret, -EINVAL);
		} else {
			TEST_ASSERT_STR(diag.text, "");
			TEST_ASSERT_EQ(ret, 0);
			TEST_ASSERT_EQ(list->evsels[0]->nr_members, aux_events[i].members);
		}
		evlist__delete(list);
	}
	fake_tree__remove();
	return TEST_OK;
}

static int test__aux_attrs(void)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct evlist *list = evlist__new();
	struct diag diag = DIAG_INIT;

	TEST_ASSERT(!fake_tree__make());
	/* From several -e, as a command line may have them. */
	TEST_ASSERT_EQ(parse_events(list, "intel_pt/aux-action=start-paused/k", &err), 0);
	TEST_ASSERT_EQ(parse_events(list, "syscalls:sys_enter_read/aux-action=resume/", &err), 0);
	TEST_ASSERT_EQ(parse_events(list, "syscalls:sys_exit_read/aux-action=pause/", &err), 0);
	TEST_ASSERT_EQ(evlist__group_aux(list, &diag), 0);
	TEST_ASSERT(list->evsels[0]->attr.aux_start_paused);
	TEST_ASSERT(list->evsels[1]->attr.aux_resume);
	TEST_ASSERT(list->evsels[2]->attr.aux_pause);
	TEST_ASSERT(list->evsels[0]->config->is_aux && !list->evsels[1]->config->is_aux);
	TEST_ASSERT(list->evsels[2]->leader == list->evsels[0]);
	TEST_ASSERT(list->evsels[0]->attr.exclude_user && !list->evsels[0]->attr.exclude_kernel);
	evlist__delete(list);
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("Event syntax errors", parse_events_errors,
	     { "the place and the reason", test__positions },
	     { "what may have been meant", test__near },
	     { "the fields of a filter", test__filter_fields },
	     { "the text", test__texts },
	     { "aux-action: rules and groups", test__aux_actions },
	     { "aux-action: attrs", test__aux_attrs })
