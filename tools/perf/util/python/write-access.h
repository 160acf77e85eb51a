/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Takes from a process what it could change the machine with: files, rights of root, sockets. It may still read all that its user
 * may read, write into what is open already, and start programs, which have no more than it has.
 */
#ifndef PERF_PYTHON_WRITE_ACCESS_H
#define PERF_PYTHON_WRITE_ACCESS_H

#include <stdbool.h>

#include "util/base/name-list.h"

/* Where a process may write. */
struct write_access {
	bool everywhere;		/* as its user may: nothing is taken away */
	struct name_list folders;	/* below these; Landlock is needed for that */
};

/*
 * To be called in a child process before it becomes another program; cannot be undone. All of it as far as this kernel offers it:
 * without Landlock, system calls that open files for writing, or change folders, are refused by their arguments. Returns 0, or
 * negative errno with *@ret_folder set if writing below that folder cannot be allowed.
 */
int write_access__give_up(const struct write_access *w, const char **ret_folder);

#endif /* PERF_PYTHON_WRITE_ACCESS_H */
