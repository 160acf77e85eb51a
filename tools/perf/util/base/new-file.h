/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes new files. In a folder in which other users may write (/tmp, for instance) they may have put anything under the
 * name: so existing files are never overwritten, and no link is followed. A new file is made in the same folder, with access
 * only for the user, and gets its name when it is complete; it replaces whatever had that name, also a link.
 *
 *	err = new_file__create(&f, "out.data", 0600);
 *	... write to f.fd ...
 *	if (!err)
 *		err = new_file__commit(&f);
 *	new_file__exit(&f);		without commit() no file is left, and an older one has not changed
 *
 * If the file system supports it, the file has no name before commit(), so that nothing is left if perf is killed.
 * For other file systems see temp-names.h.
 */
#ifndef PERF_BASE_NEW_FILE_H
#define PERF_BASE_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct new_file {
	int fd;			/* of the file, for reading and writing; of a folder, to make files in it; -1: none */
	int dir_fd;		/* the folder in which it is made */
	char *base;		/* the name that it will get there; NULL: nothing to commit */
	char *temp;		/* the name that it has until then; NULL: none */
	bool is_folder;
	bool in_place;		/* fd is of something that existed: a device, a FIFO, an open descriptor */
};

#define NEW_FILE_NONE { .fd = -1, .dir_fd = -1 }

/*
 * Makes a regular file that will get the name @path, with mode @mode for any umask. If @path is a device or a FIFO that
 * belongs to the user or to root, or a name of an open descriptor (/dev/stdout, /dev/fd/3), opens that for writing
 * instead; for a FIFO it waits until somebody reads it. Returns 0, or negative errno: -EPERM if the FIFO or device
 * belongs to somebody else, -EINTR if a blocked signal came before a reader. After an error only exit() may be called,
 * but need not be.
 */
int new_file__create(struct new_file *f, const char *path, mode_t mode);
/* Does the same in the folder @dir_fd (borrowed), with a name without '/'; commit() replaces anything that has this name. */
int new_file__create_at(struct new_file *f, int dir_fd, const char *base, mode_t mode);
/* Makes a folder with mode 0700 that will get the name @path. Its commit() fails if there is a folder that is not empty. */
int new_folder__create(struct new_file *f, const char *path);
/*
 * Replaces the new file by a hard link to the file that is open as @fd. Returns 0, or negative errno if nothing has changed.
 */
int new_file__link_fd(struct new_file *f, int fd);
/* Replaces the new file by a symbolic link to @target. Returns the same. */
int new_file__symlink(struct new_file *f, const char *target);
/*
 * Changes the name that the file will get to @base in the folder @dir_fd (borrowed), which must be on the same file system.
 * Returns 0, or negative errno if nothing has changed.
 */
int new_file__move(struct new_file *f, int dir_fd, const char *base);
/* Gives the file its name; fd stays open. Returns 0 or negative errno (-EISDIR: there is a folder with that name). */
int new_file__commit(struct new_file *f);
/*
 * All of it in one call, for @size bytes that are there already: the file @base with mode 0600 in @folder below the folder @dir_fd
 * (borrowed), of which what is missing is made (folder-walk.h). Returns 0 or negative errno.
 */
int new_file__write_below(int dir_fd, const char *folder, const char *base, const void *data, size_t size);
/* Closes the file, and removes it if it was not committed. May be called twice. */
void new_file__exit(struct new_file *f);

/* Returns the mode for a file that need not be private: 0666 without the bits of the umask. */
mode_t new_file__usual_mode(void);

/* Returns the number of the open descriptor of this process that @path, such as /dev/stdout, names; -1 if it names none. */
int path__descriptor(const char *path);

#endif /* PERF_BASE_NEW_FILE_H */
