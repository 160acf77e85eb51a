// SPDX-License-Identifier: GPL-2.0-only
/* --switch-on and --switch-off: which samples count. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "util/filter/event-switch.h"

static struct evlist *make_list(void)
{
	static const char *const names[] = { "a", "b", "x" };
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE };
	struct evlist *list = evlist__new();
	int i;

	for (i = 0; i < 3; i++) {
		struct evsel *e = evsel__new(&attr);

		evsel__set_name(e, names[i]);
		evlist__add(list, e);
	}
	return list;
}

/* What of @events, a letter a sample, counts. */
static const char *passed(struct event_switch sw, const char *events)
{
	static char text[512];
	struct evlist *list = make_list();
	struct diag diag = DIAG_INIT;
	char *out = text;

	if (event_switch__begin(&sw, list, &diag) < 0) {
		snprintf(text, sizeof(text), "%s", diag.text);
	} else {
		for (; *events; events++)
			if (event_switch__passes(&sw, list->evsels[*events == 'x' ? 2 : *events - 'a']))
				*out++ = *events;
		*out = 0;
	}
	evlist__delete(list);
	return text;
}

static int test__switch(void)
{
	TEST_ASSERT_STR(passed((struct event_switch){ 0 }, "xaxbx"), "xaxbx");
	TEST_ASSERT_STR(passed((struct event_switch){ .on_name = "a" }, "xbaxabx"), "xabx");
	TEST_ASSERT_STR(passed((struct event_switch){ .off_name = "b" }, "xabxax"), "xa");
	TEST_ASSERT_STR(passed((struct event_switch){ .on_name = "a", .off_name = "b" }, "xbaxabxaxx"),
			"xaxx");
	TEST_ASSERT_STR(passed((struct event_switch){ .on_name = "a", .off_name = "b", .show = true }, "xaxbxa"), "axba");
	/* The same event opens and closes. */
	TEST_ASSERT_STR(passed((struct event_switch){ .on_name = "a", .off_name = "a" }, "xaxxaxax"), "xxx");
	return TEST_OK;
}

static int test__unknown(void)
{
	TEST_ASSERT(strstr(passed((struct event_switch){ .on_name = "a", .off_name = "c" }, ""),
			   "--switch-off: the recording has no event 'c'"));
	return TEST_OK;
}

DEFINE_SUITE("Report: events that switch", event_switch,
	{ "what counts", test__switch },
	{ "events that are not there", test__unknown })
