/* SPDX-License-Identifier: GPL-2.0-only */
/* What a process that still runs sees under a path: containers have a root and numbers of their own. */
#ifndef PERF_SYMBOL_PROCESS_ROOT_H
#define PERF_SYMBOL_PROCESS_ROOT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * "/proc/PID/root" if @pid runs and paths mean something else to it than to us (another mount name
 * space, another root directory) and we may look there; else NULL. The caller frees.
 */
char *process__other_root(uint32_t pid);
/* The number that @pid has in its own name space: @pid itself for most; 0 if it does not run. */
uint32_t process__own_pid(uint32_t pid);
/*
 * A path to the file that @pid has mapped as @path (with or without " (deleted)"), which holds even if
 * nothing is called so anymore; as long as the process runs. NULL: it has no such map, or we may not look.
 * The caller frees.
 */
char *process__mapped_file(uint32_t pid, const char *path);
/* Whose process @pid is. False if it does not run. */
bool process__uid(uint32_t pid, uid_t *ret);

#endif /* PERF_SYMBOL_PROCESS_ROOT_H */
