/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that perf makes. Where others may write too (a folder of theirs, /tmp) a name is no promise of what lies behind
 * it: so nothing is ever opened to be overwritten, and no link is followed. A new file is made in the same
 * folder, private, and gets its name when it is complete; what had that name loses it, be it a link.
 *
 *	err = new_file__create(&f, "out.data", 0600);
 *	... write to f.fd ...
 *	if (!err)
 *		err = new_file__commit(&f);
 *	new_file__exit(&f);		without commit() nothing is left, and what was there before is as it was
 *
 * Where the file system can do it the file has no name before commit(), so that a perf that is killed leaves nothing.
 * Elsewhere see temp-names.h.
 */
#ifndef PERF_BASE_NEW_FILE_H
#define PERF_BASE_NEW_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct new_file {
	int fd;			/* of the file, to be written and read; of a folder, to make files in it; -1: none */
	int dir_fd;		/* the folder that it lies in */
	char *base;		/* the name that it is to have there; NULL: nothing to commit */
	char *temp;		/* the one that it has until then; NULL: none */
	bool is_folder;
	bool in_place;		/* fd is of what was there: a device, a FIFO, an open descriptor */
};

#define NEW_FILE_NONE { .fd = -1, .dir_fd = -1 }

/*
 * A regular file that is to be @path, with mode @mode whatever the umask says. Where @path is a device or a FIFO that
 * belongs to the user or to root, or a name of an open descriptor (/dev/stdout, /dev/fd/3), that is opened to be written;
 * a FIFO once somebody reads it. Returns 0, or negative errno: -EPERM it is somebody else's
 * FIFO or device, -EINTR a blocked signal came before a reader. After an error only exit() is allowed, and not needed.
 */
int new_file__create(struct new_file *f, const char *path, mode_t mode);
/* The same in the folder @dir_fd (borrowed), with a name that has no '/'; whatever is there is replaced. */
int new_file__create_at(struct new_file *f, int dir_fd, const char *base, mode_t mode);
/* A folder with mode 0700 that is to be @path. Its commit() fails where there is one already that is not empty. */
int new_folder__create(struct new_file *f, const char *path);
/*
 * Instead of the file that was made: another name of the file @source. Returns 0, or negative errno; nothing has changed
 * then.
 */
int new_file__link(struct new_file *f, const char *source);
/* Instead of it: a symbolic link to @target. As above. */
int new_file__symlink(struct new_file *f, const char *target);
/*
 * It is to have the name @base in the folder @dir_fd (borrowed), which is on the same file system. Returns 0, or negative errno;
 * nothing has changed then.
 */
int new_file__move(struct new_file *f, int dir_fd, const char *base);
/* Gives it its name; fd stays open. Returns 0 or negative errno (-EISDIR: there is a folder with that name). */
int new_file__commit(struct new_file *f);
/* Closes; removes what was not committed. May be called twice. */
void new_file__exit(struct new_file *f);

/* The mode of a file that is no secret: what the umask leaves of 0666. */
mode_t new_file__usual_mode(void);

/* Is @path, a name such as /dev/stdout, an open descriptor of this process? Its number, or -1. */
int path__descriptor(const char *path);

#endif /* PERF_BASE_NEW_FILE_H */
