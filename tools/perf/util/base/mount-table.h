/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is mounted where, from the text that the kernel keeps of it: no file system is asked. Where a process is named
 * by @pid, it is as that one sees it, or, if it has ended, as we do; 0: as we do.
 */
#ifndef PERF_BASE_MOUNT_TABLE_H
#define PERF_BASE_MOUNT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct mount_fs {
	uint32_t maj, min;		/* the device, as records of maps have it */
	/* the kernel itself answers, from memory or a disk. Else a server does, or another file system below it */
	bool local;
};

/* What is mounted as device @maj:@min. False: it is not known. */
bool mount_table__by_device(uint32_t pid, uint32_t maj, uint32_t min, struct mount_fs *ret);
/* What @path, which is absolute, leads to, as far as its text says: links on the way are not known. */
bool mount_table__by_path(uint32_t pid, const char *path, struct mount_fs *ret);
/* Is anything mounted for us that is not local? True if that is not known. */
bool mount_table__any_remote(void);

#endif /* PERF_BASE_MOUNT_TABLE_H */
