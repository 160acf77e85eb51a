/* SPDX-License-Identifier: GPL-2.0-only */
/* The perf that a distribution has installed beside this one: it has commands that this one has not. */
#ifndef PERF_OTHER_PERF_H
#define PERF_OTHER_PERF_H

#include <stdbool.h>

/* Is @name a command of other perfs, and none of ours? */
bool other_perf__has(const char *name);
/*
 * Where another perf is installed: in a folder of $PATH, or where distributions keep theirs. The caller frees. NULL:
 * nowhere.
 */
char *other_perf__find(void);
/* One that may be run in our place without being asked for: its folder, held open, so that nothing else gets there meanwhile. */
struct other_perf {
	const char *path;		/* borrowed; what it is called */
	char *real;			/* owned; without links */
	int dir_fd;			/* the folder that it lies in; closed when it runs, unless a script needs it */
};

/*
 * Opens the program @path (borrowed until other_perf__run()) for that. Returns 0; -EPERM if anybody but root, or who runs us,
 * can change it or a folder on the way to it; another negative errno if it cannot be looked at.
 */
int other_perf__open(struct other_perf *o, const char *path);
/*
 * Becomes it, with @argv (argv[0] is the command's name; a NULL behind the last). Returns a negative errno if it cannot; @o is
 * of no more use then.
 */
int other_perf__run(struct other_perf *o, const char *const *argv);

#endif /* PERF_OTHER_PERF_H */
