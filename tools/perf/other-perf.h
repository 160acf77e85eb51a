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
/*
 * May it be run in our place without being asked for? Only if nobody but root, or who runs us, can change it or the
 * folder that it lies in.
 */
bool other_perf__is_safe(const char *path);
/* Becomes it, with @argv (argv[0] is the command's name; a NULL behind the last). Returns a negative errno if it cannot. */
int other_perf__run(const char *path, const char *const *argv);

#endif /* PERF_OTHER_PERF_H */
