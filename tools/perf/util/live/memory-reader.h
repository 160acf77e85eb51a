/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the memory of recorded processes by a deputy (deputy.h): a page may be one of a file whose file system does not
 * answer, or be handled by somebody else (userfaultfd), and then whoever reads it waits. Such a process is not read any
 * more. Private to util/live.
 */
#ifndef PERF_LIVE_MEMORY_READER_H
#define PERF_LIVE_MEMORY_READER_H

#include <stddef.h>
#include <stdint.h>

struct memory_reader;
struct process_asker;

/* @max: the most that is read at once, bytes. What @asker, which is borrowed, refuses is not read; NULL: there is none. */
struct memory_reader *memory_reader__new(size_t max, struct process_asker *asker);
void memory_reader__delete(struct memory_reader *r);	/* NULL: nothing */

/*
 * Reads up to @size bytes, @max at most, at @addr of process @pid. Returns how many there are: 0 if none can be read, as there is no such
 * memory or process, or it is not ours to see. *@ret is where they are until the next call.
 */
size_t memory_reader__read(struct memory_reader *r, uint32_t pid, uint64_t addr, size_t size, unsigned char **ret);
/*
 * Returns where the program of process @pid begins (process-memory.h), which the kernel tells under a lock as well; 0:
 * it cannot be told.
 */
uint64_t memory_reader__entry(struct memory_reader *r, uint32_t pid);
/* Another program, or another process, has the number @pid from now on. */
void memory_reader__forget(struct memory_reader *r, uint32_t pid);

#endif /* PERF_LIVE_MEMORY_READER_H */
