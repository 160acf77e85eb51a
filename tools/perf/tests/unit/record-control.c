// SPDX-License-Identifier: GPL-2.0-only
/* --control's lines, and -D's times. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/record/record-control.h"
#include "util/record/record-opts.h"
#include "util/record/record-parse.h"

static int open_pipe(struct record_control *c, int commands[2], int answers[2], struct diag *diag)
{
	char spec[64];

	if (pipe(commands) || pipe(answers))
		return -errno;
	snprintf(spec, sizeof(spec), "fd:%d,%d", commands[0], answers[1]);
	return record_control__open(c, spec, diag);
}

static bool say(int fd, const char *text, size_t len)
{
	return write(fd, text, len) == (ssize_t)len;
}

static int test__lines(void)
{
	static const struct {
		enum control_command command;
		const char *arg;
	} want[] = {
		{ CONTROL_ENABLE, "" },		{ CONTROL_DISABLE, "intel_pt//u" },
		{ CONTROL_EVLIST, "-v -F" },	{ CONTROL_SNAPSHOT, "" },
		{ CONTROL_PING, "" },		{ CONTROL_UNKNOWN, "stopp" },
		{ CONTROL_UNKNOWN, "ping x" },	{ CONTROL_STOP, "" },
	};
	static const char text[] =
		"enable\n\n\ndisable  intel_pt//u \nevlist -v -F\r\nsnapshot\0ping\nstopp\nping x\nst";
	struct record_control c;
	struct diag diag = DIAG_INIT;
	int commands[2], answers[2];
	char got[8], *long_line;
	const char *arg;
	size_t i;

	TEST_ASSERT_EQ(open_pipe(&c, commands, answers, &diag), 0);
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_NONE);
	TEST_ASSERT(say(commands[1], text, sizeof(text) - 1));
	for (i = 0; i + 1 < ARRAY_SIZE(want); i++) {
		TEST_ASSERT_EQ(record_control__next(&c, &arg), want[i].command);
		TEST_ASSERT_STR(arg, want[i].arg);
	}
	/* The rest of a line comes later. */
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_NONE);
	TEST_ASSERT(say(commands[1], "op\n", 3));
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_STOP);
	record_control__acknowledge(&c);
	TEST_ASSERT(read(answers[0], got, sizeof(got)) == 5 && !memcmp(got, "ack\n", 5));
	/* One without an end is dropped. */
	long_line = xmalloc(5000);
	memset(long_line, 'x', 5000);
	TEST_ASSERT(say(commands[1], long_line, 5000) && say(commands[1], "\nping\n", 6));
	free(long_line);
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_UNKNOWN);
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_PING);
	/* What came before the end counts. */
	TEST_ASSERT(say(commands[1], "ping\n", 5));
	close(commands[1]);
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_PING);
	TEST_ASSERT_EQ(record_control__next(&c, &arg), CONTROL_NONE);
	TEST_ASSERT_EQ(c.fd, -1);
	record_control__acknowledge(&c);
	record_control__close(&c);
	close(commands[0]);
	close(answers[0]);
	close(answers[1]);
	return TEST_OK;
}

static int test__specs(void)
{
	static const char *const bad[] = { "", "fd", "fd:", "fd:x", "fd:1,", "fd:1,x", "fd:-1", "fd:1x", "fifo:", "fifo:,",
					   "fifo:/dev/null,", "x:1", "1" };
	struct record_control c;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(record_control__open(&c, bad[i], &diag), -EINVAL);
		TEST_ASSERT(strstr(diag.text, "is neither fd:NUMBER[,NUMBER] nor fifo:PATH[,PATH]"));
		record_control__close(&c);
	}
	{
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(record_control__open(&c, "fifo:/nowhere", &diag), -ENOENT);
		record_control__close(&c);
		diag__clear(&diag);
		TEST_ASSERT_EQ(record_control__open(&c, "fd:999", &diag), -EBADF);
		TEST_ASSERT_STR(diag.text, "descriptor 999 of --control is not open");
	}
	return TEST_OK;
}

static int test__delays(void)
{
	static const struct {
		const char *text;
		bool disabled;
		size_t nr;
		uint32_t toggles[4];
	} good[] = {
		{ "0", false, 0, { 0 } },		{ "-1", true, 0, { 0 } },
		{ "100", true, 1, { 100 } },		{ "0-5", true, 2, { 0, 5 } },
		{ "10-20,30-40", true, 4, { 10, 20, 30, 40 } },
	};
	static const char *const bad[] = { "", "x", "-2", "1x", "5,6", "5-", "5-5", "9-8", "1-2,", "1-2,2-3", "1-2,3",
					   "1-2-3", "4294967296", "99999999999999999999" };
	struct record_opts opts = { 0 };
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(record_parse__delay(good[i].text, &opts, &diag), 0);
		TEST_ASSERT_EQ(opts.start_disabled, good[i].disabled);
		TEST_ASSERT_EQ(opts.nr_toggles, good[i].nr);
		for (k = 0; k < good[i].nr; k++)
			TEST_ASSERT_EQ(opts.toggles[k], good[i].toggles[k]);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT_EQ(record_parse__delay(bad[i], &opts, &diag), -EINVAL);
		TEST_ASSERT(strstr(diag.text, "is neither a number of milliseconds"));
	}
	free(opts.toggles);
	return TEST_OK;
}

DEFINE_SUITE("Control of a recording", record_control,
	     { "commands, line by line", test__lines },
	     { "where they come from", test__specs },
	     { "times on and off", test__delays })
