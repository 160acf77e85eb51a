/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of `perf archive` share: packing (builtin-archive.c, -files.c, -write.c), unpacking (-unpack.c),
 * copying to the cache (-entries.c), opening what was unpacked (-staged.c), and running tar (-tar.c).
 */
#ifndef PERF_BUILTIN_ARCHIVE_H
#define PERF_BUILTIN_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/base/strbuf.h"
#include "util/base/unpack-room.h"
#include "util/output/read-errors.h"

/* With --all, this file is packed beside the recording. It is itself an archive, and has the name that upstream gives it. */
#define ARCHIVE_SYMBOLS	"perf.symbols.tar.bz2"

/* --- packing --- */

/* A file that samples fell into. */
struct archive_wanted {
	char hex[41], *path;	/* owned */
	bool found;		/* in the cache */
};

struct archive {
	const char *input, *exclude;
	char *cache;		/* owned: the cache's folder */
	int top;		/* the same, opened */
	bool all, unpack, force;
	struct archive_wanted *wanted;
	size_t nr, cap;
	struct strbuf names;	/* what goes into the archive, below the cache; a zero byte behind each */
	struct read_errors errors;
	bool damaged;
};

/* Finds the files that samples of the recording fell into. Returns 0, or negative errno after a message. */
int archive__find_wanted(struct archive *a);
/* Leaves out those whose build ids are in a->exclude, if there is such a file. Returns 0, or negative errno after a message. */
int archive__leave_out(struct archive *a);
/* Finds what the cache has of them: a->names. Returns how many files it has; those that it does not have are told. */
size_t archive__find_files(struct archive *a);
/* Writes the archive, and gives it its name. Returns 0, or negative errno after a message. */
int archive__write(const struct archive *a);

/* --- tar --- */

/* A run of tar. */
struct archive_tar {
	const char *const *args;	/* "tar", its arguments, NULL */
	int dir;			/* the folder that it works in */
	int in, out;			/* its standard input and output; -1: /dev/null */
	int keep;			/* a descriptor that it gets too, with this number; -1: none */
	bool may_change;		/* files may change while tar reads them: the caller checks that itself */
};

/*
 * Runs tar and waits for it. Messages of tar go to standard error. Returns 0; with @run->may_change, 1 if tar says that files changed
 * while it read them; or negative errno after a message: -EIO if tar has failed, -ENOENT if there is no tar.
 */
int archive_tar__run(const struct archive_tar *run);
/*
 * Unpacks the archive @in, packed by bzip2, into the folder @dir. Returns 0; -EFBIG, without a message, if it is larger than @room
 * allows; or another negative errno after a message.
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
 * Open what tar has unpacked, without following links. Return a descriptor, which the caller closes, or negative errno. The first opens
 * the folder @name in the folder @at; the second the folder at @path, which may have several names with slashes between, and is changed;
 * the third a regular file without other hard links, which gets the mode @mode.
 */
int staged__open_folder(int at, const char *name);
int staged__open_below(int at, char *path);
int staged__open_file(int at, const char *name, mode_t mode);
/* Returns the sorted names in a folder, to be freed by staged__free_names(); none (*@ret_nr is 0) if it cannot be read. */
char **staged__names(int folder, size_t *ret_nr);
void staged__free_names(char **names, size_t nr);

/*
 * Counts the bytes of the file @fd. Returns false if the files so far claim more bytes than the archive had: then one of them is mostly
 * a hole, which takes no room until it is copied.
 */
bool archive__has_bytes(struct archive_unpack *u, int fd);

/*
 * Copies the unpacked files that belong into the build-id cache. Returns 0, also if some were left out, with a message and counted;
 * -EINVAL, after a message, if nothing has the form of a cache.
 */
int archive__take_entries(struct archive_unpack *u);

/*
 * Unpacks the archive @path: its files into the build-id cache @cache, and its recording, if it has one, into the current folder, where
 * @force lets it replace an existing one. If @path is NULL, takes the only perf*.tar.bz2 of the current folder. Prints what happened,
 * and returns the exit status.
 */
int archive__unpack(const char *cache, const char *path, bool force);

#endif /* PERF_BUILTIN_ARCHIVE_H */
