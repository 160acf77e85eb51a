/* SPDX-License-Identifier: GPL-2.0-only */
/* Records as the kernel writes them into a ring, for suites about unwinding while recording. Each function returns the record's bytes. */
#ifndef PERF_TESTS_LIVE_RECORDS_H
#define PERF_TESTS_LIVE_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <linux/perf_event.h>

#include "tests/words.h"
#include "util/event/record.h"

/* More than any of these needs, words. */
#define LIVE_RECORD_WORDS	64

/* @time: behind the record, as with sample_id_all and PERF_SAMPLE_TIME; 0: nothing follows. */
static inline size_t live_record__end(uint64_t *to, size_t n, uint32_t type, uint16_t misc, uint64_t time)
{
	if (time)
		to[n++] = time;
	to[0] = head_word(type, misc, (uint16_t)(n * 8));
	return n * 8;
}

/* MMAP2 of a file with the inode number @ino. */
static inline size_t live_record__mmap(uint64_t *to, uint32_t pid, uint64_t start, uint64_t len, uint64_t pgoff, const char *name,
				       uint64_t ino, uint64_t time)
{
	size_t n = 9, size = strlen(name) + 1;

	memset(to, 0, LIVE_RECORD_WORDS * sizeof(*to));
	to[1] = pair_word(pid, pid);
	to[2] = start;
	to[3] = len;
	to[4] = pgoff;
	to[5] = pair_word(8, 1);
	to[6] = ino;
	to[8] = pair_word(5, 2);
	memcpy(to + n, name, size);
	return live_record__end(to, n + (size + 7) / 8, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, time);
}

/* FORK or EXIT. */
static inline size_t live_record__task(uint64_t *to, uint32_t type, uint16_t misc, uint32_t pid, uint32_t tid, uint32_t ppid,
				       uint64_t time)
{
	to[1] = pair_word(pid, ppid);
	to[2] = pair_word(tid, ppid);
	to[3] = time;
	return live_record__end(to, 4, type, misc, time);
}

static inline size_t live_record__exec(uint64_t *to, uint32_t pid, uint64_t time)
{
	to[1] = pair_word(pid, pid);
	to[2] = 0;
	memcpy(to + 2, "new", 4);
	return live_record__end(to, 3, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, time);
}

static inline struct record live_record(const uint64_t *words)
{
	struct record r = { .data = (const unsigned char *)words };

	memcpy(&r.header, words, sizeof(r.header));
	return r;
}

#endif /* PERF_TESTS_LIVE_RECORDS_H */
