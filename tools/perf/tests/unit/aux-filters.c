// SPDX-License-Identifier: GPL-2.0-only
/* Address filters of AUX events. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/aux-attrs.h"
#include "tests/unit/fake-tree.h"
#include "util/choose/parse-events.h"
#include "util/event/evsel-config.h"
#include "util/record/addr-filter.h"
#include "util/record/record-parse.h"

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

	TEST_ASSERT(!aux_attrs__tree());
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

	TEST_ASSERT(!aux_attrs__tree());
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

DEFINE_SUITE("AUX traces: address filters", aux_filters,
	     { "address filters", test__filters },
	     { "events with address filters", test__filter_events })
