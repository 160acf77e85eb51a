/* SPDX-License-Identifier: GPL-2.0-only */
/* Which recordings a folder has. */
#ifndef PERF_DATA_RECORDINGS_H
#define PERF_DATA_RECORDINGS_H

#include <stddef.h>
#include <stdint.h>

struct recording_file {
	char *name;			/* in the folder */
	uint64_t size;			/* bytes; of a recording that is a folder 0 */
	int64_t time;			/* of its last change, seconds since 1970 */
};

/*
 * Returns the files in @folder that begin as recordings do, and the folders that have such a file "data", the latest one first; sets
 * *@ret_nr. None if the folder cannot be read. The caller frees it with recordings__free().
 */
struct recording_file *recordings__list(const char *folder, size_t *ret_nr);
void recordings__free(struct recording_file *list, size_t nr);

#endif /* PERF_DATA_RECORDINGS_H */
