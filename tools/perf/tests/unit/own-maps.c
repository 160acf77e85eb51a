// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/own-maps.h"

#include <stdio.h>
#include <sys/mman.h>

#include "util/machine/machine.h"

void own_maps__add(struct machine *m)
{
	FILE *f = fopen("/proc/self/maps", "re");
	unsigned long long start, end, pgoff;
	char line[4096], prot[5], name[4096];

	while (f && fgets(line, sizeof(line), f)) {
		struct record_mmap r = { .pid = 1, .tid = 1, .filename = name };

		if (sscanf(line, "%llx-%llx %4s %llx %*s %*s %4095s", &start, &end, prot, &pgoff, name) != 5)
			continue;
		r.prot = (prot[0] == 'r' ? PROT_READ : 0) | (prot[1] == 'w' ? PROT_WRITE : 0) |
			 (prot[2] == 'x' ? PROT_EXEC : 0);
		r.start = start;
		r.len = end - start;
		r.pgoff = pgoff;
		machine__add_mmap(m, 0, PERF_RECORD_MISC_USER, &r);
	}
	if (f)
		fclose(f);
}
