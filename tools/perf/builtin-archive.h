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

struct archive_unpack {
	const char *cache, *path;		/* the build-id cache's folder; the archive. Borrowed */
	bool force;
	int stage;				/* the private folder with what tar has unpacked; borrowed */
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
