// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/process-memory.h"

#include <sys/uio.h>

size_t process_memory__read(uint32_t pid, uint64_t addr, size_t size, void *to)
{
	struct iovec here = { to, size }, there = { (void *)(uintptr_t)addr, size };
	ssize_t n = process_vm_readv((pid_t)pid, &here, 1, &there, 1, 0);

	return n > 0 ? (size_t)n : 0;
}
