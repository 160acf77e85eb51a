// SPDX-License-Identifier: GPL-2.0-only
/* Where a recording may be written that is made of another one. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/data/rewriter.h"
#include "util/event/evlist.h"

/* The result of opening @path, and whether @why is in the message. */
static int try_open(const char *path, const char *why)
{
	struct diag diag = DIAG_INIT;
	struct rewriter w;
	int err = rewriter__open(&w, path, false, &diag);

	rewriter__exit(&w);
	if (why && !strstr(diag.text, why)) {
		fprintf(stderr, "%s: %d, %s\n", path, err, diag.text);
		return 1;
	}
	return err;
}

/* A descriptor of this process that has nothing in it yet may be one; what has something, or cannot be read again, is none. */
static int test__descriptors(void)
{
	char path[] = "/tmp/perf-rewriter.XXXXXX", name[32];
	int fd = mkstemp(path), other;

	TEST_ASSERT(fd > STDERR_FILENO);
	snprintf(name, sizeof(name), "/dev/fd/%d", fd);
	TEST_ASSERT_EQ(try_open(name, NULL), 0);
	other = open(path, O_WRONLY | O_CLOEXEC);
	snprintf(name, sizeof(name), "/dev/fd/%d", other);
	TEST_ASSERT_EQ(try_open(name, "is not a regular file"), -EINVAL);
	close(other);
	other = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", other);
	TEST_ASSERT_EQ(try_open(name, "is not a regular file"), -EINVAL);
	close(other);
	snprintf(name, sizeof(name), "/dev/fd/%d", fd);
	TEST_ASSERT_EQ(write(fd, "x", 1), 1);
	TEST_ASSERT_EQ(try_open(name, "write to standard output with '-'"), -EINVAL);
	unlink(path);
	close(fd);
	return TEST_OK;
}

/* What is written into one is the whole recording, as a file that gets its name. */
static int test__whole(void)
{
	char path[] = "/tmp/perf-rewriter.XXXXXX", name[32];
	struct evlist *list = evlist__new();
	struct perf_event_attr attr = { .size = sizeof(attr), .sample_type = PERF_SAMPLE_IP };
	struct diag diag = DIAG_INIT;
	int fd = mkstemp(path);
	struct rewriter w;
	char magic[8];
	struct stat st;

	TEST_ASSERT(fd > STDERR_FILENO);
	evlist__add(list, evsel__new(&attr));
	snprintf(name, sizeof(name), "/dev/fd/%d", fd);
	TEST_ASSERT_EQ(rewriter__open(&w, name, false, &diag), 0);
	rewriter__begin(&w, list);
	TEST_ASSERT_EQ(rewriter__finish(&w, &diag), 0);
	TEST_ASSERT(!fstat(fd, &st) && (uint64_t)st.st_size == w.pos);
	TEST_ASSERT_EQ(pread(fd, magic, sizeof(magic), 0), sizeof(magic));
	TEST_ASSERT(!memcmp(magic, "PERFILE2", sizeof(magic)));
	rewriter__exit(&w);
	evlist__delete(list);
	unlink(path);
	close(fd);
	return TEST_OK;
}

static int test__refused(void)
{
	TEST_ASSERT_EQ(try_open("/tmp", "is a folder: name a file in it"), -EISDIR);
	TEST_ASSERT_EQ(try_open("/dev/null", "is not a regular file"), -EINVAL);
	TEST_ASSERT(!rewriter__same_file("/dev/null", "/dev/zero") && rewriter__same_file("/dev/null", "/dev/../dev/null"));
	TEST_ASSERT(!rewriter__same_file("-", "-"));
	return TEST_OK;
}

DEFINE_SUITE("Recordings made of others: where they go", rewriter,
	     { "descriptors", test__descriptors },
	     { "a whole one", test__whole },
	     { "what is refused", test__refused })
