/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * File systems that have not answered: their files are not asked about any more for a while, since whoever asks waits.
 * Questions are put by a deputy (deputy.h); here is remembered which were in vain. Nothing here asks a file system.
 */
#ifndef PERF_BASE_SILENT_FS_H
#define PERF_BASE_SILENT_FS_H

#include <stdbool.h>
#include <stdint.h>

struct deputy;
struct silent_fs;

/* A file, as far as it is known without asking its file system. */
struct file_place {
	const char *path;		/* absolute, as process @pid sees it */
	uint32_t pid;			/* 0: as we do */
	uint32_t maj, min;		/* the device, of /proc/PID/maps or a record; both 0: what is mounted at @path is looked at */
};

/* @deputy: the one that asks; borrowed. */
struct silent_fs *silent_fs__new(struct deputy *deputy);
void silent_fs__delete(struct silent_fs *s);	/* NULL: nothing */

/* How long nobody is asked, ns: then it may be that the answer would come. */
#define SILENT_FS_NS	(60 * 1000000000LL)

/* Is @file one that is not to be asked about now? */
bool silent_fs__has(struct silent_fs *s, const struct file_place *file);
/*
 * The deputy was asked about @file and has not answered in time. Its file system is refused from now on, if that is
 * none of a disk or of the kernel's own: a name may lead elsewhere by now, as whoever has chosen it wants, and the
 * files beside it are not to suffer. Tells it, at most a few times; and makes the deputy less patient if it was not the
 * first time.
 */
void silent_fs__add(struct silent_fs *s, const struct file_place *file);

#endif /* PERF_BASE_SILENT_FS_H */
