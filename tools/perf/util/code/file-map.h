/* SPDX-License-Identifier: GPL-2.0-only */
/* A whole file, mapped for reading. If it becomes shorter meanwhile, the missing part reads as zeros (util/data/shrunk-file.h). */
#ifndef PERF_CODE_FILE_MAP_H
#define PERF_CODE_FILE_MAP_H

#include <stddef.h>

/* Zero-initialised is none. */
struct file_map {
	const void *bytes;
	size_t size;
};

/*
 * Maps the file @path. Returns 0, or negative errno; -EINVAL if it is empty or no regular file. A file that the system fails to read
 * is told (util/base/names-file.h).
 */
int file_map__open(struct file_map *m, const char *path);
void file_map__close(struct file_map *m);

#endif /* PERF_CODE_FILE_MAP_H */
