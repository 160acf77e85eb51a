// SPDX-License-Identifier: GPL-2.0-only
/* Enters the kernel by faults: each store meets a page that is not there yet. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define LOOPS	10000

static void trap_bench(volatile char *page, size_t size)
{
	*page = 1;
	(void)madvise((char *)(uintptr_t)page, size, MADV_DONTNEED);
}

static int traploop(int argc, const char **argv)
{
	unsigned int nr = test_workload__number(argc, argv, 0, LOOPS);
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED) {
		fprintf(stderr, "traploop: cannot map a page: %s\n", strerror(errno));
		return 1;
	}
	while (nr--)
		trap_bench(page, size);
	(void)munmap(page, size);
	return 0;
}

const struct test_workload workload__traploop = {
	"traploop", "[LOOPS]", "a page fault in trap_bench, LOOPS times", traploop,
};
