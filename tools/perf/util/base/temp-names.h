/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Remembers the names of unfinished files, for file systems that cannot make files without a name: they are also removed
 * if perf ends by exit() or by a signal that is not handled. Only after kill -9 they are left. Only one thread may call
 * these functions.
 */
#ifndef PERF_BASE_TEMP_NAMES_H
#define PERF_BASE_TEMP_NAMES_H

/*
 * Remembers @name in the folder @dir_fd; both are borrowed until temp_names__forget(). Only a few names can be
 * remembered.
 */
void temp_names__remember(int dir_fd, const char *name);
/* May be called with names that were not remembered. */
void temp_names__forget(const char *name);
/* Removes the remembered files. It may be called from a signal handler. */
void temp_names__remove(void);

#endif /* PERF_BASE_TEMP_NAMES_H */
