/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens the files that recorded processes have mapped, and gives them to the process that reads unwind tables: in a process of its own
 * (deputy.h), since who maps a file may have its file system in the hand, too. No descriptor of such a file is ever open here.
 *
 * A file that is not opened in time is told, and so are all of its file system refused for a while (silent-fs.h). Private to util/live.
 */
#ifndef PERF_LIVE_TABLE_FILES_H
#define PERF_LIVE_TABLE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/live/live-spaces.h"

struct table_files;

struct table_files *table_files__new(void);
void table_files__delete(struct table_files *t);	/* NULL: nothing */

/*
 * Has @file opened, which is borrowed until it is taken, and sent as TABLE_OPEN to @socket, of table process number
 * @run, and, if there is one, the file with its debug information as TABLE_OPEN_DEBUG. Returns 0 or negative errno;
 * -EAGAIN: not now.
 */
int table_files__put(struct table_files *t, struct live_file *file, int socket, unsigned int run);
/* Is the file system of @file one that has not answered? */
bool table_files__is_silent(struct table_files *t, const struct live_file *file);
/* The table process, which has got @file, has not answered in time, and waits in the kernel. */
void table_files__blame(struct table_files *t, const struct live_file *file);
/* Was @file put, and not taken yet? */
bool table_files__has(const struct table_files *t, const struct live_file *file);
/* Has any file been put, and not been taken yet? */
bool table_files__any(const struct table_files *t);

struct opened_file {
	struct live_file *file;
	uint32_t pid;			/* the process by which it was tried */
	unsigned int run;
	/*
	 * 0: table process @run has got it; -EAGAIN: not this time; -ENOTCONN: table process @run is gone; -ETIMEDOUT:
	 * it could not be opened in time, which, as -EPIPE, that the process which opens files has died, means that
	 * whatever else was put has to be put again; else why it cannot be opened (live_file__open()).
	 */
	int result;
};

/*
 * Takes what has become of the file that was put first, if that is known within @ms, or, if that is not 0, later as
 * long as whoever opens it does not wait for the file. False: it is not yet, or there is none.
 */
bool table_files__take(struct table_files *t, int ms, struct opened_file *ret);

#endif /* PERF_LIVE_TABLE_FILES_H */
