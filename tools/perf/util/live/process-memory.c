// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/process-memory.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

/* The kernel has some twenty. */
#define AUXV_MAX	64

size_t process_memory__read(uint32_t pid, uint64_t addr, size_t size, void *to)
{
	struct iovec here = { to, size }, there = { (void *)(uintptr_t)addr, size };
	ssize_t n = process_vm_readv((pid_t)pid, &here, 1, &there, 1, 0);

	return n > 0 ? (size_t)n : 0;
}

uint64_t process_memory__entry(uint32_t pid)
{
	Elf64_auxv_t words[AUXV_MAX];
	uint64_t entry = 0;
	char path[64];
	ssize_t n, i;
	int fd;

	snprintf(path, sizeof(path), "/proc/%" PRIu32 "/auxv", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, words, sizeof(words)) / (ssize_t)sizeof(*words);
	for (i = 0; i < n; i++)
		if (words[i].a_type == AT_ENTRY)
			entry = words[i].a_un.a_val;
	close(fd);
	return entry;
}
