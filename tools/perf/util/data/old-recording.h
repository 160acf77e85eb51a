/* SPDX-License-Identifier: GPL-2.0-only */
/* Keeps an older recording that has the name of a new one, as "NAME.old". Only one is kept. */
#ifndef PERF_DATA_OLD_RECORDING_H
#define PERF_DATA_OLD_RECORDING_H

#include <stdbool.h>

#include "util/base/diag.h"

/*
 * May @path be renamed? Returns false for a folder that is no recording, and true for all else, also if @path does not
 * exist.
 */
bool old_recording__is_kept_safe(const char *path);
/*
 * Renames @base in the folder @dir_fd to "@base.old" if it is a file that is not empty, a symbolic link (to anything) or a
 * recording in the directory format. A recording that had this name is removed. @is_replaced: a file will be put in its
 * place by rename(2), so that it may keep the name until then. Returns 0, or negative errno with @diag set.
 */
int old_recording__set_aside(int dir_fd, const char *base, bool is_replaced, struct diag *diag);

#endif /* PERF_DATA_OLD_RECORDING_H */
