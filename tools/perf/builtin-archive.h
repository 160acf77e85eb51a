/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of `perf archive` share: packing (builtin-archive.c), unpacking (-unpack.c), what is taken from it into the
 * cache (-entries.c), looking at it (-staged.c), the tar program (-tar.c).
 */
#ifndef PERF_BUILTIN_ARCHIVE_H
#define PERF_BUILTIN_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/data/decompress.h"

/* The one of the recording's files that --all packs with it, as upstream names it: an archive itself. */
#define ARCHIVE_SYMBOLS	"perf.symbols.tar.bz2"

/* A run of tar. */
struct archive_tar {
	const char *const *args;	/* "tar", what it is to do, NULL */
	int dir;			/* the folder that it works in */
	int in, out;			/* its standard input and output; -1: /dev/null */
	int keep;			/* a descriptor that it gets too, with this number; -1: none */
	bool may_change;		/* the caller finds out by itself whether a file has changed that tar has read */
};

/*
 * Runs tar and waits for it. What tar has to say goes to standard error. Returns 0; 1 with @run->may_change, if tar says that
 * files have changed while it read them; or negative errno, which has been told: -EIO if tar has failed, -ENOENT if there is no
 * tar.
 */
int archive_tar__run(const struct archive_tar *run);
/*
 * Unpacks the archive @in, packed by bzip2, into the folder @dir. Returns 0; -EFBIG if that is more than @room has, which has
 * not been told; or negative errno, which has.
 */
int archive_tar__unpack(int in, int dir, struct unpack_room *room);

struct archive_unpack {
	const char *cache, *path;		/* the build-id cache's folder; the archive. Borrowed */
	bool force;
	int stage;				/* the private folder with what tar has unpacked; borrowed */
	struct unpack_room room;		/* what the archive may become, and has become */
	uint64_t taken;				/* bytes of the files that were taken from it */
	unsigned int added, there, refused;	/* files */
};

/*
 * Looking at what tar has unpacked, where nothing is followed. All return a descriptor to be closed, or negative errno.
 * A folder below @at; one of several names, which are cut; a file that has no other name, which gets the mode @mode.
 */
int staged__open_folder(int at, const char *name);
int staged__open_below(int at, char *path);
int staged__open_file(int at, const char *name, mode_t mode);
/* The names in a folder, sorted, to be freed with the other; none (*@ret_nr is 0) where it cannot be read. */
char **staged__names(int folder, size_t *ret_nr);
void staged__free_names(char **names, size_t nr);

/*
 * The bytes of the file @fd are counted. False if all that was taken is more than was in the archive: it says that a file is
 * long, and has nothing of it. Such a file takes no room until it is copied.
 */
bool archive__has_bytes(struct archive_unpack *u, int fd);

/*
 * Copies to the build-id cache what the stage has for it. 0, also where some of it was left out, which is told and counted;
 * -EINVAL, told: it has nothing of a cache's form.
 */
int archive__take_entries(struct archive_unpack *u);

/*
 * Puts what the archive @path has into the build-id cache @cache, and a recording that it has into the current folder;
 * @force: in place of one that is there. @path NULL: the only perf*.tar.bz2 of the current folder. Returns the exit
 * status; what happened has been told.
 */
int archive__unpack(const char *cache, const char *path, bool force);

#endif /* PERF_BUILTIN_ARCHIVE_H */
