// SPDX-License-Identifier: GPL-2.0-only
/* Functions by the names that people give them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/record/function-places.h"
#include "util/symbol/demangle.h"

static int test__near(void)
{
	static const struct {
		const char *want, *names[6], *text;
	} cases[] = {
		{ "do_sys_opne", { "do_sys_open", "do_sys_close" }, "; did you mean 'do_sys_open'?" },
		{ "Main", { "main", "mean", "domain" }, "; did you mean 'main'?" },
		{ "sys_uname", { "__x64_sys_uname", "sys_unam", "__ia32_sys_uname", "uname" },
		  "; did you mean 'sys_unam', '__x64_sys_uname' or '__ia32_sys_uname'?" },
		{ "work", { "work.part.0", "worker", "xork", "wrok", "wwork" },
		  "; did you mean 'xork', 'wrok' or 'wwork'?" },
		{ "twice", { "twixe", "twixe", "other" }, "; did you mean 'twixe'?" },
		{ "ab", { "abc", "ac", "b" }, "" },
		{ "ab", { "AB" }, "; did you mean 'AB'?" },
		{ "symbl", { "sym", "symoff", "sy", "symbolic" }, "; did you mean 'sym'?" },
		{ "symbolic", { "sym", "sym_of" }, "" },
	};
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct near_names n = { .want = cases[i].want, .want_len = strlen(cases[i].want) };
		struct strbuf out = STRBUF_INIT;

		for (k = 0; k < 6 && cases[i].names[k]; k++)
			near_names__look_at(&n, cases[i].names[k], strlen(cases[i].names[k]));
		near_names__print(&n, &out);
		TEST_ASSERT_STR(strbuf__str(&out), cases[i].text);
		strbuf__exit(&out);
		near_names__exit(&n);
	}
	return TEST_OK;
}

static int test__numbers(void)
{
	static const struct {
		const char *text;
		size_t len;
		unsigned long number;
		bool global;
	} cases[] = {
		{ "f", 1, 0, false },	{ "f#2", 1, 2, false },	{ "f #12", 1, 12, false },
		{ "f#g", 1, 0, true },	{ "f#G", 1, 0, true },	{ "f #0", 1, 0, true },
		{ "f#", 2, 0, false },	{ "f#2x", 4, 0, false }, { "#2", 2, 0, false },
		{ "f#gg", 4, 0, false },
	};
	struct function_query q;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		function_query__init(&q, cases[i].text, "here");
		TEST_ASSERT_EQ(q.len, cases[i].len);
		TEST_ASSERT_EQ(q.number, cases[i].number);
		TEST_ASSERT_EQ(q.global, cases[i].global);
	}
	return TEST_OK;
}

static int test__choose(void)
{
	static const struct {
		const char *text;
		uint64_t start;		/* 0: the reason is given */
		int err;
		const char *reason;
	} cases[] = {
		{ "f#1", 0x10, 0, NULL },	{ "f #3", 0x30, 0, NULL },
		{ "f", 0x20, 0, NULL },		{ "f#g", 0x20, 0, NULL },
		{ "f#4", 0, -EINVAL, "which code 'f' of here is, is chosen when the program starts: name one of its "
		  "variants" },
		{ "f#5", 0, -ENOENT, "here has only 4 functions 'f', not 5" },
	};
	static const struct function_place places[] = {
		{ .f = { 0x30, 1 }, .local = true }, { .f = { 0x10, 1 }, .local = true },
		{ .f = { 0x20, 1 }, .local = true }, { .f = { 0x20, 1 } },
		{ .f = { 0x40, 1 }, .local = true, .chosen_late = true },
	};
	struct function_places l;
	struct function_query q;
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct found_function f = { 0 };
		struct diag diag = DIAG_INIT;

		memset(&l, 0, sizeof(l));
		for (k = 0; k < ARRAY_SIZE(places); k++)
			function_places__add(&l, &places[k], "f", 1);
		function_query__init(&q, cases[i].text, "here");
		q.any_global = true;
		TEST_ASSERT_EQ(function_places__choose(&l, &q, &f, &diag), cases[i].err);
		TEST_ASSERT_EQ(f.start, cases[i].start);
		if (cases[i].err)
			TEST_ASSERT_STR(diag.text, cases[i].reason);
		function_places__exit(&l);
	}
	return TEST_OK;
}

static int test__written(void)
{
	static const struct {
		const char *symbol, *name;
		bool is;
	} cases[] = {
		{ "_ZN2ns3Foo3barEi", "ns::Foo::bar", true },
		{ "_ZN2ns3Foo3barEi", "ns::Foo::bar(int)", true },
		{ "_ZN2ns3Foo3barEi", "ns::Foo::bar(char)", false },
		{ "_ZN2ns3Foo3barEi", "bar", false },
		{ "_ZNK2ns3Foo3bazEPKc", "ns::Foo::baz", true },
		{ "_ZNK2ns3Foo3bazEPKc", "ns::Foo::baz(char const*) const", true },
		{ "_Z3maxIiET_S0_S0_", "max", true },
		{ "_Z3maxIiET_S0_S0_", "max<int>", true },
		{ "_Z3maxIiET_S0_S0_", "max<char>", false },
		{ "_ZN3FooD1Ev", "Foo::~Foo", true },
		{ "_ZN3FooplEi", "Foo::operator+", true },
		{ "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad", true },
		{ "main", "main", false },	/* nobody mangled that */
		{ "_Zjunk", "junk", false },
	};
	struct near_names near = { .want = "ns::Foo::baz", .want_len = 12 };
	char *any = demangle("_Z1fv");
	size_t i;

	if (!any)
		return test_skip("built without libiberty");
	free(any);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		char *text = NULL;

		TEST_ASSERT_EQ(function_name__is(cases[i].symbol, cases[i].name, strlen(cases[i].name), &text),
			       cases[i].is);
		TEST_ASSERT_EQ(text != NULL, cases[i].is);
		free(text);
	}
	function_name__look_at("_ZN2ns3Foo3barEi", &near);
	function_name__look_at("_Z3maxIiET_S0_S0_", &near);
	TEST_ASSERT_EQ(near.nr, 1);
	TEST_ASSERT_STR(near.best[0].name, "ns::Foo::bar");
	near_names__exit(&near);
	return TEST_OK;
}

DEFINE_SUITE("Functions by name", find_function,
	     { "names that are near", test__near },
	     { "which of several", test__numbers },
	     { "the one that is meant", test__choose },
	     { "C++ and Rust as written", test__written })
