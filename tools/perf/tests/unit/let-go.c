// SPDX-License-Identifier: GPL-2.0-only
/* Files whose blocks are freed by a thread of its own. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/let-go.h"

#define LARGE	(16 << 20)

/* A file of @size bytes that takes no room. */
static bool make(const char *path, off_t size)
{
	int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && !ftruncate(fd, size);

	return fd >= 0 && !close(fd) && ok;
}

static int lowest_free(void)
{
	int fd = open("/", O_PATH | O_CLOEXEC);

	(void)close(fd);
	return fd;
}

/* Nothing is left of any, and no descriptor either, when the thread has done its work. */
static int test__names(void)
{
	char dir[] = "/tmp/perf-test-let-go-XXXXXX", large[64], small[64];
	int before = lowest_free(), tries;
	struct stat st;

	TEST_ASSERT(mkdtemp(dir));
	snprintf(large, sizeof(large), "%s/large", dir);
	snprintf(small, sizeof(small), "%s/small", dir);
	TEST_ASSERT(make(large, LARGE) && make(small, 1));
	TEST_ASSERT_EQ(file__let_go(AT_FDCWD, large), 0);
	TEST_ASSERT(lstat(large, &st) && errno == ENOENT);
	TEST_ASSERT_EQ(file__let_go(AT_FDCWD, large), -ENOENT);
	TEST_ASSERT_EQ(file__let_go(AT_FDCWD, small), 0);
	TEST_ASSERT(lstat(small, &st));
	/* What it points to stays. */
	TEST_ASSERT(make(large, LARGE) && !symlink(large, small));
	TEST_ASSERT_EQ(file__let_go(AT_FDCWD, small), 0);
	TEST_ASSERT(!lstat(large, &st));
	TEST_ASSERT(file__let_go(AT_FDCWD, dir) < 0);
	TEST_ASSERT_EQ(file__let_go(AT_FDCWD, large), 0);
	for (tries = 0; tries < 10000 && lowest_free() != before; tries++)
		(void)poll(NULL, 0, 1);
	TEST_ASSERT_EQ(lowest_free(), before);
	TEST_ASSERT(!rmdir(dir));
	return TEST_OK;
}

DEFINE_SUITE("Files that are removed by those who have no time", let_go, { "names, and what they stand for", test__names });
