// SPDX-License-Identifier: GPL-2.0-only
/* --switch-output and --last: what they take, and the names of files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/record/record-last.h"
#include "util/record/switch-output.h"

static int test__words(void)
{
	static const struct {
		const char *text;
		enum switch_when when;
		uint64_t value;
	} good[] = {
		{ "", SWITCH_AT_SIGNAL, 0 },		{ "signal", SWITCH_AT_SIGNAL, 0 },
		{ "500ms", SWITCH_AT_TIME, 500 },	{ "30s", SWITCH_AT_TIME, 30000 },
		{ "2m", SWITCH_AT_TIME, 120000 },	{ "1h", SWITCH_AT_TIME, 3600000 },
		{ "3d", SWITCH_AT_TIME, 259200000 },	{ "100M", SWITCH_AT_SIZE, 100 << 20 },
		{ "7B", SWITCH_AT_SIZE, 7 },
	};
	static const char *const bad[] = { "10", "0s", "0ms", "s", "ms", "-1s", " 1s", "1.5s", "5mss", "5ms ", "5sm", "5us", "4294967295s", "99999999999999999999s" };
	struct switch_output s;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(switch_output__parse(good[i].text, &s, &diag), 0);
		TEST_ASSERT_EQ(s.when, good[i].when);
		TEST_ASSERT_EQ(s.value, good[i].value);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(switch_output__parse(bad[i], &s, &diag), -EINVAL);
		TEST_ASSERT(strstr(diag.text, "a time (a number and ms, s, m, h or d)"));
	}
	return TEST_OK;
}

static int test__last(void)
{
	static const char *const bad[] = { "500", "500ms,", "500ms,1K", "64M", ",64M", "signal", "" };
	struct diag diag = DIAG_INIT;
	struct last_opts o;
	size_t i;

	TEST_ASSERT_EQ(last_opts__parse("500ms,64M", &o, &diag), 0);
	TEST_ASSERT_EQ(o.ms, 500);
	TEST_ASSERT_EQ(o.size, 64 << 20);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		TEST_ASSERT_EQ(last_opts__parse(bad[i], &o, &diag), -EINVAL);
	return TEST_OK;
}

/* As digits sort. */
static bool is_later(const char *name, const char *before)
{
	return strlen(name) == strlen(before) && strcmp(name, before) > 0;
}

/* The newest name is a day ahead, as it is where the clock was set back meanwhile. */
static int test__names(void)
{
	int64_t last = 0, now;
	char *first = switch_output__free_name("/nowhere/f", &last), *next, *ahead;

	now = last;
	last += 24 * 3600 * 100;
	ahead = switch_output__free_name("/nowhere/f", &last);
	TEST_ASSERT(is_later(ahead, first));
	TEST_ASSERT_EQ(last, now + 24 * 3600 * 100 + 1);
	next = switch_output__free_name("/nowhere/f", &last);
	TEST_ASSERT(is_later(next, ahead));
	TEST_ASSERT_EQ(last, now + 24 * 3600 * 100 + 2);
	free(ahead);
	free(next);
	/* Two in the same hundredth; and the clock counts again once it is later. */
	last = now - 1;
	next = switch_output__free_name("/nowhere/f", &last);
	TEST_ASSERT(last >= now);
	ahead = switch_output__free_name("/nowhere/f", &last);
	TEST_ASSERT(is_later(ahead, next));
	free(ahead);
	free(next);
	free(first);
	return TEST_OK;
}

DEFINE_SUITE("Files of a recording, one after the other", switch_output,
	     { "what --switch-output takes", test__words },
	     { "what --last takes", test__last },
	     { "names are in order whatever the clock is set to", test__names })
