/* SPDX-License-Identifier: GPL-2.0-only */
/* The files that a running process sees: containers have a root directory and process numbers of their own. */
#ifndef PERF_SYMBOL_PROCESS_ROOT_H
#define PERF_SYMBOL_PROCESS_ROOT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Returns "/proc/PID/root" if @pid runs in another mount namespace, or with another root directory, than this process, and this
 * user may look there; otherwise NULL. The caller frees it.
 */
char *process__other_root(uint32_t pid);
/* Returns the number that @pid has in its own PID namespace, which is mostly the same; 0 if it does not run. */
uint32_t process__own_pid(uint32_t pid);
/*
 * Returns a path to the file that @pid has mapped as @path (with or without " (deleted)"). As long as the process runs, this path
 * is valid even if the file was renamed or removed. Returns NULL if the process has no such map, or this user may not look there.
 * The caller frees it.
 */
char *process__mapped_file(uint32_t pid, const char *path);
/* Tells which user @pid belongs to. Returns false if it does not run. */
bool process__uid(uint32_t pid, uid_t *ret);

#endif /* PERF_SYMBOL_PROCESS_ROOT_H */
