/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory of recorded processes. Private to util/live. */
#ifndef PERF_LIVE_PROCESS_MEMORY_H
#define PERF_LIVE_PROCESS_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copies @size bytes at @addr of process @pid to @to. Returns how many it was, as far as they are there: 0 where
 * nothing is, the process has ended, or the user may not.
 */
size_t process_memory__read(uint32_t pid, uint64_t addr, size_t size, void *to);
/*
 * Returns where the program of process @pid begins, as the kernel has told it (AT_ENTRY), also where other code lies
 * there by now; 0: it cannot be read, or the process has ended.
 */
uint64_t process_memory__entry(uint32_t pid);

#endif /* PERF_LIVE_PROCESS_MEMORY_H */
