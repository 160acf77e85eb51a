// SPDX-License-Identifier: GPL-2.0-only
/* Files that get shorter while they are mapped: the recording, and others. In children: the handler stays. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/data/shrunk-file.h"

#define PAGES	4

static long page;

/* A mapped file of PAGES pages of 'x', of which @left are left. */
static char *map_and_cut(char *path, int left)
{
	int fd = mkstemp(path);
	char *map, *text = malloc((size_t)(PAGES * page));

	memset(text, 'x', (size_t)(PAGES * page));
	if (fd < 0 || write(fd, text, (size_t)(PAGES * page)) != PAGES * page)
		_exit(43);
	free(text);
	map = mmap(NULL, (size_t)(PAGES * page), PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED || ftruncate(fd, left * page))
		_exit(43);
	close(fd);
	unlink(path);
	return map;
}

static void read_other(char *path)
{
	char *map = map_and_cut(path, 1);

	shrunk_file__guard();
	if (map[0] != 'x' || map[page - 1] != 'x')
		_exit(10);
	/* Zeros from there on, and in what is met later. */
	if (map[2 * page + 5] || map[PAGES * page - 1])
		_exit(11);
	if (map[page] || munmap(map, (size_t)(PAGES * page)))
		_exit(12);
	_exit(0);
}

static void read_recording(char *path)
{
	char *map = map_and_cut(path, 1);

	shrunk_file__watch("my.data", map, (size_t)(PAGES * page));
	_exit(map[3 * page] ? 13 : 14);
}

/* The recording that was there is gone; the same addresses are another file's. */
static void read_after_recording(char *path)
{
	char *map = map_and_cut(path, 1);

	shrunk_file__watch("my.data", map, (size_t)(PAGES * page));
	shrunk_file__forget(map);
	_exit(map[3 * page] ? 15 : 0);
}

static int run(void (*fn)(char *path), char *path, char *out, size_t size)
{
	int fds[2], status;
	ssize_t n, len = 0;
	pid_t pid;

	snprintf(path, 64, "/tmp/perf-test-XXXXXX");
	page = sysconf(_SC_PAGESIZE);
	if (pipe(fds))
		return -1;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDERR_FILENO);
		fn(path);
	}
	close(fds[1]);
	while ((n = read(fds[0], out + len, size - 1 - (size_t)len)) > 0)
		len += n;
	out[len] = 0;
	close(fds[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int test__other(void)
{
	char path[64], out[1024], *newline;

	TEST_ASSERT_EQ(run(read_other, path, out, sizeof(out)), 0);
	TEST_ASSERT(strstr(out, "/tmp/perf-test-") && strstr(out, "became shorter"));
	newline = strchr(out, '\n');
	TEST_ASSERT(newline && !newline[1]);	/* said once, although the page in front is met later */
	TEST_ASSERT_EQ(run(read_after_recording, path, out, sizeof(out)), 0);
	TEST_ASSERT(!strstr(out, "my.data") && strstr(out, "became shorter"));
	return TEST_OK;
}

static int test__recording(void)
{
	char path[64], out[1024];

	TEST_ASSERT_EQ(run(read_recording, path, out, sizeof(out)), 1);
	TEST_ASSERT(strstr(out, "'my.data' became shorter"));
	TEST_ASSERT(!strstr(out, "/tmp/perf-test-"));
	return TEST_OK;
}

DEFINE_SUITE("Mapped files that get shorter", shrunk,
	     { "one with symbols: zeros, and its name", test__other },
	     { "the recording: the end, and its name", test__recording });
