/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files whose number grows as long as a machine runs, in folders of perf's own: how much room they take on the disk, and which
 * of them go when that is too much. What several processes know of it is in memory that they share.
 */
#ifndef PERF_WATCH_WATCH_ROOM_H
#define PERF_WATCH_WATCH_ROOM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* What there is. */
struct watch_room {
	atomic_ullong bytes, files;
};

/* A file that could go. */
struct watch_file {
	char *folder, *name;		/* the folder's path below the one that was asked for; owned, both */
	uint64_t bytes;
	uint64_t order;			/* those with a small one are older */
};

struct watch_files {
	struct watch_file *list;
	size_t nr, cap;
};

/* Bytes that a file of @size bytes takes on the disk: whole blocks of 4 KB. */
uint64_t watch_room__of_size(size_t size);
uint64_t watch_room__of(const struct stat *st);
/*
 * Adds all regular files of the folder @folder below @dir_fd for which @order returns true, and sets their order. A folder that
 * cannot be read has none.
 */
void watch_files__add(struct watch_files *files, int dir_fd, const char *folder,
		      bool (*order)(const char *folder, const char *name, uint64_t *ret));
/*
 * Removes what somebody who was killed has left unfinished in that folder, where a file system makes no files without a name (new-file.h).
 */
void watch_files__remove_unfinished(int dir_fd, const char *folder);
/* Oldest first; by name where the order is equal. */
void watch_files__sort(struct watch_files *files);
void watch_files__exit(struct watch_files *files);
/* Removes the file, and takes its room from @room. Returns whether it was there; if not, errno says why. */
bool watch_file__remove(const struct watch_file *file, int dir_fd, struct watch_room *room);

#endif /* PERF_WATCH_WATCH_ROOM_H */
