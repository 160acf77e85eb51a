// SPDX-License-Identifier: GPL-2.0-only
/* Lines of source files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/file.h"
#include "util/code/src-text.h"

static struct src_text text;

static const char *line(const char *path, uint32_t nr)
{
	static char copy[64];
	size_t len = 0;
	const char *s = src_text__line(&text, path, nr, &len);

	if (!s)
		return "(none)";
	if (len >= sizeof(copy))
		return "(long)";
	memcpy(copy, s, len);
	copy[len] = 0;
	return copy;
}

static int test__lines(void)
{
	char path[] = "/tmp/perf-test-src-XXXXXX", other[] = "/tmp/perf-test-src-XXXXXX";
	static const char contents[] = "one\n\n\tthree\nlast";
	int fd = mkstemp(path), fd2 = mkstemp(other);

	TEST_ASSERT(fd >= 0 && fd2 >= 0);
	TEST_ASSERT_EQ(file__write_all(fd, contents, sizeof(contents) - 1), 0);
	close(fd);
	close(fd2);
	TEST_ASSERT_STR(line(path, 1), "one");
	/* It is read once. */
	unlink(path);
	TEST_ASSERT_STR(line(path, 4), "last");
	TEST_ASSERT_STR(line(path, 2), "");
	TEST_ASSERT_STR(line(path, 3), "\tthree");
	TEST_ASSERT_STR(line(path, 0), "(none)");
	TEST_ASSERT_STR(line(path, 5), "(none)");
	TEST_ASSERT_STR(line(path, UINT32_MAX), "(none)");
	/* Empty, not there, no file. */
	TEST_ASSERT_STR(line(other, 1), "(none)");
	unlink(other);
	TEST_ASSERT_STR(line("/nowhere/at/all.c", 1), "(none)");
	TEST_ASSERT_STR(line("/dev/zero", 1), "(none)");
	TEST_ASSERT_STR(line("/", 1), "(none)");
	src_text__exit(&text);
	TEST_ASSERT_STR(line(path, 1), "(none)");
	src_text__exit(&text);
	return TEST_OK;
}

DEFINE_SUITE("Source text", src_text, { "lines", test__lines })
