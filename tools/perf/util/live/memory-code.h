/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code that is in no file, or in none that can be opened: what a JIT compiler has made, trampolines, code that a program has copied. The
 * recorder copies the bytes around an address from the memory of the process, and has them looked at as a file that has no table is.
 * Private to util/live.
 *
 * Such code changes, and no record tells of it. So the bytes are read anew once in each round of the rings, behind the
 * samples of that round. Not that they are the same counts, since between functions lies what compilers keep of them,
 * which changes all the time: what was said of a place before a sample was taken, and is said again after it, held when
 * it was taken. Of other samples nothing is known.
 */
#ifndef PERF_LIVE_MEMORY_CODE_H
#define PERF_LIVE_MEMORY_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/live/live-tables.h"

struct memory_code;
struct memory_reader;

/* @reader is borrowed: it reads at least MEMORY_CODE_PIECE bytes at once. */
struct memory_code *memory_code__new(struct memory_reader *reader);
void memory_code__delete(struct memory_code *m);	/* NULL: nothing. Not before the tables that were asked about its places */

#define MEMORY_CODE_PIECE	((size_t)32 << 10)

/* The rings were looked through: what is in memory from now on is behind the samples that come. */
void memory_code__round(struct memory_code *m);
/* Another program, or another process, has the number @pid from now on. */
void memory_code__forget(struct memory_code *m, uint32_t pid);
/* Returns the number of the round. */
uint64_t memory_code__now(const struct memory_code *m);
/*
 * Sets *@ret to the place of the code that is at @ip, in @map of process @pid, until the next round. False: it cannot
 * be read, or is no x86-64.
 */
bool memory_code__find(struct memory_code *m, uint32_t pid, const struct live_map *map, uint64_t ip, struct live_place_in_file *ret);
/* @answer is what was said of @place. Did it hold when a sample was taken that came out of the rings in round @round? */
bool memory_code__held(struct memory_code *m, const struct live_place_in_file *place, const struct live_answer *answer, uint64_t round);
/* Will more be known soon, when the next two rounds have looked at what is new? */
bool memory_code__is_young(const struct memory_code *m);
/* Returns a descriptor of an ELF file with the code of @file, which is of memory, or negative errno. */
int memory_code__open(const struct live_file *file);
/* An offset that memory_code__find() has set, as it is in that file. */
uint64_t memory_code__offset(uint64_t offset);
/* Which copy of its code @file has: another number for each. */
uint32_t memory_code__version(const struct live_file *file);
/* Does @offset mean the code that @file has now? */
bool memory_code__is_now(const struct live_file *file, uint64_t offset);

#endif /* PERF_LIVE_MEMORY_CODE_H */
