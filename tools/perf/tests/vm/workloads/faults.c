// SPDX-License-Identifier: GPL-2.0-only
/*
 * faults [PAGES]: has pages allocated in two ways: by touching them, in main -> touch_all ->
 * touch_leaf, and by a system call that populates them, in main -> populate_all -> populate_leaf.
 */
#include <sys/mman.h>
#include "workload.h"

#define PAGE 4096L

static NOINLINE void touch_leaf(volatile char *page)
{
	*page = 1;
	KEEP_FRAME();
}

static NOINLINE int touch_all(long pages)
{
	char *area = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED)
		return -1;
	/* A huge page would be one fault for all. */
	madvise(area, pages * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < pages; i++)
		touch_leaf(area + i * PAGE);
	KEEP_FRAME();
	return munmap(area, pages * PAGE);
}

static NOINLINE long populate_leaf(char *area, long bytes)
{
	long ret = kernel_call(SYS_madvise, (long)area, bytes, MADV_POPULATE_WRITE, 0);

	KEEP_FRAME();
	return ret;
}

static NOINLINE int populate_all(long pages)
{
	char *area = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED)
		return -1;
	madvise(area, pages * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < pages; i++)
		if (populate_leaf(area + i * PAGE, PAGE))
			return -1;
	KEEP_FRAME();
	return munmap(area, pages * PAGE);
}

int main(int argc, char **argv)
{
	long pages = argument(argc, argv, 1, 100);

	return touch_all(pages) || populate_all(pages);
}
