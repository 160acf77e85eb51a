// SPDX-License-Identifier: GPL-2.0-only
/*
 * probed [ROUNDS]: reads from /dev/zero below functions that are meant to have a uretprobe, ROUNDS
 * times on each of these paths:
 *   main -> direct_day -> direct_caller -> probed -> below -> read_leaf
 *   main -> pointer_day -> pointer_caller (by a pointer) -> probed -> below -> read_leaf
 *   main -> nested_day -> nested_caller -> probed_too -> between -> probed -> below -> read_leaf
 *   main -> twice_day -> twice_caller -> probed_and -> probed -> below -> read_leaf
 * Without ROUNDS: prints a line 'NAME OFFSET' for each function to probe, its place in this file.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include "workload.h"

static long fd;
static char buffer[64];

static NOINLINE long read_leaf(void)
{
	long n = kernel_call(SYS_read, fd, (long)buffer, sizeof(buffer), 0);

	KEEP_FRAME();
	return n;
}

#define CALLER(name, callee)			\
static NOINLINE long name(void)			\
{						\
	long ret = callee();			\
						\
	KEEP_FRAME();				\
	return ret;				\
}

CALLER(below, read_leaf)
CALLER(probed, below)

CALLER(direct_caller, probed)
CALLER(direct_day, direct_caller)

CALLER(pointer_caller, probed)
static long (*volatile pointer)(void) = pointer_caller;
CALLER(pointer_day, pointer)

CALLER(between, probed)
CALLER(probed_too, between)
CALLER(nested_caller, probed_too)
CALLER(nested_day, nested_caller)

CALLER(probed_and, probed)
CALLER(twice_caller, probed_and)
CALLER(twice_day, twice_caller)

/* Where the file holds the byte that memory has at @addr. */
static int print_place(const char *name, uintptr_t addr)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long start, end, offset;
	char line[512];
	int found = 0;

	while (maps && !found && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 && addr >= start && addr < end)
			found = printf("%s 0x%lx\n", name, addr - start + offset);
	if (maps)
		fclose(maps);
	return found > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
	long rounds = argument(argc, argv, 1, 0);

	if (!rounds)
		return print_place("probed", (uintptr_t)probed) || print_place("probed_too", (uintptr_t)probed_too) ||
		       print_place("probed_and", (uintptr_t)probed_and);
	fd = open("/dev/zero", O_RDONLY);
	for (long i = 0; i < rounds; i++)
		if (direct_day() < 0 || pointer_day() < 0 || nested_day() < 0 || twice_day() < 0)
			return 1;
	return 0;
}
