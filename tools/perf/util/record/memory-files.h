/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that lie in memory alone (memfd_create(2), run by execveat(2), as container runtimes do): when the last process that runs
 * one has ended nobody can read its symbols any more. While a recording runs such files are held open, to be added to the
 * build-id cache at its end.
 */
#ifndef PERF_RECORD_MEMORY_FILES_H
#define PERF_RECORD_MEMORY_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/record.h"

/* So many are held, and so many bytes of memory with them, which are not given back until then. */
#define MEMORY_FILES_MAX	64
#define MEMORY_FILES_BYTES	((uint64_t)256 << 20)
/* How often the rings are looked at for the sake of these, ms: a program that ends sooner is not held. */
#define MEMORY_FILES_LOOK_MS	100

struct memory_files {
	struct memory_file {
		int fd;			/* -1: it was looked at, and is not held, or not any more */
		uint8_t id[BUILD_ID_MAX];
		uint8_t id_size;
		uint32_t maj, min;	/* as the record says: 0 where that has a build id */
		uint64_t ino;
	} list[MEMORY_FILES_MAX];
	size_t nr;
	uint64_t bytes;
};

/* Bytes of MMAP2 in front of the name of the file; and how many more memory_files__is_name() looks at. */
#define MEMORY_FILES_NAME	72
#define MEMORY_FILES_PREFIX	8

/* Is that of a map, of which MEMORY_FILES_PREFIX bytes are at @name, the name of such a file? */
bool memory_files__is_name(const char *name);
/*
 * @record, of @size bytes, tells what a process has mapped, or of anything else: if it is code of such a file with a build id, and the
 * process runs still, the file is held from now on. @f is zero-initialised before the first one. By one thread alone, see patient-open.h.
 */
void memory_files__heed(struct memory_files *f, const void *record, size_t size);
/*
 * Files that are held may grow, and cost as much as they have become: counts them again, and lets go of the largest while all of them
 * have more than @most bytes (MEMORY_FILES_BYTES). To be called now and then.
 */
void memory_files__count(struct memory_files *f, uint64_t most);
/* Returns a path by which this process can read the file with that build id, which the caller frees; NULL: it is not held. */
char *memory_files__path(const struct memory_files *f, const uint8_t *id, size_t size);
void memory_files__exit(struct memory_files *f);

#endif /* PERF_RECORD_MEMORY_FILES_H */
