// SPDX-License-Identifier: GPL-2.0-only
/* Programs in memory alone that a recording holds open: how much of them. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/record/memory-files.h"

#define PIECE	((size_t)64 << 10)

static int put(int fd, size_t pieces)
{
	char *bytes = calloc(1, PIECE);
	size_t i;

	for (i = 0; bytes && i < pieces && write(fd, bytes, PIECE) == (ssize_t)PIECE; i++)
		;
	free(bytes);
	return i == pieces ? fd : -1;
}

/* A file of @pieces. */
static int hold(size_t pieces)
{
	int fd = memfd_create("held", MFD_CLOEXEC);

	return fd < 0 ? -1 : put(fd, pieces);
}

static int test__grown(void)
{
	struct memory_files f = { .nr = 3 };

	f.list[0].fd = hold(1);
	f.list[1].fd = hold(2);
	f.list[2].fd = -1;
	TEST_ASSERT(f.list[0].fd >= 0 && f.list[1].fd >= 0);
	memory_files__count(&f, 4 * PIECE);
	TEST_ASSERT_EQ(f.bytes, 3 * PIECE);
	/* What was small when it was taken. */
	TEST_ASSERT(put(f.list[0].fd, 3) >= 0);
	memory_files__count(&f, 6 * PIECE);
	TEST_ASSERT_EQ(f.bytes, 6 * PIECE);
	memory_files__count(&f, 5 * PIECE);
	TEST_ASSERT_EQ(f.bytes, 2 * PIECE);
	TEST_ASSERT(f.list[0].fd < 0 && f.list[1].fd >= 0);
	memory_files__count(&f, 0);
	TEST_ASSERT_EQ(f.bytes, 0);
	TEST_ASSERT(f.list[1].fd < 0);
	memory_files__exit(&f);
	return TEST_OK;
}

DEFINE_SUITE("Programs in memory that are held", memory_files, { "files that grow", test__grown });
